// The loaded pages of a list, and how the next page is added. The same code serves all paging styles.

import { type Json, writeJson } from '../lib/json.ts';
import type { SearchedRow } from './row-search.ts';

/** One record of a list. `key` is unique in the list even if the service's IDs are not. */
export interface Item<Row> extends SearchedRow {
  readonly key: string;
  readonly row: Row;
  readonly raw: Json;
}

/** `last-page`: the service said so. `none-sent`: the service said that more records follow, but sent none. */
type End = 'empty-page' | 'repeated-page' | 'unpaged' | 'last-page' | 'none-sent';

/** After a paging error, rows may be missing. */
export const isComplete = (end: End | undefined): boolean =>
  end !== undefined && end !== 'repeated-page' && end !== 'none-sent';

/** The latest total from the service. `shrank`: an earlier total was higher. */
export interface Total {
  readonly count: number;
  readonly shrank: boolean;
}

export interface PageNotice {
  /** Undefined: only the next page can show it. */
  readonly more?: boolean | undefined;
  readonly total?: number | undefined;
  /** This page may repeat the first page, because the first page's number is not documented. */
  readonly perhapsFirst?: boolean;
}

export interface Pages<Row> {
  readonly items: readonly Item<Row>[];
  /** All keys in `items`. The values for all pages share this growing set, because a copy for each page would be slow. */
  readonly keys: Set<string>;
  readonly taken: number;
  readonly end: End | undefined;
  readonly total: Total | undefined;
  /** The number of records by ID. An ID without an entry has one record, whose key is the ID. Shared like `keys`. */
  readonly counts: Map<string, number>;
  /** Hashes of pages, to recognise a repeated page. Shared like `keys`. */
  readonly contents: Set<number>;
  /** Records that came again on a later page, because new rows had moved the list. */
  readonly shifted: number;
  /** Records with the same ID as another record of their page. */
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

export interface ArrivedRecord<Row> extends SearchedRow {
  readonly row: Row;
  readonly raw: Json;
  /** The ID at the service, if usable. */
  readonly id: string | undefined;
}

/** With dropped repeats. The next page begins at this offset. */
export const received = ({ items, shifted }: Pages<unknown>): number => items.length + shifted;

/**
 * Paging stops if the service says so, on an empty page, or on a page with the same records as an earlier page.
 * A short page does not stop paging, because the service may limit the page size. A total that shrank does not stop
 * paging either. If the page has an ID more often than the loaded rows have it, the additional records are kept
 * and counted in `sameId`. A record from an earlier page is dropped and counted in `shifted`.
 * `grows`: the array of `before` belongs to the caller and may grow in place. A copy for each page would be slow.
 */
export function join<Row>(
  before: Pages<Row>,
  page: readonly ArrivedRecord<Row>[],
  paged: boolean,
  notice: PageNotice = {},
  grows = false,
): Pages<Row> {
  const pages = { ...before, taken: before.taken + 1, total: totalOf(before.total, notice.total) };
  if (page.length === 0) {
    const promised = notice.more ?? (pages.total !== undefined && received(pages) < pages.total.count);
    return { ...pages, end: !paged ? 'unpaged' : promised ? 'none-sent' : 'empty-page' };
  }
  const content = contentOf(page);
  if (paged && pages.contents.has(content)) {
    const goesOn = notice.perhapsFirst && before.taken === 1;
    return { ...pages, end: !goesOn ? 'repeated-page' : notice.more === false ? 'last-page' : undefined };
  }
  pages.contents.add(content);

  const fresh: Item<Row>[] = [];
  const inPage = new Map<string, number>();
  let { shifted, sameId } = pages;
  for (const { row, raw, id, text, marks } of page) {
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
    // Two object literals, because a spread would need 40 more bytes for each record.
    fresh.push(text === undefined ? { key, row, raw } : { key, row, raw, text, marks });
  }
  const items = appended(pages.items, fresh, grows);
  const joined = { ...pages, items, shifted, sameId };
  return { ...joined, end: !paged ? 'unpaged' : isLast(joined, notice) ? 'last-page' : undefined };
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

/** Most IDs have one record and no entry in `counts`. */
const countOf = ({ counts, keys }: Pages<unknown>, id: string): number =>
  counts.get(id) ?? (keys.has(id) ? 1 : 0);

/** In any order. A record without an ID counts by its whole content. */
const contentOf = (page: readonly ArrivedRecord<unknown>[]): number =>
  hashOf(page.map(({ id, raw }) => (id === undefined ? `raw ${writeJson(raw)}` : `id ${id}`)).sort());

/** A hash of 53 bits: collisions are too rare to matter, and a page takes 8 bytes instead of 4,000. */
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

/** `wanted`, with a number if another record already has that key. */
export function freeKey(keys: ReadonlySet<string>, wanted: string): string {
  let key = wanted;
  for (let n = 2; keys.has(key); n++) key = `${wanted}~${n}`;
  return key;
}

/** The ID in a key, without the number that `freeKey` may have added. */
export const idOfKey = (key: string): string => key.replace(/~\d+$/, '');
