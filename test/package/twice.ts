// Builds the commit a second time and compares each file: in another folder, time zone and language, and with another umask.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { differences } from './published.ts';

/** Throws if a file differs. `args` are those of the first build. */
export function buildTwice(made: string, work: string, args: readonly string[]): void {
  const clone = join(work, 'clone');
  execFileSync('git', ['clone', '--quiet', '.', clone]);
  cpSync('node_modules', join(clone, 'node_modules'), {
    ...{ recursive: true, verbatimSymlinks: true },
    filter: path => !path.includes('node_modules/.purser-'),
  });
  const out = join(clone, 'release', 'again');
  mkdirSync(out, { recursive: true });
  const run = (...words: readonly string[]): unknown =>
    execFileSync(process.execPath, words, {
      cwd: clone,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, TZ: 'Pacific/Kiritimati', LC_ALL: 'C' },
    });
  const umask = process.umask(0o027);
  try {
    run('build/main.ts');
    run('test/package/main.ts', '--into', out, ...args);
  } finally {
    process.umask(umask);
  }
  const other = differences(made, out);
  if (other.length > 0) throw new Error(`A second build has other bytes: ${other.join(', ')}`);
}
