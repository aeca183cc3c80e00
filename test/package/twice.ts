// Builds the commit a second time, from a clone in another folder, and compares each file.

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
    execFileSync(process.execPath, words, { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] });
  run('build/main.ts');
  run('test/package/main.ts', '--into', out, ...args);
  const other = differences(made, out);
  if (other.length > 0) throw new Error(`A second build has other bytes: ${other.join(', ')}`);
}
