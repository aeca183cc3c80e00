// A document shows each picture, and the pictures show the present keys. `npm run pictures` draws them again.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createConsole } from '../../src/ui/shell/console.ts';
import { keyLabel } from '../../src/ui/shell/help.ts';
import { allRules } from '../harness/rules.ts';

const FOLDER = 'docs/look';
/** The width of a cell. */
const CELL = 9;

/** The footer's words for each key on any screen. */
const hints = new Set(
  [...createConsole(allRules).sets.values()].flatMap(bindings =>
    bindings.flatMap(({ keys, title }) => keys.map(key => `${keyLabel(key)} ${title}`)),
  ),
);
/** Opens the list of all keys. Only the footer has its word. */
hints.add('? more');
/** The footer of every dialog. */
for (const hint of ['Enter select', 'Tab next', 'Esc go back']) hints.add(hint);

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

const pictures = readdirSync(FOLDER);

test.each(pictures)('%s shows the current footer', name => {
  const footer = footerOf(readFileSync(`${FOLDER}/${name}`, 'utf8'));
  expect(footer.length).toBeGreaterThanOrEqual(3);
  expect(footer.filter(hint => !hints.has(hint))).toEqual([]);
});

test('a document shows each picture', () => {
  const documents = ['README.md', ...readdirSync('docs').map(name => `docs/${name}`)];
  const texts = documents.filter(file => file.endsWith('.md')).map(file => readFileSync(file, 'utf8'));
  for (const name of pictures) expect(texts.join('\n')).toContain(`look/${name})`);
});
