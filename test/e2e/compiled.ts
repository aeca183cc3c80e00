// The program's compiled code. The first start makes it, and the later starts of a person have it; so do later cases.

import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtProgram } from './program.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const build = createHash('sha256').update(readFileSync(builtProgram())).digest('hex').slice(0, 16);
const CACHE = join(modules, '.cache');
const NAME = 'purser-compiled-';
/** Of this build, for all test files. */
const KEPT = join(CACHE, `${NAME}${process.version}-${build}`);

const compiledIn = (home: string): string => join(home, 'state', 'purser', 'compiled');

export function giveCompiled(home: string): void {
  if (existsSync(KEPT)) cpSync(KEPT, compiledIn(home), { recursive: true });
}

export function keepCompiled(home: string): void {
  const made = compiledIn(home);
  if (existsSync(KEPT) || !existsSync(made)) return;
  // Another test file may do the same.
  const own = `${KEPT}.${process.pid}`;
  try {
    cpSync(made, own, { recursive: true });
    renameSync(own, KEPT);
    for (const name of readdirSync(CACHE))
      if (name.startsWith(NAME) && !join(CACHE, name).startsWith(KEPT))
        rmSync(join(CACHE, name), { recursive: true });
  } catch {
    rmSync(own, { recursive: true, force: true });
  }
}
