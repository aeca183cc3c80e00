// The write-ahead journal as its callers see it: Purser sends nothing to the service without a record in the journal.
import type { Visible } from '../lib/visible.ts';
import type { Approvals, Approved } from './approvals.ts';
import type { AuditEntry, AuditLine } from './audit.ts';
import type {
  Answer,
  Intent,
  Resolution,
  Row,
  RowState,
  ServiceAccount,
  Settlement,
  Shown,
} from './intent.ts';
import type { Naming } from './possible-duplicates.ts';
import type { ProcessId } from './processes.ts';
import type { LocalNotes, Together } from './together.ts';

/**
 * Nothing may be sent. `row`: the step was taken back, because it could have been lost without a trace. `left`: it could not be
 * taken back. `away`: a team's server gave no answer, and may have recorded the step.
 */
export type Unwritable = {
  readonly ok: false;
  readonly unwritable: Visible;
  readonly row?: Row;
  readonly left?: Row;
  readonly away?: true;
};
/** Nothing was recorded. `row` is the row now. */
export type Barred = { readonly ok: false; readonly barred: Visible; readonly row?: Row };
/** Nothing was recorded: a person has to name these duplicates first. */
export type Equal = { readonly ok: false; readonly equal: readonly Row[] };
export type Recorded = { readonly ok: true; readonly row: Row };
export type Stepped = Recorded | Barred | Unwritable;
export type ReadResult<T> =
  | { readonly ok: true; readonly value: T }
  /** `final`: this console never reads again. */
  | { readonly ok: false; readonly unreadable: Visible; readonly final?: true };

/** `before`: the number of the last row of the previous page. */
export interface RowFilters {
  readonly states?: readonly RowState[];
  readonly profile?: string;
  readonly operations?: readonly string[];
  readonly userId?: string;
  readonly before?: number;
  /** Epoch ms. */
  readonly since?: number;
}

/**
 * No promise rejects. A step with the answer `ok` survives a crash of this machine. Calls take effect in their order. `settle`
 * and `note` write to this machine's disk before they return, because the process may be about to end.
 */
export interface Journal {
  readonly self: ProcessId;
  /**
   * Records PREPARED, unless a duplicate of any age was done or is unresolved, and nobody has named it (possible-duplicates.ts). Check and
   * record are one step. Purser may send the request only if the answer is `ok`.
   */
  prepare(intent: Intent, second?: Naming): Promise<Stepped | Equal>;
  /** PREPARED → SENT, before the first byte leaves. Purser may send the request only if the answer is `ok`. */
  sent(requestId: string): Promise<Stepped>;
  /**
   * A retry with the same request ID and bytes, within 24 hours of the intent: REFUSED, NOT SENT or a `repeatable` UNKNOWN
   * becomes SENT. A write that another person approved needs `approved`, and must be NOT SENT. Purser may send
   * the request only if the answer is `ok`.
   */
  repeat(requestId: string, what?: readonly Shown[], approved?: Approved): Promise<Stepped>;
  /**
   * Show the state of the returned row, and UNKNOWN if the journal can't record the outcome. After an UNKNOWN attempt, a refusal
   * leaves the row UNKNOWN. `waitMs`: the longest wait for the file, if the screen must not freeze.
   */
  settle(requestId: string, outcome: Settlement, answer?: Answer, waitMs?: number): Promise<Stepped>;
  /** UNKNOWN → RESOLVED. */
  resolve(requestId: string, resolution: Resolution): Promise<Stepped>;
  /** Each row that an ended console left PREPARED or SENT becomes UNKNOWN. The call may stop anywhere and run again. */
  recover(): Promise<{ readonly recovered: readonly Row[]; readonly unwritable?: Visible }>;
  /** The equal rows (possible-duplicates.ts) that are done, unresolved, waiting or refused, newest first. */
  equals(intent: Intent): Promise<ReadResult<readonly Row[]>>;
  /** Of all profiles, oldest first. */
  unresolved(): Promise<ReadResult<readonly Row[]>>;
  /** Newest first. At most `limit` rows, 100 if absent. */
  list(wanted?: {
    readonly filters?: RowFilters;
    readonly limit?: number;
  }): Promise<ReadResult<readonly Row[]>>;
  get(requestId: string): Promise<ReadResult<Row | undefined>>;
  /** Adds an entry to the audit log. Not for a change of a row, which adds its own. */
  note(entry: AuditEntry): Promise<{ readonly ok: true } | Unwritable>;
  /** Oldest first. */
  audit(limit: number): Promise<ReadResult<readonly AuditLine[]>>;
  /** For `purser audit verify --head`. No promise, because a process prints it when it ends. */
  auditHead(): Visible | undefined;
  /** Changes when another console writes. */
  version(): Promise<number | undefined>;
  /** Only in a team journal. */
  readonly approvals?: Approvals;
  /** Epoch ms. */
  offlineSince?(): number | undefined;
  /** Why this console reads the journal and never writes: the team's server is newer. */
  outdated?(): Visible | undefined;
  /** Why no write may begin now: the team's log is closed, or is not the log that this machine knows. A whole sentence. */
  shut?(): Visible | undefined;
  /** Why this console has not read the entries of the team yet, as a whole sentence. */
  unread?(): Visible | undefined;
  /** Why the server's permission to send is not valid. Called just before the first byte. */
  stale?(requestId: string): Visible | undefined;
  /** Only in a team journal, which has the notes too. */
  readonly together?: Together;
  /** Only in the journal of one machine. */
  notes?(service: ServiceAccount): LocalNotes;
  close(): Promise<void>;
}
