// What the journal keeps about one write: the intent, exactly as it would be sent again, and every change of its state.
import type { ProcessId } from './processes.ts';

/** The states of an intent; which may follow which is in schema.ts, enforced by the database. */
export const states = [
  'WAITING',
  'PREPARED',
  'SENT',
  'DONE',
  'REFUSED',
  'NOT SENT',
  'UNKNOWN',
  'RESOLVED',
] as const;
export type RowState = (typeof states)[number];

/** The outcome of a request. UNKNOWN: it may have had its effect. */
export type Settlement = 'DONE' | 'REFUSED' | 'NOT SENT' | 'UNKNOWN';

/** One line of the confirmed dialog. */
export interface Shown {
  readonly label: string;
  readonly value: string;
}

/** A write that a person confirmed. It has no headers, so it can't contain a key or a token. */
export interface Intent {
  /** UUID; the `x-request-id` of every attempt at it. */
  readonly requestId: string;
  /** The operation's ID in the contract. */
  readonly operation: string;
  /** The dialog's title: one operation may freeze a card or set its limits. */
  readonly title: string;
  readonly class: 'write' | 'money';
  /** Whether the service promises that a second request with this ID has no second effect; false if absent. */
  readonly repeatable?: boolean;
  readonly profile: string;
  readonly environment: string;
  readonly baseUrl: string;
  /** The keys and the program: a request ID is known only to them. */
  readonly clientId: string;
  readonly programId: string;
  readonly customer: { readonly userId: string; readonly onBehalfOf?: string };
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /**
   * The exact text, byte for byte; absent if the request has no body. Data about persons is hidden, and such a write can't be
   * sent again from the journal.
   */
  readonly body?: string;
  /** From fingerprint.ts, over the request as it is sent: the same for the same action. */
  readonly fingerprint: string;
  readonly what: readonly Shown[];
  /** The amounts that it moves, for the rules of approval; absent if it has none, or the journal is not a team's. */
  readonly amounts?: readonly IntentAmount[];
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

export interface IntentAmount {
  /** An exact decimal; absent if Purser doesn't know it. */
  readonly amount?: string;
  readonly currency?: string;
}

/** The kept part of the service's answer. The journal redacts the texts. */
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

/** How the wait for another person's approval ended. */
export interface ApprovalEnd {
  /** `changed`: the record was not the approved one any more. */
  readonly outcome: 'approved' | 'declined' | 'expired' | 'withdrawn' | 'changed';
  /** The persons who approved or declined. */
  readonly by?: string;
  /** The note of a decline, or the change. */
  readonly note?: string;
}

/** One change of state. `at` is epoch milliseconds; `process` made the change. */
export interface Transition {
  readonly number: number;
  readonly from: RowState | 'NEW';
  readonly to: RowState;
  readonly at: number;
  readonly process: ProcessId;
  /** Who made it, where a team shares the record. */
  readonly operator?: string;
  readonly answer?: Answer;
  readonly resolution?: Resolution;
  /** From WAITING only. */
  readonly approval?: ApprovalEnd;
  /** The lines of the dialog that confirmed this retry. */
  readonly what?: readonly Shown[];
}

/** An intent in the journal. `number` grows with every new one. */
export interface Row {
  readonly number: number;
  readonly intent: Intent;
  /** The request ID of the equal write that a person named when they confirmed this one. */
  readonly besides?: string;
  readonly state: RowState;
  /** Once UNKNOWN: a later refusal says nothing about the earlier attempt. */
  readonly doubted: boolean;
  /** Oldest first; never empty. */
  readonly transitions: readonly Transition[];
  /** Of an UNKNOWN entry, where a team shares the record. */
  readonly held?: Held;
}

/** Who answers for an entry, by name: who made it, until somebody accepted it. */
export interface Held {
  readonly owner: string;
  /** `to` has not answered yet. */
  readonly offer?: { readonly to: string; readonly by: string };
}

/** The process that made the last change of a row. Only that process may go on with it. */
export function ownerOf(row: Row): ProcessId | undefined {
  return row.transitions.at(-1)?.process;
}
