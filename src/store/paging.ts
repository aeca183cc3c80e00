// What a list holds of the server's pages, and how another page joins it: pure, one idea for every paging style.

import { type Json, writeJson } from '../lib/json.ts';

/** One record of a list: `key` is unique in the list even where the server's IDs are not. */
export interface Item<Row> {
  readonly key: string;
  readonly row: Row;
  /** The record exactly as it came, for the raw view. */
  readonly raw: Json;
}

/** Why no further page is asked for. */
type End = 'empty-page' | 'repeated-page' | 'unpaged';

export interface Pages<Row> {
  readonly items: readonly Item<Row>[];
  /** Every key in `items`; append-only and shared between successive values, so that a page costs only itself. */
  readonly keys: Set<string>;
  /** Pages taken so far; the next one to ask for is `taken` + the style's first number. */
  readonly taken: number;
  readonly end: End | undefined;
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
}

/**
 * Joins one page to what is loaded. Paging stops on an empty page or on one that came before, in whatever order; a
 * short page proves nothing, because a server may cap the size asked for. A record that an earlier page already brought
 * is dropped and counted (`shifted`); where a page has more records of one ID than were loaded, they are kept and
 * counted (`sameId`).
 */
export function join<Row>(pages: Pages<Row>, page: readonly Arrival<Row>[], paged: boolean): Pages<Row> {
  const taken = pages.taken + 1;
  if (page.length === 0) return { ...pages, taken, end: paged ? 'empty-page' : 'unpaged' };
  const content = contentOf(page);
  if (paged && pages.contents.has(content)) return { ...pages, taken, end: 'repeated-page' };
  pages.contents.add(content);

  const fresh: Item<Row>[] = [];
  const inPage = new Map<string, number>();
  let { shifted, sameId } = pages;
  for (const { row, raw, id } of page) {
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
    fresh.push({ key, row, raw });
  }
  for (const [id, count] of inPage) pages.counts.set(id, Math.max(count, pages.counts.get(id) ?? 0));
  return {
    ...pages,
    items: fresh.length > 0 ? pages.items.concat(fresh) : pages.items,
    taken,
    end: paged ? undefined : 'unpaged',
    shifted,
    sameId,
  };
}

/** The same for the same records in any order. A record without an ID is known by all that it holds. */
const contentOf = (page: readonly Arrival<unknown>[]): string =>
  JSON.stringify(page.map(({ id, raw }) => (id === undefined ? `raw ${writeJson(raw)}` : `id ${id}`)).sort());

/** `wanted`, or with a number behind it where another record has that key. */
function freeKey(keys: ReadonlySet<string>, wanted: string): string {
  let key = wanted;
  for (let n = 2; keys.has(key); n++) key = `${wanted}~${n}`;
  return key;
}
