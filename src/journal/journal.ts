// The write-ahead journal as its callers see it: Purser sends nothing to the service without a record in the journal.
import type { Visible } from '../lib/visible.ts';
import type { Approvals, Approved } from './approvals.ts';
import type { AuditEntry, AuditLine } from './audit.ts';
import type { Naming } from './duplicates.ts';
import type { Action } from './fingerprint.ts';
import type { Answer, Intent, Resolution, Row, RowState, Settlement, Shown } from './intent.ts';
import type { ProcessId } from './processes.ts';
import type { Together } from './together.ts';

/**
 * Nothing may be sent. `unwritable`: the disk or another console prevents the record. `row`: the step was recorded and taken
 * back, because it could have been lost without a trace. `left`: the step is recorded, and could not be taken back.
 * `away`: a team's server gave no answer, and may have recorded the step.
 */
export type Unwritable = {
  readonly ok: false;
  readonly unwritable: Visible;
  readonly row?: Row;
  readonly left?: Row;
  readonly away?: true;
};
/** Nothing was recorded. `barred`: the row's state or its owner doesn't allow this step; `row` is the row now. */
export type Barred = { readonly ok: false; readonly barred: Visible; readonly row?: Row };
/** Nothing was recorded. `equal`: the duplicates, done or unresolved, that a person has to name first. */
export type Equal = { readonly ok: false; readonly equal: readonly Row[] };
export type Recorded = { readonly ok: true; readonly row: Row };
export type ReadResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly unreadable: Visible };

/** A row must pass every given filter. `before` is the number of the last row of the previous page. */
export interface RowFilters {
  readonly states?: readonly RowState[];
  readonly profile?: string;
  readonly operations?: readonly string[];
  readonly userId?: string;
  readonly before?: number;
  /** Epoch milliseconds. */
  readonly since?: number;
}

/**
 * Every failure is a value: no promise rejects. A step with the answer `ok` survives a crash of this machine. Calls take effect in
 * the order of the calls. `settle` and `note` write to this machine's disk before they return their promise, because the process may be about
 * to end.
 */
export interface Journal {
  /** The process that writes. */
  readonly self: ProcessId;
  /**
   * Records an intent as PREPARED. The answer is `equal` if a duplicate of any age, from any console, was done or is
   * unresolved. A person who wants both writes names the earlier write (duplicates.ts). The check and the record are
   * one step, so no console can record a duplicate between the two. Purser may send the request only if the answer is
   * `ok`.
   */
  prepare(intent: Intent, second?: Naming): Promise<Recorded | Equal | Barred | Unwritable>;
  /** PREPARED → SENT, before the first byte leaves. Purser may send the request only if the answer is `ok`. */
  sent(requestId: string): Promise<Recorded | Barred | Unwritable>;
  /**
   * Records a retry: REFUSED, NOT SENT, or a `repeatable` UNKNOWN becomes SENT. A retry has the same request ID and
   * bytes, and comes within 24 hours of the intent. `what` is this retry's confirmation. Barred if the retry would be a
   * duplicate (duplicates.ts). A write that another person approved needs `approved`. Such a write must be NOT SENT,
   * and the same as the approved request. `forms`: `formsOf`, if version 0.1 may have recorded a duplicate. Purser may send the
   * request only if the answer is `ok`.
   */
  repeat(
    requestId: string,
    what?: readonly Shown[],
    approved?: Approved,
    forms?: readonly string[],
  ): Promise<Recorded | Barred | Unwritable>;
  /**
   * Records the outcome of an attempt. Show the state of the returned row. If an earlier attempt was UNKNOWN, a refusal
   * of this attempt leaves the row UNKNOWN, and the journal keeps the answer. If the journal can't record the outcome,
   * show UNKNOWN. `waitMs`: the longest wait for another console that writes, if the screen must not freeze as long as
   * usual. Only a file uses it.
   */
  settle(
    requestId: string,
    outcome: Settlement,
    answer?: Answer,
    waitMs?: number,
  ): Promise<Recorded | Barred | Unwritable>;
  /** UNKNOWN → RESOLVED. */
  resolve(requestId: string, resolution: Resolution): Promise<Recorded | Barred | Unwritable>;
  /**
   * Records UNKNOWN for each row that an ended console left PREPARED or SENT, and returns those rows. The call may stop
   * anywhere and run again. The rows of a living console don't change.
   */
  recover(): Promise<{ readonly recovered: readonly Row[]; readonly unwritable?: Visible }>;
  /** All rows with the same request that were done, are unresolved or wait for approval, newest first. */
  equals(intent: Intent): Promise<ReadResult<readonly Row[]>>;
  /** The fingerprints under which version 0.1 may have recorded the same request in this journal. */
  earlierForms(action: Action): Promise<ReadResult<readonly string[]>>;
  /** All WAITING, PREPARED, SENT and UNKNOWN rows of all profiles, oldest first. */
  unresolved(): Promise<ReadResult<readonly Row[]>>;
  /** The rows that pass the filters, newest first. At most `limit` rows, 100 if absent. */
  list(wanted?: {
    readonly filters?: RowFilters;
    readonly limit?: number;
  }): Promise<ReadResult<readonly Row[]>>;
  get(requestId: string): Promise<ReadResult<Row | undefined>>;
  /**
   * Adds an entry to the audit log. Every change of a row adds its own entry in the same transaction, so the log has every change.
   */
  note(entry: AuditEntry): Promise<{ readonly ok: true } | Unwritable>;
  /** The newest `limit` lines of the audit log, oldest first. */
  audit(limit: number): Promise<ReadResult<readonly AuditLine[]>>;
  /**
   * The head of the audit log that this console knows, as text for `purser audit verify --head`. Undefined while the log is empty.
   * The call returns no promise, because a process prints the head when it ends.
   */
  auditHead(): Visible | undefined;
  /** A number that changes when another console writes. Undefined if Purser can't read the number. */
  version(): Promise<number | undefined>;
  /** Only in a team journal: the writes that need another person's approval. */
  readonly approvals?: Approvals;
  /** Only in a team journal: since when its server has been away (epoch ms). Readings are as of that time. */
  offlineSince?(): number | undefined;
  /** Why the server's permission to send is not valid. Undefined if it is valid. Called just before the first byte. */
  stale?(requestId: string): Visible | undefined;
  /** Only in a team journal. */
  readonly together?: Together;
  close(): Promise<void>;
}
