// Approvals in a team journal: a write that a rule covers waits until another person approves it. Pure.

import { hash } from 'node:crypto';
import type { Intent, Row } from './intent.ts';
import type { Equal, ReadResult, Stepped } from './journal.ts';
import type { Naming } from './possible-duplicates.ts';

export interface Rule {
  readonly operation: string;
  readonly currency?: string;
  /** An exact decimal. An unknown amount is over every limit. */
  readonly over?: string;
  readonly votes: number;
  readonly minutes: number;
  /** The limit is for all writes of one person in these hours together. */
  readonly hours?: number;
}

export interface ApprovalNeed {
  /** The strictest of the rules that cover the write. */
  readonly rule: Rule;
  /** The persons who may approve it and have a console open now. */
  readonly online: readonly string[];
}

/** The asker's confirmation. The digest covers it. */
export interface Confirmed {
  /** If the journal hides personal data, the digest covers the body's salted hash. */
  readonly body?: string;
  readonly warnings: readonly string[];
  /** Until the write's quote expires, in ms. The approval ends with the quote. */
  readonly lasts?: number;
}

/** The request that Purser would send now. */
export interface Approved {
  readonly intent: Intent;
  readonly confirmed: Confirmed;
}

export interface Vote {
  readonly person: string;
  readonly vote: 'approve' | 'decline';
  readonly note: string;
  /** Epoch ms by the server's clock. */
  readonly at: number;
  /** An approval that counts now: the person may still approve. */
  readonly counts: boolean;
}

/** A write that waits for approval, as this operator sees it. */
export interface Waiting {
  /** WAITING, or NOT SENT after an approved attempt. Its body hides personal data. */
  readonly row: Row;
  readonly asker: string;
  /** Only the asker can `send` or must `wait`. `decline`: enough persons have approved already. */
  readonly part: 'send' | 'wait' | 'vote' | 'decline' | 'look';
  /** As a whole sentence; with `look` only. */
  readonly whyNot?: string;
  /** This console computes it from the entry. People compare its first eight characters. */
  readonly digest: string;
  readonly warnings: readonly string[];
  readonly needed: number;
  readonly votes: readonly Vote[];
  /** Epoch ms by the server's clock. */
  readonly askedAt: number;
  readonly expiresAt: number;
  /** In ms at this reading, because the clock of this machine may be wrong. */
  readonly lasts: number;
}

/** The server decides, by the role that signed in; a person with two roles counts once. No promise rejects. */
export interface Approvals {
  needs(intent: Intent): Promise<ReadResult<ApprovalNeed | undefined>>;
  /** Records the intent as WAITING, with the same rule for duplicates as `prepare`. */
  ask(intent: Intent, confirmed: Confirmed, second?: Naming): Promise<Stepped | Equal>;
  /** One decline ends the request as NOT SENT. Barred for the asker, and for a second vote. */
  vote(requestId: string, digest: string, vote: Vote['vote'], note?: string): Promise<Stepped>;
  /**
   * WAITING → PREPARED, after the asker's console has read the record again. Barred if any byte or line differs from the approved
   * request. Purser may send the request only if the answer is `ok`.
   */
  claim(intent: Intent, confirmed: Confirmed): Promise<Stepped>;
  /**
   * WAITING → NOT SENT, by the asker. `changed`: how the record differs from the approved one, which also voids the approval of
   * an attempt that was NOT SENT. Absent: the asker gave up.
   */
  withdraw(requestId: string, changed?: string): Promise<Stepped>;
  /** Oldest first, with the approved writes that this operator can send again. */
  waiting(): Promise<ReadResult<readonly Waiting[]>>;
  /** Calls `listener` when a request may have changed, and each time the server comes back. Returns the end of the watch. */
  watch(listener: () => void): () => void;
}

/** The salt lets nobody guess the body from its hash. */
export interface HiddenBody {
  readonly salt: string;
  readonly hash: string;
}

export interface DigestParts {
  /** The intent with the body that the journal keeps. */
  readonly intent: Intent;
  readonly hidden?: HiddenBody | undefined;
  readonly warnings: readonly string[];
  readonly asker: string;
  /** Epoch ms by the server's clock. */
  readonly expiresAt: number;
}

/** In hex, over a list with a fixed order. */
export function approvalDigest({ intent, hidden, warnings, asker, expiresAt }: DigestParts): string {
  const { customer } = intent;
  const parts = [
    'purser approval 1',
    intent.requestId,
    intent.operation,
    [intent.baseUrl, intent.clientId, intent.programId],
    [customer.userId, customer.onBehalfOf ?? null],
    intent.method,
    intent.target,
    intent.body ?? null,
    hidden ? [hidden.salt, hidden.hash] : null,
    intent.title,
    intent.what.map(({ label, value }) => [label, value]),
    warnings,
    asker,
    expiresAt,
  ];
  return hash('sha256', JSON.stringify(parts), 'hex');
}

/** Undefined if the journal keeps exactly the body that Purser sends. */
export function hiddenBody(sent: string | undefined, { body }: Intent, salt: string): HiddenBody | undefined {
  if (sent === undefined || sent === body) return undefined;
  return { salt, hash: hash('sha256', `${salt} ${sent}`, 'hex') };
}
