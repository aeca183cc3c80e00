/** An administrator's tasks: upgrade, operators, pruning, and the import of a local journal. */
import { expect, onTestFinished, test } from 'vitest';
import { lineOf } from '../../src/journal/audit.ts';
import { checkChain } from '../../src/journal/audit-chain.ts';
import {
  addOperator,
  disableOperator,
  factsOf,
  operatorsOf,
  prune,
  upgradeRecord,
} from '../../src/journal/postgres/admin.ts';
import type { ScriptLink } from '../../src/journal/postgres/link.ts';
import { SCHEMA_VERSION } from '../../src/journal/postgres/schema.ts';
import { openWhole, payout, requestId, start } from './parts.ts';
import { newServer, SERVICE, type Server } from './pglite.ts';

/** A script keeps the role of the script before it, as in one session. The owner then owns what an upgrade makes. */
function admin(server: Server): ScriptLink {
  let role = '';
  return {
    ...server.link('postgres'),
    script: async sql => {
      if (sql === 'SET ROLE purser_owner' || sql === 'RESET ROLE') role = `${sql};`;
      await server.admin(`${role}${sql}`);
    },
  };
}
const DAY = 24 * 3_600_000;
/** From the time at which every test begins. */
const daysTo = (time: string): number => (Date.parse(time) - start) / DAY;

test('an upgrade can run again: it keeps every row and installs the functions of this version', async () => {
  const server = newServer();
  const journal = await server.open();
  await journal.prepare(payout(1));
  const now = SCHEMA_VERSION;
  expect(await upgradeRecord(admin(server), SERVICE)).toEqual({ ok: true, before: now, now });
  expect(await journal.get(requestId(1))).toMatchObject({ value: { state: 'PREPARED' } });
  expect(await journal.audit(5)).toMatchObject({ value: [{ kind: 'write' }] });
});

test('a record of Purser 0.2.0 gets the present tables and functions, and keeps its entries', async () => {
  const server = newServer();
  const before = await server.open();
  await before.prepare(payout(1));
  await before.settle(requestId(1), 'NOT SENT');
  const head = before.head();
  const functions = ['repeat(uuid, text, text, text, text[] DEFAULT NULL)', 'forms(jsonb)'].map(
    each => `CREATE FUNCTION purser.${each} RETURNS json LANGUAGE sql AS 'SELECT NULL::json';`,
  );
  await server.admin(`SET ROLE purser_owner; DROP TABLE purser.used; ALTER TABLE purser.intents DROP COLUMN uses;
    ${functions.join('')} UPDATE purser.version SET number = 15; RESET ROLE`);
  expect(await upgradeRecord(admin(server), SERVICE)).toMatchObject({ before: 15, now: SCHEMA_VERSION });
  const journal = await server.open('ana', 1, head);
  expect(journal.replaced()).toBe(false);
  // By the clock of this machine the entry is too old.
  expect(await journal.repeat(requestId(1))).toMatchObject({ barred: expect.stringContaining('24 hours') });
  expect(await journal.prepare(payout(2, { uses: ['quote'] }))).toMatchObject({ ok: true });
  expect(await journal.prepare(payout(3, { uses: ['quote'] }))).toMatchObject({ equal: [{}] });
});

test('a record of a Purser before 0.2.0 is refused in plain words, and stays unchanged', async () => {
  const server = newServer();
  await server.admin('UPDATE purser.version SET number = 14');
  await expect(upgradeRecord(admin(server), SERVICE)).rejects.toThrow(
    'version 14, of a Purser before 0.2.0, and nothing was changed or lost: upgrade it with Purser 0.2.0 first',
  );
  await server.admin('RESET ROLE');
  expect(await server.admin('SELECT number FROM purser.version')).toEqual([{ number: 14 }]);
});

test('an upgrade ends the leases, and a console of another version can record only outcomes', async () => {
  const server = newServer();
  const journal = await server.open();
  await journal.prepare(payout(1));
  await server.admin(
    `UPDATE purser.consoles SET lease_until = 'infinity'; UPDATE purser.version SET number = ${SCHEMA_VERSION - 1}`,
  );
  expect(await upgradeRecord(admin(server), SERVICE)).toMatchObject({ ok: true });
  expect(await journal.sent(requestId(1))).toMatchObject({ ok: false, row: { state: 'PREPARED' } });
  await server.admin(`UPDATE purser.version SET number = ${SCHEMA_VERSION + 1}`);
  for (let times = 0; times < 2; times++) {
    const barred = expect.stringContaining('The team journal is newer than this Purser. You can read.');
    expect(await journal.prepare(payout(2))).toMatchObject({ ok: false, barred });
    expect(await journal.beat()).toMatchObject({ ok: false });
  }
  expect(await journal.settle(requestId(1), 'NOT SENT')).toMatchObject({ ok: true });
  expect(await journal.get(requestId(1))).toMatchObject({ value: { state: 'NOT SENT' } });
  // A console of another version gets no lease.
  expect(await server.admin('SELECT FROM purser.consoles')).toHaveLength(1);
});

test("a new operator can write, a disabled operator can't, and the log records both", async () => {
  const server = newServer();
  await server.admin(`GRANT purser_approver TO ben; DELETE FROM purser.members; DELETE FROM purser.operators;
    SELECT purser.add_operator('ben', 'Ben', 1)`);
  await expect(server.open('ana')).rejects.toThrow(/isn't an operator/);
  const journal = await server.open('ben');
  expect((await journal.prepare(payout(1))).ok).toBe(true);
  expect(await operatorsOf(admin(server), SERVICE)).toEqual([
    { role: 'ben', person: 'Ben', active: true, login: true, approver: true },
  ]);
  expect(await factsOf({ ...admin(server), rows: server.link('ben').rows }, SERVICE)).toMatchObject({
    member: true,
    superuser: false,
    owner: false,
    schema: SCHEMA_VERSION,
  });
  await server.admin("SELECT purser.disable_operator('ben')");
  expect((await journal.sent(requestId(1))).ok).toBe(false);
  const told = await server.admin('SELECT line FROM purser.audit WHERE realm = 1 ORDER BY number');
  expect(told.map(({ line }) => JSON.parse(String(line)).kind)).toEqual([
    'operator-added',
    'write',
    'operator-disabled',
  ]);
});

test('an approver who is added again as a plain operator stays an approver, and the answer says so', async () => {
  const server = newServer();
  const add = (approver?: boolean) =>
    addOperator(admin(server), SERVICE, {
      role: 'cy',
      person: 'Cy',
      ...(approver !== undefined && { approver }),
    });
  await server.admin('REVOKE purser_approver FROM cy');
  expect(await add(false)).toEqual({ made: false, approves: false });
  expect(await add(true)).toEqual({ made: false, approves: true });
  expect(await add()).toEqual({ made: false, approves: true });
  expect(await add(false)).toEqual({ made: false, approves: false });
});

test('an administrator can add several services in one transaction', async () => {
  const server = newServer();
  const added =
    await server.admin(`SET ROLE purser_owner; BEGIN; SELECT purser.add_realm('https://a.example.com', 'a') AS realm;
    SELECT purser.add_realm('https://b.example.com', 'b') AS realm; COMMIT; SET ROLE NONE`);
  expect(added).toEqual([{ realm: 3 }, { realm: 4 }]);
});

test('an administrator who is no operator opens no console', async () => {
  const server = newServer();
  await expect(server.open('postgres')).rejects.toThrow(/isn't an operator/);
});

test('prune deletes the consoles that ended long ago and changed no entry', async () => {
  const server = newServer();
  const [writer, reader, living] = [await server.open(), await server.open('ben'), await server.open('cy')];
  await writer.prepare(payout(1));
  await writer.close();
  await reader.close();
  server.advance(31 * DAY);
  await living.beat();
  await prune(admin(server), SERVICE, 30);
  const left = await server.admin('SELECT console FROM purser.consoles ORDER BY begun_at');
  expect(left).toEqual([{ console: writer.self.started }, { console: living.self.started }]);
});

test('bodies and answers are deleted after their time; the entry, its seals and the chain stay', async () => {
  const server = newServer();
  const journal = await server.open();
  for (const number of [1, 2]) await journal.prepare(payout(number));
  await journal.sent(requestId(1));
  await journal.settle(requestId(1), 'DONE', { status: 200, text: 'the answer' });
  // The month ended 30 days ago, not more.
  server.advance(daysTo('2026-12-30T23:00:00Z') * DAY);
  await expect(prune(admin(server), SERVICE, 29)).rejects.toThrow();
  expect(await prune(admin(server), SERVICE, 30)).toEqual({ gone: 0, days: 30 });
  server.advance(DAY / 12);
  expect(await prune(admin(server), SERVICE, 30)).toEqual({ gone: 2, days: 30 });
  const found = await journal.get(requestId(1));
  expect(found).toMatchObject({ value: { state: 'DONE', intent: { body: '•••', what: payout(1).what } } });
  expect(found.ok && found.value?.transitions.at(-1)?.answer).toEqual({ status: 200, text: '•••' });
  // An unresolved entry keeps its body.
  expect(await journal.get(requestId(2))).toMatchObject({ value: { intent: { body: payout(2).body } } });
  const lines = await journal.lines(1);
  expect(checkChain(lines.ok ? lines.value : [])).toMatchObject({ ok: true });
});

const monthsOf = async (server: Server): Promise<readonly unknown[]> =>
  (
    await server.admin(
      `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'purser'::regnamespace AND relname ~ '^payloads_1_[0-9]+$' ORDER BY 1`,
    )
  ).map(({ relname }) => String(relname).slice(-6));

test('a month without an open entry is dropped as a whole; entries that ended later keep their bodies', async () => {
  const server = newServer();
  const journal = await server.open();
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  await journal.settle(requestId(1), 'UNKNOWN');
  server.advance(daysTo('2026-12-20T10:00:00Z') * DAY);
  await journal.beat();
  await journal.resolve(requestId(1), { by: 'sam', verdict: 'DONE', evidence: 'x', note: '' });
  await journal.prepare(payout(2));
  await journal.settle(requestId(2), 'NOT SENT');
  expect(await monthsOf(server)).toEqual(['202611', '202612', '202701']);
  server.advance(30 * DAY);
  // The entry of November ended in December.
  expect(await prune(admin(server), SERVICE, 40)).toEqual({ gone: 0, days: 40 });
  expect(await journal.get(requestId(1))).toMatchObject({ value: { intent: { body: payout(1).body } } });
  server.advance(60 * DAY);
  expect(await prune(admin(server), SERVICE, 40)).toEqual({ gone: 2, days: 40 });
  expect(await monthsOf(server)).toEqual(['202702', '202703', '202704']);
  expect(await journal.list()).toMatchObject({ value: [{ state: 'NOT SENT' }, { state: 'RESOLVED' }] });
});

test('a write finds no table of its month: its body is kept, read, and deleted after its time', async () => {
  const server = newServer();
  const journal = await server.open();
  // No console began for three months.
  server.advance(daysTo('2027-03-10T10:00:00Z') * DAY);
  await server.admin("UPDATE purser.consoles SET lease_until = 'infinity'");
  await journal.prepare(payout(1));
  await journal.settle(requestId(1), 'NOT SENT');
  expect(await server.admin('SELECT count(*)::int AS n FROM purser.payloads_rest')).toEqual([{ n: 1 }]);
  const later = await server.open('ben');
  expect(await monthsOf(server)).toEqual(expect.arrayContaining(['202704']));
  expect(await monthsOf(server)).not.toContain('202703');
  expect(await later.get(requestId(1))).toMatchObject({ value: { intent: { body: payout(1).body } } });
  server.advance(60 * DAY);
  expect(await prune(admin(server), SERVICE, 30)).toEqual({ gone: 1, days: 30 });
  expect(await later.get(requestId(1))).toMatchObject({ value: { intent: { body: '•••' } } });
});

test('an import keeps the transitions of each entry and happens only once; an open entry becomes UNKNOWN', async () => {
  const server = newServer();
  const journal = await server.open();
  const file = openWhole();
  const answer = { status: 200, text: 'a\0b' };
  file.prepare(payout(1));
  file.sent(requestId(1));
  file.settle(requestId(1), 'DONE', answer);
  file.prepare(payout(2, { fingerprint: '2:fingerprint 1' }), { named: [requestId(1)] });
  file.sent(requestId(2));
  file.prepare(payout(3));
  file.settle(requestId(3), 'UNKNOWN');
  file.resolve(requestId(3), { by: 'sam', verdict: 'NOT DONE', evidence: 'the statement', note: 'n' });
  // A colleague has an open duplicate.
  await journal.prepare(payout(9, { fingerprint: '2:fingerprint 3' }));
  const listed = file.list();
  const rows = listed.ok ? listed.value.toReversed() : [];
  for (const row of rows) expect(await journal.importEntry(row)).toMatchObject({ ok: true });
  for (const row of rows) expect(await journal.importEntry(row)).toMatchObject({ ok: false, row: {} });
  // The log names the person who imported, also for the UNKNOWN of an open entry.
  const lines = await journal.lines(1);
  const told = lines.ok ? lines.value.map(line => lineOf(line)?.detail ?? {}) : [];
  const ids = rows.map(({ intent }) => intent.requestId);
  const imported = told.filter(({ request = '' }) => ids.includes(request));
  expect(imported).toHaveLength(9);
  for (const detail of imported) expect(detail).toMatchObject({ importedBy: 'Ana' });
  expect(told.filter(({ request = '' }) => !ids.includes(request))).not.toContainEqual(
    expect.objectContaining({ importedBy: 'Ana' }),
  );
  // Without a transition, the next write would get the same number.
  const [row] = rows;
  const bare = row && { ...row, intent: payout(6), transitions: [] };
  expect(bare && (await journal.importEntry(bare))).toMatchObject({ ok: false });
  expect(await journal.prepare(payout(7))).toMatchObject({ ok: true });
  for (const row of rows) {
    const found = await journal.get(row.intent.requestId);
    const past = found.ok ? found.value?.transitions : undefined;
    expect(found).toMatchObject({ value: { intent: row.intent } });
    expect(past?.slice(0, row.transitions.length)).toMatchObject(
      row.transitions.map(({ from, to, at }) => ({ from, to, at })),
    );
  }
  const states = await Promise.all([1, 2, 3].map(number => journal.get(requestId(number))));
  expect(states.map(found => found.ok && [found.value?.state, found.value?.duplicateOf])).toEqual([
    ['DONE', undefined],
    ['UNKNOWN', requestId(1)],
    ['RESOLVED', requestId(9)],
  ]);
  const verdict = { by: 'sam', verdict: 'DONE', evidence: 'the statement', note: '' } as const;
  expect((await journal.resolve(requestId(2), verdict)).ok).toBe(true);
  expect(await journal.prepare(payout(8, { fingerprint: '2:fingerprint 1' }))).toMatchObject({
    equal: [{ intent: { requestId: requestId(2) } }],
  });
});

test('after an upgrade by a superuser and operator add, an operator has no way to stop the others', async () => {
  const server = newServer();
  const [desk, who] = [admin(server), { role: 'ben', person: 'Ben', approver: false }];
  const facts = () => factsOf({ ...desk, rows: server.link('ben').rows }, SERVICE);
  await server.admin(`ALTER ROLE ben CONNECTION LIMIT -1;
    DO $$ DECLARE f regprocedure; BEGIN
      EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO PUBLIC', current_database());
      FOR f IN SELECT oid FROM pg_proc WHERE proname ~ '^(pg_advisory_lock|lo_create|pg_logical_emit_message)$' LOOP
        EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO PUBLIC', f);
      END LOOP;
    END $$;
    REVOKE pg_signal_backend FROM purser_owner`);
  expect((await facts()).unlimited).toEqual(
    expect.arrayContaining([
      'advisory locks',
      'large objects',
      'messages in the WAL',
      'temporary tables',
      'any number of connections',
      'locks without an end',
    ]),
  );
  expect(await upgradeRecord(desk, SERVICE)).toMatchObject({ ok: true });
  await desk.script('RESET ROLE');
  await addOperator(desk, SERVICE, who);
  expect((await facts()).unlimited).toEqual([]);
});

test('an administrator who is no superuser gets the statements that stop an operator from stopping the others', async () => {
  const server = newServer();
  await server.admin('CREATE ROLE boss; GRANT purser_owner TO boss; ALTER ROLE boss LOGIN');
  onTestFinished(() => void server.admin('DROP OWNED BY boss; DROP ROLE boss'));
  const real = admin(server);
  const boss: ScriptLink = {
    ...real,
    rows: (sql, ...values) => real.rows(sql.replace('session_user', "'boss'"), ...values),
  };
  expect(await upgradeRecord(boss, SERVICE)).toMatchObject({
    ok: true,
    byHand: expect.stringContaining('REVOKE EXECUTE ON FUNCTION'),
  });
});

test('a console whose operator was disabled reads nothing, although its session is still there', async () => {
  const server = newServer();
  const ana = await server.open('ana');
  await ana.prepare(payout(1));
  expect(await ana.list({ limit: 5 })).toMatchObject({ ok: true, value: [{ state: 'PREPARED' }] });
  await server.admin("SELECT purser.disable_operator('ana')");
  const refused = { ok: false, unreadable: expect.stringContaining("isn't an operator") };
  expect(await ana.list({ limit: 5 })).toMatchObject(refused);
  expect(await ana.list({ limit: 500 })).toMatchObject(refused);
  expect(await ana.unresolved()).toMatchObject(refused);
  expect(await ana.version()).toBeUndefined();
  await server.admin("UPDATE purser.operators SET active = true WHERE role = 'ana'");
  expect(await ana.list({ limit: 5 })).toMatchObject({ ok: true, value: [{ state: 'PREPARED' }] });
});

test('an operator who is disabled while a write is under way records its outcome, and no new write', async () => {
  const server = newServer();
  const journal = await server.open('ana');
  await journal.prepare(payout(1));
  await journal.prepare(payout(2));
  await journal.sent(requestId(1));
  let seconds = 0;
  const under = disableOperator(admin(server), 'ana', async () => {
    seconds++;
    expect(await journal.sent(requestId(2))).toMatchObject({ ok: false });
    expect(await journal.prepare(payout(3))).toMatchObject({ ok: false });
    expect(await journal.settle(requestId(1), 'DONE', { status: 200 })).toMatchObject({ ok: true });
  });
  expect(await under).toBe(true);
  expect(seconds).toBe(1);
  expect(await server.admin(`SELECT state FROM purser.intents WHERE request_id = '${requestId(1)}'`)).toEqual(
    [{ state: 'DONE' }],
  );
  const who = { role: 'ana', person: 'Ana' } as const;
  const desk = admin(server);
  await desk.script('RESET ROLE');
  await addOperator(desk, SERVICE, who);
  expect(await operatorsOf(admin(server), SERVICE)).toContainEqual(
    expect.objectContaining({ ...who, active: true, login: true }),
  );
  expect((await (await server.open('ana')).prepare(payout(4))).ok).toBe(true);
});
