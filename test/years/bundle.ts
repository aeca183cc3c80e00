// Builds the program that runs the worlds, from these sources or from others with a planted bug.

import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from '../../build/options.ts';
import { NO_COMMIT } from '../../build/version.ts';

/** `root`: the folder with `src` and `test`. Returns the file. */
export async function bundleYears(root: string, out: string): Promise<string> {
  const { entryPoints: _, ...options } = bundleOptions({ version: 'years', commit: NO_COMMIT });
  const outfile = join(out, 'years.mjs');
  await build({
    ...options,
    entryPoints: [join(root, 'test/years/run.ts')],
    outfile,
    // They are read from node_modules: one is compiled code, the other has its own bundle.
    external: [...options.external, '@electric-sql/pglite', '@xterm/headless'],
  });
  return outfile;
}
