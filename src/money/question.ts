// The question that a person must confirm before a write, and the read of its record just before sending.

import type { OutcomeWord } from '../api/client/outcome.ts';
import type { Input, Result, WriteId } from '../api/contract/operations.ts';
import type { FieldError } from '../api/contract/refusal-words.ts';
import type { DocumentOperation, ListOperation } from '../effects/query.ts';
import type { Row } from '../journal/intent.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { ConfirmToken } from '../store/confirm-token.ts';
import type { Dialog, DialogDeadline } from '../store/dialog.ts';
import type { Drawn } from '../store/dialog-reading.ts';
import type { ShownLine } from '../store/shown-line.ts';
import type { KnownCustomer } from '../store/state.ts';

/** An operation that reads a record again: the read of the record itself, or of a list with the record. */
type RereadId = DocumentOperation | ListOperation;

type RereadCheck =
  | { readonly lines: readonly ShownLine[]; readonly warnings?: readonly Visible[] }
  | { readonly barred: Visible };

/** Reads the record again, just before anything is sent. */
export interface Reread<Id extends RereadId = RereadId> {
  readonly operation: Id;
  readonly input: Input<Id>;
  /**
   * Makes the dialog's lines for the record as it is now, with the same labels. Also makes the warnings, if they depend on
   * the record. `barred` says why the write is no longer possible.
   */
  check(value: Result<Id>): RereadCheck;
  /** Runs before `check`, and updates the data that `check` uses in addition to the record. */
  readonly first?: () => Promise<void>;
  /** The next record to read. Its lines follow, except lines whose label the first record has already. */
  readonly then?: Reread;
}

/** Reads two records, one after the other. */
export const rereadBoth = (first: Reread, then: Reread): Reread => ({ ...first, then });

/** The lines of two records. A label that both have, such as the cardholder, comes once. */
export const linesOfBoth = (
  first: readonly ShownLine[],
  then: readonly ShownLine[],
): readonly ShownLine[] => [
  ...first,
  ...then.filter(({ label }) => first.every(line => line.label !== label)),
];

/** How a write ended, as Purser shows and records it. */
export interface Ended<Id extends WriteId = WriteId> {
  /** WAITING means that the write has not ended: another person must approve it first. */
  readonly word: OutcomeWord | 'WAITING';
  readonly requestId: string;
  /** The service's result. Present only with DONE. */
  readonly value?: Result<Id>;
  /** The fields that the service named. Present only with REFUSED. */
  readonly errors?: readonly FieldError[];
}

export interface Question<Id extends WriteId = WriteId> {
  readonly operation: Id;
  readonly input: Input<Id>;
  /** "Cancel payout": the heading of the dialog, and the name in the sentences about the outcome. */
  readonly title: Visible;
  /** "Cancel the payout". */
  readonly button: Visible;
  readonly lines: readonly ShownLine[];
  /** Whole sentences: the consequences of the write, and the facts that Purser can't check. */
  readonly warnings: readonly Visible[];
  /** Earlier writes of the same kind, done or unresolved, that named this record by its other ID. */
  readonly earlier?: readonly Row[];
  /** The token that a person types, for a write that can't be undone and for every write in production. */
  readonly token: ConfirmToken;
  readonly deadline?: DialogDeadline;
  /** Renews an expired quote: returns a new question, or a sentence that says why not. */
  renew?(): Promise<Question<Id> | { readonly why: Visible }>;
  /** Undefined if the service can't read the record. In this case a warning tells the person. */
  readonly reread?: Reread;
  /** Whole sentences about a DONE write, from the service's answer. */
  done?(value: Result<Id>): readonly Visible[];
  /** Whole sentences about differences between the answer and the confirmed lines. The write stays DONE. */
  contradictions?(value: Result<Id>): readonly Visible[];
  /** Called when the write has ended, even if the dialog is closed. Also called when the write waits for approval. */
  ended?(ended: Ended<Id>): void;
}

/** A question about a journal entry, which already has the input. */
export type AgainQuestion<Id extends WriteId = WriteId> = Omit<Question<Id>, 'input'>;

/** What screens can do with a write. */
export interface Writes {
  /** Opens the dialog, or shows a notice that says why not. */
  ask<Id extends WriteId>(question: Question<Id>): Promise<void>;
  /** Opens the dialog to send a journal entry again, with its own request ID and bytes. */
  askAgain<Id extends WriteId>(row: Row, question: AgainQuestion<Id>): Promise<void>;
  /** Reports which part of the dialog was drawn. Without `as`, no part is on the screen. */
  drawn(shown: Dialog | undefined, as?: Drawn): void;
  scroll(by: number, unit: 'lines' | 'pages'): void;
  move(by: number): void;
  /** Calls the question's `renew`, and asks the new question in the same dialog. */
  renew(): Promise<void>;
  type(typed: string): void;
  /** Reports whether the terminal has been silent for a moment. Enter confirms only after a silence. */
  silence(silent: boolean): void;
  /** Whether Enter now goes from the typed token to its button. The next Enter then confirms without another silence. */
  goesToButton(): boolean;
  /** Reports a character that the field did not take. The dialog says so. */
  missed(): void;
  /**
   * Handles the key Enter: closes the dialog on the safe button, moves from the token to the main button, and confirms
   * on the main button.
   */
  enter(): Promise<void>;
  /** Closes the dialog. A write in flight goes on. */
  close(): void;
  /** Opens the dialog of a waiting request with the acts that this operator may do. The request's customer must be selected. */
  openWaiting(requestId: string): Promise<void>;
  decline(dialog: Pick<Dialog, 'requestId' | 'title' | 'approval'>, note: string): Promise<void>;
  /** Reports a change of a request for approval. True if the request's dialog is open and shows the change. */
  approvalChanged(requestId: string, ended: Row | undefined): boolean;
}

/** Checks the types of a `Reread` with its operation, and returns the same object with general types. */
export const reread = <Id extends RereadId>(reading: Reread<Id>): Reread =>
  // Safe, because `check` gets results of this `operation` only.
  reading as unknown as Reread;

/** The label of the reason for write access. The journal keeps this line after the dialog's lines. */
export const REASON_FOR_WRITING = t`Reason for writing`;

/** The labels of the lines that name the customer of a write. */
export const WHOSE: readonly Visible[] = [t`Customer`, t`Acting for`];

/** The lines that name the customer of a write. They come first in a question, and below the money in the dialog. */
export const whose = ({ userId, onBehalfOf, name }: KnownCustomer): readonly ShownLine[] => [
  {
    label: t`Customer`,
    value: name === undefined ? visible(userId) : t`${name} ${visible(userId)}`,
  },
  ...(onBehalfOf === undefined ? [] : [{ label: t`Acting for`, value: visible(onBehalfOf) }]),
];

/** Returns the same question with general types. Safe, because `done` and `ended` get results of its operation only. */
export function anyQuestion<Id extends WriteId>(question: Question<Id>): Question;
export function anyQuestion<Id extends WriteId>(question: AgainQuestion<Id>): AgainQuestion;
export function anyQuestion(question: unknown): AgainQuestion {
  return question as AgainQuestion;
}
