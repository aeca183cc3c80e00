// The question that a person must confirm before a write, and the read of its record just before sending.

import type { OutcomeWord } from '../api/client/outcome.ts';
import type { Input, Result, WriteId } from '../api/contract/operations.ts';
import type { FieldError } from '../api/contract/refusal-words.ts';
import type { Row } from '../journal/intent.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { ConfirmToken } from '../store/confirm-token.ts';
import type { Dialog, DialogDeadline } from '../store/dialog.ts';
import type { Drawn } from '../store/dialog-reading.ts';
import type { ShownLine } from '../store/shown-line.ts';
import type { KnownCustomer } from '../store/state.ts';
import type { DocumentOperation, ListOperation } from './query.ts';

/** The read of the record itself, or of a list with the record. */
type RereadId = DocumentOperation | ListOperation;

type RereadCheck =
  | { readonly lines: readonly ShownLine[]; readonly warnings?: readonly Visible[] }
  | { readonly barred: Visible };

/** Just before anything is sent. */
export interface Reread<Id extends RereadId = RereadId> {
  readonly operation: Id;
  readonly input: Input<Id>;
  /** The lines of the record now, with the same labels. `barred`: why the write is no longer possible. */
  check(value: Result<Id>): RereadCheck;
  /** Before `check`: updates the other data that `check` uses. */
  readonly first?: () => Promise<void>;
  /** Its lines follow, except those whose label the first record has already. */
  readonly then?: Reread;
}

export const rereadBoth = (first: Reread, then: Reread): Reread => ({ ...first, then });

/** A label that both have, such as the cardholder, comes once. */
export const linesOfBoth = (
  first: readonly ShownLine[],
  then: readonly ShownLine[],
): readonly ShownLine[] => [
  ...first,
  ...then.filter(({ label }) => first.every(line => line.label !== label)),
];

export interface Ended<Id extends WriteId = WriteId> {
  /** WAITING: the write has not ended, another person must approve it first. */
  readonly word: OutcomeWord | 'WAITING';
  readonly requestId: string;
  /** Only with DONE. */
  readonly value?: Result<Id>;
  /** Only with REFUSED. */
  readonly errors?: readonly FieldError[];
}

export interface Question<Id extends WriteId = WriteId> {
  readonly operation: Id;
  readonly input: Input<Id>;
  /** "Cancel payout": for the heading, and for sentences about the outcome. */
  readonly title: Visible;
  readonly button: Visible;
  readonly lines: readonly ShownLine[];
  /** Whole sentences: the consequences, and the facts that Purser can't check. */
  readonly warnings: readonly Visible[];
  /** Done or unresolved writes of this kind that named the record by its other ID. */
  readonly earlier?: readonly Row[];
  /** For a write that can't be undone, and for every write in production. */
  readonly token: ConfirmToken;
  readonly deadline?: DialogDeadline;
  /** After the quote expired: a new question, or a sentence that says why not. */
  renew?(): Promise<Question<Id> | { readonly why: Visible }>;
  /** Undefined if the service can't read the record; a warning then tells the person. */
  readonly reread?: Reread;
  /** Whole sentences from the service's answer. */
  done?(value: Result<Id>): readonly Visible[];
  /** Differences between the answer and the confirmed lines, as sentences. The write stays DONE. */
  contradictions?(value: Result<Id>): readonly Visible[];
  /** Even if the dialog is closed, and also when the write waits for approval. */
  ended?(ended: Ended<Id>): void;
}

/** The journal entry has the input. */
export type AgainQuestion<Id extends WriteId = WriteId> = Omit<Question<Id>, 'input'>;

export interface Writes {
  ask<Id extends WriteId>(question: Question<Id>): Promise<void>;
  /** With the entry's own request ID and bytes. */
  askAgain<Id extends WriteId>(row: Row, question: AgainQuestion<Id>): Promise<void>;
  /** Without `as`, no part is on the screen. */
  drawn(shown: Dialog | undefined, as?: Drawn): void;
  scroll(by: number, unit: 'lines' | 'pages'): void;
  move(by: number): void;
  renew(): Promise<void>;
  type(typed: string): void;
  /** Enter confirms only after a silence. */
  silence(silent: boolean): void;
  /** From the typed token. The next Enter then confirms without another silence. */
  goesToButton(): boolean;
  /** The field did not take a character. The dialog says so. */
  missed(): void;
  /** Closes on the safe button, moves from the token to the main button, and confirms there. */
  enter(): Promise<void>;
  /** A write in flight goes on. */
  close(): void;
  /** With the acts that this operator may do. The request's customer must be selected. */
  openWaiting(requestId: string): Promise<void>;
  decline(dialog: Pick<Dialog, 'requestId' | 'title' | 'approval'>, note: string): Promise<void>;
  /** True if the request's dialog is open and shows the change. */
  approvalChanged(requestId: string, ended: Row | undefined): boolean;
}

/** Checks the types with the operation, and returns the same object with general types. */
export const reread = <Id extends RereadId>(reading: Reread<Id>): Reread =>
  // Safe, because `check` gets results of this `operation` only.
  reading as unknown as Reread;

/** The journal keeps this line after the dialog's lines. */
export const REASON_FOR_WRITING = t`Reason for writing`;

export const WHOSE: readonly Visible[] = [t`Customer`, t`Acting for`];

/** First in a question, and below the money in the dialog. */
export const whose = ({ userId, onBehalfOf, name }: KnownCustomer): readonly ShownLine[] => [
  {
    label: t`Customer`,
    value: name === undefined ? visible(userId) : t`${name} ${visible(userId)}`,
  },
  ...(onBehalfOf === undefined ? [] : [{ label: t`Acting for`, value: visible(onBehalfOf) }]),
];

/** Safe, because `done` and `ended` get results of its operation only. */
export function anyQuestion<Id extends WriteId>(question: Question<Id>): Question;
export function anyQuestion<Id extends WriteId>(question: AgainQuestion<Id>): AgainQuestion;
export function anyQuestion(question: unknown): AgainQuestion {
  return question as AgainQuestion;
}
