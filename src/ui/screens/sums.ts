// The sums of the filtered rows for each currency: exact, and with the signs that the rows show.

import { add, type Decimal, groupDigits, parseShown } from '../../lib/decimal.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import type { Item } from '../../store/paging.ts';
import { type Column, shownText } from '../kit/columns.ts';
import type { Moment } from './cells.ts';

/** More rows are not added up: that would be felt at the keys. */
const MOST = 20_000;
/** More currencies are no help in one line. */
const CURRENCIES = 3;

/** One for each list: the same text as long as the same rows are left. Undefined where there are no amounts. */
export function createSums<Row>(columns: readonly Column<Row, Moment>[]) {
  const column = columns.find(({ id, align }) => id === 'amount' && align === 'decimal');
  let last: { readonly items: readonly Item<Row>[]; readonly text: Visible | undefined } | undefined;
  return (items: readonly Item<Row>[], moment: Moment): Visible | undefined => {
    if (!column || items.length === 0 || items.length > MOST) return undefined;
    if (last?.items !== items) last = { items, text: sumText(items, column, moment) };
    return last.text;
  };
}

function sumText<Row>(
  items: readonly Item<Row>[],
  column: Column<Row, Moment>,
  moment: Moment,
): Visible | undefined {
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
  if (sums.size === 0) return undefined;
  const texts = [...sums].map(([unit, sum]) => t`${visible(groupDigits(sum))} ${unit}`);
  const more = texts.length > CURRENCIES ? [t`${texts.length - CURRENCIES} more currencies`] : [];
  const gaps = without === 0 ? [] : [t`${without} without an amount`];
  return t`sum ${join([...texts.slice(0, CURRENCIES), ...more, ...gaps], ', ')}`;
}
