// Reads what the screen needs: the screen says what, this file decides when, so that no screen starts a request itself.

import type { Failure } from '../api/client/failure.ts';
import type { Clock } from '../lib/clock.ts';
import type { State, Workspace } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { currentWorkspace, documentIn, listIn } from '../store/workspace.ts';
import type { Documents } from './documents.ts';
import type { Lists } from './lists.ts';
import { type DocumentQuery, type ListQuery, queryKey } from './query.ts';

export type Need =
  /** Rows up to `through`, if the service has that many; `again` as below. */
  | {
      readonly kind: 'list';
      readonly query: ListQuery;
      readonly through: number;
      readonly again?: number;
      readonly after?: number;
    }
  /**
   * Read once the selection rests, so that moving through a list doesn't read every row. `again`: it is read again this
   * many ms after each answer, as long as it is needed, and less often the longer that takes. `after`: epoch ms; an
   * answer or failure from before then is read again, once.
   */
  | {
      readonly kind: 'document';
      readonly query: DocumentQuery;
      readonly again?: number;
      readonly after?: number;
      /** The record's list: if the service doesn't find the record any more, the list is read again, once. */
      readonly of?: { readonly query: ListQuery; readonly through: number };
    };

/** A well-formed answer that the thing doesn't exist. */
export const isUnknownThere = (failure: Failure | undefined): boolean =>
  failure?.kind === 'refused' && failure.status === 404;

/** How long the selection rests, in ms, before the record is read. */
const REST = 150;

interface NeedsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly lists: Lists;
  readonly documents: Documents;
  readonly needs: (state: State) => readonly Need[];
  /** Reads the cached data again. */
  readonly watching: { follow(needs: readonly Need[], state: State): void };
}

/** Two answers to simultaneous requests may be this far apart, in ms. */
const AT_ONCE = 2000;

/** Not read yet; or in a list that was read since, and so older than its row. */
function isMissing(
  { query, of }: Extract<Need, { kind: 'document' }>,
  workspace: Workspace,
  outdated: boolean,
): boolean {
  const { loading, failure, asOf } = documentIn(workspace, queryKey(query));
  if (loading) return false;
  if (outdated) return true;
  if (failure) return false;
  if (asOf === undefined) return true;
  const list = of && listIn(workspace, queryKey(of.query));
  return list?.loading === undefined && (list?.asOf ?? 0) > asOf + AT_ONCE;
}

/** Watches the store until the returned function is called. */
export function watchNeeds({ store, clock, lists, documents, needs, watching }: NeedsDeps): () => void {
  let resting: { readonly key: string; readonly cancel: () => void } | undefined;

  /** Those for which a list was read again. */
  const gone = new WeakSet<Failure>();

  function renewList(need: Need, state: State): void {
    if (need.kind === 'list' || !need.of) return;
    const workspace = currentWorkspace(state);
    const { failure } = documentIn(workspace, queryKey(need.query));
    const list = listIn(workspace, queryKey(need.of.query));
    if (!failure || !isUnknownThere(failure) || gone.has(failure) || list.loading) return;
    gone.add(failure);
    void lists.load(need.of.query, 'again', need.of.through);
  }

  /** The moment of the last repeated read, by key: not a second time for the same moment. */
  const renewed = new Map<string, number>();
  const renewalOf = ({ customer }: State, { query }: Need): string =>
    JSON.stringify([customer, queryKey(query)]);

  function isOutdated(need: Need, state: State): boolean {
    const { after, query, kind } = need;
    if (after === undefined || renewed.get(renewalOf(state, need)) === after) return false;
    const workspace = currentWorkspace(state);
    const key = queryKey(query);
    const { failure, asOf } = kind === 'list' ? listIn(workspace, key) : documentIn(workspace, key);
    return failure !== undefined || (asOf !== undefined && asOf < after);
  }

  function meetList(need: Extract<Need, { kind: 'list' }>): void {
    const { query, through, after } = need;
    const state = store.getState();
    const list = listIn(currentWorkspace(state), queryKey(query));
    if (list.loading) return;
    if (after !== undefined && isOutdated(need, state)) {
      renewed.set(renewalOf(state, need), after);
      void lists.load(query, list.pages.taken === 0 ? 'first' : 'again', through);
      return;
    }
    if (list.failure) return;
    const { taken, end, items } = list.pages;
    if (taken === 0) void lists.load(query, 'first');
    else if (end === undefined && items.length < through) void lists.load(query, 'more', through);
  }

  /** Unchanged documents keep their timers; others start again. */
  function rest(missing: readonly Need[], state: State): void {
    const key = JSON.stringify([state.customer, missing.map(({ query, after }) => [queryKey(query), after])]);
    if (resting?.key === key) return;
    resting?.cancel();
    resting = undefined;
    if (missing.length === 0) return;
    const cancel = clock.after(REST, () => {
      resting = undefined;
      for (const need of missing) {
        if (need.after !== undefined) renewed.set(renewalOf(state, need), need.after);
        if (need.kind === 'document') void documents.load(need.query);
      }
    });
    resting = { key, cancel };
  }

  const check = (): void => {
    const state = store.getState();
    const able = state.session.phase === 'signed-in' && state.customer !== undefined;
    const wanted = able ? needs(state) : [];
    watching.follow(wanted, state);
    const missing = wanted.filter(
      need => need.kind === 'document' && isMissing(need, currentWorkspace(state), isOutdated(need, state)),
    );
    rest(missing, state);
    for (const need of wanted) renewList(need, state);
    for (const need of wanted) if (need.kind === 'list') meetList(need);
  };
  const unsubscribe = store.subscribe(check);
  check();
  return () => {
    unsubscribe();
    resting?.cancel();
  };
}
