/** Only src/lib declares text visible. All other code calls visible(), t or join. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '../../src');

it('no file outside src/lib imports the brand', () => {
  const importers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file))
    .filter(file => /from '[^']*\/brand\.ts'/.test(readFileSync(join(source, file), 'utf8')));
  expect(importers.length).toBeGreaterThan(0);
  expect(importers.filter(file => !/^lib[\\/]/.test(file))).toEqual([]);
});
