import fs from 'node:fs';
import { expect, test } from 'vitest';
import type { FileJournal } from '../../src/journal/local-journal.ts';
import { type OpenDatabase, openSqlite } from '../../src/journal/sqlite/database.ts';
import { open, openWhole, payout, requestId, temporaryFile, whole } from './parts.ts';

/** SQLite's result codes, and the words for them. */
const faults: Readonly<Record<string, readonly [number, string]>> = {
  'disk full': [13, 'the disk is full'],
  'input/output error': [10, 'the disk has failed'],
  'error at fsync': [10 | (4 << 8), 'the disk has failed'],
  'read-only': [8, 'it is read-only'],
  'another console': [5, 'another console has it open'],
};

/** Statements fail that hold `fails.at`, as SQLite fails. */
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
const steps: Readonly<Record<string, { readonly before: readonly Step[]; readonly step: Step }>> = {
  prepare: { before: [], step: journal => journal.prepare(payout(1)) },
  sent: { before: [journal => journal.prepare(payout(1))], step: journal => journal.sent(id) },
  settle: {
    before: [journal => journal.prepare(payout(1)), journal => journal.sent(id)],
    step: journal => journal.settle(id, 'DONE'),
  },
  resolve: {
    before: [journal => journal.prepare(payout(1)), journal => journal.settle(id, 'UNKNOWN')],
    step: journal => journal.resolve(id, { by: 'Ada', verdict: 'DONE', evidence: 'x', note: '' }),
  },
};

for (const [name, { before, step }] of Object.entries(steps))
  for (const [fault, [errcode, words]] of Object.entries(faults))
    for (const at of ['BEGIN', 'INSERT', 'COMMIT'])
      test(`${fault} at ${at} of ${name} is a value, and nothing is recorded [E6 E7]`, () => {
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
        // The failure leaves nothing half open: once the disk is well again, the same step goes on.
        expect(step(journal).ok).toBe(true);
      });

test('a disk that fails while reading is a value too [E6]', () => {
  const { fails, open: opening } = failing();
  const journal = openWhole({ open: opening });
  Object.assign(fails, { at: 'SELECT', errcode: 10 });
  const words = { ok: false, unreadable: "The journal can't be read: the disk has failed." };
  expect(journal.get(id)).toEqual(words);
  expect(journal.list()).toEqual(words);
  expect(journal.unresolved()).toEqual(words);
  expect(journal.recover()).toEqual({ recovered: [], unwritable: words.unreadable });
});

test('a closed journal records nothing, and closes twice [E6 E7]', () => {
  const journal = whole(open());
  journal.close();
  journal.close();
  expect(journal.prepare(payout(1))).toMatchObject({ ok: false, unwritable: expect.any(String) });
});

test('while another console locks the journal too long, nothing is recorded [E6]', () => {
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

test('a row that is changed while the journal is open is not shown as true [E8]', () => {
  const file = temporaryFile();
  const journal = openWhole({ file });
  journal.prepare(payout(1));
  const other = openSqlite(file, { readOnly: false, busyMs: 0 });
  other.exec("DROP TRIGGER intent_keeps; UPDATE intents SET body = '{}'");
  other.close();
  expect(journal.get(id)).toEqual({ ok: false, unreadable: "The journal can't be read: it is damaged." });
  expect(journal.sent(id)).toEqual({ ok: false, unwritable: "The journal can't be written: it is damaged." });
});

for (const [place, numbers] of Object.entries({ 'between two': '4, 5', 'the end': '7' }))
  test(`transitions that were taken out from ${place} are missed [E8]`, () => {
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
  });

test('what is read is of one moment, though another console writes meanwhile [E9]', () => {
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
  'the journal': (file: string) => fs.rmSync(file),
  'its log': (file: string) => fs.rmSync(`${file}-wal`),
  'the journal, and another put in its place,': (file: string) => {
    fs.copyFileSync(file, `${file}.copy`);
    fs.renameSync(`${file}.copy`, file);
  },
}))
  test(`when ${name} is removed while it is open, nothing more is recorded as if it were safe [E6]`, () => {
    const file = temporaryFile();
    const journal = openWhole({ file });
    expect(journal.prepare(payout(1)).ok).toBe(true);
    remove(file);
    const words = "The journal can't be written: the file was moved or removed while it was open.";
    expect(journal.sent(id)).toEqual({ ok: false, unwritable: words });
    expect(journal.prepare(payout(2))).toEqual({ ok: false, unwritable: words });
  });
