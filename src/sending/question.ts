// The question that a person must confirm before a write, and the read of its record just before sending.

import type { Customer } from '../api/client/call-context.ts';
import type { Outcome } from '../api/client/failure.ts';
import type { OutcomeWord } from '../api/client/outcome.ts';
import type { Input, Result, WriteId } from '../api/contract/operations.ts';
import type { FieldError, RefusalWords } from '../api/contract/refusal-words.ts';
import type { Row } from '../journal/intent.ts';
import type { Deadline } from '../lib/clock.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { DocumentOperation, ListOperation } from '../records/query.ts';
import type { ConfirmToken } from './confirm-token.ts';
import type { ShownLine } from './shown-line.ts';

type RereadId = DocumentOperation | ListOperation;

type RereadCheck =
  | { readonly lines: readonly ShownLine[]; readonly warnings?: readonly Visible[] }
  | { readonly barred: Visible };

/** Just before anything is sent. A missing or different line voids the confirmation. */
export interface Reread<Id extends RereadId = RereadId> {
  readonly operation: Id;
  readonly input: Input<Id>;
  readonly first?: () => Promise<void>;
  /** `barred`: why the write is no longer possible. */
  check(value: Result<Id>): RereadCheck;
}

/** A record as a dialog shows it. The same functions make the dialog and read the record again. */
export interface ShownRecord<Id extends RereadId, Found extends object = Result<Id>> {
  readonly operation: Id;
  readonly input: Input<Id>;
  /** Updates what the functions use beside the answer, before the record is read again. */
  readonly first?: () => Promise<void>;
  /** The record in a new answer, or why the write is no longer possible. Called once for each answer. */
  found(answer: Result<Id>): Found | Visible;
  /** All lines of the dialog, in their order. A line that the question adds itself would be missing in the next reading. */
  lines(record: Found): readonly ShownLine[];
  /** Default: the question's. */
  warnings?(record: Found): readonly Visible[];
}

export const rereadOf = <Id extends RereadId, Found extends object>({
  found,
  lines,
  warnings,
  ...reading
}: ShownRecord<Id, Found>): Reread => {
  const reread: Reread<Id> = {
    ...reading,
    check(value) {
      const record = found(value);
      return typeof record === 'string'
        ? { barred: record }
        : { lines: lines(record), ...(warnings && { warnings: warnings(record) }) };
    },
  };
  // Safe, because `check` gets results of this `operation` only.
  return reread as unknown as Reread;
};

/** For a question: the record as it was last read, and its next reading. */
export const shownIn = <Id extends RereadId, Found extends object>(
  shown: ShownRecord<Id, Found>,
  record: Found,
) => ({
  lines: shown.lines(record),
  warnings: shown.warnings?.(record) ?? [],
  reread: [rereadOf(shown)],
});

/** A label that both have comes once. */
export const linesOfBoth = (
  first: readonly ShownLine[],
  then: readonly ShownLine[],
): readonly ShownLine[] => [
  ...first,
  ...then.filter(({ label }) => first.every(line => line.label !== label)),
];

export interface Ended<Id extends WriteId = WriteId> {
  /** WAITING: another person must approve it first. */
  readonly word: OutcomeWord | 'WAITING';
  readonly requestId: string;
  /** Only with DONE. */
  readonly value?: Result<Id>;
  /** Named by the service. Only with REFUSED. */
  readonly errors?: readonly FieldError[];
}

/** What is to check although the write is DONE. A question knows its record better than the comparison of all names. */
export function checksOf(
  { contradictions }: Pick<Question, 'contradictions'>,
  outcome: Outcome<unknown> | undefined,
): readonly Visible[] {
  if (outcome?.ok !== true) return [];
  // The outcome belongs to the question's operation.
  const own = contradictions?.(outcome.value as NonNullable<Ended['value']>) ?? [];
  const differing = own.length > 0 ? own : (outcome.differences ?? []);
  return [...(outcome.unknown === undefined ? [] : [outcome.unknown]), ...differing];
}

/** The message may name a field in its words. */
export const fieldErrors = ({ errors, message }: RefusalWords): readonly FieldError[] =>
  errors ?? (message === undefined ? [] : [{ words: message }]);

export interface Question<Id extends WriteId = WriteId> {
  readonly operation: Id;
  readonly input: Input<Id>;
  /** "Cancel payout", also in the sentences about the outcome. */
  readonly title: Visible;
  readonly button: Visible;
  readonly lines: readonly ShownLine[];
  /** Consequences, and what Purser can't check. */
  readonly warnings: readonly Visible[];
  /** Warnings that stay when the record is read again. */
  readonly lasting?: readonly Visible[];
  /** The record's other names, in the form of the duplicate rule. */
  readonly alsoNamed?: readonly string[];
  /** Writes before version 8 of the journal on this record under its other ID, which no duplicate rule finds. */
  readonly earlier?: readonly Row[];
  readonly token: ConfirmToken;
  readonly deadline?: Deadline;
  /** For an expired quote: a new question, or why not. */
  renew?(): Promise<Question<Id> | { readonly why: Visible }>;
  /** From `shownIn`, in the order of the lines. Undefined if the service can't read the record: a warning says so. */
  readonly reread?: readonly Reread[];
  done?(value: Result<Id>): readonly Visible[];
  /** Where the answer differs from the confirmed lines. The write stays DONE. */
  contradictions?(value: Result<Id>): readonly Visible[];
  /** Also if the dialog is closed, and if the write waits for approval. */
  ended?(ended: Ended<Id>): void;
}

/** The journal keeps this line after the dialog's lines. */
export const REASON_FOR_WRITING = t`Reason for writing`;

export interface NamedCustomer extends Customer {
  readonly name: Visible | undefined;
}

export const WHOSE: readonly Visible[] = [t`Customer`, t`Acting for`];

/** The lines that name the customer of a write. They come first in a question, and below the money in the dialog. */
export const whose = ({ userId, onBehalfOf, name }: NamedCustomer): readonly ShownLine[] => [
  {
    label: t`Customer`,
    value: name === undefined ? visible(userId) : t`${name} ${visible(userId)}`,
  },
  ...(onBehalfOf === undefined ? [] : [{ label: t`Acting for`, value: visible(onBehalfOf) }]),
];

/** Returns the same question with general types. Safe, because `done` and `ended` get results of its operation only. */
export const anyQuestion = <Id extends WriteId>(question: Question<Id>): Question =>
  question as unknown as Question;
