import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type OpenDatabase, openSqlite } from '../../src/journal/sqlite/database.ts';
import { openJournalWithPauses } from '../../src/journal/sqlite/open.ts';
import { manualClock } from '../harness/clock.ts';
import { temporaryFolder } from '../harness/folder.ts';
import {
  bytesOf,
  lockOf,
  machine,
  open,
  openWhole,
  payout,
  requestId,
  start,
  temporaryFile,
  unsynced,
  whole,
  written,
} from './parts.ts';

const modeOf = (file: string) => (fs.statSync(file).mode & 0o777).toString(8);

test('the folder gets mode 0700, and its files get 0600, even if other users had access before [G5c]', () => {
  const file = temporaryFile();
  const umask = process.umask(0);
  try {
    const first = whole(open({ file }));
    first.prepare(payout(1));
    for (const each of [file, `${file}-wal`, `${file}-shm`])
      expect([each, modeOf(each)]).toEqual([each, '600']);
    expect(modeOf(path.dirname(file))).toBe('700');
    for (const each of [file, `${file}-wal`, `${file}-shm`]) fs.chmodSync(each, 0o666);
    fs.chmodSync(path.dirname(file), 0o777);
    openWhole({ file });
    for (const each of [file, `${file}-wal`, `${file}-shm`])
      expect([each, modeOf(each)]).toEqual([each, '600']);
    expect(modeOf(path.dirname(file))).toBe('700');
    first.close();
  } finally {
    process.umask(umask);
  }
  expect(fs.readdirSync(path.dirname(file)).filter(name => name.endsWith('.new'))).toEqual([]);
});

test('the journal uses WAL with FULL, or else DELETE with EXTRA, or is locked if SQLite accepts neither [G14a–b]', () => {
  const asked: string[] = [];
  const reporting =
    (answers: Readonly<Record<string, string | number>>): OpenDatabase =>
    (file, opening) => {
      const real = openSqlite(file, opening);
      return {
        ...real,
        exec: sql => {
          asked.push(sql);
          real.exec(sql);
        },
        rows: (sql, ...values) => {
          const answer = answers[sql];
          return answer === undefined
            ? real.rows(sql, ...values)
            : [{ journal_mode: answer, synchronous: answer }];
        },
      };
    };
  expect(openWhole({ open: reporting({}) }).mode).toBe('wal');
  expect(asked).toContain('PRAGMA synchronous = FULL');
  const noWal = { 'PRAGMA journal_mode = WAL': 'delete' };
  asked.length = 0;
  expect(openWhole({ open: reporting(noWal) }).mode).toBe('delete');
  expect(asked).toContain('PRAGMA synchronous = EXTRA');
  expect(lockOf(open({ open: reporting({ ...noWal, 'PRAGMA journal_mode = DELETE': 'off' }) }))).toContain(
    'not safe to write here',
  );
  expect(lockOf(open({ open: reporting({ 'PRAGMA synchronous': 1 }) }))).toContain('not safe to write here');
});

test('the journal uses DELETE on a network file system, and keeps the rows of an earlier WAL [G14a]', () => {
  const file = temporaryFile();
  const rows = written(file);
  const journal = openWhole({ file, network: () => true });
  expect(journal.mode).toBe('delete');
  expect(journal.list()).toEqual({ ok: true, value: rows });
  expect(journal.prepare(payout(99)).ok).toBe(true);
  expect(fs.existsSync(`${file}-wal`)).toBe(false);
  expect(openWhole({ network: () => true }).mode).toBe('delete');
});

test('a change that a crash left unfinished without WAL is rolled back, and the journal opens [G14a]', () => {
  const file = temporaryFile();
  const rows = written(file);
  const real = openSqlite(file, { readOnly: false, busyMs: 0 });
  real.rows('PRAGMA journal_mode = DELETE');
  // The small cache forces the unfinished change into the file.
  real.exec('PRAGMA cache_size = 1; BEGIN; CREATE TABLE half (x)');
  for (let row = 0; row < 200; row++) real.run('INSERT INTO half VALUES (?)', 'x'.repeat(1000));
  const copy = path.join(temporaryFolder(), 'journal.db');
  fs.copyFileSync(file, copy);
  fs.copyFileSync(`${file}-journal`, `${copy}-journal`);
  real.exec('ROLLBACK');
  real.close();
  expect(bytesOf(copy).length).toBeGreaterThan(bytesOf(file).length);
  const journal = openWhole({ file: copy, network: () => true });
  expect(journal.list()).toEqual({ ok: true, value: rows });
});

test("a path that can't contain a journal locks it, with the path and the reason [G15a–b]", () => {
  const folder = temporaryFolder();
  fs.writeFileSync(path.join(folder, 'file'), '');
  fs.mkdirSync(path.join(folder, 'journal.db'));
  expect(lockOf(open({ file: path.join(folder, 'file', 'journal.db') }))).toContain(
    'the path is not a folder',
  );
  expect(lockOf(open({ file: path.join(folder, 'journal.db') }))).toContain('the path is not a file');
  expect(lockOf(open({ file: '/proc/purser/journal.db' }))).toContain('/proc/purser');
});

test('a long journal is checked in parts, and another console may write between two parts', async () => {
  const file = temporaryFile();
  const many = whole(open({ file, open: (path, opening) => unsynced(openSqlite(path, opening)) }));
  for (let number = 1; number <= 2100; number++) many.prepare(payout(number));
  many.close();
  const { processes } = machine();
  const other = openWhole({ file, processes: processes() });
  let pauses = 0;
  const opened = await openJournalWithPauses(
    { file, clock: manualClock(start), processes: processes(), redact: text => text },
    async () => {
      const number = 5000 + ++pauses;
      other.prepare(payout(number));
      other.sent(requestId(number));
      other.settle(requestId(number), 'DONE');
    },
  );
  // The check pauses for the triggers, the pages, and each thousand of the 2100 rows and audit lines.
  expect(pauses).toBeGreaterThanOrEqual(2 + 3 + 3);
  const journal = whole(opened);
  expect(journal.get(requestId(5000 + pauses))).toMatchObject({ value: { state: 'DONE' } });
  journal.close();
});
