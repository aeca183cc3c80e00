// The loaded pages of a list, and how the next page is added. The same code serves all paging styles.

import type { PageAsked, PagePlace } from '../api/contract/next-page.ts';
import { type Json, writeJson } from '../lib/json.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { SearchedRow } from './row-search.ts';
import { contentOf, pageContentOf } from './same-record.ts';

/** One record of a list. `key` is unique in the list even if the service's IDs are not. */
export interface Item<Row> extends SearchedRow {
  readonly key: string;
  readonly row: Row;
  readonly raw: Json;
}

/**
 * `last-page`: the service said so. `none-sent`: the service said that more records follow, but sent none.
 * `rows-left`: more rows left the list between two pages than Purser can find again.
 */
export type End = 'empty-page' | 'repeated-page' | 'unpaged' | 'last-page' | 'none-sent' | 'rows-left';

/** `part`: there is more to read. `unsure`: there is nothing more to read, but rows may be missing. */
export type Extent = 'all' | 'part' | 'unsure';

/** After a paging error, rows may be missing. */
const DOUBTS: Readonly<Partial<Record<End, { readonly brief: Visible; readonly sentence: Visible }>>> = {
  'repeated-page': {
    brief: t`the service repeated a page`,
    sentence: t`The service sent a page twice: there may be more rows.`,
  },
  'none-sent': {
    brief: t`the service promised more, sent none`,
    sentence: t`The service says that there are more rows, but sent none.`,
  },
  'rows-left': {
    brief: t`rows left the list during loading`,
    sentence: t`Rows left the list while Purser read: there may be more rows.`,
  },
};

type PagesEnd = Pick<Pages<unknown>, 'end'>;

/** Decides every claim about a list: "all", "complete", "none", "not found". */
export const extentOf = ({ end }: PagesEnd): Extent =>
  end === undefined ? 'part' : doubtOf({ end }) === undefined ? 'all' : 'unsure';

/** Why rows may be missing, although there is nothing more to read. */
export const doubtOf = ({ end }: PagesEnd) => (end === undefined ? undefined : DOUBTS[end]);

/** The latest total from the service. `shrank`: an earlier total was higher. */
export interface Total {
  readonly count: number;
  readonly shrank: boolean;
}

export interface PageNotice {
  /** Undefined: only the next page can show it. */
  readonly more?: boolean | undefined;
  readonly total?: number | undefined;
  readonly full?: boolean;
  /** This page may repeat the first page, because the first page's number is not documented. */
  readonly perhapsFirst?: boolean;
  /** The request for this page. */
  readonly asked?: PageAsked;
}

export interface Pages<Row> extends PagePlace {
  readonly items: readonly Item<Row>[];
  /** All keys in `items`. The values for all pages share this growing set, because a copy for each page would be slow. */
  readonly keys: Set<string>;
  readonly end: End | undefined;
  readonly total: Total | undefined;
  /** The position in the list of each record, by its content. Shared like `keys`. */
  readonly places: Map<number, number>;
  /** The number of records by ID. An ID without an entry has one record, whose key is the ID. Shared like `keys`. */
  readonly namesakes: Map<string, number>;
  /** Hashes of pages, to recognise a repeated page. Shared like `keys`. */
  readonly contents: Set<number>;
  /** Records that came again on a later page, because new rows had moved the list. */
  readonly shifted: number;
  /** Records with the same ID as an earlier record. */
  readonly sameId: number;
  /** Records before the first of `items`: an export drops what is written. */
  readonly dropped: number;
  /** Rows left the list between two pages, and Purser did not find all of them again. */
  readonly missed: boolean;
}

export const noPages = <Row>(): Pages<Row> => ({
  taken: 0,
  position: 0,
  last: undefined,
  again: false,
  items: [],
  keys: new Set(),
  end: undefined,
  total: undefined,
  places: new Map(),
  namesakes: new Map(),
  contents: new Set(),
  shifted: 0,
  sameId: 0,
  dropped: 0,
  missed: false,
});

export interface ArrivedRecord<Row> extends SearchedRow {
  readonly row: Row;
  readonly raw: Json;
  /** The ID at the service, if usable. */
  readonly id: string | undefined;
}

/**
 * Paging stops if the service says so, on an empty page, or on a page with the same records as an earlier page.
 * A short page does not stop paging, because the service may limit the page size. A total that shrank does not stop
 * paging either. A record that an earlier page had, by its content, is not added again: the later reading replaces the
 * earlier. Of equal records on one page, all are kept. A record without an ID is recognised only where the page repeats
 * an earlier page.
 * `grows`: the array of `before` belongs to the caller and may grow in place. A copy for each page would be slow.
 */
export function join<Row>(
  before: Pages<Row>,
  page: readonly ArrivedRecord<Row>[],
  paged: boolean,
  notice: PageNotice = {},
  grows = false,
): Pages<Row> {
  const { overlap = 0, again = false, size = Infinity, plain } = notice.asked ?? {};
  const pages = {
    ...before,
    again: false,
    taken: before.taken + 1,
    total: totalOf(before.total, notice.total),
  };
  const contents = contentsOf(page);
  // A page that overlaps has a row of the earlier page. If not, rows have left, unless the service chose a longer page.
  const isLost = overlap > 0 && page.length <= size && !contents.some(one => pages.places.has(one));
  if (isLost && !again) return { ...pages, again: true };
  const missed = pages.missed || isLost;
  if (page.length === 0) {
    const promised = notice.more ?? (pages.total !== undefined && pages.position < pages.total.count);
    const end = promised ? 'none-sent' : missed ? 'rows-left' : 'empty-page';
    return { ...pages, missed, end: paged ? end : 'unpaged' };
  }
  const content = pageContentOf(contents);
  if (paged && pages.contents.has(content) && !again) {
    // A service may count in whole pages, and then sends the page before for an overlap.
    if (overlap > 0 && pages.last) return { ...pages, last: { ...pages.last, plain: 'always' } };
    const goesOn = notice.perhapsFirst && before.taken === 1;
    return { ...pages, end: !goesOn ? 'repeated-page' : notice.more === false ? 'last-page' : undefined };
  }
  pages.contents.add(content);

  const fresh: Item<Row>[] = [];
  const later: (readonly [at: number, ArrivedRecord<Row>])[] = [];
  let { sameId } = pages;
  page.forEach((record, nth) => {
    const { row, raw, id, text, marks } = record;
    const known = id !== undefined || nth < overlap ? pages.places.get(contents[nth] ?? NaN) : undefined;
    if (known !== undefined) {
      later.push([known - pages.dropped, record]);
      return;
    }
    const at = pages.items.length + fresh.length;
    pages.places.set(contents[nth] ?? NaN, pages.dropped + at);
    const namesakes = id === undefined ? 0 : countOf(pages, id);
    const key = freeKey(pages.keys, id ?? `#${at + 1}`, namesakes);
    pages.keys.add(key);
    if (namesakes > 0) sameId += 1;
    if (key !== id) {
      if (id !== undefined) pages.namesakes.set(id, namesakes + 1);
      if (!pages.namesakes.has(key)) pages.namesakes.set(key, 0);
    }
    // Two object literals, because a spread would need 40 more bytes for each record.
    fresh.push(text === undefined ? { key, row, raw } : { key, row, raw, text, marks });
  });
  const items = appended(replaced(pages.items, later, grows), fresh, grows);
  const chosen = overlap > 0 && (page.length > size || isLost || (again && fresh.length === 0));
  const barren = fresh.length === 0 && page.length === size ? 'next' : undefined;
  const last = notice.asked && {
    ...notice.asked,
    rows: page.length,
    plain: chosen ? 'always' : (plain ?? barren),
  };
  const joined = {
    ...pages,
    items,
    sameId,
    missed,
    last,
    position: pages.position + page.length - overlap,
    shifted: pages.shifted + Math.max(0, later.length - overlap),
  };
  const ended = isLast(joined, { ...notice, full: notice.full === true || page.length === size });
  return { ...joined, end: !paged ? 'unpaged' : !ended ? undefined : missed ? 'rows-left' : 'last-page' };
}

/** Most IDs have one record and no entry in `namesakes`. */
const countOf = ({ namesakes, keys }: Pages<unknown>, id: string): number =>
  namesakes.get(id) ?? (keys.has(id) ? 1 : 0);

/** The content of each record of a page. Equal records get different numbers. */
function contentsOf(page: readonly ArrivedRecord<unknown>[]): readonly number[] {
  const inPage = new Map<number, number>();
  return page.map(({ raw, id }) => {
    const content = contentOf(raw, 1, id !== undefined);
    const nth = (inPage.get(content) ?? 0) + 1;
    inPage.set(content, nth);
    return nth === 1 ? content : contentOf(raw, nth, id !== undefined);
  });
}

function replaced<Row>(
  items: readonly Item<Row>[],
  later: readonly (readonly [at: number, ArrivedRecord<Row>])[],
  grows: boolean,
): readonly Item<Row>[] {
  let changed = items;
  for (const [at, { row, raw, text, marks }] of later) {
    const known = items[at];
    if (!known || writeJson(known.raw) === writeJson(raw)) continue;
    if (changed === items && !grows) changed = [...items];
    const { key } = known;
    (changed as Item<Row>[])[at] = text === undefined ? { key, row, raw } : { key, row, raw, text, marks };
  }
  return changed;
}

function appended<T>(items: readonly T[], fresh: readonly T[], grows: boolean): readonly T[] {
  if (fresh.length === 0) return items;
  if (!grows) return items.concat(fresh);
  (items as T[]).push(...fresh);
  return items;
}

function totalOf(before: Total | undefined, count: number | undefined): Total | undefined {
  if (count === undefined) return before;
  return { count, shrank: before !== undefined && (before.shrank || count < before.count) };
}

/** A total after a full page proves nothing: some services send the number of rows so far as the total. */
const isLast = (pages: Pages<unknown>, { more, full = false }: PageNotice): boolean =>
  more === undefined
    ? pages.total !== undefined && !pages.total.shrank && pages.position === pages.total.count && !full
    : !more;

/** `wanted`, with a number if another record already has that key. `taken`: the first numbers are taken. */
export function freeKey(keys: ReadonlySet<string>, wanted: string, taken = 0): string {
  let key = wanted;
  for (let n = Math.max(1, taken) + 1; keys.has(key); n++) key = `${wanted}~${n}`;
  return key;
}

/** The ID in a key, without the number that `freeKey` may have added. */
export const idOfKey = (key: string): string => key.replace(/~\d+$/, '');
