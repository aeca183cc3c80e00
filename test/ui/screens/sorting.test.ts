// Sorting by a column: each kind of column in its own way, missing values last, and only new rows are sorted again.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountCell, type Moment, signedCell, textCell } from '../../../src/format/cells.ts';
import { compare, parseDecimal } from '../../../src/lib/decimal.ts';
import { fromServer, t } from '../../../src/lib/visible.ts';
import type { Item } from '../../../src/store/paging.ts';
import type { Sort } from '../../../src/store/view.ts';
import type { Column } from '../../../src/ui/kit/column-widths.ts';
import { cellColumn, figureColumn } from '../../../src/ui/screens/common-columns.ts';
import { createSorter } from '../../../src/ui/screens/sorting.ts';

interface Payment {
  readonly name?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly at?: number;
}

const moment: Moment = { mode: 'relative', now: 0, zone: 'UTC' };
const WIDTHS = [1, 9, 0] as const;
/** The number of cells that were made. */
let made = 0;
const columns: readonly Column<Payment, Moment>[] = [
  cellColumn('name', t`Name`, WIDTHS, row => {
    made++;
    return textCell(row.name);
  }),
  figureColumn('amount', t`Amount`, WIDTHS, ({ amount, currency }) =>
    amountCell(
      amount === undefined ? undefined : parseDecimal(amount),
      currency === undefined ? undefined : fromServer(currency),
    ),
  ),
  // The text of a time gives no order.
  cellColumn('at', t`Time`, WIDTHS, () => ({ text: t`just now` }), { orderedBy: row => row.at }),
];

const list = (rows: readonly Payment[]): readonly Item<Payment>[] =>
  rows.map((row, i) => ({ key: `k${i}`, row, raw: null }));
const sorted = (rows: readonly Payment[], column: string, direction: Sort['direction'] = 'up') =>
  createSorter(columns)(list(rows), { column, direction }, moment);
const names = (all: readonly string[], direction?: Sort['direction']) =>
  sorted(
    all.map(name => ({ name })),
    'name',
    direction,
  ).items.map(({ row }) => row.name);
const amounts = (all: readonly Payment[], direction?: Sort['direction']) =>
  sorted(all, 'amount', direction).items.map(({ row }) => `${row.amount} ${row.currency}`);
const gbp = (...all: readonly string[]): Payment[] => all.map(amount => ({ amount, currency: 'GBP' }));

describe('amounts', () => {
  it('sort by their exact size, beyond a float’s precision', () => {
    const all = gbp('9007199254740993.02', '-1.5', '9007199254740993.01', '10', '9.99', '-1.45', '0');
    expect(amounts(all)).toEqual(
      ['-1.5', '-1.45', '0', '9.99', '10', '9007199254740993.01', '9007199254740993.02'].map(a => `${a} GBP`),
    );
  });

  it('with the word CREDIT or DEBIT sort by the signed amount', () => {
    const column = figureColumn<string>('amount', t`Amount`, WIDTHS, row =>
      signedCell(parseDecimal('5'), fromServer('GBP'), row),
    );
    const rows = ['CREDIT', 'DEBIT', ''].map(row => ({ key: row, row, raw: null }));
    const { items } = createSorter([column])(rows, { column: 'amount', direction: 'up' }, moment);
    expect(items.map(({ row }) => row)).toEqual(['DEBIT', 'CREDIT', '']);
  });

  it('of several currencies sort by currency, up and down, and the order is marked as mixed', () => {
    const all = [
      { amount: '5', currency: 'USD' },
      { amount: '900', currency: 'JPY' },
      { amount: '7', currency: 'USD' },
      { amount: '8', currency: 'JPY' },
    ];
    expect(amounts(all)).toEqual(['8 JPY', '900 JPY', '5 USD', '7 USD']);
    expect(amounts(all, 'down')).toEqual(['900 JPY', '8 JPY', '7 USD', '5 USD']);
    expect(sorted(all, 'amount').mixed).toBe(true);
    expect(sorted(gbp('1', '2'), 'amount').mixed).toBe(false);
    expect(sorted([...gbp('1', '2'), {}], 'amount').mixed).toBe(false);
  });

  it.each(['up', 'down'] as const)(
    'that are missing come last, after amounts with an invalid currency: %s',
    direction => {
      const all = [{}, { amount: '1', currency: 'zz' }, ...gbp('3')];
      expect(amounts(all, direction)).toEqual(['3 GBP', '1 zz', 'undefined undefined']);
    },
  );

  it('sort like exact arithmetic for any values', () => {
    const text = fc
      .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(99))
      .map(([n, f]) => `${n}.${f}`);
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), all => {
        const order = sorted(gbp(...all), 'amount').items.map(({ row }) => parseDecimal(row.amount ?? ''));
        order.slice(1).forEach((value, i) => {
          const before = order[i];
          if (value !== undefined && before !== undefined) expect(compare(before, value)).toBeLessThan(1);
        });
      }),
      { seed: 20_261_121 },
    );
  });
});

describe('words', () => {
  it('sort by letters without regard to case, and by the size of numbers in them', () => {
    expect(names(['Rent 10', 'rent 9', 'Ashdown', 'beta', 'Rent 009'])).toEqual([
      'Ashdown',
      'beta',
      'rent 9',
      'Rent 009',
      'Rent 10',
    ]);
    expect(names(['b', 'c', 'a'], 'down')).toEqual(['c', 'b', 'a']);
  });

  it('sort by code points: characters beyond the first plane come after full-width forms', () => {
    expect(names(['𠀀', 'ｚ', '日', 'é', 'z'])).toEqual(['z', 'é', '日', 'ｚ', '𠀀']);
  });
});

describe('moments', () => {
  it('sort by time and not by the text of their cells; missing moments come last', () => {
    const at = (direction: Sort['direction']) =>
      sorted([{ at: 30 }, {}, { at: 4 }, { at: 200 }], 'at', direction).items.map(({ row }) => row.at);
    expect(at('up')).toEqual([4, 30, 200, undefined]);
    expect(at('down')).toEqual([200, 30, 4, undefined]);
  });
});

describe('the order', () => {
  it("stays the service's order without a sort, or if the sort's column is missing", () => {
    const rows = list([{ name: 'b' }, { name: 'a' }]);
    const sort = createSorter(columns);
    expect(sort(rows, undefined, moment)).toEqual({ items: rows, mixed: false });
    expect(sort(rows, undefined, moment).items).toBe(rows);
    expect(sort(rows, { column: 'gone', direction: 'up' }, moment).items).toBe(rows);
  });

  it('changes for the same list with another column', () => {
    const rows = list([
      { name: 'b', at: 1 },
      { name: 'a', at: 2 },
    ]);
    const sort = createSorter(columns);
    const ordered = (column: string) =>
      sort(rows, { column, direction: 'up' }, moment).items.map(({ row }) => row.name);
    expect([ordered('name'), ordered('at'), ordered('name')]).toEqual([
      ['a', 'b'],
      ['b', 'a'],
      ['a', 'b'],
    ]);
  });

  it.each(['up', 'down'] as const)("keeps the service's order for equal rows: %s", direction => {
    const rows = Array.from({ length: 50 }, (_, n) => ({ name: n % 2 ? 'x' : 'y', at: n }));
    const order = sorted(rows, 'name', direction).items.map(({ row }) => row);
    for (const name of ['x', 'y']) {
      const own = order.filter(row => row.name === name).map(({ at }) => at);
      expect(own).toEqual(own.toSorted((a = 0, b = 0) => a - b));
    }
  });

  it('is kept for the same list, and a new page is merged without sorting the other rows again', () => {
    const sort = createSorter(columns);
    const by: Sort = { column: 'name', direction: 'up' };
    const first = list(['d', 'b', 'f'].map(name => ({ name })));
    const before = sort(first, by, moment);
    made = 0;
    expect(sort(first, by, moment)).toBe(before);
    expect(made).toBe(0);
    const more = [...first, ...list(['c', 'a', 'b'].map(name => ({ name })))];
    expect(sort(more, by, moment).items.map(({ row }) => row.name)).toEqual(['a', 'b', 'b', 'c', 'd', 'f']);
    expect(made).toBe(3);
    expect(sort(more, { ...by, direction: 'down' }, moment).items.map(({ row }) => row.name)).toEqual([
      'f',
      'd',
      'c',
      'b',
      'b',
      'a',
    ]);
    expect(sort(first.slice(1), by, moment).items.map(({ row }) => row.name)).toEqual(['b', 'f']);
    expect(sort(first, { ...by, column: 'at' }, moment).items).toEqual(first);
  });

  it('is the same for pages one by one and for all rows in one go', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.nat(20), { maxLength: 6 }), { maxLength: 5 }),
        fc.array(fc.constantFrom('up' as const, 'down' as const), { minLength: 6, maxLength: 6 }),
        (pages, directions) => {
          const sort = createSorter(columns);
          const items = list(pages.flat().map(at => ({ at })));
          let loaded = 0;
          pages.forEach((page, n) => {
            loaded += page.length;
            const here = items.slice(0, loaded);
            const by: Sort = { column: 'at', direction: directions[n] ?? 'up' };
            expect(sort(here, by, moment).items).toEqual(createSorter(columns)(here, by, moment).items);
          });
        },
      ),
      { seed: 20_261_121 },
    );
  });
});
