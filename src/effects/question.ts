// One write that a screen asks a person to confirm, and how to read its record again before it is sent.

import type { OutcomeWord } from '../api/client/outcome.ts';
import type { Input, Result, WriteId } from '../api/contract/operations.ts';
import type { Row } from '../journal/intent.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { ConfirmToken, Dialog, DialogDeadline, ShownLine } from '../store/dialog.ts';
import type { Drawn } from '../store/dialog-reading.ts';
import type { KnownCustomer } from '../store/state.ts';
import type { DocumentOperation, ListOperation } from './query.ts';

/** The operation that reads a record again: its own read, or its page of a list. */
type RereadId = DocumentOperation | ListOperation;

type RereadCheck =
  | { readonly lines: readonly ShownLine[]; readonly warnings?: readonly Visible[] }
  | { readonly barred: Visible };

/** Reads the record again, just before anything is sent. */
export interface Reread<Id extends RereadId = RereadId> {
  readonly operation: Id;
  readonly input: Input<Id>;
  /** The dialog's lines for the record as it is now, with the same labels, and its warnings if they depend on the record; or why the write is no longer possible. */
  check(value: Result<Id>): RereadCheck;
  /** Runs before `check`, and updates the data that `check` uses in addition to the record. */
  readonly first?: () => Promise<void>;
  /** The next record to read. Its lines follow, without those that the first has already. */
  readonly then?: Reread;
}

/** Two readings, one after the other. */
export const rereadBoth = (first: Reread, then: Reread): Reread => ({ ...first, then });

/** The first's lines, then the second's. A line that both have, such as the cardholder, comes once. */
export const linesOfBoth = (
  first: readonly ShownLine[],
  then: readonly ShownLine[],
): readonly ShownLine[] => [
  ...first,
  ...then.filter(({ label }) => first.every(line => line.label !== label)),
];

/** How a write ended, as Purser shows and records it. */
export interface Ended<Id extends WriteId = WriteId> {
  /** WAITING: it has not ended, and leaves the screen until another person approves it. */
  readonly word: OutcomeWord | 'WAITING';
  readonly requestId: string;
  /** With DONE only. */
  readonly value?: Result<Id>;
}

export interface Question<Id extends WriteId = WriteId> {
  readonly operation: Id;
  readonly input: Input<Id>;
  /** "Cancel payout": the heading of the dialog, and the name in the sentences about the outcome. */
  readonly title: Visible;
  /** "Cancel the payout". */
  readonly button: Visible;
  readonly lines: readonly ShownLine[];
  /** Whole sentences: what the write stops, what Purser can't check. */
  readonly warnings: readonly Visible[];
  /** Writes from here that did the same to the same record, or may have, under its other name. */
  readonly earlier?: readonly Row[];
  /** A person types it for a write that can't be undone, and for every write in production. */
  readonly token: ConfirmToken;
  readonly deadline?: DialogDeadline;
  /** Renews what expired: a new question, or a sentence that says why not. */
  renew?(): Promise<Question<Id> | { readonly why: Visible }>;
  /** Absent if the service can't read the record: then a warning says so. */
  readonly reread?: Reread;
  /** Whole sentences about a DONE, from its answer. */
  done?(value: Result<Id>): readonly Visible[];
  /** How the answer of a DONE differs from what was confirmed, as whole sentences. The write is DONE all the same. */
  contradictions?(value: Result<Id>): readonly Visible[];
  /** Called when the write has ended, even if the dialog is closed, and before that when it waits for approval. */
  ended?(ended: Ended<Id>): void;
}

/** A question about a journal entry, which has the request already. */
export type AgainQuestion<Id extends WriteId = WriteId> = Omit<Question<Id>, 'input'>;

/** What screens can do with a write. */
export interface Writes {
  /** Opens the dialog, or says why it can't. */
  ask<Id extends WriteId>(question: Question<Id>): Promise<void>;
  /** The same for a journal entry that may be sent again, with its own request ID and bytes. */
  askAgain<Id extends WriteId>(row: Row, question: AgainQuestion<Id>): Promise<void>;
  /** This dialog was drawn; without `as`, nothing of it is on the screen. */
  drawn(shown: Dialog | undefined, as?: Drawn): void;
  /** Scrolls the dialog's text. */
  scroll(by: number, unit: 'lines' | 'pages'): void;
  move(by: number): void;
  /** Renews the subject of the dialog and asks the new question in its place. */
  renew(): Promise<void>;
  type(typed: string): void;
  /** Enter: on the safe button it leaves, on the token it goes on to the button, on the button it confirms. */
  enter(): Promise<void>;
  /** Leaves the dialog. A write in flight goes on. */
  close(): void;
  /** Opens the dialog of a write that waits for approval, by what this operator can do there. Its customer is the current one. */
  openWaiting(requestId: string): Promise<void>;
  /** Declines the write of another person. */
  decline(dialog: Pick<Dialog, 'requestId' | 'title' | 'approval'>, note: string): Promise<void>;
  /** Something became of a write that this operator asked for. True if its dialog is on the screen and says so. */
  approvalTold(requestId: string, ended: Row | undefined): boolean;
}

/** Checks one reading by the types of its operation, and gives it without them. */
export const reread = <Id extends RereadId>(reading: Reread<Id>): Reread =>
  // `check` gets results of this `operation` only.
  reading as unknown as Reread;

/** The label of the reason for the write access, which the journal keeps after the dialog's lines. */
export const REASON_FOR_WRITING = t`Reason for writing`;

/** The labels of the lines that say for whom a write is. */
export const WHOSE: readonly Visible[] = [t`Customer`, t`Acting for`];

/** For whom it would be done: first in every question, and below the money in the dialog. */
export const whose = ({ userId, onBehalfOf, name }: KnownCustomer): readonly ShownLine[] => [
  {
    label: t`Customer`,
    value: name === undefined ? visible(userId, 80) : t`${visible(name, 60)} ${visible(userId, 80)}`,
  },
  ...(onBehalfOf === undefined ? [] : [{ label: t`Acting for`, value: visible(onBehalfOf, 80) }]),
];

/** A question without the types of its operation. Only results of that operation are passed to its `done` and `ended`. */
export function anyQuestion<Id extends WriteId>(question: Question<Id>): Question;
export function anyQuestion<Id extends WriteId>(question: AgainQuestion<Id>): AgainQuestion;
export function anyQuestion(question: unknown): AgainQuestion {
  return question as AgainQuestion;
}
