// What a list holds of the server's pages, and how another page joins it: pure, one idea for every paging style.

import type { Json } from '../lib/json.ts';

/** One record of a list: `key` is unique in the list even where the server's IDs are not. */
export interface Item<Row> {
  readonly key: string;
  readonly row: Row;
  /** The record exactly as it came, for the raw view. */
  readonly raw: Json;
}

/** Why no further page is asked for. */
type End = 'empty-page' | 'repeated-page' | 'unpaged' | 'no-more';

export interface Pages<Row> {
  readonly items: readonly Item<Row>[];
  /** Every key in `items`; append-only and shared between successive values, so that a page costs only itself. */
  readonly keys: Set<string>;
  /** Pages taken so far; the next one to ask for is `taken` + the style's first number. */
  readonly taken: number;
  readonly end: End | undefined;
  /** The keys of the last page, to recognise a server that repeats itself. */
  readonly lastPage: string;
  /** Records of a later page that were already loaded: the list moved under us. */
  readonly shifted: number;
  /** Records that share their ID with another one of the same page. */
  readonly sameId: number;
}

export const noPages = <Row>(): Pages<Row> => ({
  items: [],
  keys: new Set(),
  taken: 0,
  end: undefined,
  lastPage: '',
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
 * Joins one page to what is loaded. Paging stops on an empty page or on one that repeats the last one; a short page
 * proves nothing, because a server may cap the size asked for. A record that an earlier page already brought is
 * dropped and counted (`shifted`); two of one page with the same ID are both kept and counted (`sameId`).
 */
export function join<Row>(pages: Pages<Row>, page: readonly Arrival<Row>[], paged: boolean): Pages<Row> {
  const taken = pages.taken + 1;
  if (page.length === 0) return { ...pages, taken, end: paged ? 'empty-page' : 'unpaged' };
  const signature = page.map((a, i) => a.id ?? `#${i}`).join('\n');
  if (paged && taken > 1 && signature === pages.lastPage) return { ...pages, taken, end: 'repeated-page' };

  const fresh: Item<Row>[] = [];
  const inPage = new Set<string>();
  let shifted = pages.shifted;
  let sameId = pages.sameId;
  for (const { row, raw, id } of page) {
    if (id !== undefined && !inPage.has(id) && pages.keys.has(id)) {
      shifted += 1;
      continue;
    }
    let key = id ?? `#${pages.items.length + fresh.length + 1}`;
    if (inPage.has(key)) {
      sameId += 1;
      for (let n = 2; pages.keys.has(key); n++) key = `${id}~${n}`;
    }
    inPage.add(key);
    pages.keys.add(key);
    fresh.push({ key, row, raw });
  }
  return {
    items: fresh.length > 0 ? pages.items.concat(fresh) : pages.items,
    keys: pages.keys,
    taken,
    end: paged ? undefined : 'unpaged',
    lastPage: signature,
    shifted,
    sameId,
  };
}
