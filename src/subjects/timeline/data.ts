// Takes a timeline's data from the store: the lists to read, their loaded rows, and Purser's own records.

import { momentOf } from '../../format/cells.ts';
import {
  allDebits,
  type CustomerList,
  customerLists,
  FIRST,
  loadedAccounts,
  mandatesUnder,
  pagesOf,
} from '../../format/customer-lists.ts';
import { documentOf } from '../../format/joined.ts';
import { isUnresolved } from '../../journal/possible-duplicates.ts';
import { forLast } from '../../lib/remembered.ts';
import { HOUR } from '../../lib/time.ts';
import { loadedIn } from '../../money/related.ts';
import { conversionsMade, writesNaming } from '../../money/related-money.ts';
import type { DocumentQuery } from '../../records/query.ts';
import { conversionQuery, rfiQuery } from '../../records/reads.ts';
import { extentOf } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { statusChangesHere } from '../../store/status-changes.ts';
import { MOST_NOTES, noteCount, notesHere } from '../../store/together-view.ts';
import { currentWorkspace } from '../../store/workspace.ts';
import type { SourceReading } from './axis.ts';
import type { TimelineData } from './sources.ts';

export interface TimelineLoaded extends TimelineData {
  /** To read. */
  readonly queries: readonly CustomerList[];
  readonly records: readonly DocumentQuery[];
}

/** The same data until something is loaded: a key changes nothing. Each console has its own function. */
export function createTimelineData(): (state: State, subject: string | undefined) => TimelineLoaded {
  const listsIn = customerLists();
  const mandates = forLast(mandatesUnder);
  const scopeOf = forLast(
    (
      lists: readonly CustomerList[],
      ofAccounts: readonly CustomerList[],
      subject: string | undefined,
    ): readonly CustomerList[] => [...lists, ...ofAccounts, allDebits].filter(list => isOf(list, subject)),
  );
  let last: { readonly of: readonly unknown[]; readonly loaded: TimelineLoaded } | undefined;

  return (state, subject) => {
    const lists = scopeOf(listsIn(state), mandates(loadedAccounts(state)), subject);
    const { lists: pages, documents } = currentWorkspace(state);
    // Exact enough to tell a possible time, and the same for most key presses.
    const now = Math.ceil(momentOf(state).now / HOUR) * HOUR;
    const of = [
      lists,
      pages,
      documents,
      loadedIn(state),
      state.journal,
      state.notes,
      state.statusChanges,
      now,
    ];
    if (last?.of.every((part, at) => part === of[at])) return last.loaded;
    last = { of, loaded: loadedOf(state, lists, subject, now) };
    return last.loaded;
  };
}

/** The lists of accounts and cards are read for each timeline, because they name the other lists. */
function isOf({ key, view, kind }: CustomerList, subject: string | undefined): boolean {
  if (subject === undefined || FIRST.some(first => first.key === key)) return true;
  return view.subject === subject || kind === 'direct-debit';
}

function loadedOf(
  state: State,
  lists: readonly CustomerList[],
  subject: string | undefined,
  now: number,
): TimelineLoaded {
  const known = loadedIn(state);
  const writes = subject === undefined ? known.writes : writesNaming([subject], known);
  const conversions = subject === undefined ? conversionsMade(writes) : [];
  const notes = notesHere(state).filter(({ record }) => subject === undefined || record === subject);
  return {
    queries: lists,
    records: subject === undefined ? [rfiQuery, ...conversions.map(conversionQuery)] : [],
    lists: lists.map(list => ({ list, loaded: pagesOf(state, list) })),
    rfi: subject === undefined ? documentOf(state, rfiQuery) : undefined,
    conversions: conversions.map(id => ({ id, read: documentOf(state, conversionQuery(id)) })),
    writes,
    writesLoaded: writesLoaded(state),
    changes: statusChangesHere(state).filter(
      ({ key }) => subject === undefined || key.endsWith(` ${subject}`),
    ),
    notes,
    notesLoaded: notesLoaded(state),
    under: subject,
    language: state.language,
    now,
  };
}

function writesLoaded({ journal }: State): SourceReading['loaded'] {
  if (journal.kind !== 'open') return 'none';
  if (journal.complete) return 'all';
  // Unresolved entries are loaded from any time, without those around them.
  return journal.rows.findLast(row => !isUnresolved(row))?.intent.createdAt ?? 'none';
}

function notesLoaded(state: State): SourceReading['loaded'] {
  if (state.notes === undefined) return 'none';
  const all = notesHere(state);
  const isAll = all.length < MOST_NOTES && all.length >= noteCount(state, state.customer);
  return isAll ? 'all' : (all.at(-1)?.at ?? 'none');
}

/** Whether the lists of accounts and cards are complete and have no such ID. */
export function isUnknown({ under, lists }: Pick<TimelineLoaded, 'under' | 'lists'>): boolean {
  if (under === undefined) return false;
  const listed = lists
    .filter(({ list }) => FIRST.some(({ key }) => key === list.key))
    .map(one => one.loaded.pages);
  return listed.every(pages => extentOf(pages) === 'all' && !pages.items.some(({ key }) => key === under));
}
