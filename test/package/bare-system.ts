// Bare Debian systems in folders, made by debootstrap and kept for the next run.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const KEPT = resolve('node_modules/.purser-systems');
/** What Node needs and a bare system may lack. */
const LIBRARIES = ['libatomic1', 'libstdc++6'];
const SUITE = 'bookworm';

type Made = { readonly root: string } | { readonly why: string };

/** A system that commands can run in. `work` is an empty folder for a copy. */
export function bareSystem(work: string): Made {
  const kept = keptSystem('amd64', []);
  if ('why' in kept) return kept;
  const root = join(work, 'root');
  const { status, stderr } = spawnSync('cp', ['-a', kept.root, root], { encoding: 'utf8' });
  return status === 0 ? { root } : { why: stderr };
}

/** The libraries of another kind of machine, for an emulator. */
export function foreignLibraries(architecture: 'arm64'): Made {
  const kept = keptSystem(architecture, ['--foreign']);
  if ('why' in kept) return kept;
  // The first half of debootstrap only unpacks what every system has.
  const unpack =
    'for p in var/cache/apt/archives/libatomic1_* var/cache/apt/archives/libstdc++6_*; do dpkg-deb -x "$p" .; done';
  const { status, stderr } = spawnSync('sh', ['-ec', unpack], { cwd: kept.root, encoding: 'utf8' });
  return status === 0 ? kept : { why: stderr };
}

function keptSystem(architecture: string, more: readonly string[]): Made {
  const root = join(KEPT, architecture);
  if (existsSync(root)) return { root };
  if (process.getuid?.() !== 0) return { why: 'only root can make a system in a folder' };
  const draft = `${root}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(KEPT, { recursive: true });
  const args = [
    '--variant=minbase',
    `--arch=${architecture}`,
    `--include=${LIBRARIES.join()}`,
    ...more,
    SUITE,
    draft,
  ];
  const { error, status, stdout } = spawnSync('debootstrap', args, { encoding: 'utf8' });
  if (error) return { why: 'debootstrap is not installed here' };
  if (status !== 0) return { why: `debootstrap failed: ${stdout.trim().split('\n').at(-1)}` };
  renameSync(draft, root);
  return { root };
}

/**
 * Writes a script that runs a command of the system. The system sees this machine's devices and folder for temporary files,
 * in mounts that end with the command: nothing that removes the folder can reach them.
 */
export function scriptInside(root: string, script: string, command: readonly string[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const shared = ['/dev', tmpdir()];
  for (const folder of [...shared, '/proc']) mkdirSync(join(root, folder), { recursive: true });
  const steps = [
    ...shared.map(folder => `/usr/bin/mount --rbind ${folder} "$0${folder}"`),
    '/usr/bin/mount -t proc proc "$0/proc"',
    'exec /usr/sbin/chroot "$0" "$@"',
  ];
  const line = ['/usr/bin/unshare', '--mount', '/bin/sh', '-c', steps.join(' && '), root, ...command];
  writeFileSync(script, `#!/bin/sh\nexec ${line.map(quoted).join(' ')} "$@"\n`, { mode: 0o755 });
  return script;
}
