// The program loads its own code and modules of Node, and nothing that a folder of the user could replace.

import { isBuiltin } from 'node:module';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { bundleOptions } from '../../build/options.ts';

test('the bundle names no package outside, and pg reads no variable that chooses machine code', async () => {
  const { metafile, outputFiles } = await build({
    ...bundleOptions({ version: '1.2.3', commit: 'abc' }),
    ...{ outdir: 'dist', write: false, metafile: true },
  });
  const outside = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ path, external }) => external && !isBuiltin(path));
  // The file of another process loads the keyring.
  expect(outside).toEqual([]);
  expect(Object.keys(metafile.inputs)).toContain('node_modules/pg/lib/index.js');
  for (const { text } of outputFiles) expect(text).not.toContain('NODE_PG_FORCE_NATIVE');
});
