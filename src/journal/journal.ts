// The write-ahead journal as its callers see it: Purser sends nothing to the service without a record in the journal.
import type { Visible } from '../lib/visible.ts';
import type { Approvals } from './approvals.ts';
import type { AuditEntry, AuditLine } from './audit.ts';
import type { Naming } from './duplicates.ts';
import type { Answer, Intent, Resolution, Row, RowState, Settlement, Shown } from './intent.ts';
import type { ProcessId } from './processes.ts';
import type { Together } from './together.ts';

/**
 * Nothing may be sent. `unwritable`: the disk or another console prevents the record. `row`: the step was recorded and taken
 * back, because it could have been lost without a trace. `away`: a team's server gave no answer, and may have recorded the step.
 */
export type Unwritable = {
  readonly ok: false;
  readonly unwritable: Visible;
  readonly row?: Row;
  readonly away?: true;
};
/** Nothing was recorded. `barred`: the row's state or its owner doesn't allow this step; `row` is the row now. */
export type Barred = { readonly ok: false; readonly barred: Visible; readonly row?: Row };
/** Nothing was recorded. `equal`: the same request, done or unresolved, that a person has to name first. */
export type Equal = { readonly ok: false; readonly equal: readonly Row[] };
export type Recorded = { readonly ok: true; readonly row: Row };
export type ReadResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly unreadable: Visible };

/** A row must pass all that are given. `before` is a row's number, for the page after it. */
export interface RowFilters {
  readonly states?: readonly RowState[];
  readonly profile?: string;
  readonly operations?: readonly string[];
  readonly userId?: string;
  readonly fingerprint?: string;
  readonly before?: number;
  /** Epoch milliseconds. */
  readonly since?: number;
}

/**
 * Every failure is a value; no promise rejects. A step with the answer `ok` survives a crash of this machine.  Calls
 * take effect in their order. `settle` and `note` write to this machine's disk before they return their promise: the
 * process may be about to end, and can't wait.
 */
export interface Journal {
  /** The process that it writes as. */
  readonly self: ProcessId;
  /**
   * Records an intent as PREPARED. `equal` if an equal one was done or is unresolved, of any age and from any console:
   * a person who wants a duplicate names those (duplicates.ts). The check and the record are one step: no console can
   * record an equal intent between the two. Unless `ok`, nothing may be sent.
   */
  prepare(intent: Intent, second?: Naming): Promise<Recorded | Equal | Barred | Unwritable>;
  /** PREPARED → SENT, before the first byte leaves. Unless `ok`, nothing may be sent. */
  sent(requestId: string): Promise<Recorded | Barred | Unwritable>;
  /**
   * REFUSED, NOT SENT, or an UNKNOWN that is `repeatable` → SENT, for a retry with the same ID and bytes, within 24
   * hours of the intent; `what` is this retry's confirmation. Barred if that would be a duplicate (duplicates.ts).
   * Unless `ok`, nothing may be sent.
   */
  repeat(requestId: string, what?: readonly Shown[]): Promise<Recorded | Barred | Unwritable>;
  /**
   * Records the outcome of an attempt. Show the state of the returned row: once a row was UNKNOWN, a refusal of a later
   * attempt leaves it UNKNOWN, with the answer kept. If it can't be recorded, the outcome is UNKNOWN.
   */
  settle(requestId: string, outcome: Settlement, answer?: Answer): Promise<Recorded | Barred | Unwritable>;
  /** UNKNOWN → RESOLVED. */
  resolve(requestId: string, resolution: Resolution): Promise<Recorded | Barred | Unwritable>;
  /**
   * Makes UNKNOWN the rows that an ended console left PREPARED or SENT, one by one, and returns those rows. May be
   * stopped anywhere and run again; the rows of a living console don't change.
   */
  recover(): Promise<{ readonly recovered: readonly Row[]; readonly unwritable?: Visible }>;
  /** Everything with this fingerprint in the whole journal that was done or is unresolved, newest first. */
  equals(fingerprint: string): Promise<ReadResult<readonly Row[]>>;
  /** Everything WAITING, PREPARED, SENT or UNKNOWN, of all profiles, oldest first. */
  unresolved(): Promise<ReadResult<readonly Row[]>>;
  /** Newest first, at most `limit` (100). */
  list(wanted?: {
    readonly filters?: RowFilters;
    readonly limit?: number;
  }): Promise<ReadResult<readonly Row[]>>;
  get(requestId: string): Promise<ReadResult<Row | undefined>>;
  /**
   * Adds an entry to the audit log. Every change of a row adds its own entry, in the same transaction, so that the log
   * has everything that is recorded.
   */
  note(entry: AuditEntry): Promise<{ readonly ok: true } | Unwritable>;
  /** The newest `limit` lines of the audit log, oldest first. */
  audit(limit: number): Promise<ReadResult<readonly AuditLine[]>>;
  /**
   * The head of the audit log as this console knows it, as `purser audit verify --head` takes it; undefined while the
   * log is empty. No promise: it is the last word of a process that ends.
   */
  auditHead(): Visible | undefined;
  /** A different number as soon as another console has written; undefined if that isn't known. */
  version(): Promise<number | undefined>;
  /** Where a team shares the journal: what needs the approval of another person. */
  readonly approvals?: Approvals;
  /** Where a team shares the journal: since when (epoch ms) its server is away. What is read is of that time. */
  offlineSince?(): number | undefined;
  /** Why the record of `sent` or `repeat` is too old to send on, as a whole sentence: asked just before the first byte. */
  stale?(requestId: string): Visible | undefined;
  /** Where a team shares the journal. */
  readonly together?: Together;
  close(): Promise<void>;
}
