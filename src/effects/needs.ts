// Reading what the screen needs: the screen says what, this decides when, so that no screen starts a request itself.

import type { Customer } from '../api/client/service.ts';
import type { Clock } from '../lib/clock.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { currentWorkspace, documentIn, listIn } from '../store/workspace.ts';
import type { Documents } from './documents.ts';
import type { Lists } from './lists.ts';
import { type DocumentQuery, type ListQuery, queryKey } from './query.ts';

export type Need =
  /** Rows up to `through`, if the server has that many; `again` as below. */
  | {
      readonly kind: 'list';
      readonly query: ListQuery;
      readonly through: number;
      readonly again?: number;
    }
  /**
   * Read once the cursor rests, so that moving through a list doesn't ask for every row it passes. `again`: ms after each
   * answer it is read once more, for as long as it is needed so; a read that failed is left for a person to try again.
   */
  | { readonly kind: 'document'; readonly query: DocumentQuery; readonly again?: number };

/** How long the cursor rests, in ms, before the record under it is read. */
const REST = 150;

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly lists: Lists;
  readonly documents: Documents;
  readonly needs: (state: State) => readonly Need[];
}

/** Watches the store until the returned function is called. */
export function watchNeeds({ store, clock, lists, documents, needs }: Parts): () => void {
  let resting: { readonly key: string; readonly cancel: () => void } | undefined;
  /** What will be read again, by customer, query and answer: each ends its wait. */
  const following = new Map<string, () => void>();

  function meetList(query: ListQuery, through: number): void {
    const list = listIn(currentWorkspace(store.getState()), queryKey(query));
    if (list.loading || list.failure) return;
    const { taken, end, items } = list.pages;
    if (taken === 0) void lists.load(query, 'first');
    else if (end === undefined && items.length < through) void lists.load(query, 'more', through);
  }

  /** The same documents as before rest on; others begin to rest anew. */
  function rest(missing: readonly DocumentQuery[], customer: Customer | undefined): void {
    const key = JSON.stringify([customer, missing.map(queryKey)]);
    if (resting?.key === key) return;
    resting?.cancel();
    resting = undefined;
    if (missing.length === 0) return;
    const cancel = clock.after(REST, () => {
      resting = undefined;
      for (const query of missing) void documents.load(query);
    });
    resting = { key, cancel };
  }

  /** Only what is on the screen is read again by itself; an answer that is old already is at once, as if the cursor rested. */
  function follow(wanted: readonly Need[], state: State): void {
    const due = new Map<
      string,
      { readonly query: DocumentQuery; readonly asOf: number; readonly ms: number }
    >();
    for (const need of wanted) {
      if (need.kind === 'list' || need.again === undefined) continue;
      const { loading, failure, asOf } = documentIn(currentWorkspace(state), queryKey(need.query));
      if (loading || failure || asOf === undefined) continue;
      due.set(JSON.stringify([state.customer, queryKey(need.query), asOf]), {
        ...need,
        asOf,
        ms: need.again,
      });
    }
    for (const [key, cancel] of following) {
      if (due.has(key)) continue;
      cancel();
      following.delete(key);
    }
    for (const [key, { query, asOf, ms }] of due) {
      if (following.has(key)) continue;
      // The age is by the wall clock, which may have been turned: the wait is never longer than was asked for.
      const left = Math.min(ms, Math.max(REST, ms - (clock.wall() - asOf)));
      following.set(
        key,
        clock.after(left, () => {
          following.delete(key);
          void documents.load(query);
        }),
      );
    }
  }

  const check = (): void => {
    const state = store.getState();
    const able = state.session.phase === 'signed-in' && state.customer !== undefined;
    const wanted = able ? needs(state) : [];
    follow(wanted, state);
    const missing = wanted
      .flatMap(need => (need.kind === 'document' ? [need.query] : []))
      .filter(query => {
        const { loading, failure, asOf } = documentIn(currentWorkspace(state), queryKey(query));
        return !loading && !failure && asOf === undefined;
      });
    rest(missing, state.customer);
    for (const need of wanted) if (need.kind === 'list') meetList(need.query, need.through);
  };
  const unsubscribe = store.subscribe(check);
  check();
  return () => {
    unsubscribe();
    resting?.cancel();
    for (const cancel of following.values()) cancel();
  };
}
