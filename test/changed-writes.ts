// The writes that a change touches: `npm run check` runs the console tests of these writes only.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** One write of each kind, for the code that all writes share: with a beneficiary, without a body, and with a form. */
const OF_EACH_KIND = ['payout.create', 'mandate.cancel', 'beneficiary.update'];
const SHARED = /^src\/(?:money|sending)\/|^test\/console\/every-write/;

const lines = (...args: readonly string[]): readonly string[] => {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(line => line !== '');
  } catch {
    // A package of the sources has no history, and a clone may lack the branch.
    return [];
  }
};

/** Against the branch `main`, with what is not committed. */
export function changedFiles(): readonly string[] {
  const [base = 'HEAD'] = lines('merge-base', 'HEAD', 'main');
  return [...lines('diff', '--name-only', base), ...lines('ls-files', '--others', '--exclude-standard')];
}

/** More would take longer than a check may. */
const MOST = 6;

/** Of a changed subject, each write that the registry has from its folder. */
export function writesOf(files: readonly string[]): readonly string[] {
  const registry = readFileSync('src/subjects/registry.ts', 'utf8');
  const ids = new Map(
    Array.from(registry.matchAll(/'([\w.]+)': (\w+),/g), ([, id = '', name = '']) => [name, id]),
  );
  const imports = registry.matchAll(/import \{ ([^}]+) \} from '\.\/([\w-]+)\//g);
  const own = Array.from(imports)
    .filter(([, , room]) => files.some(file => file.startsWith(`src/subjects/${room}/`)))
    .flatMap(([, names = '']) => names.split(', ').map(name => ids.get(name) ?? name));
  const isShared = own.length > MOST || files.some(file => SHARED.test(file));
  const few = own.length > MOST ? [] : own;
  return [...new Set([...few, ...(isShared ? OF_EACH_KIND : [])])];
}
