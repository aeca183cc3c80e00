// Reading what the screen needs: the screen says what, this decides when, so that no screen starts a request itself.

import type { Clock } from '../lib/clock.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { currentWorkspace, documentIn, listIn } from '../store/workspace.ts';
import type { Documents } from './documents.ts';
import type { Lists } from './lists.ts';
import { type DocumentQuery, type ListQuery, queryKey } from './query.ts';

export type Need =
  /** Rows up to `through`, if the server has that many. */
  | { readonly kind: 'list'; readonly query: ListQuery; readonly through: number }
  /** Read once the cursor rests, so that moving through a list doesn't ask for every row it passes. */
  | { readonly kind: 'document'; readonly query: DocumentQuery };

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

  function meet(need: Need, state: State) {
    const workspace = currentWorkspace(state);
    if (need.kind === 'document') return meetDocument(need.query, state);
    const list = listIn(workspace, queryKey(need.query));
    if (list.loading || list.failure) return;
    const { taken, end, items } = list.pages;
    if (taken === 0) void lists.load(need.query, 'first');
    else if (end === undefined && items.length < need.through)
      void lists.load(need.query, 'more', need.through);
  }

  function meetDocument(query: DocumentQuery, state: State): void {
    const key = `${JSON.stringify(state.customer)} ${queryKey(query)}`;
    const document = documentIn(currentWorkspace(state), queryKey(query));
    if (document.loading || document.failure || document.asOf !== undefined || resting?.key === key) return;
    resting?.cancel();
    const cancel = clock.after(REST, () => {
      resting = undefined;
      void documents.load(query);
    });
    resting = { key, cancel };
  }

  const check = (state: State): void => {
    if (state.session.phase !== 'signed-in' || !state.customer) return;
    const wanted = needs(state);
    if (!wanted.some(need => need.kind === 'document')) {
      resting?.cancel();
      resting = undefined;
    }
    for (const need of wanted) meet(need, state);
  };
  const unsubscribe = store.subscribe(check);
  check(store.getState());
  return () => {
    unsubscribe();
    resting?.cancel();
  };
}
