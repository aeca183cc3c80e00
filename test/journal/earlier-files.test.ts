/** Files that earlier versions of Purser wrote, each with a DONE, an open and a REFUSED payout. */
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import type { Row } from '../../src/journal/intent.ts';
import type { FileJournal } from '../../src/journal/local-journal.ts';
import { checkAudit } from '../../src/journal/sqlite/audit-check.ts';
import { openSqlite } from '../../src/journal/sqlite/database.ts';
import { readJournal, readOld } from '../../src/journal/sqlite/read-journal.ts';
import { migrate, NEWEST, versionOf } from '../../src/journal/sqlite/sqlite-schema.ts';
import { manualClock } from '../harness/clock.ts';
import { bytesOf, lockOf, open, openWhole, payout, requestId, temporaryFile } from './parts.ts';

const FOLDER = path.join(import.meta.dirname, 'files');
/** Of Purser 0.1.0, which this program does not read, and of 0.2.0. */
const [UNREAD, READ] = ['version-3.db.gz', 'version-7.db.gz'];

function copied(name = ''): string {
  const file = temporaryFile();
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.writeFileSync(file, gunzipSync(fs.readFileSync(path.join(FOLDER, name))), { mode: 0o600 });
  return file;
}

function versionIn(file: string): number {
  const database = openSqlite(file, { readOnly: true, busyMs: 0 });
  try {
    return versionOf(database);
  } finally {
    database.close();
  }
}

function rowsIn(journal: FileJournal): readonly Row[] {
  const read = journal.list();
  return read.ok ? read.value.toSorted((a, b) => a.number - b.number) : [];
}

/** That have their text. */
function notesIn(file: string): number {
  const database = openSqlite(file, { readOnly: true, busyMs: 0 });
  try {
    return database.rows("SELECT 1 FROM notes WHERE text <> '•••'").length;
  } finally {
    database.close();
  }
}

test('a file of Purser 0.1.0 is refused in plain words, and stays unchanged', async () => {
  const file = copied(UNREAD);
  const before = bytesOf(file);
  const words =
    'it is from a Purser before 0.2.0. Nothing in the file is lost: open it once with Purser 0.2.0, which updates it.';
  expect(lockOf(open({ file }))).toBe(
    `Purser can't write to the service: the journal can't be used, because ${words} Purser does not change the file.`,
  );
  expect(readJournal(file, { unresolved: true })).toEqual({
    kind: 'unreadable',
    why: `The journal can't be read: ${words}`,
  });
  expect(readOld(file, { days: 30 }, 0)).toMatchObject({ unreadable: `The journal can't be read: ${words}` });
  expect(checkAudit({ file })).toEqual({ ok: false, unreadable: `The audit log can't be read: ${words}` });
  expect(bytesOf(file).equals(before)).toBe(true);
});

test('an upgrade that fails changes nothing', () => {
  const database = openSqlite(copied(READ), { readOnly: false, busyMs: 0 });
  const failing = { ...database, exec: (sql: string) => database.exec(sql.replace('PRAGMA', 'no SQL')) };
  expect(() => migrate(failing, () => {})).toThrow();
  expect(versionOf(database)).toBe(7);
  expect(database.rows("SELECT 1 FROM sqlite_schema WHERE name = 'used'")).toEqual([]);
  database.close();
});

describe('a file of Purser 0.2.0', () => {
  const opened = () => {
    const file = copied(READ);
    const journal = openWhole({ file });
    journal.recover();
    return { file, journal, rows: rowsIn(journal) };
  };

  it('is upgraded, keeps its writes, and its audit log is complete', () => {
    const { file, rows } = opened();
    expect(versionIn(file)).toBe(NEWEST);
    expect(rows.map(({ state }) => state)).toEqual(['DONE', 'UNKNOWN', 'REFUSED']);
    expect(checkAudit({ file })).toMatchObject({ ok: true });
  });

  it('still stops a payout after its content was pruned', async () => {
    const file = copied(READ);
    // Within a year of the last entry, or the clock would be in doubt.
    const entries = rowsIn(openWhole({ file: copied(READ) })).flatMap(({ transitions }) => transitions);
    const clock = manualClock(Math.max(...entries.map(({ at }) => at)) + 300 * 86_400_000);
    const journal = openWhole({ file, clock });
    const [done] = rowsIn(journal);
    const count = notesIn(file);
    expect(journal.prune({ days: 30 })).toEqual({ ok: true, entries: 2, notes: count });
    expect(notesIn(file)).toBe(0);
    expect(rowsIn(journal).map(({ prunedAt }) => prunedAt !== undefined)).toEqual([true, false, true]);
    const intent = done?.intent ?? payout(0);
    const again = { ...intent, requestId: requestId(1), fingerprint: fingerprint(intent) };
    expect(journal.prepare(again)).toMatchObject({
      equal: [{ prunedAt: clock.wall(), intent: { requestId: intent.requestId } }],
    });
    journal.close();
    expect(checkAudit({ file })).toMatchObject({ ok: true });
    expect(openWhole({ file, clock }).mode).toBe('wal');
  });

  it('still stops the same payouts, also the one whose outcome is UNKNOWN', () => {
    const { journal, rows } = opened();
    const stopped = rows.map(({ intent }, nth) => {
      const again = { ...intent, requestId: requestId(nth + 1), fingerprint: fingerprint(intent) };
      return journal.prepare(again).ok;
    });
    expect(stopped).toEqual([false, false, true]);
  });
});
