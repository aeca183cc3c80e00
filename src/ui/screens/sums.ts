// The sums of the filtered rows for each currency: exact, and with the signs that the rows show.

import type { Moment } from '../../format/cells.ts';
import { counted } from '../../lib/counted.ts';
import { add, type Decimal, groupDigits, parseShown } from '../../lib/decimal.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import type { Item } from '../../store/paging.ts';
import { type Column, shownText } from '../kit/columns.ts';

/** Adding up more would slow down the keys. */
const MOST = 20_000;
const CURRENCIES = 3;

/** Each with fewer currencies than the one before. */
export type Sums = readonly Visible[];

export const NO_SUMS: Sums = [];

/** The same texts as long as the rows are the same. */
export function createSums<Row>(columns: readonly Column<Row, Moment>[]) {
  const column = columns.find(({ id, align }) => id === 'amount' && align === 'decimal');
  let last: { readonly items: readonly Item<Row>[]; readonly texts: Sums } | undefined;
  return (items: readonly Item<Row>[], moment: Moment): Sums => {
    if (!column || items.length === 0 || items.length > MOST) return NO_SUMS;
    if (last?.items !== items) last = { items, texts: sumTexts(items, column, moment) };
    return last.texts;
  };
}

function sumTexts<Row>(items: readonly Item<Row>[], column: Column<Row, Moment>, moment: Moment): Sums {
  const sums = new Map<Visible, Decimal>();
  let without = 0;
  for (const { row } of items) {
    const cell = column.cell(row, moment);
    const amount = parseShown(shownText(cell));
    if (amount === undefined || cell.unit === undefined) {
      without += 1;
      continue;
    }
    sums.set(cell.unit, add(sums.get(cell.unit) ?? ('0' as Decimal), amount));
  }
  const texts = [...sums].map(([unit, sum]) => t`${groupDigits(sum)} ${unit}`);
  const gaps = without === 0 ? [] : [t`${without} without an amount`];
  return Array.from({ length: Math.min(CURRENCIES, texts.length) }, (_, fewer) => {
    const said = texts.slice(0, CURRENCIES - fewer);
    const left = texts.length - said.length;
    const more = left === 0 ? [] : [counted(left, t`more currency`, t`more currencies`)];
    return t`sum ${join([...said, ...more, ...gaps])}`;
  });
}
