// Which of a list's records the local filter leaves, and where the cursor is among them: pure, remembered for the last answer.

import { createSearchIndex, type Hits } from '../../lib/search-index.ts';
import { type OptionalPart, partOf, type SearchPart, searchText } from '../../lib/search-text.ts';
import type { Visible } from '../../lib/visible.ts';
import type { Item } from '../../store/paging.ts';
import type { View } from '../../store/view.ts';
import type { Column } from '../kit/columns.ts';
import { createCellValues } from './cell-values.ts';
import type { Moment } from './cells.ts';
import { type Filter, holds, holdsAt, narrows, parseFilter, type Term } from './filter.ts';

/** What isn't as promised is shown behind a "?", which nobody types. */
const isWhole = (said: string, text: string): boolean => said === text || said === `? ${text}`;

export interface Rows<Row> {
  readonly items: readonly Item<Row>[];
  /** Index of the cursor in `items`; -1 when there is none to point at. */
  readonly cursor: number;
  /** What is wrong with terms of the filter; such a term filters nothing. */
  readonly wrong: readonly Visible[];
}

interface Found<Row> {
  readonly items: readonly Item<Row>[];
  readonly filter: Filter;
  readonly clock: string;
  readonly found: readonly Item<Row>[];
  /** Their places, where the filter is one word. */
  readonly hits: Hits | undefined;
}

/** So near to where it was, the cursor's record is looked for first. */
const NEAR = 200;

/** Answers to the last filters typed: a word with its beginnings. */
const ANSWERS_KEPT = 10;

/** Whether `longer` is `items` with more behind, as when a page was appended; a local row may have changed amid them. */
export const continues = (items: readonly unknown[], longer: readonly unknown[]): boolean =>
  items.length > 0 && items.length <= longer.length && items.every((item, i) => item === longer[i]);

const isPart = (item: OptionalPart): item is SearchPart => item.page !== undefined;

/** One plain word is what people type most, over all that is loaded. */
function onlyWord({ terms: [term, ...others] }: Filter): string | undefined {
  const [word, ...endings] = term?.kind === 'word' && !term.not ? term.texts : [];
  return others.length === 0 && endings.length === 0 ? word : undefined;
}

function itemsAt<Row>(items: readonly Item<Row>[], rows: Uint32Array): readonly Item<Row>[] {
  if (rows.length === items.length) return items;
  const found: Item<Row>[] = [];
  for (const row of rows) {
    const item = items[row];
    if (item) found.push(item);
  }
  return found;
}

/**
 * Finds rows for one screen. Typing in the filter looks at every record loaded, so each record's text is made once
 * and the latest answers are kept while the list is the same.
 */
export function createRowFinder<Row>(columns: readonly Column<Row, Moment>[]) {
  const texts = new WeakMap<Item<Row>, string>();
  const cells = createCellValues(columns);
  const parsed = new Map<string, Filter>();
  let indexed: readonly Item<Row>[] = [];
  let index = createSearchIndex();
  /** The latest answers for one list, the newest last: a letter more narrows one, a letter less returns to one. */
  let answers: Found<Row>[] = [];

  function textOf(item: Item<Row>): string {
    if (item.page !== undefined) return item.page.slice(item.from, item.to);
    const known = texts.get(item);
    if (known !== undefined) return known;
    const text = searchText(item.raw);
    texts.set(item, text);
    return text;
  }

  function fitsTerm(item: Item<Row>, term: Term, moment: Moment): boolean {
    return fitsOf(item, term, moment) !== term.not;
  }

  function fitsOf(item: Item<Row>, term: Term, moment: Moment): boolean {
    const says = (id: string): string => cells.text(id, item, moment);
    switch (term.kind) {
      case 'word':
        return term.texts.some(text => textOf(item).includes(text));
      case 'column':
        return term.columns.some(id =>
          term.texts.some(text => (term.whole ? isWhole(says(id), text) : says(id).includes(text))),
        );
      case 'amount':
        return term.columns.some(id => {
          const amount = cells.amount(id, item, moment);
          return amount !== '' && holds(amount, term.relation, term.bound);
        });
      case 'time':
        return term.columns.some(id => holdsAt(says(id), term.relation, term.bound));
    }
  }

  /** Rows are added as they come, so that the first letter of a filter finds all of them ready. */
  function addToIndex(items: readonly Item<Row>[]): void {
    if (items === indexed) return;
    if (!continues(indexed, items)) index = createSearchIndex();
    for (const item of items.slice(index.length)) index.add(isPart(item) ? item : partOf(textOf(item)));
    indexed = items;
  }

  function filterOf(typed: string): Filter {
    const filter = parsed.get(typed) ?? parseFilter(typed, columns);
    if (parsed.size > ANSWERS_KEPT) parsed.clear();
    parsed.set(typed, filter);
    return filter;
  }

  function filtered(items: readonly Item<Row>[], filter: Filter, moment: Moment): readonly Item<Row>[] {
    if (filter.terms.length === 0) return items;
    const fits = (item: Item<Row>): boolean => filter.terms.every(term => fitsTerm(item, term, moment));
    // A term of a column of times looks at them as they are written now.
    const clock = `${moment.mode} ${moment.zone}`;
    const last = answers.at(-1);
    if (last?.items !== items || last.clock !== clock) answers = [];
    const known = answers.find(answer => answer.filter === filter);
    if (known) return known.found;
    const wider = answers.findLast(answer => narrows(answer.filter, filter));
    const word = onlyWord(filter);
    let found: readonly Item<Row>[];
    let hits: Hits | undefined;
    if (word !== undefined) {
      hits = index.find(word, wider?.hits);
      found = itemsAt(items, hits.rows);
    } else if (wider) found = wider.found.filter(fits);
    else if (last?.clock === clock && last.filter === filter && continues(last.items, items))
      found = last.found.concat(items.slice(last.items.length).filter(fits));
    else found = items.filter(fits);
    answers = [...answers.slice(-ANSWERS_KEPT), { items, filter, clock, found, hits }];
    return found;
  }

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
    addToIndex(all);
    const filter = filterOf(view.filter);
    const items = filtered(all, filter, moment);
    return { items, cursor: indexOf(items, view), wrong: filter.wrong };
  };
}
