// Reads the journal without ever writing to it: nothing is created, updated or recovered.

import fs from 'node:fs';
import { attempt } from '../../lib/attempt.ts';
import { atOnce } from '../../lib/steps.ts';
import type { Visible } from '../../lib/visible.ts';
import type { Row } from '../intent.ts';
import type { ReadResult, RowFilters } from '../journal.ts';
import { notRead } from '../journal-sentences.ts';
import type { Pruned, PruneWanted } from '../local-journal.ts';
import { causeOf, type Database, type OpenDatabase, openSqlite, snapshot } from './database.ts';
import { inspect } from './inspect.ts';
import { checkClock, countOld } from './prune.ts';
import { findRow, findRows, findUnresolved } from './sealed-rows.ts';

export type JournalRead =
  /** All read at one moment. */
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  /** There is no file, so the journal has no entry. */
  | { readonly kind: 'absent' }
  /** As a whole sentence. */
  | { readonly kind: 'unreadable'; readonly why: Visible };

/** `unresolved`: oldest first; `newest`: newest first. */
export type WantedRows =
  | { readonly request: string }
  | { readonly unresolved: true }
  | { readonly newest: RowFilters; readonly limit: number };

/** In ms. */
const BUSY = 2000;

export function readJournal(file: string, wanted: WantedRows, open: OpenDatabase = openSqlite): JournalRead {
  if (!fs.existsSync(file)) return { kind: 'absent' };
  const read = inspected(file, open, database => {
    if ('unresolved' in wanted) return findUnresolved(database);
    if ('newest' in wanted) return findRows(database, wanted.newest, wanted.limit);
    const row = findRow(database, wanted.request);
    return row ? [row] : [];
  });
  return read.ok ? { kind: 'rows', rows: read.value } : { kind: 'unreadable', why: read.unreadable };
}

/** What `journal prune` would prune now (epoch ms). */
export function readOld(file: string, wanted: PruneWanted, now: number): ReadResult<Pruned> {
  const read = inspected(file, openSqlite, database => {
    const clock = checkClock(database, now);
    return clock ? { clock } : countOld(database, wanted, now);
  });
  if (!read.ok) return read;
  return 'clock' in read.value
    ? { ok: false, unreadable: read.value.clock }
    : { ok: true, value: read.value };
}

/** All at one moment. */
function inspected<T>(file: string, open: OpenDatabase, read: (database: Database) => T): ReadResult<T> {
  try {
    const { wrong } = atOnce(inspect(open, file, BUSY));
    if (wrong !== undefined) return { ok: false, unreadable: notRead(wrong) };
    const database = open(file, { readOnly: true, busyMs: BUSY });
    try {
      return { ok: true, value: snapshot(database, () => read(database)) };
    } finally {
      database.close();
    }
  } catch (error) {
    return { ok: false, unreadable: notRead(causeOf(error)) };
  }
}

/** SQLite's journal mode; undefined if the file can't be read. */
export const modeOf = (file: string): string | undefined =>
  attempt(() => {
    const database = openSqlite(file, { readOnly: true, busyMs: 500 });
    const mode = database.rows('PRAGMA journal_mode')[0]?.['journal_mode'];
    database.close();
    return typeof mode === 'string' ? mode : undefined;
  });
