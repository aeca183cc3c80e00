/** SQLite's log next to the journal may be lost. So a write must be in the journal's main file before it is sent. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Intent } from '../../src/journal/intent.ts';
import type { FileJournal } from '../../src/journal/local-journal.ts';
import { checkAudit } from '../../src/journal/sqlite/audit-check.ts';
import { type OpenDatabase, openSqlite, snapshot } from '../../src/journal/sqlite/database.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { startChild } from './children.ts';
import { machine, open, openWhole, payout, requestId, temporaryFile, whole } from './parts.ts';

/** A copy of the journal as a kill -9 would leave it now, without `journal.db-wal` and `journal.db-shm`. */
function withoutLog(file: string): string {
  const copy = path.join(temporaryFolder(), 'journal.db');
  fs.copyFileSync(file, copy);
  return copy;
}

/** Expects that a duplicate is refused and the UNKNOWN write is named. */
function expectStopped(journal: FileJournal, { fingerprint, requestId: known }: Intent): void {
  expect(journal.prepare(payout(9, { fingerprint }))).toMatchObject({
    ok: false,
    equal: [{ intent: { requestId: known }, state: 'UNKNOWN' }],
  });
}

const statesIn = (file: string) => {
  const journal = whole(open({ file }));
  const rows = journal.list();
  journal.close();
  if (!rows.ok) throw new Error(rows.unreadable);
  expect(checkAudit({ file })).toMatchObject({ ok: true });
  return rows.value.map(({ intent, state }) => `${intent.requestId.at(-1)} ${state}`);
};

test('every recorded step is in the main file, so a lost log loses nothing [E4a]', () => {
  const file = temporaryFile();
  const journal = openWhole({ file });
  const steps: readonly (readonly [() => { readonly ok: boolean }, readonly string[]])[] = [
    [() => journal.prepare(payout(1)), ['1 PREPARED']],
    [() => journal.sent(requestId(1)), ['1 SENT']],
    [() => journal.settle(requestId(1), 'REFUSED', { status: 400 }), ['1 REFUSED']],
    [() => journal.repeat(requestId(1)), ['1 SENT']],
    [() => journal.settle(requestId(1), 'UNKNOWN'), ['1 UNKNOWN']],
    [() => journal.note({ kind: 'card-reveal', detail: {} }), ['1 UNKNOWN']],
  ];
  for (const [step, states] of steps) {
    expect(step().ok).toBe(true);
    expect(statesIn(withoutLog(file))).toEqual(states);
  }
  expect(journal.mode).toBe('wal');
});

test('after a kill and a lost log the next start finds the write, or writes nothing, and does not repeat it [E4a]', async () => {
  let usable = 0;
  for (let said = 2; said <= 11; said += 3) {
    const file = temporaryFile();
    const child = startChild(file, 'write', 0, 0);
    await child.said(said);
    child.kill();
    await child.ended;
    for (const lost of ['-wal', '-shm']) fs.rmSync(`${file}${lost}`, { force: true });
    const sent = child.lines.filter(line => line.startsWith('sent')).length;
    const opened = open({ file, processes: machine().processes() });
    // The kill may have come while SQLite moved its log into the file, which then is no database without that log.
    if ('locked' in opened) {
      expect(opened.locked).toContain('it is damaged');
      continue;
    }
    usable += 1;
    const journal = opened;
    onTestFinished(() => journal.close());
    journal.recover();
    const rows = journal.list();
    if (!rows.ok) throw new Error(rows.unreadable);
    expect(rows.value.length).toBeGreaterThanOrEqual(sent);
    expect(rows.value.every(({ state }) => !['PREPARED', 'SENT'].includes(state))).toBe(true);
    for (const { intent, state } of rows.value) if (state === 'UNKNOWN') expectStopped(journal, intent);
    expect(checkAudit({ file })).toMatchObject({ ok: true });
  }
  expect(usable).toBeGreaterThan(0);
});

test('a write is not sent a second time if the log was lost during the write [E4a]', () => {
  const file = temporaryFile();
  const { processes, end } = machine();
  const first = processes();
  const journal = openWhole({ file, processes: first });
  journal.prepare(payout(1));
  journal.sent(requestId(1));
  end(first);
  const next = openWhole({ file: withoutLog(file), processes: processes() });
  expect(next.recover().recovered).toHaveLength(1);
  expectStopped(next, payout(1));
});

/** Runs `work` while another console reads. */
function whileRead(file: string, work: () => void): void {
  const reader = openSqlite(file, { readOnly: true, busyMs: 0 });
  snapshot(reader, () => {
    reader.rows('SELECT count(*) FROM intents');
    work();
  });
  reader.close();
}

const held = (state: string) => ({
  ok: false,
  unwritable: "The journal can't be written: another console is reading it.",
  row: expect.objectContaining({ state }),
});

test('a reader that blocks the checkpoint prevents new writes, but not the record of an outcome [E4a]', () => {
  const file = temporaryFile();
  const journal: FileJournal = openWhole({ file, busyMs: 50 });
  for (const number of [1, 2]) journal.prepare(payout(number));
  journal.sent(requestId(1));
  journal.settle(requestId(2), 'NOT SENT');
  whileRead(file, () => {
    expect(journal.prepare(payout(3))).toEqual(held('NOT SENT'));
    expect(journal.repeat(requestId(2))).toEqual(held('NOT SENT'));
    expect(journal.settle(requestId(1), 'DONE', { status: 200 })).toMatchObject({ ok: true });
    expect(journal.note({ kind: 'grant-given', detail: {} })).toEqual({ ok: true });
  });
  expect(statesIn(withoutLog(file))).toEqual(['2 NOT SENT', '1 SENT']);
  const rows = journal.list();
  expect(rows.ok && rows.value.map(({ state }) => state)).toEqual(['NOT SENT', 'NOT SENT', 'DONE']);
  expect(journal.repeat(requestId(3)).ok).toBe(true);
  expect(statesIn(withoutLog(file))).toEqual(['3 SENT', '2 NOT SENT', '1 DONE']);
});

test('a reader delays a new write by at most half a second, and an outcome by less', () => {
  const file = temporaryFile();
  let tries = 0;
  const counting: OpenDatabase = (name, opening) => {
    const real = openSqlite(name, opening);
    return {
      ...real,
      rows(sql, ...values) {
        if (sql.includes('wal_checkpoint')) tries += 1;
        return real.rows(sql, ...values);
      },
    };
  };
  const journal = openWhole({ file, open: counting });
  journal.prepare(payout(1));
  const triesOf = (work: () => void): number => {
    tries = 0;
    work();
    return tries;
  };
  whileRead(file, () => {
    const settling = triesOf(() => expect(journal.settle(requestId(1), 'NOT SENT').ok).toBe(true));
    expect(settling).toBeGreaterThan(1);
    expect(settling).toBeLessThanOrEqual(20);
    // The count includes the step that takes the write back.
    const preparing = triesOf(() => expect(journal.prepare(payout(2))).toEqual(held('NOT SENT')));
    expect(preparing).toBeGreaterThan(settling * 2);
    expect(preparing).toBeLessThanOrEqual(150);
  });
});

test('an UNKNOWN write stays UNKNOWN if its retry could not reach the main file [E4a]', () => {
  const file = temporaryFile();
  const journal = openWhole({ file, busyMs: 50 });
  journal.prepare(payout(1, { repeatable: true }));
  journal.settle(requestId(1), 'UNKNOWN');
  whileRead(file, () => expect(journal.repeat(requestId(1))).toEqual(held('UNKNOWN')));
  expect(journal.get(requestId(1))).toMatchObject({ value: { state: 'UNKNOWN' } });
});

test('a start that could not be taken back comes with its entry, so that its NOT SENT can be recorded later [E6a]', () => {
  const file = temporaryFile();
  let full = false;
  let begun = 0;
  const filling: OpenDatabase = (name, opening) => {
    const real = openSqlite(name, opening);
    return {
      ...real,
      exec(sql) {
        // The disk is full after the step itself.
        if (full && sql === 'BEGIN IMMEDIATE' && ++begun > 1)
          throw Object.assign(new Error('full'), { errcode: 13 });
        real.exec(sql);
      },
    };
  };
  const journal = openWhole({ file, busyMs: 50, open: filling });
  journal.prepare(payout(1));
  journal.settle(requestId(1), 'NOT SENT');
  const leftAs = (state: string) => ({
    ...{ ok: false, unwritable: held(state).unwritable },
    left: expect.objectContaining({ state }),
  });
  whileRead(file, () => {
    for (const [step, state] of [
      [() => journal.prepare(payout(2)), 'PREPARED'],
      [() => journal.repeat(requestId(1)), 'SENT'],
    ] as const) {
      [full, begun] = [true, 0];
      expect(step()).toEqual(leftAs(state));
    }
  });
  full = false;
  for (const number of [1, 2])
    expect(journal.settle(requestId(number), 'NOT SENT')).toMatchObject({
      ok: true,
      row: { state: 'NOT SENT' },
    });
});
