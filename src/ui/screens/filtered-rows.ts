// The records of a list that match the local filter, and the cursor's index among them.

import type { Moment } from '../../format/cells.ts';
import { continues, forLast, remembered } from '../../lib/remembered.ts';
import { searchText } from '../../lib/search-text.ts';
import type { Visible } from '../../lib/visible.ts';
import type { Item } from '../../store/paging.ts';
import type { View } from '../../store/view.ts';
import type { Column } from '../kit/column-widths.ts';
import type { FoundTexts } from '../kit/found.ts';
import { createCellValues } from './cell-values.ts';
import { type Filter, fitsAmount, fitsMoment, isSigned, narrows, parseFilter, type Term } from './filter.ts';

/** Whether a cell says exactly `text`. Nobody types what marks an unexpected value. */
const isWhole = (said: string, text: string): boolean =>
  said === text || said === `? ${text}` || said === `${text} (not documented)`;

export interface Rows<Row> {
  readonly items: readonly Item<Row>[];
  /** In `items`; -1 if there is none. */
  readonly cursor: number;
  readonly wrong: readonly Visible[];
  /** Rows that a comparison of amounts left out, because their amount is not readable. */
  readonly unread: number;
  /** The texts to highlight; undefined without a filter. The same object as long as the filter is the same. */
  readonly found: FoundTexts | undefined;
}

interface FilteredRows<Row> {
  readonly items: readonly Item<Row>[];
  readonly filter: Filter;
  readonly clock: string;
  readonly found: readonly Item<Row>[];
}

/** The search for the cursor's record begins with the rows within this distance of its last index. */
const NEAR = 200;

/** The number of kept results: enough for a word and its beginnings. */
const ANSWERS_KEPT = 10;

type RowTest<Value> = (value: Value) => boolean;

/** A test runs for every row, so a single test is not wrapped. */
const anyOf = <Value>([only, ...others]: readonly RowTest<Value>[]): RowTest<Value> =>
  only && others.length === 0 ? only : value => only?.(value) || others.some(test => test(value));
const allOf = <Value>([only, ...others]: readonly RowTest<Value>[]): RowTest<Value> =>
  only && others.length === 0 ? only : value => only?.(value) !== false && others.every(test => test(value));

const foundBy = remembered((filter: Filter): FoundTexts | undefined => {
  if (filter.terms.length === 0) return undefined;
  const columns = new Map<string, string[]>();
  const anywhere: string[] = [];
  for (const term of filter.terms) {
    if (term.not || !('texts' in term)) continue;
    if (term.kind === 'word') anywhere.push(...term.texts);
    else for (const id of term.columns) columns.set(id, [...(columns.get(id) ?? []), ...term.texts]);
  }
  return { anywhere, columns };
});

/** Each letter searches every loaded record, so texts are made once, and the latest results are kept. */
export function createRowFinder<Row>(columns: readonly Column<Row, Moment>[]) {
  const texts = new WeakMap<Item<Row>, string>();
  const cells = createCellValues(columns);
  const decimals = columns.filter(({ align }) => align === 'decimal').map(({ id }) => id);
  const parsed = new Map<string, Filter>();
  /** The newest last. One more letter narrows a result, and a deleted letter finds the earlier result again. */
  let answers: FilteredRows<Row>[] = [];

  function textOf(item: Item<Row>): string {
    const known = item.text ?? texts.get(item);
    if (known !== undefined) return known;
    const text = searchText(item.raw);
    texts.set(item, text);
    return text;
  }

  function testOf(term: Term, moment: Moment): RowTest<Item<Row>> {
    const says = (id: string, item: Item<Row>): string => cells.text(id, item, moment);
    switch (term.kind) {
      case 'word':
        return anyOf(
          term.texts.map(text =>
            isSigned(text)
              ? item => textOf(item).includes(text) || decimals.some(id => says(id, item).includes(text))
              : item => textOf(item).includes(text),
          ),
        );
      case 'column':
        return item =>
          term.columns.some(id =>
            term.texts.some(text =>
              term.whole ? isWhole(says(id, item), text) : says(id, item).includes(text),
            ),
          );
      case 'amount':
        return item =>
          term.columns.some(id => {
            const amount = cells.amount(id, item, moment, term.size);
            return amount !== '' && fitsAmount(amount, term.relation, term.bound);
          });
      case 'time':
        return item => term.columns.some(id => fitsMoment(says(id, item), term.relation, term.bound));
    }
  }

  function filterOf(typed: string): Filter {
    const filter = parsed.get(typed) ?? parseFilter(typed, columns);
    if (parsed.size > ANSWERS_KEPT) parsed.clear();
    parsed.set(typed, filter);
    return filter;
  }

  /** The items that match every term. The array is made in its final size, because larger arrays leave much garbage. */
  function matching(items: readonly Item<Row>[], { terms }: Filter, moment: Moment): readonly Item<Row>[] {
    const tests = terms.map(term => {
      const test = testOf(term, moment);
      return term.not ? (item: Item<Row>) => !test(item) : test;
    });
    const fits = allOf(tests);
    const matches = new Uint8Array(items.length);
    let count = 0;
    for (let i = 0; i < items.length; i++) {
      const item = items[i];
      if (item && fits(item)) count += matches[i] = 1;
    }
    if (count === items.length) return items;
    const found = new Array<Item<Row>>(count);
    for (let i = 0, at = 0; at < count; i++) {
      const item = items[i];
      if (item && matches[i] === 1) found[at++] = item;
    }
    return found;
  }

  function filtered(items: readonly Item<Row>[], filter: Filter, moment: Moment): readonly Item<Row>[] {
    if (filter.terms.length === 0) return items;
    // Terms on time columns depend on how times are written now.
    const clock = `${moment.mode} ${moment.zone}`;
    const last = answers.at(-1);
    if (last?.items !== items || last.clock !== clock) answers = [];
    const known = answers.find(answer => answer.filter === filter);
    if (known) return known.found;
    const wider = answers.findLast(answer => narrows(answer.filter, filter));
    const found =
      last?.clock === clock && last.filter === filter && continues(last.items, items)
        ? last.found.concat(matching(items.slice(last.items.length), filter, moment))
        : matching(wider?.found ?? items, filter, moment);
    answers = [...answers.slice(-ANSWERS_KEPT), { items, filter, clock, found }];
    return found;
  }

  const unreadIn = forLast(
    (all: readonly Item<Row>[], shown: readonly Item<Row>[], { terms }: Filter, moment: Moment): number => {
      const compared = terms.flatMap(term => (term.kind === 'amount' ? term.columns : []));
      if (compared.length === 0 || shown.length === all.length) return 0;
      const matching = new Set(shown);
      return all.filter(item => !matching.has(item) && compared.some(id => cells.isUnread(id, item, moment)))
        .length;
    },
  );

  function indexOf(items: readonly Item<Row>[], view: View): number {
    const { cursorKey, cursorIndex } = view;
    if (items.length === 0) return -1;
    const clamped = Math.min(cursorIndex, items.length - 1);
    if (cursorKey === undefined) return clamped;
    for (let away = 0; away <= NEAR; away++) {
      if (items[clamped - away]?.key === cursorKey) return clamped - away;
      if (items[clamped + away]?.key === cursorKey) return clamped + away;
    }
    const found = items.findIndex(({ key }) => key === cursorKey);
    return found < 0 ? clamped : found;
  }

  return (all: readonly Item<Row>[], view: View, moment: Moment): Rows<Row> => {
    const filter = filterOf(view.filter);
    const items = filter.wrong.length > 0 ? [] : filtered(all, filter, moment);
    return {
      items,
      cursor: indexOf(items, view),
      wrong: filter.wrong,
      unread: unreadIn(all, items, filter, moment),
      found: foundBy(filter),
    };
  };
}
