// What the journal keeps about one write: the intent, exactly as it may have to be repeated, and everything that happened to it.
import type { ProcessId } from './processes.ts';

/** The states of an intent; which may follow which is in schema.ts, enforced by the database. */
export const states = ['PREPARED', 'SENT', 'DONE', 'REFUSED', 'NOT SENT', 'UNKNOWN', 'RESOLVED'] as const;
export type RowState = (typeof states)[number];

/** What a request came to. UNKNOWN: it may have had its effect. */
export type Settlement = 'DONE' | 'REFUSED' | 'NOT SENT' | 'UNKNOWN';

/** One line of the dialog that was confirmed, as it showed it. */
export interface Shown {
  readonly label: string;
  readonly value: string;
}

/** A write that a person confirmed. It has no headers, so no key or token can come in with them. */
export interface Intent {
  /** UUID; the `x-request-id` of every attempt at it. */
  readonly requestId: string;
  /** The operation's ID in the contract. */
  readonly operation: string;
  /** What was confirmed, in the dialog's words: one operation may freeze a card or set its limits. */
  readonly title: string;
  readonly class: 'write' | 'money';
  /** Whether the interface promises that a second request with this ID has no second effect; false if absent. */
  readonly repeatable?: boolean;
  readonly profile: string;
  readonly environment: string;
  readonly baseUrl: string;
  /** Whose keys, and which program: a request ID means something to these alone. */
  readonly clientId: string;
  readonly programId: string;
  readonly customer: { readonly userId: string; readonly onBehalfOf?: string };
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /**
   * The exact text, kept byte for byte; absent where nothing is sent. Where the contract says that some of it is about a
   * person, that is hidden: such a one is never sent from here.
   */
  readonly body?: string;
  /** Of fingerprint.ts, over what is sent: the same for the same action, whoever asks for it. */
  readonly fingerprint: string;
  readonly what: readonly Shown[];
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** What the service answered, as far as it is kept; the journal redacts the texts. */
export interface Answer {
  readonly status?: number;
  readonly message?: string;
  readonly text?: string;
}

/** A verdict on an UNKNOWN: by whom (a person, or the read that proved it), and on what evidence. */
export interface Resolution {
  readonly by: string;
  readonly verdict: 'DONE' | 'NOT DONE';
  readonly evidence: string;
  readonly note: string;
}

/** One change of state. `at` is epoch milliseconds; `process` made the change. */
export interface Transition {
  readonly number: number;
  readonly from: RowState | 'NEW';
  readonly to: RowState;
  readonly at: number;
  readonly process: ProcessId;
  readonly answer?: Answer;
  readonly resolution?: Resolution;
  /** What a further attempt's dialog showed, where it was asked for anew. */
  readonly what?: readonly Shown[];
}

/** An intent in the journal. `number` grows with every new one. */
export interface Row {
  readonly number: number;
  readonly intent: Intent;
  /** The request ID of the equal one that was open when a person said "this is a second one". */
  readonly besides?: string;
  readonly state: RowState;
  /** Once UNKNOWN: a later refusal says nothing about the earlier attempt. */
  readonly doubted: boolean;
  /** Oldest first; never empty. */
  readonly transitions: readonly Transition[];
}

/** Whose process made the last change of a row: the one that may go on with it. */
export function ownerOf(row: Row): ProcessId | undefined {
  return row.transitions.at(-1)?.process;
}
