// The journal's record of a write: the intent, exactly as Purser would send it again, and every change of its state.
import type { ProcessId } from './processes.ts';

/** The states of an intent. The database enforces the legal transitions (sqlite/schema.ts). */
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

/** The outcome of a request. UNKNOWN: the request may have had its effect. */
export type Settlement = 'DONE' | 'REFUSED' | 'NOT SENT' | 'UNKNOWN';

/** One line of the confirmed dialog. */
export interface Shown {
  readonly label: string;
  readonly value: string;
}

/** A write that a person confirmed. It has no headers, so it can't contain a key or a token. */
export interface Intent {
  /** UUID; the `x-request-id` of every attempt at this write. */
  readonly requestId: string;
  /** The operation's ID in the contract. */
  readonly operation: string;
  /** The dialog's title, because one operation may freeze a card or set its limits. */
  readonly title: string;
  readonly class: 'write' | 'money';
  /** Whether the service promises that a second request with this ID has no second effect; false if absent. */
  readonly repeatable?: boolean;
  readonly profile: string;
  readonly environment: string;
  readonly baseUrl: string;
  /** With the same client ID and program, the service knows the request ID again. */
  readonly clientId: string;
  readonly programId: string;
  readonly customer: { readonly userId: string; readonly onBehalfOf?: string };
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /**
   * The exact text, byte for byte; absent if the request has no body. If the text hides personal data, Purser can't send the write
   * again from the journal.
   */
  readonly body?: string;
  /** The fingerprint of the request as Purser sends it (fingerprint.ts). Requests for the same action have the same fingerprint. */
  readonly fingerprint: string;
  /** The fingerprints that version 0.1 gave this request. The journal looks for them too, and doesn't record them. */
  readonly earlierForms?: readonly string[];
  readonly what: readonly Shown[];
  /** The amounts that the write moves, for the rules of approval. Absent if it moves none, or there is no team journal. */
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

/** A verdict on an UNKNOWN write, and its evidence. `by` is a person, or in a team the console that got a late response. */
export interface Resolution {
  readonly by: string;
  readonly verdict: 'DONE' | 'NOT DONE';
  readonly evidence: string;
  readonly note: string;
}

/** How the wait for another person's approval ended. */
export interface ApprovalEnd {
  /**
   * `changed`: the record differed from the approved record. `unanswered`: the asker's console got no answer when it asked, and
   * took the request back.
   */
  readonly outcome: 'approved' | 'declined' | 'expired' | 'withdrawn' | 'changed' | 'unanswered';
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
  /** The role that made the change, in a team journal. */
  readonly operator?: string;
  readonly answer?: Answer;
  readonly resolution?: Resolution;
  /** Only for a transition from WAITING, and for an approval that a changed record voided before a retry. */
  readonly approval?: ApprovalEnd;
  /** The lines of the dialog that confirmed this retry. */
  readonly what?: readonly Shown[];
}

/** An intent in the journal. `number` grows with every new intent. */
export interface Row {
  readonly number: number;
  readonly intent: Intent;
  /** The request ID of the duplicate that a person named when they confirmed this write. */
  readonly duplicateOf?: string;
  readonly state: RowState;
  /** Whether the write was ever UNKNOWN. A later refusal proves nothing about the earlier attempt. */
  readonly wasUnknown: boolean;
  /** Oldest first; never empty. */
  readonly transitions: readonly Transition[];
  /** Only for an UNKNOWN entry in a team journal. */
  readonly held?: Held;
  /** Enough persons approved this WAITING entry. `mine`: this operator asked. `theirs`: another operator asked. */
  readonly approved?: 'mine' | 'theirs';
}

/** The owner of an entry, by name: the person who made it, until another person accepts it. */
export interface Held {
  readonly owner: string;
  /** A handover that `to` has not answered yet. */
  readonly offer?: { readonly to: string; readonly by: string };
}

/** The process that made the last change of a row. Only that process may go on with the row. */
export function ownerOf(row: Row): ProcessId | undefined {
  return row.transitions.at(-1)?.process;
}
