// What a screen asks a person to confirm: one write, made from a snapshot of a record, with how to read that record again.

import type { OutcomeWord } from '../api/client/outcome.ts';
import type { Input, Result, WriteId } from '../api/contract/operations.ts';
import type { Row } from '../journal/intent.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { ConfirmToken, Dialog, DialogDeadline, ShownLine } from '../store/dialog.ts';
import type { Drawn } from '../store/dialog-reading.ts';
import type { KnownCustomer } from '../store/state.ts';
import type { DocumentOperation, ListOperation } from './query.ts';

/** What a record is read again by: its own read, or the page of a list where it stood. */
type RereadId = DocumentOperation | ListOperation;

type RereadCheck =
  | { readonly lines: readonly ShownLine[]; readonly warnings?: readonly Visible[] }
  | { readonly barred: Visible };

/** Reads the record again, just before anything is sent. */
export interface Reread<Id extends RereadId = RereadId> {
  readonly operation: Id;
  readonly input: Input<Id>;
  /** The dialog's lines as they would be now, and its warnings where they follow from the record, the same labels for the same things; or why it can't be done any more. */
  check(value: Result<Id>): RereadCheck;
  /** Brings up to date, before `check`, whatever else it looks at. */
  readonly first?: () => Promise<void>;
  /** What else is read again after it: its lines follow, but for those that are there already. */
  readonly then?: Reread;
}

/** One reading after another, as one. */
export const rereadBoth = (first: Reread, then: Reread): Reread => ({ ...first, then });

/** The second's lines after the first's; what both say, such as whose card it is, once. */
export const linesOfBoth = (
  first: readonly ShownLine[],
  then: readonly ShownLine[],
): readonly ShownLine[] => [
  ...first,
  ...then.filter(({ label }) => first.every(line => line.label !== label)),
];

/** How a write ended, as it is shown and recorded. */
export interface Ended<Id extends WriteId = WriteId> {
  readonly word: OutcomeWord;
  readonly requestId: string;
  /** With DONE only. */
  readonly value?: Result<Id>;
}

export interface Question<Id extends WriteId = WriteId> {
  readonly operation: Id;
  readonly input: Input<Id>;
  /** "Cancel payout": the dialog's heading, and what its outcome is said of. */
  readonly title: Visible;
  /** "Cancel the payout". */
  readonly button: Visible;
  readonly lines: readonly ShownLine[];
  /** Whole sentences: what it stops, what can't be checked. */
  readonly warnings: readonly Visible[];
  /** Writes from here that did the same to the same record, or may have, under another of its names. */
  readonly earlier?: readonly Row[];
  /** Typed where it can't be undone, and for every write in production. */
  readonly token: ConfirmToken;
  readonly deadline?: DialogDeadline;
  /** Absent where the interface has no read of it: a warning says so then. */
  readonly reread?: Reread;
  /** Whole sentences about a DONE, from its answer. */
  done?(value: Result<Id>): readonly Visible[];
  /** Where the answer of a DONE says another thing than was confirmed, as whole sentences: it is DONE all the same. */
  contradictions?(value: Result<Id>): readonly Visible[];
  /** Called once, when it ended, whether or not the dialog is still open. */
  ended?(ended: Ended<Id>): void;
}

/** What is asked of a row that the journal has: it holds the request itself. */
export type AgainQuestion<Id extends WriteId = WriteId> = Omit<Question<Id>, 'input'>;

/** The life of a write, as screens see it. */
export interface Writes {
  /** Opens the dialog about it, or says why it can't be asked. */
  ask<Id extends WriteId>(question: Question<Id>): Promise<void>;
  /** The same for a row of the journal that may be sent again, under its own request ID and with its own bytes. */
  askAgain<Id extends WriteId>(row: Row, question: AgainQuestion<Id>): Promise<void>;
  /** This dialog was drawn; without `as`, nothing of it is on the screen. */
  drawn(shown: Dialog | undefined, as?: Drawn): void;
  /** Moves its text, where that is longer than the screen. */
  scroll(by: number, unit: 'lines' | 'pages'): void;
  move(by: number): void;
  type(typed: string): void;
  /** Enter: the safe button leaves, the token goes on to the button, the button confirms. */
  enter(): Promise<void>;
  /** Leaves the dialog; what is on its way goes on. */
  close(): void;
}

/** Checks one reading against its operation's own type; what is kept of it has forgotten that. */
export const reread = <Id extends RereadId>(reading: Reread<Id>): Reread =>
  // Its `check` is only ever given the result of its own `operation`.
  reading as unknown as Reread;

/** Of why writing was granted, which goes on record behind what the dialog said. */
export const REASON_FOR_WRITING = t`Reason for writing`;

/** For whom it would be done: it stands first in every dialog. */
export const whose = ({ userId, onBehalfOf, name }: KnownCustomer): readonly ShownLine[] => [
  {
    label: t`Customer`,
    value: name === undefined ? visible(userId, 80) : t`${visible(name, 60)} ${visible(userId, 80)}`,
  },
  ...(onBehalfOf === undefined ? [] : [{ label: t`Acting for`, value: visible(onBehalfOf, 80) }]),
];

/** The question kept beside those of other operations; its `done` and `ended` only ever get its own results. */
export function anyQuestion<Id extends WriteId>(question: Question<Id>): Question;
export function anyQuestion<Id extends WriteId>(question: AgainQuestion<Id>): AgainQuestion;
export function anyQuestion(question: unknown): AgainQuestion {
  return question as AgainQuestion;
}
