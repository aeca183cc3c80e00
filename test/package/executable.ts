// The single executable: Node with the program inside, for this kind of machine and for others.

import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from '../../build/options.ts';
import { stripped } from './elf.ts';

/** Node 25.5 was the first version that can build executables. */
function canBuild(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 25 || (major === 25 && minor >= 5);
}

/** Why this machine can't build an executable, or undefined. */
export function whyNoExecutable(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return `The packages are made on linux-x64, and this machine is ${process.platform}-${process.arch}.`;
  return canBuild() ? undefined : `Node ${process.versions.node} can't build an executable. Use Node 26.`;
}

const BUNDLE = 'purser.mjs';

/** Writes the bundle that is in each executable, as one file. */
export async function buildBundle(made: Parameters<typeof bundleOptions>[0], work: string): Promise<void> {
  await build({ ...bundleOptions(made), outdir: work, target: 'node26' });
}

interface Executable {
  /** The folder of the bundle. */
  readonly work: string;
  readonly output: string;
  /** The program of Node for the machines that the executable is for. */
  readonly node: string;
  /** Only for this kind of machine: V8's cache is for one kind. */
  readonly codeCache: boolean;
}

export function buildExecutable({ work, output, node, codeCache }: Executable): void {
  const windows = node.endsWith('.exe');
  const program = windows ? node : join(work, 'node');
  if (!windows) writeFileSync(program, stripped(readFileSync(node)), { mode: 0o755 });
  const settings = {
    // The executable contains this path, so it must not name a temporary folder.
    main: BUNDLE,
    mainFormat: 'module',
    executable: program,
    output,
    disableExperimentalSEAWarning: true,
    useCodeCache: codeCache,
    // SIGUSR1 opens no debugger, and the user's NODE_OPTIONS can't load other code first.
    execArgv: ['--disable-sigusr1'],
    execArgvExtension: 'none',
  };
  writeFileSync(join(work, 'sea.json'), JSON.stringify(settings));
  // V8's cache contains hashes of names, and each process has its own seed for them.
  execFileSync(process.execPath, ['--random-seed=1', '--build-sea', 'sea.json'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: work,
  });
  chmodSync(output, 0o755);
}
