/** Pruning the file of one machine: what goes, what stays, who notices a deletion by hand. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Row } from '../../src/journal/intent.ts';
import type { FileJournal } from '../../src/journal/local-journal.ts';
import { checkAudit } from '../../src/journal/sqlite/audit-check.ts';
import { type Database, openSqlite } from '../../src/journal/sqlite/database.ts';
import { openJournalWithPauses } from '../../src/journal/sqlite/open.ts';
import { prunedSeal, transitionsOf } from '../../src/journal/sqlite/sealed-rows.ts';
import { manualClock } from '../harness/clock.ts';
import {
  machine,
  open,
  openWhole,
  payout,
  requestId,
  start,
  temporaryFile,
  unsynced,
  whole,
} from './parts.ts';

const DAY = 86_400_000;
const customer = { userId: 'user-1', onBehalfOf: 'account-9' };
const SERVICE = payout(0);
const OTHER = '0a8f3b44-3c5e-4a37-9f4e-b2c3d4e5f6a7';

/** In each text that has to go, so that one search finds them all. */
const SECRET = 'Zoe Secret';

const content = {
  body: `{"name":"${SECRET}","amount":12.50}`,
  what: [{ label: 'Beneficiary', value: SECRET }],
};
const answer = { status: 400, message: `no ${SECRET}`, text: `{"to":"${SECRET}"}` };

/** 1 DONE, 2 REFUSED, 3 NOT SENT, 4 RESOLVED, 5 UNKNOWN, 6 SENT, 7 PREPARED, and a note. */
async function everyState(journal: FileJournal, changes: Parameters<typeof payout>[1] = {}) {
  for (let number = 1; number <= 7; number++) journal.prepare(payout(number, { ...content, ...changes }));
  for (const number of [1, 2, 4, 5, 6]) journal.sent(requestId(number));
  journal.settle(requestId(1), 'DONE', answer);
  journal.settle(requestId(2), 'REFUSED', answer);
  journal.settle(requestId(3), 'NOT SENT');
  for (const number of [4, 5]) journal.settle(requestId(number), 'UNKNOWN', answer);
  journal.resolve(requestId(4), {
    by: 'Ada',
    verdict: 'DONE',
    evidence: `saw ${SECRET}`,
    note: `told ${SECRET}`,
  });
  await journal.notes(SERVICE).addNote(customer, `${SECRET} called`);
}

/** Ends the open entries of `everyState`. */
function end(journal: FileJournal): void {
  const resolution = { by: 'Ada', verdict: 'DONE', evidence: SECRET, note: '' } as const;
  for (const number of [5, 6, 7]) {
    journal.sent(requestId(number));
    journal.settle(requestId(number), 'UNKNOWN');
    journal.resolve(requestId(number), resolution);
  }
}

function rowsOf(journal: FileJournal): ReadonlyMap<number, Row> {
  const read = journal.list({ limit: 10_000 });
  if (!read.ok) throw new Error(read.unreadable);
  return new Map(read.value.map(row => [Number(row.intent.requestId.slice(-12)), row]));
}

const texts = async (journal: FileJournal) => {
  const read = await journal.notes(SERVICE).notes(customer);
  return read.ok ? read.value.map(({ text, pruned }) => [text, pruned]) : read.unreadable;
};

/** The file with every state, 40 days later. */
async function after40Days() {
  const file = temporaryFile();
  const clock = manualClock(start);
  const processes = machine().processes();
  const journal = openWhole({ file, clock, processes, operator: 'Ada' });
  await everyState(journal);
  clock.advance(40 * DAY);
  return { file, clock, journal, processes };
}

test('prunes ended entries and notes that are old enough; the rest of each entry stays', async () => {
  const { journal } = await after40Days();
  const before = rowsOf(journal);
  expect(journal.prune({ days: 30 })).toEqual({ ok: true, entries: 4, notes: 1 });
  const rows = rowsOf(journal);
  for (const number of [5, 6, 7]) expect(rows.get(number)).toEqual(before.get(number));
  for (const number of [1, 2, 3, 4]) {
    const [was, is] = [before.get(number), rows.get(number)];
    expect(is).toEqual({
      ...was,
      prunedAt: start + 40 * DAY,
      intent: { ...was?.intent, body: '•••', what: [] },
      transitions: was?.transitions.map(step => ({
        ...step,
        ...(step.answer && { answer: { status: 400, message: '•••', text: '•••' } }),
        ...(step.resolution && {
          resolution: { by: 'Ada', verdict: 'DONE', evidence: '•••', note: '•••' },
        }),
      })),
    });
  }
  expect(await texts(journal)).toEqual([['•••', true]]);
});

test('the lines of the audit log say how much, and have no personal data', async () => {
  const { file, journal } = await after40Days();
  journal.prune({ days: 35, userId: 'user-1 ' });
  // A person may type a name instead of an ID.
  journal.prune({ days: 30, userId: SECRET });
  const lines = journal.audit(2);
  expect(lines.ok && lines.value.map(({ kind, operator, detail }) => ({ kind, operator, detail }))).toEqual([
    {
      kind: 'pruned',
      operator: 'Ada',
      detail: { days: '35', entries: '4', notes: '1', customer: 'user-1', hash: expect.any(String) },
    },
    {
      kind: 'pruned',
      operator: 'Ada',
      detail: { days: '30', entries: '0', notes: '0', hash: expect.any(String) },
    },
  ]);
  expect(checkAudit({ file })).toMatchObject({ ok: true });
});

test('only entries that ended more than these days ago, and only of the customer', async () => {
  const file = temporaryFile();
  const clock = manualClock(start);
  const journal = openWhole({ file, clock });
  journal.prepare(payout(1, { ...content, customer: { userId: OTHER } }));
  journal.settle(requestId(1), 'NOT SENT');
  journal.prepare(payout(2, content));
  journal.sent(requestId(2));
  await journal.notes(SERVICE).addNote({ userId: OTHER }, SECRET);
  await journal.notes(SERVICE).addNote(customer, SECRET);
  clock.advance(10 * DAY);
  // It began long before its end.
  journal.settle(requestId(2), 'DONE');
  clock.advance(30 * DAY);
  expect(journal.prune({ days: 41 })).toMatchObject({ entries: 0, notes: 0 });
  expect(journal.prune({ days: 30, userId: ` ${OTHER.toUpperCase()}` })).toMatchObject({
    entries: 1,
    notes: 1,
  });
  expect(await texts(journal)).toEqual([[SECRET, undefined]]);
  expect(journal.prune({ days: 30 })).toMatchObject({ entries: 0, notes: 1 });
  clock.advance(1);
  expect(journal.prune({ days: 30 })).toMatchObject({ entries: 1, notes: 0 });
});

test('a step with a later time than the last step counts, because the clock may have been put back', () => {
  const clock = manualClock(start);
  const journal = openWhole({ clock });
  journal.prepare(payout(1, content));
  clock.advance(-100 * DAY);
  journal.settle(requestId(1), 'NOT SENT');
  clock.advance(120 * DAY);
  expect(journal.prune({ days: 30 })).toMatchObject({ entries: 0 });
});

test('the bytes are gone from all files, also while another console has the journal open', async () => {
  const { file, clock, journal } = await after40Days();
  for (let number = 100; number < 160; number++) journal.prepare(payout(number, { createdAt: clock.wall() }));
  end(journal);
  clock.advance(40 * DAY);
  const reader = openWhole({ file, clock });
  const files = () => [file, `${file}-wal`, `${file}-shm`].filter(each => fs.existsSync(each));
  const found = () => files().filter(each => fs.readFileSync(each).includes(SECRET));
  expect(found()).toContain(file);
  expect(journal.prune({ days: 30 })).toEqual({ ok: true, entries: 7, notes: 1 });
  expect(found()).toEqual([]);
  // The other console goes on.
  expect(rowsOf(reader)).toEqual(rowsOf(journal));
  expect(reader.prepare(payout(200)).ok).toBe(true);
  expect(journal.get(requestId(200))).toMatchObject({ ok: true, value: { state: 'PREPARED' } });
  reader.close();
  journal.close();
  expect(found()).toEqual([]);
});

test('the bytes are gone in the mode for a network file system too', async () => {
  const { file, clock, journal: first } = await after40Days();
  end(first);
  first.close();
  clock.advance(40 * DAY);
  const journal = openWhole({ file, clock, network: () => true });
  expect(journal.mode).toBe('delete');
  expect(journal.prune({ days: 30 })).toEqual({ ok: true, entries: 7, notes: 1 });
  expect(fs.readFileSync(file).includes(SECRET)).toBe(false);
  expect(fs.readdirSync(path.dirname(file))).toEqual(['journal.db']);
});

test('while another program reads the old content, Purser says that it may still be there, and the next run erases it', async () => {
  const { file, clock, journal: first } = await after40Days();
  end(first);
  clock.advance(40 * DAY);
  const journal = openWhole({ file, clock, busyMs: 20 });
  const reader = openSqlite(file, { readOnly: true, busyMs: 0 });
  reader.exec('BEGIN');
  reader.rows('SELECT count(*) FROM intents');
  expect(journal.prune({ days: 30 })).toEqual({
    ...{ ok: true, entries: 7, notes: 1 },
    left: 'another console is reading it',
  });
  reader.exec('COMMIT');
  reader.close();
  expect(journal.prune({ days: 30 })).toEqual({ ok: true, entries: 0, notes: 0 });
  for (const each of [file, `${file}-wal`]) expect(fs.readFileSync(each).includes(SECRET)).toBe(false);
});

test('if the disk has no room to write the file again, the old content of the entries is gone all the same', async () => {
  const { file, clock, journal: first } = await after40Days();
  end(first);
  first.close();
  clock.advance(40 * DAY);
  const full = Object.assign(new Error('full'), { errcode: 13 });
  const journal = openWhole({
    ...{ file, clock },
    open(path, opening) {
      const database = openSqlite(path, opening);
      return {
        ...database,
        exec(sql) {
          if (sql.includes('VACUUM')) throw full;
          database.exec(sql);
        },
      };
    },
  });
  expect(fs.readFileSync(file).includes(SECRET)).toBe(true);
  expect(journal.prune({ days: 30 })).toMatchObject({ ok: true, entries: 7, left: 'the disk is full' });
  for (const each of [file, `${file}-wal`]) expect(fs.readFileSync(each).includes(SECRET)).toBe(false);
});

test('while another console writes, nothing is pruned and nothing is recorded', async () => {
  const { file, clock } = await after40Days();
  const journal = openWhole({ file, clock, busyMs: 20 });
  const before = rowsOf(journal);
  const writer = openSqlite(file, { readOnly: false, busyMs: 0 });
  writer.exec('BEGIN IMMEDIATE');
  expect(journal.prune({ days: 30 })).toEqual({
    ok: false,
    unwritable: "The journal can't be written: another console has it open.",
  });
  writer.exec('ROLLBACK');
  writer.close();
  expect(rowsOf(journal)).toEqual(before);
  const last = journal.audit(1);
  expect(last.ok && last.value[0]?.kind).toBe('note');
});

test('a pruned write still stops the same write, and a person can name it', async () => {
  const { journal } = await after40Days();
  journal.prune({ days: 30 });
  const again = payout(9, { ...content, fingerprint: payout(1).fingerprint });
  expect(journal.prepare(again)).toMatchObject({
    ok: false,
    equal: [{ prunedAt: start + 40 * DAY, intent: { requestId: requestId(1) } }],
  });
  const named = journal.prepare(again, { named: [requestId(1)] });
  expect(named).toMatchObject({ ok: true, row: { duplicateOf: requestId(1) } });
});

test('a pruned entry is not sent again, even if the clock was put back', async () => {
  const { clock, journal } = await after40Days();
  journal.prune({ days: 30 });
  clock.advance(-40 * DAY);
  for (const number of [2, 3])
    expect(journal.repeat(requestId(number))).toMatchObject({
      ok: false,
      barred: "The content of this request was pruned, so Purser can't send it again. Make a new request.",
    });
});

test('the next start trusts the file, and later steps and prunings too', async () => {
  const { file, clock, journal } = await after40Days();
  journal.prune({ days: 30 });
  journal.resolve(requestId(5), { by: 'Ada', verdict: 'NOT DONE', evidence: SECRET, note: '' });
  clock.advance(31 * DAY);
  const next = openWhole({ file, clock });
  expect(next.prune({ days: 30 })).toMatchObject({ ok: true, entries: 1 });
  next.close();
  expect(whole(open({ file, clock })).close()).toBeUndefined();
  expect(checkAudit({ file })).toMatchObject({ ok: true });
});

test('another console may prune at any moment while a start checks the file', async () => {
  const file = temporaryFile();
  const clock = manualClock(start);
  const journal = openWhole({ file, clock });
  for (let number = 1; number <= 20; number++) {
    journal.prepare(payout(number, { customer: { userId: `user-${number}` } }));
    journal.settle(requestId(number), 'NOT SENT');
  }
  clock.advance(40 * DAY);
  let pauses = 0;
  const opened = await openJournalWithPauses(
    { file, clock, processes: machine().processes(), redact: text => text },
    async () => {
      pauses++;
      expect(journal.prune({ days: 30, userId: `user-${pauses}` })).toMatchObject({ entries: 1 });
    },
  );
  expect(whole(opened).get(requestId(pauses))).toMatchObject({ value: { prunedAt: clock.wall() } });
  expect(pauses).toBeGreaterThan(3);
  whole(opened).close();
});

test('a pruned note does not join a team', async () => {
  const { journal } = await after40Days();
  await journal.notes(SERVICE).addNote(customer, 'of today');
  journal.prune({ days: 30 });
  const left = await journal.notes(SERVICE).unjoined(10);
  expect(left.ok && left.value.map(({ text }) => text)).toEqual(['of today']);
});

test('more entries than one transaction takes', () => {
  const file = temporaryFile();
  const clock = manualClock(start);
  const journal = openWhole({ file, clock, open: (path, opening) => unsynced(openSqlite(path, opening)) });
  for (let number = 1; number <= 502; number++) {
    journal.prepare(payout(number, content));
    if (number !== 7) journal.settle(requestId(number), 'NOT SENT');
  }
  clock.advance(40 * DAY);
  expect(journal.prune({ days: 30 })).toMatchObject({ entries: 501 });
  expect(journal.prune({ days: 30 })).toMatchObject({ entries: 0 });
  journal.settle(requestId(7), 'NOT SENT');
  clock.advance(40 * DAY);
  expect(journal.prune({ days: 30 })).toMatchObject({ entries: 1 });
  expect(checkAudit({ file })).toMatchObject({ ok: true });
});

test('more notes than one transaction takes', async () => {
  const file = temporaryFile();
  const clock = manualClock(start);
  const journal = openWhole({ file, clock, open: (path, opening) => unsynced(openSqlite(path, opening)) });
  for (let number = 1; number <= 501; number++) await journal.notes(SERVICE).addNote(customer, SECRET);
  clock.advance(40 * DAY);
  expect(journal.prune({ days: 30 })).toMatchObject({ ok: true, entries: 0, notes: 501 });
  expect(journal.prune({ days: 30 })).toMatchObject({ notes: 0 });
  expect(checkAudit({ file })).toMatchObject({ ok: true });
});

test('makes no copy in the folder for temporary files, and waits between two transactions', () => {
  const clock = manualClock(start);
  const opened: Database[] = [];
  const journal = openWhole({
    clock,
    open(path, opening) {
      const database = unsynced(openSqlite(path, opening));
      opened.push(database);
      return database;
    },
  });
  for (let number = 1; number <= 501; number++) {
    journal.prepare(payout(number));
    journal.settle(requestId(number), 'NOT SENT');
  }
  clock.advance(40 * DAY);
  const waits = vi.spyOn(Atomics, 'wait');
  onTestFinished(() => waits.mockRestore());
  expect(journal.prune({ days: 30 })).toMatchObject({ entries: 501 });
  // Longer than the 100 ms after which a waiting console tries again.
  expect(waits.mock.calls.filter(([, , , ms]) => Number(ms) > 100)).toHaveLength(1);
  expect(opened.at(-1)?.rows('PRAGMA temp_store')).toEqual([{ temp_store: 2 }]);
});

/** Runs `change` on the file as somebody who takes the rules away and puts them back. */
function byHand(file: string, change: (database: Database) => void): void {
  const database = openSqlite(file, { readOnly: false, busyMs: 2000 });
  try {
    const rules = database.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'");
    for (const { name } of rules) database.exec(`DROP TRIGGER ${String(name)}`);
    change(database);
    for (const { sql } of rules) database.exec(String(sql));
  } finally {
    database.close();
  }
}

/** As Purser would write it. */
function blank(database: Database, number: number, line: number): void {
  database.run(
    "UPDATE intents SET body = '•••', what = '[]', pruned = ?, pruned_at = ? WHERE request_id = ?",
    ...[line, start + 40 * DAY, requestId(number)],
  );
  database.run(
    `UPDATE transitions SET message = iif(message IS NULL, NULL, '•••'), answer = iif(answer IS NULL, NULL, '•••'),
      evidence = iif(evidence IS NULL, NULL, '•••'), note = iif(note IS NULL, NULL, '•••'), what = NULL WHERE request_id = ?`,
    requestId(number),
  );
  reseal(database, number);
}

function reseal(database: Database, number: number): void {
  const id = requestId(number);
  const [found] = database.rows('SELECT * FROM intents WHERE request_id = ?', id);
  if (!found) throw new Error('no entry');
  database.run(
    'UPDATE intents SET pruned_seal = ? WHERE request_id = ?',
    ...[prunedSeal(found, transitionsOf(database, id)), id],
  );
}

describe('a deletion or change by hand is found', () => {
  const DAMAGED = 'it is damaged';
  const NO_LINE = 'Content of the journal was deleted, and no entry of the log says so.';
  const NOT_THESE = "The journal's pruned content is not what this entry says.";
  const NOTE = 'The note of this entry was changed or removed.';
  const cases: Readonly<Record<string, readonly [says: string, (database: Database, line: number) => void]>> =
    {
      'a body': [DAMAGED, data => data.exec(`UPDATE intents SET body = '•••' WHERE body LIKE '%Secret%'`)],
      'an answer': [
        DAMAGED,
        data => data.exec(`UPDATE transitions SET answer = '•••' WHERE answer IS NOT NULL`),
      ],
      'a whole entry, and the newest line': [NO_LINE, (data, line) => blank(data, 5, line + 1)],
      'a whole entry, and a line of another kind': [NO_LINE, data => blank(data, 5, 1)],
      'a whole entry, and a line that does not exist yet': [NO_LINE, data => blank(data, 5, 9999)],
      'another entry, and the line of a pruning': [NOT_THESE, (data, line) => blank(data, 5, line)],
      'a column that stays': [
        DAMAGED,
        data => data.run("UPDATE intents SET user_id = 'user-2' WHERE request_id = ?", requestId(2)),
      ],
      'a state that stays': [
        DAMAGED,
        data => {
          data.run("UPDATE transitions SET to_state = 'DONE' WHERE to_state = 'REFUSED'");
          data.run("UPDATE intents SET state = 'DONE' WHERE request_id = ?", requestId(2));
        },
      ],
      'a column that stays, with a new seal': [
        NOT_THESE,
        data => {
          data.run("UPDATE intents SET fingerprint = '2:x' WHERE request_id = ?", requestId(2));
          reseal(data, 2);
        },
      ],
      'a pruned entry without its line': [
        DAMAGED,
        data =>
          data.run('UPDATE intents SET pruned = NULL, pruned_at = NULL, pruned_seal = NULL WHERE number = 2'),
      ],
      'the time of the pruning': [
        DAMAGED,
        data => data.exec('UPDATE intents SET pruned_at = 1 WHERE number = 2'),
      ],
      'text in a pruned entry': [
        DAMAGED,
        data => data.exec(`UPDATE transitions SET note = 'x' WHERE to_state = 'RESOLVED'`),
      ],
      'a pruned note with another line': [
        NOT_THESE,
        data => data.exec(`UPDATE notes SET pruned = 1 WHERE pruned IS NOT NULL`),
      ],
      'a note': [NOTE, data => data.exec(`UPDATE notes SET text = '•••' WHERE pruned IS NULL`)],
      'a note, and the line of a pruning': [
        NOT_THESE,
        (data, line) => data.run(`UPDATE notes SET text = '•••', pruned = ? WHERE pruned IS NULL`, line),
      ],
      'a note, with its row': [NOTE, data => data.exec('DELETE FROM notes WHERE pruned IS NULL')],
    };
  test.each(Object.entries(cases))('%s', async (_, [says, change]) => {
    const { file, clock, journal } = await after40Days();
    await journal.notes(SERVICE).addNote(customer, 'of today');
    journal.prune({ days: 30 });
    const line = Number(journal.auditHead()?.split(':')[0]);
    journal.close();
    expect(whole(open({ file, clock })).close()).toBeUndefined();
    byHand(file, database => change(database, line));
    const opened = open({ file, clock });
    if (!('locked' in opened)) opened.close();
    const checked = checkAudit({ file });
    expect('locked' in opened && opened.locked).toContain(says.replace(/\.$/, ''));
    if (says !== DAMAGED) expect(checked).toMatchObject({ ok: false, why: says });
  });
});

test('content that somebody puts back from a copy is found', async () => {
  const { file, clock, journal } = await after40Days();
  const copy = journal.get(requestId(1));
  const body = copy.ok ? copy.value?.intent.body : undefined;
  journal.prune({ days: 30 });
  journal.close();
  byHand(file, database => {
    database.run(
      'UPDATE intents SET body = ?, what = ?, pruned = NULL, pruned_at = NULL, pruned_seal = NULL WHERE request_id = ?',
      ...[body ?? null, JSON.stringify(content.what), requestId(1)],
    );
    database.run(
      'UPDATE transitions SET message = ?, answer = ? WHERE request_id = ? AND answer IS NOT NULL',
      ...[answer.message, answer.text, requestId(1)],
    );
  });
  const opened = open({ file, clock });
  expect('locked' in opened && opened.locked).toContain(
    "The journal's pruned content is not what this entry says",
  );
});

describe('the database itself refuses', () => {
  const emptied = "body = '•••', what = '[]', pruned_seal = 'x'";
  const withLine = `pruned = (SELECT max(number) FROM audit), pruned_at = ${start + 40 * DAY}`;
  const whole7 = `${emptied}, ${withLine}`;
  const of = (number: number) => `WHERE request_id = '${requestId(number)}'`;
  const cases: Readonly<Record<string, string>> = {
    'an entry without a certain end': `UPDATE intents SET ${whole7} ${of(5)}`,
    'an entry that is on its way': `UPDATE intents SET ${whole7} ${of(6)}`,
    'an entry of the last 30 days': `UPDATE intents SET ${whole7} ${of(20)}`,
    'an entry that began long ago and ended today': `UPDATE intents SET ${whole7} ${of(7)}`,
    'another form of the body': `UPDATE intents SET ${whole7}, body = 'x' ${of(1)}`,
    'no body': `UPDATE intents SET ${whole7}, body = NULL ${of(1)}`,
    'lines that stay': `UPDATE intents SET ${whole7}, what = '[1]' ${of(1)}`,
    'no seal': `UPDATE intents SET ${whole7}, pruned_seal = NULL ${of(1)}`,
    'no line': `UPDATE intents SET ${emptied} ${of(1)}`,
    'an older line': `UPDATE intents SET ${whole7}, pruned = 1 ${of(1)}`,
    'another time': `UPDATE intents SET ${whole7}, pruned_at = 1 ${of(1)}`,
    'a change of what stays': `UPDATE intents SET ${whole7}, fingerprint = '2:x' ${of(1)}`,
    'an answer of an entry with content': `UPDATE transitions SET answer = '•••' ${of(1)} AND answer IS NOT NULL`,
    'a note of the last 30 days': `UPDATE notes SET text = '•••', ${withLine.split(', pruned_at')[0]} WHERE number = 2`,
    'another text of a note': `UPDATE notes SET text = 'x', ${withLine.split(', pruned_at')[0]} WHERE number = 1`,
  };
  const later: Readonly<Record<string, string>> = {
    'a second time': `UPDATE intents SET ${whole7} ${of(1)}`,
    'content again': `UPDATE intents SET pruned = NULL ${of(1)}`,
    'a step of a pruned entry': `INSERT INTO transitions (request_id, from_state, to_state, at, pid, process_started, seal)
      VALUES ('${requestId(2)}', 'REFUSED', 'SENT', 1, 1, '', '')`,
    'another answer': `UPDATE transitions SET answer = 'x' ${of(1)} AND answer IS NOT NULL`,
    'another message': `UPDATE transitions SET message = 'x' ${of(1)} AND message IS NOT NULL`,
    'other evidence': `UPDATE transitions SET evidence = 'x' ${of(4)} AND evidence IS NOT NULL`,
    'another note of a resolution': `UPDATE transitions SET note = 'x' ${of(4)} AND note IS NOT NULL`,
    'lines of a step': `UPDATE transitions SET what = '[]' ${of(1)}`,
    'a note a second time': `UPDATE notes SET text = '•••', ${withLine.split(', pruned_at')[0]} WHERE number = 1`,
  };
  async function prepared() {
    const made = await after40Days();
    made.journal.prepare(payout(20, content));
    made.journal.settle(requestId(20), 'NOT SENT');
    made.journal.settle(requestId(7), 'NOT SENT');
    await made.journal.notes(SERVICE).addNote(customer, 'of today');
    const database = openSqlite(made.file, { readOnly: false, busyMs: 0 });
    onTestFinished(() => database.close());
    return { ...made, database };
  }
  test.each(Object.entries(cases))('%s', async (_, sql) => {
    const { journal, database } = await prepared();
    // The newest line says that something was pruned now.
    journal.note({ kind: 'pruned', detail: {} });
    expect(() => database.exec(sql)).toThrow('the journal only grows');
  });
  test.each(Object.entries(later))('%s', async (_, sql) => {
    const { journal, database } = await prepared();
    expect(journal.prune({ days: 30 })).toMatchObject({ entries: 4 });
    expect(() => database.exec(sql)).toThrow(/the journal only grows|the content was pruned/);
  });
  test('every column that stays, in the same moment', async () => {
    const { journal, database } = await prepared();
    journal.note({ kind: 'pruned', detail: {} });
    // A state follows its steps, and a note joins a team once.
    const others: readonly unknown[] = ['state', 'joined'];
    for (const table of ['intents', 'transitions', 'notes'])
      for (const { name } of database.rows(`SELECT name FROM pragma_table_info('${table}')`))
        if (!others.includes(name))
          expect(() => database.exec(`UPDATE ${table} SET ${name} = ${name}`), `${table}.${name}`).toThrow(
            'the journal only grows',
          );
  });
  test.each(['pruned', 'pruned_at', 'pruned_seal'])('an entry that begins with %s', async column => {
    const { database } = await prepared();
    const columns = database
      .rows("SELECT name FROM pragma_table_info('intents')")
      .map(({ name }) => String(name));
    const values = columns.map(
      name =>
        ({ number: '99', request_id: `'${requestId(99)}'`, state: "'NEW'", [column]: '1' })[name] ?? name,
    );
    expect(() =>
      database.exec(`INSERT INTO intents (${columns}) SELECT ${values} FROM intents ${of(1)}`),
    ).toThrow('an intent starts with its content');
  });
  test('a prune without its line, and an entry that begins without content', async () => {
    const { database } = await prepared();
    expect(() => database.exec(`UPDATE intents SET ${whole7} ${of(1)}`)).toThrow('the journal only grows');
    expect(() =>
      database.exec(
        "INSERT INTO notes SELECT 9, 'x', base_url, client_id, user_id, on_behalf_of, record, author, at, text, 0, 1 FROM notes",
      ),
    ).toThrow('a note starts with its text');
  });
  test('but not the pruning itself, in the same form', async () => {
    const { journal, database } = await prepared();
    journal.note({ kind: 'pruned', detail: {} });
    expect(() => database.exec(`UPDATE intents SET ${whole7} ${of(1)}`)).not.toThrow();
  });
});

test('if the file does not become what the log says, nothing is recorded', async () => {
  const { file, clock } = await after40Days();
  const journal = openWhole({
    ...{ file, clock },
    open(path, opening) {
      const database = openSqlite(path, opening);
      // A disk that loses a part of the change.
      return {
        ...database,
        run(sql, ...values) {
          if (!sql.startsWith('UPDATE transitions')) database.run(sql, ...values);
        },
      };
    },
  });
  const before = rowsOf(journal);
  expect(journal.prune({ days: 30 })).toMatchObject({
    ok: false,
    unwritable: expect.stringContaining('damaged'),
  });
  expect(rowsOf(journal)).toEqual(before);
  expect(checkAudit({ file })).toMatchObject({ ok: true });
});
