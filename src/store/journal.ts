// What the console knows of its journal: the newest rows, and the unresolved ones. Pure.

import type { AuditLine } from '../journal/audit.ts';
import { isOpen, isUnresolved, lastStep } from '../journal/duplicates.ts';
import type { Row } from '../journal/intent.ts';
import type { ProcessId } from '../journal/processes.ts';
import { sameId } from '../lib/identifier.ts';
import { type Visible, visible } from '../lib/visible.ts';
import type { State } from './state.ts';

export { isOpen, isUnresolved };

export type JournalView =
  /** Not opened yet; the first frame does not wait for it. */
  | { readonly kind: 'closed' }
  /**
   * The journal can't be used, so nothing may be written. `why` is a whole sentence; `rows` are the rows known
   * before.
   */
  | { readonly kind: 'locked'; readonly why: Visible; readonly rows: readonly Row[] }
  /** Newest first. `complete` is false if the file has older rows. Every unresolved row is included. */
  | {
      readonly kind: 'open';
      readonly rows: readonly Row[];
      readonly complete: boolean;
      /** This console's ID in its rows. */
      readonly self?: ProcessId;
      /** Since when (epoch ms) the server of a team's journal is away: the rows are of that time. */
      readonly offlineSince?: number;
    };

/** The newest lines of the audit log, oldest first, for a screen that shows them. */
export type AuditView =
  | { readonly kind: 'unread' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'read'; readonly lines: readonly AuditLine[] };

const none: readonly Row[] = [];

export const journalRows = ({ journal }: State): readonly Row[] =>
  journal.kind === 'closed' ? none : journal.rows;

/** Adds `row`, or replaces its earlier version in place. A version with later steps stays. */
export function withRow(journal: JournalView, row: Row): JournalView {
  if (journal.kind === 'closed') return journal;
  const at = journal.rows.findIndex(known => known.intent.requestId === row.intent.requestId);
  const known = journal.rows[at];
  if (known && lastStep(known) > lastStep(row)) return journal;
  return { ...journal, rows: known ? journal.rows.with(at, row) : [row, ...journal.rows] };
}

/** One reading of the journal, for the store. */
interface JournalReading {
  /** Newest first. */
  readonly newest: readonly Row[];
  /** Every unresolved row, oldest first. */
  readonly unresolved: readonly Row[];
  readonly complete: boolean;
  readonly self: ProcessId;
  readonly offlineSince?: number | undefined;
}

/**
 * What the console knows after a reading. A row that took a further step while the journal was read keeps that step, and a
 * row that did not change stays the same object.
 */
export function withReading(
  journal: JournalView,
  { newest, unresolved, complete, self, offlineSince }: JournalReading,
): JournalView {
  const before = journal.kind === 'closed' ? none : journal.rows;
  const known = new Map(before.map(row => [row.number, row]));
  const listed = new Set(newest.map(row => row.number));
  const read = [...newest, ...unresolved.filter(row => !listed.has(row.number)).toReversed()];
  const last = newest[0]?.number ?? 0;
  const rows = [
    ...before.filter(row => row.number > last),
    ...read.map(row => {
      const own = known.get(row.number);
      return own && (lastStep(own) > lastStep(row) || isSame(own, row)) ? own : row;
    }),
  ];
  const same = rows.length === before.length && rows.every((row, at) => row === before[at]);
  const unchanged = journal.kind === 'open' && same && journal.complete === complete;
  if (unchanged && journal.offlineSince === offlineSince) return journal;
  return { kind: 'open', rows, complete, self, ...(offlineSince !== undefined && { offlineSince }) };
}

/** Another owner is no step of the write. */
const isSame = (one: Row, other: Row): boolean =>
  lastStep(one) === lastStep(other) &&
  one.held?.owner === other.held?.owner &&
  one.held?.offer?.to === other.held?.offer?.to;

/** Whether a row belongs to the present service, keys and program. */
export const isHere = ({ intent }: Row, { reach }: State): boolean =>
  intent.baseUrl === reach.baseUrl &&
  sameId(intent.clientId, reach.clientId) &&
  sameId(intent.programId, reach.programId);

/** Whether a row was made with another profile, whose request IDs mean nothing to this one. */
export const isOfOtherProfile = ({ intent }: Row, { reach }: State): boolean =>
  visible(intent.profile) !== reach.profile;

/** Since when a team's journal is out of reach, epoch ms. */
export const journalOfflineSince = ({ journal }: State): number | undefined =>
  journal.kind === 'open' ? journal.offlineSince : undefined;

/** Unresolved rows of the present service. */
export const unresolvedHere = (state: State): readonly Row[] =>
  journalRows(state).filter(row => isUnresolved(row) && isHere(row, state));

/** Whether this console is sending it right now. */
export function isOnItsWay({ state, transitions }: Row, { journal }: State): boolean {
  if (journal.kind !== 'open' || state === 'UNKNOWN') return false;
  const owner = transitions.at(-1)?.process;
  return owner !== undefined && owner.pid === journal.self?.pid && owner.started === journal.self.started;
}
