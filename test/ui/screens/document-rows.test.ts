// The records in one document, as the list that a screen shows.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import { type DocumentQuery, queryKey } from '../../../src/records/query.ts';
import { type Document, emptyDocument } from '../../../src/store/list.ts';
import type { State } from '../../../src/store/state.ts';
import { customerKey, withDocument, withWorkspace } from '../../../src/store/workspace.ts';
import { documentRows } from '../../../src/ui/screens/document-rows.ts';
import { alpha, NOW, signedInStore } from '../../store/signed-in.ts';

const query: DocumentQuery<'rfi.get'> = { operation: 'rfi.get', input: {} };
let taken = 0;
const rows = () =>
  documentRows(query, (_, raw) => {
    taken += 1;
    const ids = raw as readonly string[];
    return ids.map(id => ({ row: id, raw: { id }, id: id === '' ? undefined : id }));
  });
const holding = (document: Partial<Document<unknown>>, to: State = signedInStore().getState()): State =>
  withWorkspace(to, customerKey(alpha), w =>
    withDocument(w, queryKey(query), { ...emptyDocument(), ...document }),
  );
const answer = (...ids: readonly string[]) => ({ value: { ids }, raw: ids as Json, asOf: NOW });
const loading = { sequence: 1, purpose: 'first', since: 0 } as const;

describe('the members of a document', () => {
  it('become a complete list in the order of the document, with their IDs', () => {
    const { pages, asOf } = rows().listIn(holding(answer('b', 'a')));
    expect(pages.items.map(({ key, raw }) => [key, raw])).toEqual([
      ['b', { id: 'b' }],
      ['a', { id: 'a' }],
    ]);
    expect(pages).toMatchObject({ taken: 1, end: 'unpaged' });
    expect(asOf).toBe(NOW);
  });

  it('are all kept if two have the same ID, or if none has an ID [C22a]', () => {
    const { pages } = rows().listIn(holding(answer('a', '', 'a', '', '#2')));
    expect(new Set(pages.items.map(({ key }) => key)).size).toBe(5);
    expect(pages.keys).toEqual(new Set(pages.items.map(({ key }) => key)));
    expect(pages.sameId).toBe(1);
  });

  it('are unknown before the document is read, which is different from an empty list', () => {
    const list = rows().listIn(holding({ loading }));
    expect(list.pages).toMatchObject({ items: [], taken: 0, end: undefined });
    expect(list.loading?.purpose).toBe('first');
    expect(rows().listIn(holding(answer())).pages).toMatchObject({ items: [], taken: 1 });
  });

  it('stay during a reload, and after its failure', () => {
    const from = rows();
    const before = from.listIn(holding(answer('a')));
    const document = { value: before, raw: ['a'] as Json, asOf: NOW };
    const reading = from.listIn(holding({ ...document, loading }));
    expect(reading.pages.items).toHaveLength(1);
    expect(reading.loading?.purpose).toBe('again');
    const failed = from.listIn(holding({ ...document, failure: { kind: 'abandoned' } }));
    expect(failed.failure).toEqual({ kind: 'abandoned' });
    expect(failed.pages.items).toBe(reading.pages.items);
  });

  it('are computed once for each answer, however often they are drawn', () => {
    const from = rows();
    const state = holding(answer('a'));
    taken = 0;
    const list = from.listIn(state);
    expect(from.listIn({ ...state, now: NOW + 1000 })).toBe(list);
    expect(taken).toBe(1);
  });
});
