// A SQLite connection for the journal. Only this file imports node:sqlite.

import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { attempt } from '../../lib/attempt.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { Damaged } from '../stored-row.ts';

export type SqlValue = string | number | null;
export type DatabaseRow = Readonly<Record<string, unknown>>;

/** Every method can throw an error whose `errcode` is SQLite's extended result code. */
export interface Database {
  exec(sql: string): void;
  run(sql: string, ...values: readonly SqlValue[]): void;
  rows(sql: string, ...values: readonly SqlValue[]): readonly DatabaseRow[];
  close(): void;
}

/** `busyMs`: how long a statement waits for another process. */
export interface OpenOptions {
  readonly readOnly: boolean;
  readonly busyMs: number;
}

export type OpenDatabase = (file: string, opening: OpenOptions) => Database;

/** SQLITE_BUSY. */
const BUSY = 5;

class NoLocks extends Error {}

export function openSqlite(
  file: string,
  { readOnly, busyMs }: OpenOptions,
  locks: (folder: string) => boolean = canLock,
): Database {
  const database = new DatabaseSync(file, { readOnly, timeout: busyMs, defensive: true });
  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      // SQLite also says BUSY if the file system gives no lock (ENOLCK).
      if (resultCode(error) === BUSY && !locks(dirname(file))) throw new NoLocks();
      throw error;
    }
  };
  return {
    exec: sql => attempt(() => database.exec(sql)),
    run: (sql, ...values) => {
      attempt(() => database.prepare(sql).run(...values));
    },
    rows: (sql, ...values) => attempt(() => database.prepare(sql).all(...values)),
    close: () => database.close(),
  };
}

/** Tries a new file, which nobody else has open. */
function canLock(folder: string): boolean {
  const file = join(folder, `lock-${randomUUID()}`);
  try {
    const database = new DatabaseSync(file, { timeout: 0 });
    try {
      database.exec('BEGIN EXCLUSIVE; COMMIT');
    } finally {
      database.close();
    }
    return true;
  } catch (error) {
    return resultCode(error) !== BUSY;
  } finally {
    for (const rest of [file, `${file}-journal`]) fs.rmSync(rest, { force: true });
  }
}

/** As a whole or not at all; no other process writes meanwhile. */
export const transact = <T>(database: Database, work: () => T): T =>
  between(database, 'BEGIN IMMEDIATE', work);

export const snapshot = <T>(database: Database, read: () => T): T => between(database, 'BEGIN', read);

function between<T>(database: Database, begin: string, work: () => T): T {
  database.exec(begin);
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite may already have rolled back.
    attempt(() => database.exec('ROLLBACK'));
    throw error;
  }
}

/** In ms. `busyMs`, the connection's own setting, is restored at the end. */
export function waitingAtMost<T>(database: Database, waitMs: number, busyMs: number, work: () => T): T {
  try {
    database.rows(`PRAGMA busy_timeout = ${waitMs}`);
    return work();
  } finally {
    database.rows(`PRAGMA busy_timeout = ${busyMs}`);
  }
}

/** In ms. */
const PAUSE = 5;

/** Moves SQLite's own log into the file, so that losing the log loses nothing. Returns why not, as the end of a sentence. */
export function moveLogIntoFile(database: Database, waitMs: number, busyMs: number): Visible | undefined {
  try {
    // SQLite's own wait doesn't cover another connection that moves the log.
    database.rows('PRAGMA busy_timeout = 0');
    for (let waited = 0; ; waited += PAUSE) {
      if (database.rows('PRAGMA wal_checkpoint(TRUNCATE)')[0]?.['busy'] === 0) return undefined;
      if (waited >= waitMs) return t`another console is reading it`;
      sleep(PAUSE);
    }
  } catch (error) {
    return causeOf(error);
  } finally {
    database.rows(`PRAGMA busy_timeout = ${busyMs}`);
  }
}

/** In ms. The whole process waits. */
export const sleep = (ms: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

export function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode : undefined;
}

/** By one of our own triggers (SQLITE_CONSTRAINT_TRIGGER). */
export const isRefusal = (error: unknown): boolean => resultCode(error) === 1811;

/** By the low byte of SQLite's result code. */
const causes: ReadonlyMap<number, Visible> = new Map([
  [BUSY, t`another console has it open`],
  [6, t`another console has it open`],
  [8, t`it is read-only`],
  [10, t`the disk has failed`],
  [11, t`it is damaged`],
  [13, t`the disk is full`],
  [14, t`it can't be opened`],
  [26, t`it is not a journal, or is damaged`],
]);

/** As the end of a sentence. */
export function causeOf(error: unknown): Visible {
  if (error instanceof Damaged) return t`it is damaged`;
  if (error instanceof NoLocks) return t`the file system of its folder can't lock files`;
  const code = resultCode(error);
  const known = code === undefined ? undefined : causes.get(code & 0xff);
  if (known !== undefined) return known;
  return visible(error instanceof Error ? error.message : String(error), 200);
}
