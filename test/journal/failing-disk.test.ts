import fs from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import type { FileJournal } from '../../src/journal/local-journal.ts';
import { type OpenDatabase, openSqlite } from '../../src/journal/sqlite/database.ts';
import { open, openWhole, payout, requestId, temporaryFile, whole } from './parts.ts';

/** SQLite's result codes, and Purser's words for them. */
const faults: Readonly<Record<string, readonly [number, string]>> = {
  'disk full': [13, 'the disk is full'],
  'input/output error': [10, 'the disk has failed'],
  'error at fsync': [10 | (4 << 8), 'the disk has failed'],
  'read-only': [8, 'it is read-only'],
  'another console': [5, 'another console has it open'],
};

/** A database on which statements that contain `fails.at` fail with SQLite's error code. */
function failing() {
  const fails: { at: string | undefined; errcode: number } = { at: undefined, errcode: 13 };
  const check = (sql: string) => {
    if (fails.at === undefined || !sql.includes(fails.at)) return;
    throw Object.assign(new Error('it failed'), { errcode: fails.errcode });
  };
  const opening: OpenDatabase = (file, options) => {
    const real = openSqlite(file, options);
    return {
      exec: sql => {
        check(sql);
        real.exec(sql);
      },
      run: (sql, ...values) => {
        check(sql);
        real.run(sql, ...values);
      },
      rows: (sql, ...values) => {
        check(sql);
        return real.rows(sql, ...values);
      },
      close: () => real.close(),
    };
  };
  return { fails, open: opening };
}

type Step = (journal: FileJournal) => { readonly ok: boolean };
const id = requestId(1);
/** Each step, and the clause of FAULTS.md that its failure proves. */
const steps: Readonly<
  Record<string, { readonly before: readonly Step[]; readonly step: Step; readonly clause: string }>
> = {
  prepare: { clause: ' [E6a]', before: [], step: journal => journal.prepare(payout(1)) },
  sent: {
    clause: ' [E6a]',
    before: [journal => journal.prepare(payout(1))],
    step: journal => journal.sent(id),
  },
  settle: {
    clause: ' [E7c]',
    before: [journal => journal.prepare(payout(1)), journal => journal.sent(id)],
    step: journal => journal.settle(id, 'DONE'),
  },
  resolve: {
    clause: '',
    before: [journal => journal.prepare(payout(1)), journal => journal.settle(id, 'UNKNOWN')],
    step: journal => journal.resolve(id, { by: 'Ada', verdict: 'DONE', evidence: 'x', note: '' }),
  },
};

for (const [name, { before, step, clause }] of Object.entries(steps))
  for (const [fault, [errcode, words]] of Object.entries(faults))
    for (const at of ['BEGIN', 'INSERT', 'COMMIT'])
      test(`${fault} at ${at} of ${name} returns a failure, and nothing is recorded${clause}`, () => {
        const { fails, open: opening } = failing();
        const journal = openWhole({ open: opening });
        for (const one of before) expect(one(journal).ok).toBe(true);
        const stood = journal.list();
        Object.assign(fails, { at, errcode });
        expect(step(journal)).toEqual({
          ok: false,
          unwritable: `The journal can't be written: ${words}.`,
        });
        fails.at = undefined;
        expect(journal.list()).toEqual(stood);
        // The failure leaves no open transaction: when the disk works again, the same step succeeds.
        expect(step(journal).ok).toBe(true);
      });

test('a disk that fails while reading returns a failure', () => {
  const { fails, open: opening } = failing();
  const journal = openWhole({ open: opening });
  Object.assign(fails, { at: 'SELECT', errcode: 10 });
  const words = { ok: false, unreadable: "The journal can't be read: the disk has failed." };
  expect(journal.get(id)).toEqual(words);
  expect(journal.list()).toEqual(words);
  expect(journal.unresolved()).toEqual(words);
  expect(journal.recover()).toEqual({ recovered: [], unwritable: words.unreadable });
});

test('a closed journal records nothing, and can be closed twice [E6a]', () => {
  const journal = whole(open());
  journal.close();
  journal.close();
  expect(journal.prepare(payout(1))).toMatchObject({ ok: false, unwritable: expect.any(String) });
});

test('a journal that another console locks too long records nothing [E6a]', () => {
  const file = temporaryFile();
  const journal = openWhole({ file, busyMs: 0 });
  const other = openSqlite(file, { readOnly: false, busyMs: 0 });
  other.exec('BEGIN IMMEDIATE');
  expect(journal.prepare(payout(1))).toEqual({
    ok: false,
    unwritable: "The journal can't be written: another console has it open.",
  });
  expect(journal.list()).toEqual({ ok: true, value: [] });
  other.exec('COMMIT');
  other.close();
  expect(journal.prepare(payout(1)).ok).toBe(true);
});

test('an outcome can be tried without the wait for another console, which freezes the screen', () => {
  const file = temporaryFile();
  // Longer than the test may take.
  const journal = openWhole({ file, busyMs: 600_000 });
  journal.prepare(payout(1));
  const other = openSqlite(file, { readOnly: false, busyMs: 0 });
  other.exec('BEGIN IMMEDIATE');
  expect(journal.settle(id, 'NOT SENT', undefined, 0)).toEqual({
    ok: false,
    unwritable: "The journal can't be written: another console has it open.",
  });
  other.exec('COMMIT');
  other.close();
  expect(journal.settle(id, 'NOT SENT', { status: 429 }, 0)).toMatchObject({ ok: true });
});

test('a try without a wait leaves the wait of the next steps as it was', () => {
  const waits: string[] = [];
  const opening: OpenDatabase = (file, options) => {
    const real = openSqlite(file, options);
    return {
      ...real,
      rows(sql, ...values) {
        if (sql.includes('busy_timeout')) waits.push(sql);
        return real.rows(sql, ...values);
      },
    };
  };
  const journal = openWhole({ open: opening, busyMs: 70 });
  journal.prepare(payout(1));
  journal.settle(id, 'NOT SENT', undefined, 0);
  expect(waits.at(-1)).toBe('PRAGMA busy_timeout = 70');
  journal.close();
  expect(journal.settle(id, 'NOT SENT', undefined, 0)).toMatchObject({ ok: false });
});

test('a row that another program changed is reported as damage, and not shown [E8a]', () => {
  const file = temporaryFile();
  const journal = openWhole({ file });
  journal.prepare(payout(1));
  const other = openSqlite(file, { readOnly: false, busyMs: 0 });
  other.exec("DROP TRIGGER intent_is_pruned_once; UPDATE intents SET body = '{}'");
  other.close();
  expect(journal.get(id)).toEqual({ ok: false, unreadable: "The journal can't be read: it is damaged." });
  expect(journal.sent(id)).toEqual({ ok: false, unwritable: "The journal can't be written: it is damaged." });
});

for (const [place, numbers] of Object.entries({ 'in the middle': '4, 5', 'at the end': '7' }))
  test(`transitions that were removed (${place}) are reported as damage [E8a]`, () => {
    const file = temporaryFile();
    const journal = openWhole({ file });
    journal.prepare(payout(1));
    journal.sent(id);
    journal.settle(id, 'REFUSED');
    for (const outcome of ['REFUSED', 'DONE'] as const) {
      expect(journal.repeat(id).ok).toBe(true);
      journal.settle(id, outcome);
    }
    const other = openSqlite(file, { readOnly: false, busyMs: 0 });
    other.exec(`DROP TRIGGER transition_stays; DELETE FROM transitions WHERE number IN (${numbers})`);
    other.close();
    expect(journal.get(id)).toEqual({ ok: false, unreadable: "The journal can't be read: it is damaged." });
    expect(journal.repeat(id)).toEqual({
      ok: false,
      unwritable: "The journal can't be written: it is damaged.",
    });
  });

test('a read has the data of one moment, even if another console writes meanwhile [E9a]', () => {
  const file = temporaryFile();
  const writer = openWhole({ file });
  writer.prepare(payout(1));
  let meanwhile: (() => void) | undefined;
  const reader = openWhole({
    file,
    open: (path, opening) => {
      const real = openSqlite(path, opening);
      const rows: typeof real.rows = (sql, ...values) => {
        if (sql.includes('FROM transitions')) meanwhile?.();
        return real.rows(sql, ...values);
      };
      return { ...real, rows };
    },
  });
  meanwhile = () => {
    meanwhile = undefined;
    expect(writer.sent(id).ok).toBe(true);
  };
  expect(reader.get(id)).toMatchObject({
    ok: true,
    value: { state: 'PREPARED', transitions: { length: 1 } },
  });
  expect(reader.get(id)).toMatchObject({ ok: true, value: { state: 'SENT', transitions: { length: 2 } } });
});

for (const [name, remove] of Object.entries({
  'its file is removed': (file: string) => fs.rmSync(file),
  'its log is removed': (file: string) => fs.rmSync(`${file}-wal`),
  'its file is replaced by another file': (file: string) => {
    fs.copyFileSync(file, `${file}.copy`);
    fs.renameSync(`${file}.copy`, file);
  },
}))
  test(`an open journal refuses writes when ${name} [E6a]`, () => {
    const file = temporaryFile();
    const journal = openWhole({ file });
    expect(journal.prepare(payout(1)).ok).toBe(true);
    remove(file);
    const words = "The journal can't be written: the file was moved or removed while it was open.";
    expect(journal.sent(id)).toEqual({ ok: false, unwritable: words });
    expect(journal.prepare(payout(2))).toEqual({ ok: false, unwritable: words });
  });

test.each([
  ['another console has it open', true],
  ["the file system of its folder can't lock files", false],
])('a journal that SQLite calls busy: %s', (words, locks) => {
  const file = temporaryFile();
  const asked: string[] = [];
  const journal = openWhole({
    file,
    busyMs: 0,
    open: (path, options) =>
      openSqlite(path, options, folder => {
        asked.push(folder);
        return locks;
      }),
  });
  const other = openSqlite(file, { readOnly: false, busyMs: 0 });
  other.exec('BEGIN IMMEDIATE');
  expect(journal.prepare(payout(1))).toMatchObject({
    ok: false,
    unwritable: `The journal can't be written: ${words}.`,
  });
  expect(asked).toEqual([dirname(file)]);
  other.exec('ROLLBACK');
  expect(journal.prepare(payout(1)).ok).toBe(true);
  other.close();
  journal.close();
});

test('whether a folder locks files is tried with a new file, which is removed', () => {
  const file = temporaryFile();
  const journal = openWhole({ file, busyMs: 0 });
  const other = openSqlite(file, { readOnly: false, busyMs: 0 });
  other.exec('BEGIN IMMEDIATE');
  const before = fs.readdirSync(dirname(file));
  expect(journal.prepare(payout(1))).toMatchObject({
    unwritable: "The journal can't be written: another console has it open.",
  });
  expect(fs.readdirSync(dirname(file))).toEqual(before);
  other.close();
  journal.close();
});
