// The sums under a filtered list: of all rows or not at all.

import { expect, it } from 'vitest';
import { amountCell, type Moment, movedCell } from '../../../src/format/cells.ts';
import type { Decimal } from '../../../src/lib/decimal.ts';
import { fromServer, t } from '../../../src/lib/visible.ts';
import type { Item } from '../../../src/store/paging.ts';
import { figureColumn } from '../../../src/ui/screens/common-columns.ts';
import { createSums } from '../../../src/ui/screens/list-model.ts';

type Paid = readonly [amount: string, currency: string];

const column = figureColumn<Paid>('amount', t`Amount`, [1, 9, 0], ([amount, currency]) =>
  movedCell(amount === '' ? undefined : (amount as Decimal), fromServer(currency)),
);
const moment: Moment = { mode: 'utc', now: 0, zone: 'UTC' };
const items = (...rows: readonly Paid[]): readonly Item<Paid>[] =>
  rows.map((row, n) => ({ key: String(n), row, raw: null }));
const many = (count: number): readonly Item<Paid>[] =>
  items(...Array.from({ length: count }, (_, n): Paid => [n === count - 1 ? '0.07' : '1.01', 'GBP']));
const sums = (of: readonly Item<Paid>[]) => createSums([column])(of, moment);

it('adds up every row of the longest list that is added up, to the last row', () => {
  expect(sums(many(20_000))).toEqual(['sum 20,199.06 GBP']);
});

it.each([20_001, 40_000])('shows no sum for %i rows: a sum of some rows would look like the whole', count => {
  expect(sums(many(count))).toEqual([]);
});

it('shows the sum again when the list has fewer rows', () => {
  const sumsOf = createSums([column]);
  expect(sumsOf(many(3), moment)).toEqual(['sum 2.09 GBP']);
  expect(sumsOf(many(20_001), moment)).toEqual([]);
  expect(sumsOf(many(2), moment)).toEqual(['sum 1.08 GBP']);
});

it('is exact, has the signs of the rows, and counts the currencies and rows that it leaves out', () => {
  const rows = items(
    ['9007199254740993.01', 'GBP'],
    ['-0.02', 'GBP'],
    ['5', 'JPY'],
    ['1.001', 'KWD'],
    ['2', 'EUR'],
    ['3', 'USD'],
    ['', 'USD'],
  );
  expect(sums(rows)).toEqual([
    'sum 9,007,199,254,740,992.99 GBP, 5 JPY, 1.001 KWD, 2 more currencies, 1 without an amount',
    'sum 9,007,199,254,740,992.99 GBP, 5 JPY, 3 more currencies, 1 without an amount',
    'sum 9,007,199,254,740,992.99 GBP, 4 more currencies, 1 without an amount',
  ]);
});

it('exists only for a list with an amount column and rows', () => {
  expect(sums([])).toEqual([]);
  expect(createSums<Paid>([{ ...column, id: 'balance' }])(many(2), moment)).toEqual([]);
  expect(
    createSums<Paid>([{ ...column, cell: ([, code]) => amountCell(undefined, fromServer(code)) }])(
      many(2),
      moment,
    ),
  ).toEqual([]);
});
