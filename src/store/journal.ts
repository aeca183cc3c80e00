// What the console knows of its journal: the newest rows, and which of them are unresolved; pure.

import { isUnresolved } from '../journal/duplicates.ts';
import type { Row } from '../journal/intent.ts';
import type { ProcessId } from '../journal/processes.ts';
import { sameId } from '../lib/identifier.ts';
import { type Visible, visible } from '../lib/visible.ts';
import type { State } from './state.ts';

export { isUnresolved };

export type JournalView =
  /** Not opened yet: the first frame doesn't wait for it. */
  | { readonly kind: 'closed' }
  /** It can't be used, so nothing may be written; `why` is a whole sentence, `rows` what was known before. */
  | { readonly kind: 'locked'; readonly why: Visible; readonly rows: readonly Row[] }
  /** Newest first; `complete` is false where the file has older ones. Whatever is unresolved is always among them. */
  | {
      readonly kind: 'open';
      readonly rows: readonly Row[];
      readonly complete: boolean;
      /** This console, as its rows name it. */
      readonly self?: ProcessId;
    };

const none: readonly Row[] = [];

export const journalRows = ({ journal }: State): readonly Row[] =>
  journal.kind === 'closed' ? none : journal.rows;

/** The same with `row` as it stands now: in its place, or first where it is new. */
export function withRow(journal: JournalView, row: Row): JournalView {
  if (journal.kind === 'closed') return journal;
  const at = journal.rows.findIndex(known => known.intent.requestId === row.intent.requestId);
  return { ...journal, rows: at < 0 ? [row, ...journal.rows] : journal.rows.with(at, row) };
}

/** Whether a row is of the service that the keys reach now, with the keys and the program that they reach it with. */
export const isHere = ({ intent }: Row, { reach }: State): boolean =>
  intent.baseUrl === reach.baseUrl &&
  sameId(intent.clientId, reach.clientId) &&
  sameId(intent.programId, reach.programId);

/** Whether a row was made with another profile, whose request IDs mean nothing to this one. */
export const isOfOtherProfile = ({ intent }: Row, { reach }: State): boolean =>
  visible(intent.profile) !== reach.profile;

/** What was begun at the service that is reached now and is not certain yet. */
export const unresolvedHere = (state: State): readonly Row[] =>
  journalRows(state).filter(row => isUnresolved(row) && isHere(row, state));

/** Whether this console has it in hand right now. */
export function isOnItsWay({ state, transitions }: Row, { journal }: State): boolean {
  if (journal.kind !== 'open' || state === 'UNKNOWN') return false;
  const owner = transitions.at(-1)?.process;
  return owner !== undefined && owner.pid === journal.self?.pid && owner.started === journal.self.started;
}
