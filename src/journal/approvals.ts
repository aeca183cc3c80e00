// Four eyes: a write that a rule covers waits until another person approves it. Only a journal that a team shares has this.
import type { Naming } from './duplicates.ts';
import type { Intent, Row } from './intent.ts';
import type { Barred, Equal, ReadResult, Recorded, Unwritable } from './journal.ts';

/** Which writes need approval: all of `operation`, or those of more than `over`. */
export interface Rule {
  readonly operation: string;
  /** Without it, any currency. */
  readonly currency?: string;
  /** An exact decimal. Without it, every amount. A write whose amount Purser doesn't know is over every limit. */
  readonly over?: string;
  /** How many persons must approve. */
  readonly votes: number;
  /** How long the write waits. */
  readonly minutes: number;
}

/** The approval that a write needs. */
export interface Need {
  /** The strictest of the rules that cover the write. */
  readonly rule: Rule;
  /** The persons who may approve this write and have a console open now. Empty: nobody would see the question. */
  readonly online: readonly string[];
}

/** What the asker saw and would send; the digest covers it. */
export interface Confirmed {
  /** The body as it is sent. The journal keeps it with data about persons hidden, and the digest takes a salted hash of it. */
  readonly body?: string;
  /** The warnings of the dialog, in their order. */
  readonly warnings: readonly string[];
  /** In ms: what the write is about, a quote, expires then. It waits no longer than that. */
  readonly lasts?: number;
}

export interface Vote {
  readonly person: string;
  readonly vote: 'approve' | 'decline';
  readonly note: string;
  /** Epoch ms by the server's clock. */
  readonly at: number;
}

/** What an approver, the asker and everybody else can see of a write that waits. */
export interface Waiting {
  /** WAITING. Its body hides data about persons. */
  readonly row: Row;
  /** The person who asked. */
  readonly asker: string;
  /**
   * What this operator can do. `send`: asked for it, and enough persons approved. `wait`: asked for it. `vote`: may approve or
   * decline it. `look`: nothing.
   */
  readonly part: 'send' | 'wait' | 'vote' | 'look';
  /** Why this operator may not vote, as a whole sentence; with `look` only. */
  readonly whyNot?: string;
  /** SHA-256 in hex, computed here from what is read. People compare its first eight characters. */
  readonly digest: string;
  readonly warnings: readonly string[];
  /** So many must approve. */
  readonly needed: number;
  /** Oldest first. */
  readonly votes: readonly Vote[];
  /** Epoch ms by the server's clock. */
  readonly askedAt: number;
  readonly expiresAt: number;
  /** In ms from this reading, by the server's clock: the clock of this machine may be wrong. */
  readonly lasts: number;
}

/**
 * The server decides all of it, from who signed in; a person with two roles counts once. Every failure is a value; no promise
 * rejects.
 */
export interface Approvals {
  /** The approval that this write needs by the rules now; nothing if it needs none. */
  needs(intent: Intent): Promise<ReadResult<Need | undefined>>;
  /**
   * Records the intent as WAITING, by the same rule for duplicates as `prepare` in journal.ts. `prepare` itself refuses a write
   * that needs approval. WAITING counts as unresolved.
   */
  ask(intent: Intent, confirmed: Confirmed, second?: Naming): Promise<Recorded | Equal | Barred | Unwritable>;
  /**
   * Approves or declines what `digest` stands for. One decline ends it as NOT SENT; `note` says why. Barred for the person who
   * asked, for who is no approver, for another digest, after the expiry, and for a second vote.
   */
  vote(
    requestId: string,
    digest: string,
    vote: Vote['vote'],
    note?: string,
  ): Promise<Recorded | Barred | Unwritable>;
  /**
   * WAITING → PREPARED, for the operator who asked: in place of `prepare`, after the asker's console has read the record again.
   * `intent` and `confirmed` are what is sent now. Barred without enough votes, after the expiry, and where one byte or line
   * differs from what was approved. Unless `ok`, nothing may be sent.
   */
  claim(intent: Intent, confirmed: Confirmed): Promise<Recorded | Barred | Unwritable>;
  /**
   * WAITING → NOT SENT, by the operator who asked, approved or not. `changed` says how the record differs from the one that was
   * approved; without it, the asker gave up.
   */
  withdraw(requestId: string, changed?: string): Promise<Recorded | Barred | Unwritable>;
  /** All that waits in this service's record, oldest first. */
  waiting(): Promise<ReadResult<readonly Waiting[]>>;
  /**
   * Calls `listener` when something that waits may have changed: within a second while the server is there, and after each time
   * that it was away. Read `waiting` or the row then. Gives the end of it.
   */
  watch(listener: () => void): () => void;
}
