// Approvals: a write that a rule covers waits until another person approves it. Only a team journal has them.

import { hash } from 'node:crypto';
import type { Naming } from './duplicates.ts';
import type { Intent, Row } from './intent.ts';
import type { Barred, Equal, ReadResult, Recorded, Unwritable } from './journal.ts';

/** The writes that need approval: all writes of `operation`, or only those with an amount over `over`. */
export interface Rule {
  readonly operation: string;
  /** Absent: any currency. */
  readonly currency?: string;
  /** An exact decimal. Absent: every amount. An amount that Purser doesn't know is over every limit. */
  readonly over?: string;
  /** The number of persons who must approve. */
  readonly votes: number;
  /** How many minutes the write waits for approval. */
  readonly minutes: number;
}

/** The approval that a write needs. */
export interface Need {
  /** The strictest of the rules that cover the write. */
  readonly rule: Rule;
  /** The persons who may approve this write and have a console open now. */
  readonly online: readonly string[];
}

/** The asker's confirmation. The digest covers it. */
export interface Confirmed {
  /** The body that Purser sends. If the journal hides its personal data, the digest covers a salted hash of the body. */
  readonly body?: string;
  /** The warnings of the dialog, in their order. */
  readonly warnings: readonly string[];
  /** The time until the write's quote expires, in ms. The wait for approval ends with the quote. */
  readonly lasts?: number;
}

/** The request that Purser would send now, for a write that another person approved. */
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
}

/** A write that waits for approval, as this operator sees it. */
export interface Waiting {
  /** The row's state is WAITING, or NOT SENT after an approved attempt. The row's body does not show personal data. */
  readonly row: Row;
  /** The person who asked. */
  readonly asker: string;
  /**
   * What this operator can do now. The asker can `send` after enough approvals, and must `wait` until then. `vote`: approve or
   * decline. `decline`: only decline, because enough persons approved. `look`: nothing.
   */
  readonly part: 'send' | 'wait' | 'vote' | 'decline' | 'look';
  /** Why this operator may not vote, as a whole sentence; with `look` only. */
  readonly whyNot?: string;
  /** SHA-256 in hex. This console computes it from the entry. People compare its first eight characters. */
  readonly digest: string;
  readonly warnings: readonly string[];
  /** The number of persons who must approve. */
  readonly needed: number;
  /** Oldest first. */
  readonly votes: readonly Vote[];
  /** Epoch ms by the server's clock. */
  readonly askedAt: number;
  readonly expiresAt: number;
  /** The time left at this reading, in ms by the server's clock, because the clock of this machine may be wrong. */
  readonly lasts: number;
}

/**
 * The server decides, by the role that signed in. A person with two roles counts once. Every failure is a value: no promise
 * rejects.
 */
export interface Approvals {
  /** The approval that this write needs under the current rules. Undefined if it needs none. */
  needs(intent: Intent): Promise<ReadResult<Need | undefined>>;
  /**
   * Records the intent as WAITING, by the same rule for duplicates as `prepare` in journal.ts. `prepare` itself refuses a write
   * that needs approval. WAITING counts as unresolved.
   */
  ask(intent: Intent, confirmed: Confirmed, second?: Naming): Promise<Recorded | Equal | Barred | Unwritable>;
  /**
   * Approves or declines the request with this `digest`. One decline ends the request as NOT SENT, and `note` says why. Barred for
   * the asker, for a person who is no approver, for another digest, after the expiry, and for a second vote.
   */
  vote(
    requestId: string,
    digest: string,
    vote: Vote['vote'],
    note?: string,
  ): Promise<Recorded | Barred | Unwritable>;
  /**
   * Turns WAITING into PREPARED, for the operator who asked, and takes the place of `prepare`. The asker's console
   * first reads the record again. `intent` and `confirmed` are the request that Purser would send. Barred without
   * enough votes, after the expiry, or if any byte or line differs from the approved request. Purser may send the
   * request only if the answer is `ok`.
   */
  claim(intent: Intent, confirmed: Confirmed): Promise<Recorded | Barred | Unwritable>;
  /**
   * WAITING → NOT SENT, by the operator who asked, before or after the approval. `changed` says how the record differs from the
   * approved record. Without `changed`, the asker gave up. `changed` also voids the approval of a write whose attempt was NOT SENT.
   */
  withdraw(requestId: string, changed?: string): Promise<Recorded | Barred | Unwritable>;
  /** All requests for approval of this service, oldest first, and the approved writes that this operator can send again. */
  waiting(): Promise<ReadResult<readonly Waiting[]>>;
  /**
   * Calls `listener` when a request for approval may have changed: within a second while the server is there, and each time the
   * server comes back. The listener then reads `waiting` or the row. Returns a function that ends the watch.
   */
  watch(listener: () => void): () => void;
}

/** The hash of a body that the journal hides because of personal data. With the salt, nobody can guess the body from its hash. */
export interface HiddenBody {
  readonly salt: string;
  readonly hash: string;
}

export interface DigestParts {
  /** The intent with the body that the journal keeps. */
  readonly intent: Intent;
  readonly hidden?: HiddenBody | undefined;
  readonly warnings: readonly string[];
  /** The name of the person who asked. */
  readonly asker: string;
  /** Epoch ms by the server's clock. */
  readonly expiresAt: number;
}

/** SHA-256 in hex over a list with a fixed order, so that the same content always has the same digest. */
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

/** The salted hash of the body that Purser sends. Undefined if the journal keeps exactly this body. */
export const hiddenBody = (
  sent: string | undefined,
  { body }: Intent,
  salt: string,
): HiddenBody | undefined =>
  sent === undefined || sent === body ? undefined : { salt, hash: hash('sha256', `${salt} ${sent}`, 'hex') };
