// Reads the data that the screen needs. The screen says which data, and this file decides when to read. No screen starts
// a request itself.

import type { Failure } from '../api/client/failure.ts';
import type { Clock } from '../lib/clock.ts';
import { type DocumentQuery, type ListQuery, queryKey } from '../records/query.ts';
import { isNotFound } from '../store/list.ts';
import type { State, Workspace } from '../store/state.ts';
import { statusChangesHere } from '../store/status-changes.ts';
import type { Store } from '../store/store.ts';
import type { View } from '../store/view.ts';
import { currentView, currentWorkspace, documentIn, listIn } from '../store/workspace.ts';
import type { Documents } from './documents.ts';
import type { Lists } from './lists.ts';

interface Rereading {
  /** Ms between reads, growing with time. */
  readonly again?: number | undefined;
  /** Epoch ms. An older answer is read once more. */
  readonly after?: number | undefined;
}

interface ListNeed extends Rereading {
  readonly kind: 'list';
  readonly query: ListQuery;
  /** At least this many rows, if the service has them. */
  readonly through: number;
  /** Shows no row before `through` rows: the selected row may be the last of them. */
  readonly atOnce?: boolean;
}

interface DocumentNeed extends Rereading {
  readonly kind: 'document';
  readonly query: DocumentQuery;
  /** If the record is not found any more, its list is read again, once. */
  readonly of?: { readonly query: ListQuery; readonly through: number };
}

export type Need = ListNeed | DocumentNeed;

/** In ms, before a record is read: moving through a list does not read every row. */
const REST = 150;

interface NeedsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly lists: Lists;
  readonly documents: Documents;
  readonly needs: (state: State) => readonly Need[];
  readonly watching: { follow(needs: readonly Need[], state: State): void };
}

/** In ms: answers to simultaneous requests may be this far apart. */
const AT_ONCE = 2000;

const MOVED: ReadonlySet<ListQuery['operation']> = new Set([
  'account.balances',
  'account.balanceHistory',
  'account.transactions',
]);

/** The time of a status change is exact to the second. */
const SECOND = 1000;

/** A status change may have moved money, so balances and entries from before the change are read again. */
function afterChanges(needs: readonly Need[], state: State): readonly Need[] {
  const [newest] = statusChangesHere(state);
  if (!newest) return needs;
  const after = newest.at + SECOND;
  return needs.map(need =>
    need.kind === 'list' && MOVED.has(need.query.operation)
      ? { ...need, after: Math.max(need.after ?? 0, after) }
      : need,
  );
}

/** Never read, outdated, or older than its list. */
function isMissing({ query, of }: DocumentNeed, workspace: Workspace, outdated: boolean): boolean {
  const { loading, failure, asOf } = documentIn(workspace, queryKey(query));
  if (loading) return false;
  if (outdated) return true;
  if (failure) return false;
  if (asOf === undefined) return true;
  const list = of && listIn(workspace, queryKey(of.query));
  return list?.loading === undefined && (list?.asOf ?? 0) > asOf + AT_ONCE;
}

/** Until the returned function is called. */
export function watchNeeds({ store, clock, lists, documents, needs, watching }: NeedsDeps): () => void {
  let resting: { readonly key: string; readonly cancel: () => void } | undefined;

  /** The failures after which a list was read again. */
  const gone = new WeakSet<Failure>();

  function renewList(need: Need, state: State): void {
    if (need.kind === 'list' || !need.of) return;
    const workspace = currentWorkspace(state);
    const { failure } = documentIn(workspace, queryKey(need.query));
    const list = listIn(workspace, queryKey(need.of.query));
    if (!failure || !isNotFound(failure) || gone.has(failure) || list.loading) return;
    gone.add(failure);
    void lists.load(need.of.query, 'again', need.of.through);
  }

  /** By key. So each `after` causes only one read. */
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

  /** By the load's failure. */
  const stoppedOn = new WeakMap<Failure, View>();

  /** On another view. The present view has not shown the stop, so it reads the list. */
  function isStoppedElsewhere(failure: Failure, state: State): boolean {
    if (failure.kind !== 'abandoned') return false;
    const view = currentView(state);
    const where = stoppedOn.get(failure) ?? view;
    stoppedOn.set(failure, where);
    return where.place !== view.place || where.subject !== view.subject;
  }

  /** Whether a person stopped the first read of this document on another view. */
  function isUnreadHere({ query }: Need, state: State): boolean {
    const { asOf, failure } = documentIn(currentWorkspace(state), queryKey(query));
    return asOf === undefined && failure !== undefined && isStoppedElsewhere(failure, state);
  }

  function meetList(need: ListNeed): void {
    const { query, through, after, atOnce } = need;
    const state = store.getState();
    const list = listIn(currentWorkspace(state), queryKey(query));
    if (list.loading) return;
    if (after !== undefined && isOutdated(need, state)) {
      renewed.set(renewalOf(state, need), after);
      void lists.load(query, list.pages.taken === 0 ? 'first' : 'again', through);
      return;
    }
    const { taken, end, items } = list.pages;
    if (list.failure && !(taken === 0 && isStoppedElsewhere(list.failure, state))) return;
    if (taken === 0) void (atOnce ? lists.load(query, 'again', through) : lists.load(query, 'first'));
    else if (end === undefined && items.length < through) void lists.load(query, 'more', through);
  }

  /** The timer continues if the same documents are missing. */
  function rest(missing: readonly Need[], state: State): void {
    const key =
      missing.length > 0 &&
      JSON.stringify([state.customer, missing.map(({ query, after }) => [queryKey(query), after])]);
    if (resting?.key === key) return;
    resting?.cancel();
    resting = undefined;
    if (key === false) return;
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
    const wanted = able ? afterChanges(needs(state), state) : [];
    watching.follow(wanted, state);
    const missing = wanted.filter(
      need =>
        need.kind === 'document' &&
        isMissing(need, currentWorkspace(state), isOutdated(need, state) || isUnreadHere(need, state)),
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
