// The modules that a start loads before the first paint, and before the first frame. Each one costs time at every start.
// To update the lists after a change that needs another module: npx vitest run test/start.test.ts -u

import { expect, it } from 'vitest';
import { importsOf } from './harness/imports.ts';

/** All that is loaded with these files: files of src, packages, and Node's own modules. */
function loadedWith(...files: readonly string[]): ReadonlySet<string> {
  const loaded = new Set<string>();
  const load = (name: string, inside: boolean): void => {
    if (loaded.has(name)) return;
    loaded.add(name);
    if (!inside) return;
    for (const { to, inside, kind } of importsOf(name)) if (kind === 'value') load(to, inside);
  };
  for (const file of files) load(file, true);
  return loaded;
}

const paint = loadedWith('bin.ts', 'main.ts', 'start/run-console.ts');
const frame = loadedWith('start/live-console.ts');

const listed = (names: Iterable<string>): string => `${[...names].toSorted().join('\n')}\n`;

it('Purser loads only the listed modules before the first paint', async () => {
  await expect(listed(paint)).toMatchFileSnapshot('start/first-paint.txt');
});

it('Purser loads only the listed modules and the screens before the first frame', async () => {
  const others = [...frame].filter(name => !paint.has(name) && !/^(?:ui|subjects)\//.test(name));
  await expect(listed(others)).toMatchFileSnapshot('start/first-frame.txt');
});

// Purser sends the first request after the first frame.
it.each(['zod', 'undici', 'hono', 'api/contract/operations.ts', 'api/client/client.ts', 'sim/simulator.ts'])(
  'Purser loads %s only after the first frame',
  name => {
    expect([...paint, ...frame]).not.toContain(name);
  },
);

it.each(['ink', 'react', 'zod', 'node:crypto', 'node:net'])('the first paint needs no %s', name => {
  expect([...paint]).not.toContain(name);
});
