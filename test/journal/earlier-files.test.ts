/** Files that earlier versions of Purser wrote, each with a DONE, an open and a REFUSED payout. test/package/history.ts made them. */
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import type { Row } from '../../src/journal/intent.ts';
import type { FileJournal } from '../../src/journal/local-journal.ts';
import { checkAudit } from '../../src/journal/sqlite/audit-check.ts';
import { openSqlite } from '../../src/journal/sqlite/database.ts';
import { migrations, versionOf } from '../../src/journal/sqlite/sqlite-schema.ts';
import { manualClock } from '../harness/clock.ts';
import { openWhole, payout, requestId, temporaryFile } from './parts.ts';

const FOLDER = path.join(import.meta.dirname, 'files');
const files = fs.readdirSync(FOLDER).toSorted();

function copied(name: string): string {
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

test('there is a file of each earlier version', () => {
  expect(files.map(name => versionIn(copied(name)))).toEqual(
    migrations.slice(0, -1).map((_, nth) => nth + 1),
  );
});

describe.each(files)('%s', name => {
  const opened = () => {
    const file = copied(name);
    const journal = openWhole({ file });
    journal.recover();
    return { file, journal, rows: rowsIn(journal) };
  };

  it('is upgraded, keeps its writes, and its audit log is complete', () => {
    const { file, rows } = opened();
    expect(versionIn(file)).toBe(migrations.length);
    expect(rows.map(({ state }) => state)).toEqual(['DONE', 'UNKNOWN', 'REFUSED']);
    expect(checkAudit({ file })).toMatchObject({ ok: true });
  });

  it('still stops a payout after its content was pruned', async () => {
    const file = copied(name);
    // Within a year of the last entry, or the clock would be in doubt.
    const entries = rowsIn(openWhole({ file: copied(name) })).flatMap(({ transitions }) => transitions);
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
