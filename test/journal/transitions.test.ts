import { expect, test } from 'vitest';
import { type Row, type Settlement, states } from '../../src/journal/intent.ts';
import type { FileJournal } from '../../src/journal/local-journal.ts';
import { openSqlite } from '../../src/journal/sqlite/database.ts';
import { manualClock } from '../harness/clock.ts';
import { open, openWhole, payout, requestId, start, temporaryFile, whole } from './parts.ts';

/** The steps to each state. `again` marks states reached after UNKNOWN. */
const ways: Readonly<Record<string, (journal: FileJournal, id: string) => unknown>> = {
  PREPARED: () => undefined,
  SENT: (journal, id) => journal.sent(id),
  DONE: (journal, id) => [journal.sent(id), journal.settle(id, 'DONE')],
  REFUSED: (journal, id) => [journal.sent(id), journal.settle(id, 'REFUSED')],
  'NOT SENT': (journal, id) => journal.settle(id, 'NOT SENT'),
  UNKNOWN: (journal, id) => [journal.sent(id), journal.settle(id, 'UNKNOWN')],
  RESOLVED: (journal, id) => [journal.sent(id), journal.settle(id, 'UNKNOWN'), resolve(journal, id)],
  'SENT again': (journal, id) => [journal.sent(id), journal.settle(id, 'UNKNOWN'), journal.repeat(id)],
  'DONE again': (journal, id) => [
    journal.sent(id),
    journal.settle(id, 'UNKNOWN'),
    journal.repeat(id),
    journal.settle(id, 'DONE'),
  ],
};

function resolve(journal: FileJournal, id: string) {
  return journal.resolve(id, { by: 'Ada', verdict: 'NOT DONE', evidence: 'the balance', note: '' });
}

const steps: Readonly<Record<string, (journal: FileJournal, id: string) => { readonly ok: boolean }>> = {
  sent: (journal, id) => journal.sent(id),
  repeat: (journal, id) => journal.repeat(id),
  done: (journal, id) => journal.settle(id, 'DONE'),
  refused: (journal, id) => journal.settle(id, 'REFUSED'),
  'not sent': (journal, id) => journal.settle(id, 'NOT SENT'),
  unknown: (journal, id) => journal.settle(id, 'UNKNOWN'),
  resolve,
};

/** For each state the allowed steps and their next state. All other steps are refused. */
const table: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  PREPARED: { sent: 'SENT', 'not sent': 'NOT SENT', unknown: 'UNKNOWN' },
  SENT: { done: 'DONE', refused: 'REFUSED', 'not sent': 'NOT SENT', unknown: 'UNKNOWN' },
  DONE: {},
  REFUSED: { repeat: 'SENT' },
  'NOT SENT': { repeat: 'SENT' },
  UNKNOWN: { repeat: 'SENT', resolve: 'RESOLVED' },
  RESOLVED: {},
  // B18: a refusal after UNKNOWN proves nothing about the first attempt.
  'SENT again': { done: 'DONE', refused: 'UNKNOWN', 'not sent': 'UNKNOWN', unknown: 'UNKNOWN' },
  'DONE again': {},
};

for (const [from, way] of Object.entries(ways)) {
  test(`every step from ${from} follows the table, or is refused and changes nothing [B18d E25c]`, () => {
    const journal = openWhole();
    Object.entries(steps).forEach(([name, step], number) => {
      const id = requestId(number);
      expect(journal.prepare(payout(number, { repeatable: true })).ok).toBe(true);
      way(journal, id);
      const before = rowOf(journal, id);
      expect(before.state).toBe(from.replace(' again', ''));
      const result = step(journal, id);
      const to = table[from]?.[name];
      expect([name, result.ok]).toEqual([name, to !== undefined]);
      const after = rowOf(journal, id);
      if (to === undefined) expect(after).toEqual(before);
      else expect(after).toMatchObject({ state: to, transitions: { length: before.transitions.length + 1 } });
      if (to === undefined) expect(result).toMatchObject({ row: before, barred: expect.any(String) });
    });
  });
}

test('no repeat is possible after 24 hours, or if the clock was set back [E19a]', () => {
  const clock = manualClock(start);
  const journal = openWhole({ clock });
  for (const number of [1, 2, 3]) {
    const createdAt = number === 3 ? start + 25 * 3600_000 : start;
    journal.prepare(payout(number, { repeatable: true, createdAt }));
    journal.settle(requestId(number), 'UNKNOWN');
  }
  clock.advance(24 * 3600_000 - 1);
  expect(journal.repeat(requestId(1)).ok).toBe(true);
  expect(journal.repeat(requestId(3))).toMatchObject({
    ok: false,
    barred: expect.stringContaining('24 hours'),
  });
  clock.advance(1);
  expect(journal.repeat(requestId(2))).toMatchObject({
    ok: false,
    barred: expect.stringContaining('24 hours'),
  });
});

test('a duplicate is refused at any age until a person names the earlier write [E21a]', () => {
  const clock = manualClock(start);
  const journal = openWhole({ clock });
  const equal = (number: number) => payout(number, { fingerprint: '2:the same', createdAt: clock.wall() });
  const settle = (number: number, outcome: Settlement) => {
    journal.sent(requestId(number));
    journal.settle(requestId(number), outcome, { status: 200 });
  };
  journal.prepare(equal(1));
  settle(1, 'DONE');
  for (let number = 100; number < 720; number += 1) journal.prepare(payout(number));
  clock.advance(400 * 24 * 3_600_000);
  expect(journal.prepare(equal(2))).toMatchObject({
    ok: false,
    equal: [{ intent: { requestId: requestId(1) } }],
  });
  expect(journal.equals(equal(3))).toMatchObject({
    ok: true,
    value: [{ intent: { requestId: requestId(1) } }],
  });
  expect(journal.prepare(equal(2), { named: [requestId(1)] })).toMatchObject({
    ok: true,
    row: { duplicateOf: requestId(1) },
  });
  settle(2, 'UNKNOWN');
  // The newest duplicate must be named. Older duplicates must be named only if they are open.
  expect(journal.prepare(equal(3), { named: [requestId(1)] })).toMatchObject({
    ok: false,
    equal: [{ intent: { requestId: requestId(2) } }],
  });
  expect(journal.prepare(equal(3), { named: [requestId(2)] }).ok).toBe(true);
  settle(3, 'DONE');
  // The newest duplicate was done and an older one is UNKNOWN: both must be named.
  expect(journal.prepare(equal(4))).toMatchObject({
    ok: false,
    equal: [{ intent: { requestId: requestId(3) } }, { intent: { requestId: requestId(2) } }],
  });
  const resolution = { by: 'sam', evidence: 'the statement', note: '' };
  journal.resolve(requestId(2), { ...resolution, verdict: 'NOT DONE' });
  expect(journal.prepare(equal(4))).toMatchObject({
    ok: false,
    equal: [{ intent: { requestId: requestId(3) } }],
  });
  expect(
    journal.prepare(equal(4), { named: [], superseded: [{ requestId: requestId(3), by: requestId(1) }] }),
  ).toMatchObject({
    ok: false,
    equal: [{ intent: { requestId: requestId(1) } }],
  });
  const all = [
    { requestId: requestId(3), by: requestId(1) },
    { requestId: requestId(1), by: requestId(3) },
  ];
  expect(journal.prepare(equal(4), { named: [], superseded: all }).ok).toBe(true);
});

test('the database refuses every illegal transition, and any change of recorded data', () => {
  const file = temporaryFile();
  const legal = [
    'PREPARED>SENT',
    'PREPARED>NOT SENT',
    'PREPARED>UNKNOWN',
    'SENT>DONE',
    'SENT>REFUSED',
    'SENT>NOT SENT',
    'SENT>UNKNOWN',
    'SENT again>DONE',
    'SENT again>UNKNOWN',
    'REFUSED>SENT',
    'NOT SENT>SENT',
    'UNKNOWN>SENT',
    'UNKNOWN>RESOLVED',
    'UNKNOWN for good>RESOLVED',
  ];
  const journal = whole(open({ file }));
  const rows = [...Object.entries(ways), ['UNKNOWN for good', ways['UNKNOWN']] as const];
  rows.forEach(([name, way], number) => {
    journal.prepare(payout(number, { repeatable: name !== 'UNKNOWN for good' }));
    way?.(journal, requestId(number));
  });
  journal.close();
  const database = openSqlite(file, { readOnly: false, busyMs: 0 });
  const taken: string[] = [];
  const insert = `INSERT INTO transitions
    (request_id, from_state, to_state, at, pid, process_started, resolved_by, verdict, evidence, seal)
    VALUES (?, ?, ?, 0, 1, '', ?, ?, ?, '')`;
  rows.forEach(([from], number) => {
    for (const to of states) {
      const verdict = to === 'RESOLVED' ? ['Ada', 'DONE', 'the balance'] : [null, null, null];
      database.exec('BEGIN');
      try {
        database.run(insert, requestId(number), from.replace(/ again| for good/, ''), to, ...verdict);
        taken.push(`${from}>${to}`);
      } catch (error) {
        expect(error).toMatchObject({ errcode: 1811, message: 'illegal transition' });
      }
      database.exec('ROLLBACK');
    }
  });
  expect(taken.toSorted()).toEqual(legal.toSorted());
  for (const change of [
    "UPDATE intents SET state = 'RESOLVED'",
    "UPDATE intents SET body = 'x'",
    'DELETE FROM intents',
    'DELETE FROM transitions',
    'UPDATE transitions SET at = 1',
    "INSERT INTO transitions (request_id, from_state, to_state, at, pid, process_started, seal) VALUES ('x', 'NEW', 'PREPARED', 0, 1, '', '')",
  ])
    expect(() => database.exec(change), change).toThrow();
  database.close();
});

test('the database refuses a second open intent with the same fingerprint, and two duplicates of one intent [E9b E21a]', () => {
  const file = temporaryFile();
  const journal = openWhole({ file });
  journal.prepare(payout(1, { fingerprint: '2:same' }));
  journal.prepare(payout(2, { fingerprint: '2:same' }), { named: [requestId(1)] });
  const database = openSqlite(file, { readOnly: false, busyMs: 0 });
  for (const number of [1, 2]) {
    const copy = `INSERT INTO intents (request_id, operation, title, class, repeatable, profile, environment, base_url,
        client_id, program_id, user_id, method, target, fingerprint, what, created_at, besides, uses, seal)
      SELECT ?, operation, title, class, repeatable, profile, environment, base_url,
        client_id, program_id, user_id, method, target, fingerprint, what, created_at, besides, uses, seal FROM intents WHERE request_id = ?`;
    const insert = () => database.run(copy, requestId(number + 10), requestId(number));
    expect(insert).toThrow(/^UNIQUE constraint failed: (index|intents)/);
  }
  database.close();
});

test('the database keeps what a write uses up, and refuses a console of the version before', () => {
  const file = temporaryFile();
  openWhole({ file }).prepare(payout(1, { uses: ['a', 'b', 'a'] }));
  const database = openSqlite(file, { readOnly: false, busyMs: 0 });
  expect(database.rows('SELECT name FROM used').map(({ name }) => name)).toEqual(['a', 'b']);
  for (const change of ['DELETE FROM used', "UPDATE used SET name = 'c'", "UPDATE intents SET uses = '[]'"])
    expect(() => database.run(change)).toThrow('the journal only grows');
  const before = `INSERT INTO intents (request_id, operation, title, class, repeatable, profile, environment, base_url, client_id,
      program_id, user_id, method, target, fingerprint, what, created_at, seal)
    SELECT ?, operation, title, class, repeatable, profile, environment, base_url, client_id,
      program_id, user_id, method, target, '2:other', what, created_at, seal FROM intents`;
  expect(() => database.run(before, requestId(2))).toThrow('the file belongs to a newer Purser');
  database.close();
});

function rowOf(journal: FileJournal, id: string): Row {
  const found = journal.get(id);
  if (!found.ok || found.value === undefined) throw new Error('no such row');
  return found.value;
}
