// The loaded pages of a list, and how the next page joins them. Pure, and one for every paging style.

import { type Json, writeJson } from '../lib/json.ts';
import type { LetterIndex } from '../lib/letter-index.ts';

/** One record of a list. `key` is unique in the list even if the service's IDs are not. */
export interface Item<Row> {
  readonly key: string;
  readonly row: Row;
  /** The undecoded record, for the raw view. */
  readonly raw: Json;
  /** The text that the local filter searches, if it was made when the record arrived. */
  readonly text?: string;
}

/**
 * Why paging stopped. `last-page`: the service said so. `none-sent`: the service said that more follow and sent
 * none.
 */
type End = 'empty-page' | 'repeated-page' | 'unpaged' | 'last-page' | 'none-sent';

/** The service's latest count of the whole list. `shrank`: an earlier count was higher. */
export interface Total {
  readonly count: number;
  readonly shrank: boolean;
}

/** What a page says about the list, beyond its rows. */
export interface PageNotice {
  /** Whether more follow. Without it only the next page can tell. */
  readonly more?: boolean | undefined;
  /** The number of all records. */
  readonly total?: number | undefined;
  /** This page may be the first one again, because the first page's number is not documented. */
  readonly perhapsFirst?: boolean;
}

export interface Pages<Row> {
  readonly items: readonly Item<Row>[];
  /** Every key in `items`. Append-only and shared between successive values, so that a page costs only itself. */
  readonly keys: Set<string>;
  /** The number of pages so far. The next page number is `taken` + the style's first number. */
  readonly taken: number;
  readonly end: End | undefined;
  /** The service's count, if it gives one. */
  readonly total: Total | undefined;
  /** The number of records in `items` for a service ID, unless that is 1 and its key is the ID; shared like `keys`. */
  readonly counts: Map<string, number>;
  /** A hash of each page so far, to recognise a service that repeats itself; shared like `keys`. */
  readonly contents: Set<number>;
  /** The letters of the texts of `items`, if they are kept; shared like `keys`. */
  readonly letters?: LetterIndex;
  /** Records of a later page that were already loaded, because the list moved meanwhile. */
  readonly shifted: number;
  /** Records that share their ID with another record of the same page. */
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

export interface ArrivedRecord<Row> {
  readonly row: Row;
  readonly raw: Json;
  /** The service's own ID of the record, if usable. */
  readonly id: string | undefined;
  readonly text?: string;
}

/** All received records, including dropped repeats: the next offset. */
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
  page: readonly ArrivedRecord<Row>[],
  paged: boolean,
  told: PageNotice = {},
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
      if (nth <= countOf(pages, id)) {
        shifted += 1;
        continue;
      }
      if (nth > 1) sameId += 1;
    }
    const key = freeKey(pages.keys, id ?? `#${pages.items.length + fresh.length + 1}`);
    pages.keys.add(key);
    if (key !== id) {
      if (id !== undefined) pages.counts.set(id, inPage.get(id) ?? 0);
      if (!pages.counts.has(key)) pages.counts.set(key, 0);
    }
    pages.letters?.add(text);
    // A literal of its own: a spread would take 40 bytes more for each record.
    fresh.push(text === undefined ? { key, row, raw } : { key, row, raw, text });
  }
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

const isLast = (pages: Pages<unknown>, { more }: PageNotice): boolean =>
  more === undefined
    ? pages.total !== undefined && !pages.total.shrank && received(pages) === pages.total.count
    : !more;

/** How many records of this ID are loaded. Nearly every ID has one, whose key says so without another entry. */
const countOf = ({ counts, keys }: Pages<unknown>, id: string): number =>
  counts.get(id) ?? (keys.has(id) ? 1 : 0);

/** The same number for the same records in any order. A record without an ID counts with its whole content. */
const contentOf = (page: readonly ArrivedRecord<unknown>[]): number =>
  hashOf(page.map(({ id, raw }) => (id === undefined ? `raw ${writeJson(raw)}` : `id ${id}`)).sort());

/** 53 bits: two different pages of a list never share them by chance, and a page takes 8 bytes instead of 4,000. */
function hashOf(texts: readonly string[]): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  const mix = (unit: number): void => {
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
    high ^= low >>> 13;
    low ^= high >>> 16;
  };
  for (const text of texts) {
    mix(text.length);
    for (let at = 0; at < text.length; at++) mix(text.charCodeAt(at));
  }
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}

/** `wanted`, with a number added if another record has that key. */
export function freeKey(keys: ReadonlySet<string>, wanted: string): string {
  let key = wanted;
  for (let n = 2; keys.has(key); n++) key = `${wanted}~${n}`;
  return key;
}

/** The record's ID in a key: a second record of one ID has a number behind it. */
export const idOfKey = (key: string): string => key.replace(/~\d+$/, '');
