// The single executable: Node with the program inside.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from '../../build/options.ts';

/** Node 25.5 was the first version that can build executables. */
function canBuild(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 25 || (major === 25 && minor >= 5);
}

/** Why this machine can't build an executable, or undefined. */
export function whyNoExecutable(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return `The executable is for linux-x64, and this machine is ${process.platform}-${process.arch}.`;
  return canBuild() ? undefined : `Node ${process.versions.node} can't build an executable. Use Node 26.`;
}

interface Executable {
  readonly version: string;
  /** The folder for the bundle and the configuration. */
  readonly work: string;
  readonly output: string;
  readonly codeCache: boolean;
}

export async function buildExecutable({ version, work, output, codeCache }: Executable): Promise<void> {
  const main = join(work, 'purser.mjs');
  await build({ ...bundleOptions(version), outdir: work, target: 'node26' });
  const config = join(work, `sea-${codeCache}.json`);
  const settings = {
    main,
    mainFormat: 'module',
    output,
    disableExperimentalSEAWarning: true,
    useCodeCache: codeCache,
    // SIGUSR1 opens no debugger, and the user's NODE_OPTIONS can't load other code first.
    execArgv: ['--disable-sigusr1'],
    execArgvExtension: 'none',
  };
  writeFileSync(config, JSON.stringify(settings));
  execFileSync(process.execPath, ['--build-sea', config], { stdio: ['ignore', 'ignore', 'inherit'] });
}
