// Modules that are loaded when they are needed, or all of them early.
import { expect, test } from 'vitest';
import { CodeIsGone, later, loadAll } from '../../src/lib/later.ts';

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
