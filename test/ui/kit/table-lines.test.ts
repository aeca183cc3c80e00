// A table keeps lines between frames: kept lines must equal newly composed lines.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { t, visible } from '../../../src/lib/visible.ts';
import type { Column } from '../../../src/ui/kit/column-widths.ts';
import type { FoundTexts } from '../../../src/ui/kit/found.ts';
import { createTableLines, type TableParts } from '../../../src/ui/kit/table-lines.ts';
import { createTheme } from '../../../src/ui/kit/theme.ts';

interface Row {
  readonly name: string;
  readonly amount: string;
}
interface Context {
  readonly suffix: string;
}

const COLUMNS: readonly Column<Row, Context>[] = [
  {
    id: 'name',
    title: t`Name`,
    align: 'left',
    min: 4,
    max: 20,
    drop: 2,
    cell: ({ name }, { suffix }) => ({ text: visible(name + suffix) }),
  },
  {
    id: 'amount',
    title: t`Amount`,
    align: 'decimal',
    min: 6,
    max: 20,
    drop: 0,
    cell: ({ amount }) => ({ text: visible(amount), unit: t`GBP`, tone: 'bad' }),
  },
];
const THEMES = [createTheme('default'), createTheme('mono')];
const CONTEXTS: readonly Context[] = [{ suffix: '' }, { suffix: ' now' }];
const ROWS: readonly Row[] = Array.from({ length: 12 }, (_, i) => ({
  name: `${'name of some length '.slice(0, 4 + i)}${i}`,
  amount: `${10 ** (i % 7)}.${'1234'.slice(0, i % 4)}1`,
}));

const flag = fc.boolean();
const row = fc.record({
  at: fc.nat({ max: ROWS.length - 1 }),
  cursor: flag,
  changed: flag,
  gone: flag,
  stray: flag,
  marked: flag,
});
const frame = fc.record({
  rows: fc.uniqueArray(row, { selector: ({ at }) => at, maxLength: 8 }),
  columns: fc.constantFrom(COLUMNS, COLUMNS.slice(0, 1), COLUMNS.slice(1)),
  context: fc.constantFrom(...CONTEXTS),
  theme: fc.constantFrom(...THEMES),
  width: fc.integer({ min: 12, max: 60 }),
  focused: flag,
  column: fc.constantFrom(undefined, 'name', 'amount'),
  sort: fc.constantFrom(undefined, { column: 'name', direction: 'up' } as const),
  found: fc.constantFrom<FoundTexts | undefined>(
    undefined,
    { anywhere: ['me', '1'], columns: new Map() },
    { anywhere: [], columns: new Map([['name', ['na']]]) },
  ),
});

const partsOf = (
  {
    rows,
    ...rest
  }: Omit<TableParts<Row, Context>, 'subject' | 'rows'> & {
    readonly rows: readonly ({ readonly at: number } & Omit<
      TableParts<Row, Context>['rows'][number],
      'key' | 'row'
    >)[];
  },
  subject: string,
): TableParts<Row, Context> => ({
  ...rest,
  subject,
  rows: rows.map(({ at, ...marks }) => ({
    ...marks,
    key: String(at),
    row: ROWS[at] ?? { name: '', amount: '' },
  })),
});

describe('the lines of a table', () => {
  it('are the same whether rows were composed before or not', () => {
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 12 }), frames => {
        const kept = createTableLines<Row, Context>();
        const uncached = createTableLines<Row, Context>();
        for (const one of frames) {
          const parts = partsOf(one, 'one');
          // A new object each time, so that no kept line is used.
          const copies = parts.rows.map(row => ({ ...row, row: { ...row.row } }));
          expect(kept(parts)).toEqual(uncached({ ...parts, rows: copies }));
        }
      }),
      { numRuns: 200, seed: 11 },
    );
  });

  it('name a value that all rows share if its column was dropped, unless the value says nothing', () => {
    const status = (word: string): Column<Row, Context> => ({
      id: word,
      title: t`Status`,
      align: 'left',
      min: 12,
      max: 12,
      drop: 3,
      cell: () => ({ text: visible(word) }),
    });
    const common = {
      context: { suffix: '' },
      theme: createTheme('mono'),
      width: 24,
      focused: true,
      subject: 'one',
    };
    const signs = { column: undefined, sort: undefined };
    const rows = ROWS.slice(0, 3).map((row, i) => ({
      ...{ key: String(i), row, cursor: i === 0, changed: false, marked: false },
    }));
    const constants = (word: string) =>
      createTableLines<Row, Context>()({ ...common, ...signs, rows, columns: [...COLUMNS, status(word)] })
        .constants;
    expect(constants('SETTLED')).toEqual(['Status SETTLED']);
    expect(constants('–')).toEqual([]);
    expect(constants('')).toEqual([]);
  });

  it('show a row whose record was replaced under the same key', () => {
    const compose = createTableLines<Row, Context>();
    const common = {
      columns: COLUMNS,
      context: { suffix: '' },
      theme: createTheme('mono'),
      width: 40,
      focused: true,
      subject: 'one',
    };
    const marks = { key: 'a', cursor: false, changed: false, marked: false };
    compose({ ...common, rows: [{ ...marks, row: { name: 'before', amount: '1.00' } }] });
    const { rows } = compose({ ...common, rows: [{ ...marks, row: { name: 'after', amount: '2.00' } }] });
    expect(rows[0]).toContain('after');
    expect(rows[0]).toContain('2.00');
  });

  it('show a text of a column once, and again in the selected row', () => {
    const [name, ...others] = COLUMNS;
    const { rows } = createTableLines<Row, Context>()({
      ...{ context: { suffix: '' }, theme: createTheme('mono'), width: 40, focused: true, subject: 'one' },
      columns: [...(name ? [{ ...name, once: true } as const] : []), ...others],
      rows: ['Monday', 'Monday', 'Monday', 'Sunday', 'Monday'].map((day, i) => ({
        ...{ key: String(i), cursor: i === 2, changed: false, marked: false },
        row: { name: day, amount: '1.00' },
      })),
    });
    expect(rows.map(line => /[MS]\w+day/.exec(line)?.[0])).toEqual([
      ...['Monday', undefined, 'Monday', 'Sunday', 'Monday'],
    ]);
  });

  it('start with new widths for another list', () => {
    const compose = createTableLines<Row, Context>();
    const common = {
      columns: COLUMNS,
      context: { suffix: '' },
      theme: createTheme('mono'),
      width: 60,
      focused: true,
    };
    const long = { name: 'a name of twenty ch', amount: '123456.7891' };
    const short = { name: 'short', amount: '1.00' };
    const marks = { key: 'a', cursor: false, changed: false, marked: false };
    compose({ ...common, subject: 'one', rows: [{ ...marks, row: long }] });
    const after = compose({ ...common, subject: 'two', rows: [{ ...marks, row: short }] });
    const alone = createTableLines<Row, Context>()({
      ...common,
      subject: 'two',
      rows: [{ ...marks, row: short }],
    });
    expect(after).toEqual(alone);
  });

  it('are composed once for each row while only the cursor moves', () => {
    let asked = 0;
    const counting = COLUMNS.map(column => ({
      ...column,
      cell: (one: Row, context: Context) => {
        asked += 1;
        return column.cell(one, context);
      },
    }));
    const compose = createTableLines<Row, Context>();
    const [context, theme] = [{ suffix: '' }, createTheme('mono')];
    for (let at = 0; at < ROWS.length; at++)
      compose({
        columns: counting,
        context,
        theme,
        width: 60,
        focused: true,
        subject: 'one',
        rows: ROWS.map((one, i) => ({
          key: String(i),
          row: one,
          cursor: i === at,
          changed: false,
          marked: false,
        })),
      });
    expect(asked).toBe(ROWS.length * COLUMNS.length);
  });
});
