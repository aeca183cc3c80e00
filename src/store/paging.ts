// What a list holds of the server's pages, and how another page joins it: pure, one idea for every paging style.

import { type Json, writeJson } from '../lib/json.ts';

/** One record of a list: `key` is unique in the list even where the server's IDs are not. */
export interface Item<Row> {
  readonly key: string;
  readonly row: Row;
  /** The record exactly as it came, for the raw view. */
  readonly raw: Json;
  /** What the local filter looks through, where it was made when the record came. */
  readonly text?: string;
}

/** Why no further page is asked for; `last-page`: the server said so, `none-sent`: it said that more follows, and sent none. */
type End = 'empty-page' | 'repeated-page' | 'unpaged' | 'last-page' | 'none-sent';

/** The server's own count of the whole list, as last told; `shrank`: it was higher before. */
export interface Total {
  readonly count: number;
  readonly shrank: boolean;
}

/** What a page says of the list beyond its rows. */
export interface Told {
  /** Whether more follows; without it only the next page can tell. */
  readonly more?: boolean | undefined;
  /** How many there are in all. */
  readonly total?: number | undefined;
  /** This page may be the first one again, by its number: where the numbering begins isn't given. */
  readonly perhapsFirst?: boolean;
}

export interface Pages<Row> {
  readonly items: readonly Item<Row>[];
  /** Every key in `items`; append-only and shared between successive values, so that a page costs only itself. */
  readonly keys: Set<string>;
  /** Pages taken so far; the next one to ask for is `taken` + the style's first number. */
  readonly taken: number;
  readonly end: End | undefined;
  /** Where the server gives one. */
  readonly total: Total | undefined;
  /** How many records of each of the server's IDs are in `items`; shared like `keys`. */
  readonly counts: Map<string, number>;
  /** What each page so far was made of, to recognise a server that repeats itself; shared like `keys`. */
  readonly contents: Set<string>;
  /** Records of a later page that were already loaded: the list moved under us. */
  readonly shifted: number;
  /** Records whose ID another record of the same page has too. */
  readonly sameId: number;
}

export const noPages = <Row>(): Pages<Row> => ({
  items: [],
  keys: new Set(),
  taken: 0,
  end: undefined,
  total: undefined,
  counts: new Map(),
  contents: new Set(),
  shifted: 0,
  sameId: 0,
});

interface Arrival<Row> {
  readonly row: Row;
  readonly raw: Json;
  /** The server's own ID of the record, if it has a usable one. */
  readonly id: string | undefined;
  readonly text?: string;
}

/** Records that came, those dropped as seen before included: where the next offset begins. */
export const received = ({ items, shifted }: Pages<unknown>): number => items.length + shifted;

/**
 * Joins one page to what is loaded. Paging stops where the server says so, on an empty page, or on one that came
 * before, in whatever order; a short page proves nothing, because a server may cap the size asked for. A total that
 * the rows have belied stops nothing. A record that an earlier page already brought is dropped and counted
 * (`shifted`); where a page has more records of one ID than were loaded, they are kept and counted (`sameId`).
 * With `grows`, the array of `before` is the caller's alone, and is appended to: a copy for each of a thousand pages
 * would cost more than reading them.
 */
export function join<Row>(
  before: Pages<Row>,
  page: readonly Arrival<Row>[],
  paged: boolean,
  told: Told = {},
  grows = false,
): Pages<Row> {
  const pages = { ...before, taken: before.taken + 1, total: totalOf(before.total, told.total) };
  if (page.length === 0) {
    const promised = told.more ?? (pages.total !== undefined && received(pages) < pages.total.count);
    return { ...pages, end: !paged ? 'unpaged' : promised ? 'none-sent' : 'empty-page' };
  }
  const content = contentOf(page);
  if (paged && pages.contents.has(content)) {
    const goesOn = told.perhapsFirst && before.taken === 1;
    return { ...pages, end: !goesOn ? 'repeated-page' : told.more === false ? 'last-page' : undefined };
  }
  pages.contents.add(content);

  const fresh: Item<Row>[] = [];
  const inPage = new Map<string, number>();
  let { shifted, sameId } = pages;
  for (const { row, raw, id, text } of page) {
    if (id !== undefined) {
      const nth = (inPage.get(id) ?? 0) + 1;
      inPage.set(id, nth);
      if (nth <= (pages.counts.get(id) ?? 0)) {
        shifted += 1;
        continue;
      }
      if (nth > 1) sameId += 1;
    }
    const key = freeKey(pages.keys, id ?? `#${pages.items.length + fresh.length + 1}`);
    pages.keys.add(key);
    fresh.push({ key, row, raw, ...(text !== undefined && { text }) });
  }
  for (const [id, count] of inPage) pages.counts.set(id, Math.max(count, pages.counts.get(id) ?? 0));
  const items = appended(pages.items, fresh, grows);
  const joined = { ...pages, items, shifted, sameId };
  return { ...joined, end: !paged ? 'unpaged' : isLast(joined, told) ? 'last-page' : undefined };
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

const isLast = (pages: Pages<unknown>, { more }: Told): boolean =>
  more === undefined
    ? pages.total !== undefined && !pages.total.shrank && received(pages) === pages.total.count
    : !more;

/** The same for the same records in any order. A record without an ID is known by all that it holds. */
const contentOf = (page: readonly Arrival<unknown>[]): string =>
  JSON.stringify(page.map(({ id, raw }) => (id === undefined ? `raw ${writeJson(raw)}` : `id ${id}`)).sort());

/** `wanted`, or with a number behind it where another record has that key. */
export function freeKey(keys: ReadonlySet<string>, wanted: string): string {
  let key = wanted;
  for (let n = 2; keys.has(key); n++) key = `${wanted}~${n}`;
  return key;
}
