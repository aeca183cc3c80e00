// Tries the executable of the Debian package for linux-arm64 on this machine, with Debian's emulator.

import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foreignLibraries } from './bare-system.ts';
import type { Forms } from './forms.ts';
import { tryProgram } from './trial.ts';

interface Tried {
  readonly forms: Forms;
  readonly out: string;
  /** An empty folder. */
  readonly work: string;
  readonly told: (line: string) => void;
}

/** The emulator is ten times slower than the machine. */
const WAIT = 180_000;

const EMULATOR = 'qemu-aarch64-static';

export async function tryEmulated({ forms, out, work, told }: Tried): Promise<void> {
  const deb = forms.debs.find(name => name.includes('arm64'));
  if (deb === undefined) return told('left out: its Debian package was not made');
  const { stdout: found } = spawnSync('sh', ['-c', `command -v ${EMULATOR}`], { encoding: 'utf8' });
  const emulator = found.trim();
  if (emulator === '') return told(`left out: ${EMULATOR} is not installed here`);
  const libraries = foreignLibraries('arm64');
  if ('why' in libraries) return told(`left out: ${libraries.why}`);
  execFileSync('dpkg-deb', ['-x', join(out, deb), join(work, 'package')]);
  const program = join(work, 'purser');
  const line = `exec ${emulator} -L ${libraries.root} ${join(work, 'package/usr/bin/purser')} "$@"`;
  writeFileSync(program, `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  await tryProgram({ program, path: join(work, 'nothing'), keyring: false, team: false, wait: WAIT, told });
}
