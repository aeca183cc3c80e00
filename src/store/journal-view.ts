// The journal as the console last read it: the newest rows and all unresolved rows.

import type { Row } from '../journal/intent.ts';
import { isBegun, isOpen, isUnresolved, isWith, lastStep } from '../journal/possible-duplicates.ts';
import { visible } from '../lib/visible.ts';
import type { JournalFacts, JournalView, State } from './state.ts';

export { isOpen, isUnresolved };

const none: readonly Row[] = [];

export const journalRows = ({ journal }: State): readonly Row[] =>
  journal.kind === 'closed' ? none : journal.rows;

export const rowOf = (requestId: string, state: State): Row | undefined =>
  journalRows(state).find(({ intent }) => intent.requestId === requestId);

/** Never replaces a version of the row with later steps. */
export function withRow(journal: JournalView, row: Row): JournalView {
  if (journal.kind === 'closed') return journal;
  const at = journal.rows.findIndex(known => known.intent.requestId === row.intent.requestId);
  const known = journal.rows[at];
  if (known && lastStep(known) > lastStep(row)) return journal;
  return { ...journal, rows: known ? journal.rows.with(at, row) : [row, ...journal.rows] };
}

export const withRowsAs = (journal: JournalView, as: (row: Row) => Row): JournalView =>
  journal.kind === 'closed' ? journal : { ...journal, rows: journal.rows.map(as) };

interface JournalReading extends JournalFacts {
  /** Newest first. */
  readonly newest: readonly Row[];
  /** All unresolved rows, oldest first. */
  readonly unresolved: readonly Row[];
}

const COMPARED = ['complete', 'offlineSince', 'outdated', 'unread', 'shut'] as const;

/** A row that changed during the read keeps its later step. An unchanged row stays the same object. */
export function withReading(
  journal: JournalView,
  { newest, unresolved, ...facts }: JournalReading,
): JournalView {
  const before = journal.kind === 'closed' ? none : journal.rows;
  const known = new Map(before.map(row => [row.intent.requestId, row]));
  const listed = new Set(newest.map(row => row.intent.requestId));
  const read = [...newest, ...unresolved.filter(row => !listed.has(row.intent.requestId))];
  const ids = new Set(read.map(row => row.intent.requestId));
  const last = newest[0]?.number ?? 0;
  // A write that began between the two reads is only in the second.
  const rows = [
    ...before.filter(row => row.number > last && !ids.has(row.intent.requestId)),
    ...read.map(row => {
      const own = known.get(row.intent.requestId);
      return own && (lastStep(own) > lastStep(row) || isSame(own, row)) ? own : row;
    }),
  ].sort((one, other) => other.number - one.number);
  const same = rows.length === before.length && rows.every((row, at) => row === before[at]);
  const unchanged = journal.kind === 'open' && same && COMPARED.every(name => journal[name] === facts[name]);
  return unchanged ? journal : { kind: 'open', rows, ...facts };
}

/** A new owner and an outcome that is not recorded yet are no steps of the write, but count as changes. */
const isSame = (one: Row, other: Row): boolean =>
  lastStep(one) === lastStep(other) &&
  one.state === other.state &&
  one.held?.owner === other.held?.owner &&
  one.held?.offer?.to === other.held?.offer?.to;

/** Family A has no program. */
export const isHere = ({ intent }: Row, { reach }: State): boolean => isWith(intent, reach);

/** The current service may not know its request ID. */
export const isOfOtherProfile = ({ intent }: Row, { reach }: State): boolean =>
  visible(intent.profile) !== reach.profile;

export const journalFacts = ({ journal }: State): Partial<JournalFacts> =>
  journal.kind === 'closed' ? {} : journal;

export const unresolvedHere = (state: State): readonly Row[] =>
  journalRows(state).filter(row => isUnresolved(row) && isHere(row, state));

/** Whether this console is sending the write now. */
export function isOnItsWay(row: Row, { journal }: State): boolean {
  if (journal.kind !== 'open' || !isBegun(row)) return false;
  const owner = row.transitions.at(-1)?.process;
  return owner !== undefined && owner.pid === journal.self?.pid && owner.started === journal.self.started;
}

/** In any console. The journal turns the entries of a dead console into UNKNOWN within seconds. */
export function isInFlight(row: Row, state: State): boolean {
  const open = state.journal.kind === 'open' && journalFacts(state).offlineSince === undefined;
  return isOnItsWay(row, state) || (open && isBegun(row));
}
