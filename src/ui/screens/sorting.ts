// Sorts rows by a column. Pure, except that it remembers the last result.

import type { Moment } from '../../format/cells.ts';
import { continues } from '../../lib/remembered.ts';
import type { Item } from '../../store/paging.ts';
import type { Sort } from '../../store/view.ts';
import type { Column } from '../kit/column-widths.ts';
import { type OrderedBy, orderedBy } from './cell-values.ts';

export interface Sorted<Row> {
  readonly items: readonly Item<Row>[];
  /** Rows of the same currency are together. */
  readonly mixed: boolean;
}

interface SortEntry<Row> {
  readonly item: Item<Row>;
  /** Undefined comes last in both directions. */
  readonly by: OrderedBy | undefined;
}

interface SortedOrder<Row> {
  readonly of: readonly Item<Row>[];
  readonly sort: Sort;
  readonly entries: readonly SortEntry<Row>[];
  readonly sorted: Sorted<Row>;
}

/** Keys are made once, for a hundred thousand rows. Equal rows stay in the service's order. */
export function createSorter<Row>(columns: readonly Column<Row, Moment>[]) {
  let last: SortedOrder<Row> | undefined;
  return (items: readonly Item<Row>[], sort: Sort | undefined, moment: Moment): Sorted<Row> => {
    const column = sort && columns.find(({ id }) => id === sort.column);
    if (!column) {
      last = undefined;
      return { items, mixed: false };
    }
    if (last?.of === items && last.sort.column === sort.column && last.sort.direction === sort.direction)
      return last.sorted;
    const before = last?.sort.column === sort.column && continues(last.of, items) ? last : undefined;
    const compare = comparing(sort.direction === 'up' ? 1 : -1);
    const fresh = items
      .slice(before?.of.length ?? 0)
      .map(item => ({ item, by: orderedBy(column, item.row, moment) }))
      .sort(compare);
    const known = before?.entries ?? [];
    const inOrder = before?.sort.direction === sort.direction ? known : known.toSorted(compare);
    const entries = merged(inOrder, fresh, compare);
    const lowest = entries[0]?.by?.unit;
    const highest = entries.findLast(({ by }) => by !== undefined)?.by?.unit;
    const sorted = { items: entries.map(({ item }) => item), mixed: lowest !== highest };
    last = { of: items, sort, entries, sorted };
    return sorted;
  };
}

type Compare = (a: SortEntry<unknown>, b: SortEntry<unknown>) => number;

const comparing =
  (sign: 1 | -1): Compare =>
  (a, b) => {
    if (!a.by || !b.by) return Number(!a.by) - Number(!b.by);
    if (a.by.unit !== b.by.unit) return a.by.unit < b.by.unit ? -1 : 1;
    return a.by.key === b.by.key ? 0 : a.by.key < b.by.key ? -sign : sign;
  };

function merged<Row>(
  known: readonly SortEntry<Row>[],
  fresh: readonly SortEntry<Row>[],
  compare: Compare,
): readonly SortEntry<Row>[] {
  const all: SortEntry<Row>[] = [];
  let from = 0;
  for (const entry of fresh) {
    const to = firstAfter(known, entry, from, compare);
    for (const one of known.slice(from, to)) all.push(one);
    all.push(entry);
    from = to;
  }
  return all.concat(known.slice(from));
}

/** Equal rows stay before `entry`. */
function firstAfter<Row>(
  known: readonly SortEntry<Row>[],
  entry: SortEntry<Row>,
  from: number,
  compare: Compare,
): number {
  let low = from;
  let high = known.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = known[middle];
    if (one && compare(one, entry) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
