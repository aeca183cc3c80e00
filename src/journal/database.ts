// The one place that knows node:sqlite: a connection as the journal uses it, and its failures in words.
import { DatabaseSync } from 'node:sqlite';
import { t, type Visible, visible } from '../lib/visible.ts';

export type Value = string | number | null;
export type Found = Readonly<Record<string, unknown>>;

/** A connection. Everything throws, with SQLite's extended result code as `errcode`. */
export interface Database {
  exec(sql: string): void;
  run(sql: string, ...values: readonly Value[]): void;
  rows(sql: string, ...values: readonly Value[]): readonly Found[];
  close(): void;
}

/** How a file is opened; `busyMs` is how long a statement waits for another process. */
export interface Opening {
  readonly readOnly: boolean;
  readonly busyMs: number;
}

export type OpenDatabase = (file: string, opening: Opening) => Database;

/** Opens a file with Node's own SQLite. */
export function openSqlite(file: string, { readOnly, busyMs }: Opening): Database {
  const database = new DatabaseSync(file, { readOnly, timeout: busyMs, defensive: true });
  return {
    exec: sql => database.exec(sql),
    run: (sql, ...values) => {
      database.prepare(sql).run(...values);
    },
    rows: (sql, ...values) => database.prepare(sql).all(...values),
    close: () => database.close(),
  };
}

/** Does `work` as a whole or not at all; no other process writes meanwhile. */
export function transact<T>(database: Database, work: () => T): T {
  return between(database, 'BEGIN IMMEDIATE', work);
}

/** Reads as of one moment, whatever other processes write meanwhile. */
export function snapshot<T>(database: Database, read: () => T): T {
  return between(database, 'BEGIN', read);
}

function between<T>(database: Database, begin: string, work: () => T): T {
  database.exec(begin);
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** How long, in ms, one try to move the log waits for the next. */
const PAUSE = 5;

/**
 * Moves SQLite's own log into the file, so that the loss of the log loses nothing; others that read, write or move it are
 * waited for up to `waitMs`. Gives what prevented it, as the end of a sentence. `busyMs` is that of the connection.
 */
export function moveLogIntoFile(database: Database, waitMs: number, busyMs: number): Visible | undefined {
  try {
    // For another connection that moves it SQLite itself doesn't wait.
    database.rows('PRAGMA busy_timeout = 0');
    for (let waited = 0; ; waited += PAUSE) {
      if (database.rows('PRAGMA wal_checkpoint(TRUNCATE)')[0]?.['busy'] === 0) return undefined;
      if (waited >= waitMs) return t`another console is reading it`;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  } catch (error) {
    return causeOf(error);
  } finally {
    database.rows(`PRAGMA busy_timeout = ${busyMs}`);
  }
}

/** SQLite may have rolled back already, and then refuses to: the first error is the one that counts. */
function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch {}
}

/** SQLite's extended result code, if the error has one. */
export function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode : undefined;
}

/** A refusal by one of our own triggers (SQLITE_CONSTRAINT_TRIGGER). */
export function isRefusal(error: unknown): boolean {
  return resultCode(error) === 1811;
}

/** By the low byte of the result code. */
const causes: ReadonlyMap<number, Visible> = new Map([
  [5, t`another console holds it`],
  [6, t`another console holds it`],
  [8, t`it is read-only`],
  [10, t`the disk fails`],
  [11, t`it is damaged`],
  [13, t`the disk is full`],
  [14, t`it can't be opened`],
  [26, t`it is not a journal, or is damaged`],
]);

/** What went wrong, as the end of a sentence. */
export function causeOf(error: unknown): Visible {
  const code = resultCode(error);
  const known = code === undefined ? undefined : causes.get(code & 0xff);
  if (known !== undefined) return known;
  return visible(error instanceof Error ? error.message : String(error), 200);
}
