// The records in one document: shown, filtered and copied like the rows of a list.

import type { Result } from '../../api/contract/operations.ts';
import { documentOf } from '../../format/joined.ts';
import type { Json } from '../../lib/json.ts';
import type { DocumentOperation, DocumentQuery } from '../../records/query.ts';
import { type Document, emptyList, type List } from '../../store/list.ts';
import { freeKey, type Item, noPages } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';

interface DocumentMember<Row> {
  readonly row: Row;
  readonly raw: Json;
  /** From the service, if usable. */
  readonly id: string | undefined;
}

export interface DocumentRows<Row> {
  readonly query: DocumentQuery;
  /** The same object as long as nothing changed. */
  listIn(state: State): List<Row>;
}

/** `members`: in the document's order. */
export function documentRows<Id extends DocumentOperation, Row>(
  query: DocumentQuery<Id>,
  members: (value: Result<Id>, raw: Json, state: State) => readonly DocumentMember<Row>[],
): DocumentRows<Row> {
  let last: { readonly document: Document<Result<Id>>; readonly list: List<Row> } | undefined;
  let known: { readonly value: Result<Id>; readonly keyed: Keyed<Row> } | undefined;
  /** Once for each answer, not for a reload that is running or failed. */
  function keyed({ value, raw }: Document<Result<Id>>, state: State): Keyed<Row> | undefined {
    if (value === undefined) return undefined;
    if (known?.value !== value) known = { value, keyed: withKeys(members(value, raw ?? null, state)) };
    return known.keyed;
  }
  return {
    query,
    listIn(state) {
      const document = documentOf(state, query);
      if (last?.document !== document) last = { document, list: asList(document, keyed(document, state)) };
      return last.list;
    },
  };
}

interface Keyed<Row> {
  readonly items: readonly Item<Row>[];
  readonly keys: Set<string>;
  readonly sameId: number;
}

function withKeys<Row>(members: readonly DocumentMember<Row>[]): Keyed<Row> {
  const keys = new Set<string>();
  const ids = new Set<string>();
  let sameId = 0;
  const items = members.map(({ row, raw, id }, i): Item<Row> => {
    if (id !== undefined && ids.has(id)) sameId += 1;
    if (id !== undefined) ids.add(id);
    const key = freeKey(keys, id ?? `#${i + 1}`);
    keys.add(key);
    return { key, row, raw };
  });
  return { items, keys, sameId };
}

function asList<Row>(
  { loading, failure, asOf, drift, other }: Document<unknown>,
  keyed: Keyed<Row> | undefined,
): List<Row> {
  const pages = noPages<Row>();
  return {
    ...emptyList<Row>(),
    pages: keyed ? { ...pages, ...keyed, taken: 1, end: 'unpaged' } : pages,
    loading: loading && { ...loading, purpose: keyed ? 'again' : 'first' },
    failure,
    asOf,
    drift,
    other,
  };
}
