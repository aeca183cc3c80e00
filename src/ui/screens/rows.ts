// The records of a list that match the local filter, and the cursor's index among them. Pure, except that it remembers
// its last results.

import type { Moment } from '../../format/cells.ts';
import { type LetterIndex, picked } from '../../lib/letter-index.ts';
import { searchText } from '../../lib/search-text.ts';
import type { Visible } from '../../lib/visible.ts';
import type { Item } from '../../store/paging.ts';
import type { View } from '../../store/view.ts';
import type { Column } from '../kit/columns.ts';
import type { FoundTexts } from '../kit/found.ts';
import { createCellValues } from './cell-values.ts';
import { type Filter, fitsAmount, fitsMoment, isSigned, narrows, parseFilter, type Term } from './filter.ts';

/** Whether a cell says exactly `text`. An unexpected value has a "?" before it, which nobody types. */
const isWhole = (said: string, text: string): boolean => said === text || said === `? ${text}`;

export interface Rows<Row> {
  readonly items: readonly Item<Row>[];
  /** Index of the cursor in `items`; -1 if there is none. */
  readonly cursor: number;
  /** The errors in the filter's terms. A filter with an error matches no row. */
  readonly wrong: readonly Visible[];
  /** The texts to highlight; undefined without a filter. The same object as long as the filter is the same. */
  readonly found: FoundTexts | undefined;
}

interface FilteredRows<Row> {
  readonly items: readonly Item<Row>[];
  readonly filter: Filter;
  readonly clock: string;
  readonly found: readonly Item<Row>[];
  /** If the filter is one plain word: each record's text, and where the word begins in that text. */
  readonly places?: WordPlaces | undefined;
}

interface WordPlaces {
  readonly texts: readonly string[];
  readonly at: readonly number[];
}

/** The search for the cursor's record begins with the rows within this distance of its last index. */
const NEAR = 200;

/** Up to this many texts, searching the texts is faster than the letter index. */
const FEW = 1000;

/** The number of kept results: enough for a word and its beginnings. */
const ANSWERS_KEPT = 10;

/**
 * Whether `longer` is `items` with more rows at its end, as after a new page. Every row is compared, because a local row
 * may have changed.
 */
export const continues = (items: readonly unknown[], longer: readonly unknown[]): boolean =>
  items.length > 0 && items.length <= longer.length && items.every((item, i) => item === longer[i]);

const foundOf = new WeakMap<Filter, FoundTexts>();

/** The filter's texts, to highlight them in the cells. Undefined without a filter. */
function foundBy(filter: Filter): FoundTexts | undefined {
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

/** The word, if the filter is a single word that needs only a text search; otherwise undefined. */
function plainWord({ terms }: Filter): string | undefined {
  const [term, ...others] = terms;
  const [text, ...endings] = term?.kind === 'word' && !term.not ? term.texts : [];
  return others.length > 0 || endings.length > 0 || text === undefined || isSigned(text) ? undefined : text;
}

/**
 * Finds rows for one screen. Each letter typed in the filter searches every loaded record. So each record's text is
 * made once, and the latest results are kept while the list is the same.
 */
export function createRowFinder<Row>(columns: readonly Column<Row, Moment>[]) {
  const texts = new WeakMap<Item<Row>, string>();
  const cells = createCellValues(columns);
  const decimals = columns.filter(({ align }) => align === 'decimal').map(({ id }) => id);
  const parsed = new Map<string, Filter>();
  /**
   * The latest results for one list, the newest last. One more letter narrows a result, and a deleted letter finds the
   * earlier result again.
   */
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
          const amount = cells.amount(id, item, moment, term.size);
          return amount !== '' && fitsAmount(amount, term.relation, term.bound);
        });
      case 'time':
        return term.columns.some(id => fitsMoment(says(id), term.relation, term.bound));
    }
  }

  function filterOf(typed: string): Filter {
    const filter = parsed.get(typed) ?? parseFilter(typed, columns);
    if (parsed.size > ANSWERS_KEPT) parsed.clear();
    parsed.set(typed, filter);
    return filter;
  }

  /**
   * The items that contain the word. `known` says where a shorter word began: the search starts there. The arrays are made
   * in their full size, because growing arrays leave much garbage.
   */
  function withWord(word: string, some: readonly Item<Row>[], known?: WordPlaces) {
    const found = new Array<Item<Row>>(some.length);
    const texts = new Array<string>(some.length);
    const places = new Array<number>(some.length);
    let count = 0;
    for (let i = 0; i < some.length; i++) {
      const item = some[i];
      if (!item) continue;
      const text = known?.texts[i] ?? textOf(item);
      const from = known?.at[i] ?? 0;
      const at = text.startsWith(word, from) ? from : text.indexOf(word, from);
      if (at < 0) continue;
      found[count] = item;
      texts[count] = text;
      places[count++] = at;
    }
    found.length = count;
    texts.length = count;
    places.length = count;
    return { found, places: { texts, at: places } };
  }

  function narrowed(
    word: string,
    items: readonly Item<Row>[],
    wider: FilteredRows<Row> | undefined,
    letters: LetterIndex | undefined,
  ): Pick<FilteredRows<Row>, 'found' | 'places'> {
    const begun = wider && word.startsWith(plainWord(wider.filter) ?? word) ? wider.places : undefined;
    if (wider && wider.found.length <= FEW) return withWord(word, wider.found, begun);
    const exactly = letters?.withPart(word);
    if (exactly) return { found: picked(items, exactly) };
    if (wider && begun) return withWord(word, wider.found, begun);
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
    // Terms on time columns depend on how times are written now.
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

  /** `letters` is the letter index of `all`. */
  return (
    all: readonly Item<Row>[],
    view: View,
    moment: Moment,
    letters?: LetterIndex | undefined,
  ): Rows<Row> => {
    const filter = filterOf(view.filter);
    const items = filter.wrong.length > 0 ? [] : filtered(all, filter, moment, letters);
    return { items, cursor: indexOf(items, view), wrong: filter.wrong, found: foundBy(filter) };
  };
}
