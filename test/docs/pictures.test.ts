// The pictures show the present keys. If a footer has an old word, run `npm run pictures`.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createConsole } from '../../src/ui/shell/console.ts';
import { keyLabel } from '../../src/ui/shell/help.tsx';
import { allRules } from '../harness/rules.ts';

const FOLDER = 'test/pictures';
/** The width of a cell. */
const CELL = 9;

/** The footer's words for each key on any screen. */
const hints = new Set(
  [...createConsole(allRules).sets.values()].flatMap(bindings =>
    bindings.flatMap(({ keys, title }) => keys.map(key => `${keyLabel(key)} ${title}`)),
  ),
);

/** The hints in the last row, which two or more blanks separate. */
function footerOf(svg: string): readonly string[] {
  const cells = [...svg.matchAll(/<text x="(\d+)" y="(\d+)"[^>]*>([^<]*)</g)];
  const last = cells.at(-1)?.[2];
  const row: string[] = [];
  for (const [, x, y, text = ''] of cells)
    if (y === last) for (const [i, character] of [...text].entries()) row[Number(x) / CELL + i] = character;
  return Array.from(row, text => text ?? ' ')
    .join('')
    .trim()
    .split(/ {2,}/);
}

test.each(readdirSync(FOLDER).filter(name => name.endsWith('.svg')))('%s shows the current footer', name => {
  const footer = footerOf(readFileSync(`${FOLDER}/${name}`, 'utf8'));
  expect(footer.length).toBeGreaterThan(3);
  // The last hint opens the list of all keys. Only the footer has its word, so the last hint is not compared.
  expect(footer.slice(0, -1).filter(hint => !hints.has(hint))).toEqual([]);
});
