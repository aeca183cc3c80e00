// The journal's record of a write: the intent, exactly as Purser would send it again, and every change of its state.
import type { ProcessId } from './processes.ts';

/** The database enforces the legal transitions (sqlite/schema.ts). */
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

/** UNKNOWN: the request may have had its effect. */
export type Settlement = 'DONE' | 'REFUSED' | 'NOT SENT' | 'UNKNOWN';

/** One line of the confirmed dialog. */
export interface Shown {
  readonly label: string;
  readonly value: string;
}

/** It has no headers, so it can't contain a key or a token. */
export interface Intent {
  /** UUID; the `x-request-id` of every attempt. */
  readonly requestId: string;
  readonly operation: string;
  /** One operation may freeze a card or set its limits. */
  readonly title: string;
  readonly class: 'write' | 'money';
  /** A second request with this ID has no second effect, as the service documents. */
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
  /** Byte for byte. If it hides personal data, Purser can't send the write again from the journal. */
  readonly body?: string;
  readonly fingerprint: string;
  /** What one write uses up, such as a quote: a fingerprint of each. Absent in entries of files before version 8. */
  readonly uses?: readonly string[];
  readonly what: readonly Shown[];
  /** For the rules of approval, in a team. */
  readonly amounts?: readonly IntentAmount[];
  /** Epoch ms. */
  readonly createdAt: number;
}

/** One client ID at one address of the service. */
export type ServiceAccount = Pick<Intent, 'baseUrl' | 'clientId'>;

export interface IntentAmount {
  /** An exact decimal; absent if Purser doesn't know it. */
  readonly amount?: string;
  readonly currency?: string;
}

/** The kept part of the service's answer, redacted. */
export interface Answer {
  readonly status?: number;
  readonly message?: string;
  readonly text?: string;
}

/** `by`: a person, or in a team the console that got a late response. */
export interface Resolution {
  readonly by: string;
  readonly verdict: 'DONE' | 'NOT DONE';
  readonly evidence: string;
  readonly note: string;
}

export interface ApprovalEnd {
  /** `unanswered`: the asker's console got no answer, and took the request back. */
  readonly outcome: 'approved' | 'declined' | 'expired' | 'withdrawn' | 'changed' | 'unanswered';
  readonly by?: string;
  /** The note of a decline, or the change. */
  readonly note?: string;
}

/** `at` is epoch ms. */
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
  /** From WAITING, or when a changed record voided the approval before a retry. */
  readonly approval?: ApprovalEnd;
  /** The confirmation of this retry. */
  readonly what?: readonly Shown[];
}

/** `number` grows with every new intent. */
export interface Row {
  readonly number: number;
  readonly intent: Intent;
  /** The request ID of the duplicate that a person named. */
  readonly duplicateOf?: string;
  readonly state: RowState;
  /** A later refusal proves nothing about the attempt that was UNKNOWN. */
  readonly wasUnknown: boolean;
  /** Oldest first; never empty. */
  readonly transitions: readonly Transition[];
  /** Epoch ms: when the content was pruned from the file of this machine. */
  readonly prunedAt?: number;
  /** Only for an UNKNOWN entry in a team journal. */
  readonly held?: Held;
  /** Enough persons approved. `mine`: this operator asked. */
  readonly approved?: 'mine' | 'theirs';
}

/** By name: the person who made the entry, until another person accepts it. */
export interface Held {
  readonly owner: string;
  readonly offer?: { readonly to: string; readonly by: string };
}

/** Only this process may go on with the row. */
export const ownerOf = (row: Row): ProcessId | undefined => row.transitions.at(-1)?.process;
