// What the console knows of its journal: the newest rows, and the unresolved ones. Pure.

import { isUnresolved } from '../journal/duplicates.ts';
import type { Row } from '../journal/intent.ts';
import type { ProcessId } from '../journal/processes.ts';
import { sameId } from '../lib/identifier.ts';
import { type Visible, visible } from '../lib/visible.ts';
import type { State } from './state.ts';

export { isUnresolved };

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
    };

const none: readonly Row[] = [];

export const journalRows = ({ journal }: State): readonly Row[] =>
  journal.kind === 'closed' ? none : journal.rows;

/** Adds `row`, or replaces its earlier version in place. */
export function withRow(journal: JournalView, row: Row): JournalView {
  if (journal.kind === 'closed') return journal;
  const at = journal.rows.findIndex(known => known.intent.requestId === row.intent.requestId);
  return { ...journal, rows: at < 0 ? [row, ...journal.rows] : journal.rows.with(at, row) };
}

/** Whether a row belongs to the present service, keys and program. */
export const isHere = ({ intent }: Row, { reach }: State): boolean =>
  intent.baseUrl === reach.baseUrl &&
  sameId(intent.clientId, reach.clientId) &&
  sameId(intent.programId, reach.programId);

/** Whether a row was made with another profile, whose request IDs mean nothing to this one. */
export const isOfOtherProfile = ({ intent }: Row, { reach }: State): boolean =>
  visible(intent.profile) !== reach.profile;

/** Unresolved rows of the present service. */
export const unresolvedHere = (state: State): readonly Row[] =>
  journalRows(state).filter(row => isUnresolved(row) && isHere(row, state));

/** Whether this console is sending it right now. */
export function isOnItsWay({ state, transitions }: Row, { journal }: State): boolean {
  if (journal.kind !== 'open' || state === 'UNKNOWN') return false;
  const owner = transitions.at(-1)?.process;
  return owner !== undefined && owner.pid === journal.self?.pid && owner.started === journal.self.started;
}
