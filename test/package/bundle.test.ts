// The program loads its own code and modules of Node, and nothing that a folder of the user could replace.

import { isBuiltin } from 'node:module';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { bundleOptions } from '../../build/options.ts';
import { withFewerImports } from '../../build/plugins.ts';

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

const pruned = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(withFewerImports(new Map(Object.entries(files))));

test('an import of a file that an earlier import leads to is left out, and the order of all files stays', () => {
  const rest = {
    'b.mjs': 'head;import{c}from"./c.mjs";export{b};',
    'c.mjs': 'head;import"./d.mjs";export{c};',
    'd.mjs': 'head;export{d};',
  };
  expect(
    pruned({ ...rest, 'a.mjs': 'head;import{b}from"./b.mjs";import"./c.mjs";\nimport"./d.mjs";run();' }),
  ).toEqual({ ...rest, 'a.mjs': 'head;import{b}from"./b.mjs";\nrun();' });
});

test.each([
  ['no import before it leads there', 'head;import"./d.mjs";import{b}from"./b.mjs";run();'],
  ['it has members', 'head;import{b}from"./b.mjs";import{d}from"./d.mjs";run();'],
  ['the code names the file later', 'head;import{b}from"./b.mjs";run(()=>import("./d.mjs"));'],
  ['it is not ours', 'head;import"node:fs";import fs from"node:fs";run();'],
])('an import stays if %s', (_, text) => {
  const rest = { 'b.mjs': 'head;import"./d.mjs";export{b};', 'd.mjs': 'head;export{d};' };
  expect(pruned({ ...rest, 'a.mjs': text })['a.mjs']).toBe(text);
});
