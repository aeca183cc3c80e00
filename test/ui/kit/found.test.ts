// Matches of a filter in a row have their own tone, and nothing else changes.

import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { t, type Visible } from '../../../src/lib/visible.ts';
import type { Column } from '../../../src/ui/kit/column-widths.ts';
import type { FoundTexts } from '../../../src/ui/kit/found.ts';
import { createTableLines } from '../../../src/ui/kit/table-lines.ts';
import { createTheme } from '../../../src/ui/kit/theme.ts';
import { fakeTerminal } from '../../harness/terminal.ts';

interface Row {
  readonly name: Visible;
  readonly amount: Visible;
}

const theme = createTheme('default');
const columns: readonly Column<Row, undefined>[] = [
  { id: 'name', title: t`Name`, align: 'left', min: 4, max: 20, drop: 0, cell: row => ({ text: row.name }) },
  {
    id: 'amount',
    title: t`Amount`,
    align: 'decimal',
    min: 6,
    max: 20,
    drop: 0,
    cell: row => ({ text: row.amount, sign: '−', tone: 'money-out' }),
  },
];
const row: Row = { name: t`Zoë 1,2 Ltd`, amount: t`1,234.50` };

function lineWith(
  found: FoundTexts | undefined,
  { cursor = false, focused = true, width = 60 } = {},
): string {
  const { rows } = createTableLines<Row, undefined>()({
    columns,
    rows: [{ key: 'a', row, cursor, changed: false, marked: false }],
    context: undefined,
    theme,
    width,
    focused,
    subject: '',
    column: undefined,
    sort: undefined,
    found,
  });
  return rows[0] ?? '';
}
const anywhere = (...texts: readonly string[]): FoundTexts => ({ anywhere: texts, columns: new Map() });

/** The underlined texts of the line. */
async function marked(line: string): Promise<readonly string[]> {
  const { screen } = fakeTerminal({ cols: 60, rows: 1 });
  await screen.show(line);
  const all = Array.from({ length: 60 }, (_, x) => screen.cell(x, 0));
  return all
    .map(cell => (cell.underline && cell.bold ? cell.text : ' '))
    .join('')
    .trim()
    .split(/ +/);
}

describe('a row under a filter', () => {
  it.each([
    [anywhere('zoe'), ['Zoë']],
    [anywhere('1,2'), ['1,2', '1,2']],
    [anywhere('-1234'), ['−1,234']],
    [{ anywhere: [], columns: new Map([['amount', ['1']]]) }, ['1,']],
    [anywhere('other'), ['']],
  ])('marks the match: %j', async (found, texts) => {
    for (const of of [{}, { cursor: true }, { cursor: true, focused: false }])
      expect((await marked(lineWith(found, of))).map(text => text.replace(/,$/, ''))).toEqual(
        texts.map(text => text.replace(/,$/, '')),
      );
  });

  it('has the same text in the same cells as without a filter', () => {
    for (const width of [12, 30, 60])
      for (const cursor of [false, true])
        for (const focused of [false, true])
          expect(stripVTControlCharacters(lineWith(anywhere('o', '1'), { cursor, focused, width }))).toBe(
            stripVTControlCharacters(lineWith(undefined, { cursor, focused, width })),
          );
  });
});
