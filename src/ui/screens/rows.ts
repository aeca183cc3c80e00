// The records of a list that match the local filter, and the cursor's place among them: pure, remembered for the last
// answer.

import { type LetterIndex, picked } from '../../lib/letter-index.ts';
import { searchText } from '../../lib/search-text.ts';
import type { Visible } from '../../lib/visible.ts';
import type { Item } from '../../store/paging.ts';
import type { View } from '../../store/view.ts';
import type { Column } from '../kit/columns.ts';
import type { Found } from '../kit/found.ts';
import { createCellValues } from './cell-values.ts';
import type { Moment } from './cells.ts';
import { type Filter, holds, holdsAt, isSigned, narrows, parseFilter, type Term } from './filter.ts';

/** An unexpected value is shown after a "?", which nobody types. */
const isWhole = (said: string, text: string): boolean => said === text || said === `? ${text}`;

export interface Rows<Row> {
  readonly items: readonly Item<Row>[];
  /** Index of the cursor in `items`; -1 if there is none. */
  readonly cursor: number;
  /** The errors in the filter's terms; such a term filters nothing. */
  readonly wrong: readonly Visible[];
  /** What the rows are there for, undefined without a filter; the same object as long as the filter is the same. */
  readonly found: Found | undefined;
}

interface FilteredRows<Row> {
  readonly items: readonly Item<Row>[];
  readonly filter: Filter;
  readonly clock: string;
  readonly found: readonly Item<Row>[];
  /** Where the one plain word of the filter begins in each text, if that is known. */
  readonly places?: readonly number[] | undefined;
}

/** The cursor's record is first searched this near to its last place. */
const NEAR = 200;

/** Up to this many texts are searched faster than the letters of all. */
const FEW = 1000;

/** Results for the last filters: a word with its beginnings. */
const ANSWERS_KEPT = 10;

/**
 * Whether `longer` is `items` with more rows after them, as when a page was appended; a local row between them may have
 * changed.
 */
export const continues = (items: readonly unknown[], longer: readonly unknown[]): boolean =>
  items.length > 0 && items.length <= longer.length && items.every((item, i) => item === longer[i]);

const foundOf = new WeakMap<Filter, Found>();

/** The texts that a row has because of the filter, for the cells that say them. */
function foundBy(filter: Filter): Found | undefined {
  if (filter.terms.length === 0) return undefined;
  const known = foundOf.get(filter);
  if (known) return known;
  const columns = new Map<string, string[]>();
  const anywhere: string[] = [];
  for (const term of filter.terms) {
    if (term.not || !('texts' in term)) continue;
    if (term.kind === 'word') anywhere.push(...term.texts);
    else for (const id of term.columns) columns.set(id, [...(columns.get(id) ?? []), ...term.texts]);
  }
  const found = { anywhere, columns };
  foundOf.set(filter, found);
  return found;
}

/** The word, if the filter is one that every text is only searched for. */
function plainWord({ terms }: Filter): string | undefined {
  const [term, ...others] = terms;
  const [text, ...endings] = term?.kind === 'word' && !term.not ? term.texts : [];
  return others.length > 0 || endings.length > 0 || text === undefined || isSigned(text) ? undefined : text;
}

/**
 * Finds rows for one screen. Typing in the filter looks at every loaded record, so each record's text is made once and
 * the latest results are kept while the list is the same.
 */
export function createRowFinder<Row>(columns: readonly Column<Row, Moment>[]) {
  const texts = new WeakMap<Item<Row>, string>();
  const cells = createCellValues(columns);
  const decimals = columns.filter(({ align }) => align === 'decimal').map(({ id }) => id);
  const parsed = new Map<string, Filter>();
  /** The latest results for one list, the newest last: one more letter narrows a result, one less returns to one. */
  let answers: FilteredRows<Row>[] = [];

  function textOf(item: Item<Row>): string {
    const known = item.text ?? texts.get(item);
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
        return term.texts.some(
          text =>
            textOf(item).includes(text) || (isSigned(text) && decimals.some(id => says(id).includes(text))),
        );
      case 'column':
        return term.columns.some(id =>
          term.texts.some(text => (term.whole ? isWhole(says(id), text) : says(id).includes(text))),
        );
      case 'amount':
        return term.columns.some(id => {
          const amount = cells.amount(id, item, moment, term.bound);
          return amount !== '' && holds(amount, term.relation, term.bound);
        });
      case 'time':
        return term.columns.some(id => holdsAt(says(id), term.relation, term.bound));
    }
  }

  function filterOf(typed: string): Filter {
    const filter = parsed.get(typed) ?? parseFilter(typed, columns);
    if (parsed.size > ANSWERS_KEPT) parsed.clear();
    parsed.set(typed, filter);
    return filter;
  }

  /** People mostly type one plain word: a letter more is looked for where the word before it was. */
  function withWord(word: string, some: readonly Item<Row>[], known?: readonly number[]) {
    const found: Item<Row>[] = [];
    const places: number[] = [];
    for (const [i, item] of some.entries()) {
      const text = textOf(item);
      const from = known?.[i] ?? 0;
      const at = text.startsWith(word, from) ? from : text.indexOf(word, from);
      if (at < 0) continue;
      found.push(item);
      places.push(at);
    }
    return { found, places };
  }

  function narrowed(
    word: string,
    items: readonly Item<Row>[],
    wider: FilteredRows<Row> | undefined,
    letters: LetterIndex | undefined,
  ): Pick<FilteredRows<Row>, 'found' | 'places'> {
    const begun = wider && word.startsWith(plainWord(wider.filter) ?? word) ? wider.places : undefined;
    if (wider && (begun || wider.found.length <= FEW)) return withWord(word, wider.found, begun);
    const candidates = letters?.candidates([word]);
    if (!candidates) return withWord(word, wider?.found ?? items);
    const some = picked(items, candidates.bits);
    return candidates.exact ? { found: some } : withWord(word, some);
  }

  function filtered(
    items: readonly Item<Row>[],
    filter: Filter,
    moment: Moment,
    letters: LetterIndex | undefined,
  ): readonly Item<Row>[] {
    if (filter.terms.length === 0) return items;
    const fits = (item: Item<Row>): boolean => filter.terms.every(term => fitsTerm(item, term, moment));
    // A term of a time column uses the times in their current form.
    const clock = `${moment.mode} ${moment.zone}`;
    const last = answers.at(-1);
    if (last?.items !== items || last.clock !== clock) answers = [];
    const known = answers.find(answer => answer.filter === filter);
    if (known) return known.found;
    const wider = answers.findLast(answer => narrows(answer.filter, filter));
    const word = plainWord(filter);
    const indexed = letters?.size === items.length ? letters : undefined;
    const rows =
      word !== undefined && (wider || indexed)
        ? narrowed(word, items, wider, indexed)
        : wider
          ? { found: wider.found.filter(fits) }
          : last?.clock === clock && last.filter === filter && continues(last.items, items)
            ? { found: last.found.concat(items.slice(last.items.length).filter(fits)) }
            : { found: items.filter(fits) };
    answers = [...answers.slice(-ANSWERS_KEPT), { items, filter, clock, ...rows }];
    return rows.found;
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

  /** `letters` are those of `all`. */
  return (
    all: readonly Item<Row>[],
    view: View,
    moment: Moment,
    letters?: LetterIndex | undefined,
  ): Rows<Row> => {
    const filter = filterOf(view.filter);
    const items = filtered(all, filter, moment, letters);
    return { items, cursor: indexOf(items, view), wrong: filter.wrong, found: foundBy(filter) };
  };
}
