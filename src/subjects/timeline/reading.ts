// What a timeline needs to read next: one page of one list, or one record, at a time. Pure.

import type { Need } from '../../effects/needs.ts';
import { allDebits, type CustomerList, pagesOf } from '../../format/customer-lists.ts';
import { whenOf } from '../../records/facts.ts';
import { KINDS } from '../../records/kinds.ts';
import { type DocumentQuery, queryKey } from '../../records/query.ts';
import { isNotFound } from '../../store/list.ts';
import { extentOf } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { currentWorkspace, documentIn } from '../../store/workspace.ts';
import { DEBIT_PERIOD, isNowhere } from './timeline-lists.ts';

/** Rows stay in memory, as many as one list may have. */
export const MOST_ROWS = 100_000;

/** `more`: there is more to read, but nothing needs it. */
export type ReadingPhase = 'reading' | 'stopped' | 'full' | 'more' | 'done' | 'failed';

export interface ReadingPlan {
  readonly phase: ReadingPhase;
  readonly needs: readonly Need[];
}

export interface Wanted {
  readonly lists: readonly CustomerList[];
  readonly records: readonly DocumentQuery[];
  /** Data from before this time is read again. Epoch ms. */
  readonly after: number | undefined;
  /** Lists are read back to this time, in epoch ms. Infinity: only their first pages. */
  readonly since: number;
}

const idle = (phase: ReadingPhase): ReadingPlan => ({ phase, needs: [] });
const reading = (need?: Need): ReadingPlan => ({ phase: 'reading', needs: need ? [need] : [] });

export function planOf(state: State, { lists, records, after, since }: Wanted): ReadingPlan {
  const workspace = currentWorkspace(state);
  const all = lists.map(list => ({ list, loaded: pagesOf(state, list) }));
  const documents = records.map(query => ({ query, read: documentIn(workspace, queryKey(query)) }));
  const running = [...all.map(one => one.loaded), ...documents.map(one => one.read)];
  if (running.some(({ loading }) => loading)) return reading();
  if (running.some(({ failure }) => failure?.kind === 'abandoned')) return idle('stopped');
  const readable = all.filter(({ loaded }) => loaded.failure === undefined);
  const old = readable.find(
    ({ loaded: { asOf } }) => asOf !== undefined && after !== undefined && asOf < after,
  );
  if (old) return reading({ kind: 'list', query: old.list.query, through: 1, after });
  const unread = documents.find(
    ({ read }) => read.failure === undefined && (read.value === undefined || (after ?? 0) > (read.asOf ?? 0)),
  );
  if (unread) return reading({ kind: 'document', query: unread.query, after });
  const open = readable.filter(({ loaded }) => extentOf(loaded.pages) === 'part');
  const [next] = open.toSorted((a, b) => descending(timeToRead(a, state), timeToRead(b, state)));
  const failed =
    all.some(({ list, loaded: { failure } }) => failure && !isNowhere(list, failure)) ||
    documents.some(({ read: { failure } }) => failure && !isNotFound(failure));
  if (!next) return idle(failed ? 'failed' : 'done');
  const from = timeToRead(next, state);
  if (from !== Number.POSITIVE_INFINITY && from <= since) return idle('more');
  const rows = all.reduce((sum, { loaded }) => sum + loaded.pages.items.length, 0);
  if (rows >= MOST_ROWS && next.loaded.pages.taken > 0) return idle('full');
  return reading({ kind: 'list', query: next.list.query, through: next.loaded.pages.items.length + 1 });
}

interface ListToRead {
  readonly list: CustomerList;
  readonly loaded: ReturnType<typeof pagesOf>;
}

/** Infinity minus Infinity is no number. */
const descending = (a: number, b: number): number => (a === b ? 0 : b > a ? 1 : -1);

/** The time from which on a list is loaded. A list that is not sorted by time is always read whole. */
function timeToRead({ list, loaded: { pages } }: ListToRead, { now }: State): number {
  // Another list has the newer debits.
  const latest = list.key === allDebits.key ? now - DEBIT_PERIOD : Number.POSITIVE_INFINITY;
  const last = pages.items.at(-1);
  if (!last || !KINDS[list.kind].newestFirst) return latest;
  return Math.min(latest, whenOf(list.kind, last.row) ?? latest);
}
