import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSqlite, snapshot } from '../../src/journal/sqlite/database.ts';
import { NEWEST } from '../../src/journal/sqlite/sqlite-schema.ts';
import { dice } from '../../src/sim/random.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { bytesOf, lockOf, open, payout, temporaryFile, unsynced, whole, written } from './parts.ts';

test('a bit flip is either harmless or locks the journal, and the file stays unchanged [E8a–b]', () => {
  const file = temporaryFile();
  const rows = written(file);
  const sound = bytesOf(file);
  let locked = 0;
  const flips = fc.tuple(fc.integer({ min: 0, max: sound.length - 1 }), fc.integer({ min: 0, max: 7 }));
  fc.assert(
    fc.property(flips, ([at, bit]) => {
      const bad = Buffer.from(sound);
      bad.writeUInt8(bad.readUInt8(at) ^ (1 << bit), at);
      for (const rest of [`${file}-wal`, `${file}-shm`]) fs.rmSync(rest, { force: true });
      fs.writeFileSync(file, bad);
      const opened = open({ file });
      if ('locked' in opened) {
        locked++;
        expect(bytesOf(file).equals(bad)).toBe(true);
        return;
      }
      const all = opened.list();
      opened.close();
      expect(all).toEqual({ ok: true, value: rows });
    }),
    { seed: 77, numRuns: 150 },
  );
  expect(locked).toBeGreaterThan(50);
});

test('a changed amount, which SQLite itself would not notice, is found [E8a–b]', () => {
  const file = temporaryFile();
  written(file);
  const bad = bytesOf(file);
  // The first occurrences may be in unused parts of a page, where a change is harmless.
  const at = bad.lastIndexOf('9007199254740993.01');
  bad.write('9', at + 1);
  fs.writeFileSync(file, bad);
  expect(lockOf(open({ file }))).toBe(
    "Purser can't write to the service: the journal can't be used, because it is damaged. Purser does not change the file.",
  );
  expect(bytesOf(file).equals(bad)).toBe(true);
});

test('the last of very many rows is checked too [E8a]', () => {
  const file = temporaryFile();
  written(file, 1);
  const journal = whole(open({ file, open: (path, opening) => unsynced(openSqlite(path, opening)) }));
  for (let number = 1; number <= 1005; number++) journal.prepare(payout(number));
  journal.close();
  expect(whole(open({ file })).close()).toBeUndefined();
  const bad = bytesOf(file);
  for (let at = bad.indexOf('"n":1005'); at >= 0; at = bad.indexOf('"n":1005', at)) bad.write('4', at + 7);
  fs.writeFileSync(file, bad);
  expect(lockOf(open({ file }))).toContain('damaged');
});

test('damage in an index, which could let a duplicate through, is found everywhere [E8a]', () => {
  const file = temporaryFile();
  const rows = written(file);
  const sound = bytesOf(file);
  const word = '2:fingerprint 6';
  let found = 0;
  for (let at = sound.indexOf(word); at >= 0; at = sound.indexOf(word, at + 1)) {
    const bad = Buffer.from(sound);
    bad.write('7', at + word.length - 1);
    fs.writeFileSync(file, bad);
    const opened = open({ file });
    if ('locked' in opened) {
      expect(opened.locked).toContain('damaged');
      found++;
      continue;
    }
    // This page keeps an old copy of rows that were moved to another page. Nothing reads the copy.
    expect(opened.list()).toEqual({ ok: true, value: rows });
    opened.close();
  }
  // Found at least in the row and in the two fingerprint indexes that contain a PREPARED row.
  expect(found).toBeGreaterThanOrEqual(3);
});

test("a file that is newer, empty, a text or another program's database locks the journal and stays unchanged [E8a–b]", () => {
  const database = (change: string) => (file: string) => {
    written(file);
    const real = openSqlite(file, { readOnly: false, busyMs: 0 });
    real.exec(change);
    real.close();
  };
  const files: Readonly<Record<string, (file: string) => void>> = {
    'from a newer version of Purser': database(`PRAGMA user_version = ${NEWEST + 1}`),
    'not a journal': database('PRAGMA application_id = 7'),
    rules: database('DROP TRIGGER transition_is_legal'),
    damaged: file => fs.writeFileSync(file, 'Dear diary, '.repeat(1000)),
    'not a journal, ': file => fs.writeFileSync(file, ''),
  };
  for (const [word, make] of Object.entries(files)) {
    const file = path.join(temporaryFolder(), 'journal.db');
    make(file);
    const before = bytesOf(file);
    expect(lockOf(open({ file }))).toContain(word.replace(', ', ''));
    expect(bytesOf(file).equals(before)).toBe(true);
  }
});

test('opening a damaged file with a log next to it changes neither file [E8a–b]', () => {
  const file = temporaryFile();
  written(file, 60);
  const journal = whole(open({ file, busyMs: 0 }));
  const reader = openSqlite(file, { readOnly: true, busyMs: 0 });
  // While another console reads, this line stays in the log.
  snapshot(reader, () => {
    reader.rows('SELECT count(*) FROM intents');
    journal.note({ kind: 'grant-given', detail: {} });
  });
  reader.close();
  const copy = path.join(temporaryFolder(), 'journal.db');
  const bad = bytesOf(file);
  for (let at = bad.indexOf('9007199254740993.01'); at >= 0; at = bad.indexOf('9007199254740993.01', at))
    bad.write('8', at);
  fs.writeFileSync(copy, bad);
  fs.copyFileSync(`${file}-wal`, `${copy}-wal`);
  const log = bytesOf(`${copy}-wal`);
  expect(log.length).toBeGreaterThan(0);
  journal.close();
  expect(lockOf(open({ file: copy }))).toContain('damaged');
  expect(bytesOf(copy).equals(bad)).toBe(true);
  expect(bytesOf(`${copy}-wal`).equals(log)).toBe(true);
});

/** Everything that a reader can get from the journal. */
function contentOf(file: string) {
  const journal = whole(open({ file }));
  const said = [journal.list({ limit: 1000 }), journal.audit(1000)];
  journal.close();
  return said;
}

test('noise on any page is found if it changes a value, and the file stays unchanged [E8a–b]', () => {
  const file = temporaryFile();
  written(file, 40);
  const sound = bytesOf(file);
  const content = contentOf(file);
  const size = openSqlitePageSize(sound);
  const pages = sound.length / size;
  expect(pages).toBeGreaterThan(26);
  const luck = dice(31, 'noise');
  let harmless = 0;
  for (let page = 0; page < pages; page++) {
    for (const length of [16, 400, size]) {
      const bad = Buffer.from(sound);
      const from = page * size + luck.whole(0, size - length);
      for (let at = from; at < from + length; at++) bad.writeUInt8(luck.whole(0, 255), at);
      for (const rest of [`${file}-wal`, `${file}-shm`]) fs.rmSync(rest, { force: true });
      fs.writeFileSync(file, bad);
      const opened = open({ file });
      if ('locked' in opened) {
        expect(opened.locked).toMatch(
          /^Purser can't write to the service: .* Purser does not change the file\.$/,
        );
        expect(bytesOf(file).equals(bad)).toBe(true);
        continue;
      }
      opened.close();
      harmless++;
      expect([page, length, contentOf(file)]).toEqual([page, length, content]);
      // Noise on a whole page is harmless only if the page is unused.
      expect(length).toBeLessThan(size);
    }
  }
  // Shorter noise sometimes hits unused bytes.
  expect(harmless).toBeLessThan(pages);
}, 60_000);

const openSqlitePageSize = (file: Buffer): number => file.readUInt16BE(16);

test.each([
  ["UPDATE audit SET line = replace(line, 'PREPARED', 'DONE') WHERE number = 2", 'Entry 2 was changed.'],
  ['DELETE FROM audit WHERE number = 3', 'Entry 3 is missing: entry 4 is in its place.'],
  ['DELETE FROM audit WHERE number > 3', 'The journal has a change that the log lacks.'],
])('an incomplete audit log prevents writing when the journal is opened: %s [G12a]', (statement, why) => {
  const file = temporaryFile();
  written(file);
  const database = openSqlite(file, { readOnly: false, busyMs: 0 });
  const rules = database.rows(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit'",
  );
  for (const { name } of rules) database.exec(`DROP TRIGGER ${String(name)}`);
  database.exec(statement);
  for (const { sql } of rules) database.exec(String(sql));
  database.close();
  const before = bytesOf(file);
  expect(lockOf(open({ file }))).toBe(
    `Purser can't write to the service: the journal can't be used, because its audit log is not whole: ${why} Purser does not change the file.`,
  );
  expect(bytesOf(file).equals(before)).toBe(true);
});
