// Modules that are loaded when they are needed, or all of them early.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { CodeIsGone, isCodeGone, later, loadAll } from '../../src/lib/later.ts';
import { temporaryFolder } from '../harness/folder.ts';

const missing = () => Object.assign(new Error('Cannot find module'), { code: 'ERR_MODULE_NOT_FOUND' });

test('a module is loaded once, and again after a failure', async () => {
  let loads = 0;
  const load = later(async () => {
    loads += 1;
    if (loads === 1) throw missing();
    return { loads };
  });
  await expect(load()).rejects.toBeInstanceOf(CodeIsGone);
  expect(await load()).toEqual({ loads: 2 });
  expect(await load()).toEqual({ loads: 2 });
});

test.each([
  ['a removed file', undefined],
  ['a file that has no byte yet', ''],
  ['a half-written file', 'export const done = {'],
])('%s means an update', async (_, text) => {
  const file = join(temporaryFolder(), 'chunk.mjs');
  if (text !== undefined) writeFileSync(file, text);
  const using = join(dirname(file), 'using.mjs');
  writeFileSync(using, "import { done } from './chunk.mjs';\nexport const all = done;\n");
  // Vitest replaces import() in its own files.
  const script = `import(${JSON.stringify(pathToFileURL(using).href)}).catch(error => console.log(String(isCodeGone(error))))`;
  const helper = JSON.stringify(resolve('src/lib/later.ts'));
  const args = ['--input-type=module', '-e', `import { isCodeGone } from ${helper};\n${script}`];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('true\n');
});

test.each([
  ['without its exports', async () => ({})],
  ['that ends in a part of a word', () => Promise.reject(new ReferenceError('expo is not defined'))],
])('the first half of a module %s means an update', async (_, load) => {
  await expect(later(load)()).rejects.toBeInstanceOf(CodeIsGone);
});

test.each([
  ['a text that is not JSON', () => JSON.parse('{')],
  ['a missing file of data', () => readFileSync('/nowhere/journal.db')],
  ['a mistake in the program', () => (undefined as unknown as { run(): void }).run()],
])('%s is no update', (_, run) => {
  let thrown: unknown;
  try {
    run();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(Error);
  expect(isCodeGone(thrown)).toBe(false);
});

test('an error in a module is not a missing module', async () => {
  const load = later(() => Promise.reject(new TypeError('broken')));
  await expect(load()).rejects.toBeInstanceOf(TypeError);
});

test('everything is loaded, also what a loaded module adds, and a missing module stops nothing', async () => {
  const loaded: string[] = [];
  let pauses = 0;
  later(() => Promise.reject(missing()));
  later(async () => {
    loaded.push('first');
    later(async () => loaded.push('its own'));
  });
  later(async () => loaded.push('second'));
  await loadAll(async () => {
    pauses += 1;
  });
  expect(loaded).toEqual(['first', 'second', 'its own']);
  expect(pauses).toBeGreaterThan(3);
});
