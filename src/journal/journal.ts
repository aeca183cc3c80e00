// The write-ahead journal of writes as its callers see it: nothing is sent to the service that it doesn't hold already, on disk.
import type { Visible } from '../lib/visible.ts';
import type { AuditEntry, AuditLine } from './audit.ts';
import type { Naming } from './duplicates.ts';
import type { Answer, Intent, Resolution, Row, Settlement, Shown } from './intent.ts';
import type { ProcessId } from './processes.ts';
import type { Filters } from './queries.ts';

/**
 * Nothing may be sent. `unwritable`: the disk or another console prevents that it is recorded. `row`: recorded and taken
 * back, since a lost log of SQLite's would have left no trace of it.
 */
export type Unwritable = { readonly ok: false; readonly unwritable: Visible; readonly row?: Row };
/** Nothing was recorded. `barred`: it isn't this row's turn, or not ours to say; `row` is how it stands. */
export type Barred = { readonly ok: false; readonly barred: Visible; readonly row?: Row };
/** Nothing was recorded. `equal`: the same action, done or not certain, that a person has to name first. */
type Equal = { readonly ok: false; readonly equal: readonly Row[] };
export type Recorded = { readonly ok: true; readonly row: Row };
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly unreadable: Visible };

/**
 * Every failure is a value. What is answered `ok` is on the disk; what `prepare` and `repeat` answer so is in the file itself,
 * and needs none of SQLite's logs beside it.
 */
export interface Journal {
  /** How SQLite keeps the file; for `purser doctor`. */
  readonly mode: 'wal' | 'delete';
  /** The process that it writes as. */
  readonly self: ProcessId;
  /**
   * Records an intent as PREPARED. `equal` where an equal one was done or is not certain, whatever its age and whichever
   * process made it: a person who means another one names those (duplicates.ts). Unless `ok`, nothing may be sent.
   */
  prepare(intent: Intent, second?: Naming): Recorded | Equal | Barred | Unwritable;
  /** PREPARED → SENT, before the first byte leaves. Unless `ok`, nothing may be sent. */
  sent(requestId: string): Recorded | Barred | Unwritable;
  /**
   * REFUSED, NOT SENT, or an UNKNOWN that is `repeatable` → SENT, for another attempt with the same ID and bytes, within
   * 24 hours of the intent; `what` is what was confirmed this time. Barred where that would be a duplicate
   * (duplicates.ts). Unless `ok`, nothing may be sent.
   */
  repeat(requestId: string, what?: readonly Shown[]): Recorded | Barred | Unwritable;
  /**
   * Records what an attempt came to. The state of the row that comes back is what may be shown: once a row was UNKNOWN, a
   * refusal of a later attempt leaves it UNKNOWN, with the answer kept. If it can't be recorded, the outcome is UNKNOWN.
   */
  settle(requestId: string, outcome: Settlement, answer?: Answer): Recorded | Barred | Unwritable;
  /** UNKNOWN → RESOLVED. */
  resolve(requestId: string, resolution: Resolution): Recorded | Barred | Unwritable;
  /**
   * Makes UNKNOWN whatever an ended process left PREPARED or SENT, each for itself, and gives those rows. May be stopped
   * anywhere and run again; what a living process has in hand is left alone.
   */
  recover(): { readonly recovered: readonly Row[]; readonly unwritable?: Visible };
  /** What was done or is not certain with this fingerprint, of the whole journal, newest first. */
  equals(fingerprint: string): Reading<readonly Row[]>;
  /** Everything PREPARED, SENT or UNKNOWN, of all profiles, oldest first. */
  unresolved(): Reading<readonly Row[]>;
  /** Newest first, at most `limit` (100). */
  list(wanted?: { readonly filters?: Filters; readonly limit?: number }): Reading<readonly Row[]>;
  get(requestId: string): Reading<Row | undefined>;
  /**
   * Adds a line of its own to the audit log; every change of a row adds one by itself, in the same transaction, so that
   * nothing is recorded which the log doesn't tell of.
   */
  note(entry: AuditEntry): { readonly ok: true } | Unwritable;
  /** The newest `limit` lines of the audit log, oldest first. */
  audit(limit: number): Reading<readonly AuditLine[]>;
  /** Where the audit log stands, as `purser audit verify --head` takes it; nothing while it is empty. */
  auditHead(): Reading<Visible | undefined>;
  /** Another number as soon as another connection wrote to the file. */
  version(): number | undefined;
  close(): void;
}
