/** The server's record: rights, seals, the six traps of PostgreSQL, and the rules of leases. */
import { expect, test } from 'vitest';
import { checkChain } from '../../src/journal/audit-chain.ts';
import type { Link } from '../../src/journal/postgres/link.ts';
import { openServer } from '../../src/journal/postgres/server-journal.ts';
import { approvalServer, CONFIRMED, large, waitingFor } from './approval-parts.ts';
import { payout, requestId, start } from './parts.ts';
import { newServer } from './pglite.ts';

const verdict = { by: 'sam', verdict: 'DONE', evidence: 'the statement', note: '' } as const;
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => String(Reflect.get(Object(error), 'code')),
  );

test('an operator can change the record only with the functions', async () => {
  const server = newServer();
  const journal = await server.open();
  await journal.prepare(payout(1));
  const ana = server.link('ana');
  const refused: readonly string[] = [
    "INSERT INTO purser.audit VALUES (1, 99, 'x', 'y')",
    "UPDATE purser.audit SET line = 'x'",
    "UPDATE purser.audit_head SET hash = 'x'",
    'DELETE FROM purser.transitions',
    "UPDATE purser.intents SET state = 'DONE'",
    'DELETE FROM purser.payloads',
    "UPDATE purser.consoles SET lease_until = 'infinity'",
    "INSERT INTO purser.operators VALUES ('ben', 'Ana', true)",
    "INSERT INTO purser.members VALUES (2, 'ana')",
    'SELECT * FROM purser.operators',
    `SELECT purser.move('${requestId(1)}', 'DONE', NULL)`,
    "SELECT purser.append(1, 99, NULL, 'write', '{}')",
    "SELECT purser.enter(1, 99, '{}', NULL, NULL)",
    'SELECT purser.take(1)',
    'SET ROLE purser_owner',
    'ALTER TABLE purser.audit DISABLE TRIGGER ALL',
    'CREATE TABLE purser.mine (a int)',
    'CREATE FUNCTION purser.clock() RETURNS int LANGUAGE sql RETURN 1',
  ];
  for (const sql of refused) expect([sql, await codeOf(ana.rows(sql))]).toEqual([sql, '42501']);
  expect(await journal.get(requestId(1))).toMatchObject({ value: { state: 'PREPARED' } });
});

test("even the owner can't change recorded data or skip a step", async () => {
  const server = newServer();
  await (await server.open()).prepare(payout(1));
  const refused: readonly (readonly [string, string])[] = [
    ["UPDATE purser.audit SET line = 'x'", 'PU001'],
    ['DELETE FROM purser.audit', 'PU001'],
    ['TRUNCATE purser.transitions CASCADE', 'PU001'],
    ["UPDATE purser.intents SET state = 'DONE'", 'PU001'],
    ["UPDATE purser.intents SET user_id = 'another'", 'PU001'],
    ['DELETE FROM purser.intents', 'PU001'],
    ["UPDATE purser.payloads SET payload = 'x'", 'PU001'],
    [
      `INSERT INTO purser.transitions SELECT realm, 99, request_id, 'PREPARED', 'DONE', at, pid, console, role, status, message,
        answer_hash, resolved_by, verdict, evidence, note, what, seal FROM purser.transitions`,
      'PU003',
    ],
  ];
  for (const [sql, code] of refused) expect([sql, await codeOf(server.admin(sql))]).toEqual([sql, code]);
});

test("trap 1: the functions run as the owner, but act only within the operator's realms", async () => {
  const server = newServer();
  const journal = await server.open('ana');
  await journal.prepare(payout(1));
  await server.admin("DELETE FROM purser.members WHERE role = 'ben'");
  const ben = server.link('ben');
  // The setting that the owner's policies use gives an operator nothing.
  await ben.rows("SELECT set_config('purser.realms', '{1,2}', false)");
  expect(await ben.rows(`SELECT purser.owner_of('${requestId(1)}') AS r`)).toEqual([{ r: null }]);
  expect(await ben.rows('SELECT purser.waiting(1) AS r')).toEqual([{ r: [] }]);
  expect(await ben.rows('SELECT * FROM purser.intents')).toEqual([]);
  expect(await ben.rows('SELECT * FROM purser.audit')).toEqual([]);
  expect(await ben.rows(`SELECT purser.entry('${requestId(1)}') AS r`)).toEqual([{ r: null }]);
  const [begun] = await ben.rows(
    "SELECT purser.begin_console('00000000-0000-4000-8000-00000000000b', 'http://127.0.0.1:8080', 'client-1', 'h', 1) AS r",
  );
  expect(begun).toMatchObject({ r: { ok: false, barred: 'realm' } });
  const [rules] = await ben.rows("SELECT purser.rules_of('http://127.0.0.1:8080', 'client-1') AS r");
  expect(rules).toMatchObject({ r: { ok: false, barred: 'realm' } });
  const [seen] = await ben.rows(
    "SELECT purser.heartbeat($1, NULL, NULL, NULL, NULL, NULL, NULL, '[]', false) AS r",
    journal.self.started,
  );
  expect(seen).toMatchObject({ r: { ok: false, barred: 'lease' } });
  await ben.rows('SELECT purser.end_console($1)', journal.self.started);
  expect((await journal.beat()).ok).toBe(true);
  expect(await codeOf(ben.rows('SELECT purser.guard()'))).toBe('42501');
  await ben.rows("SELECT set_config('purser.realms', '', false)");
  // A console can't record a write of another service.
  const foreign = payout(2, { baseUrl: 'https://other.example.com', clientId: 'client-2' });
  expect(await journal.prepare(foreign)).toHaveProperty('barred');
  await server.admin("UPDATE purser.operators SET active = false WHERE role = 'ana'");
  expect((await journal.sent(requestId(1))).ok).toBe(false);
  expect(await journal.list()).toMatchObject({ ok: true, value: [] });
});

test('every function that an operator may run as the owner finds the realms first, or checks the realm itself', async () => {
  const server = newServer();
  const functions = await server.admin(
    `SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'purser'::regnamespace AND prosecdef
       AND has_function_privilege('ana', oid, 'EXECUTE') ORDER BY proname`,
  );
  const first = /^(?<declared>(?:\s*DECLARE .*)?)\s*BEGIN\s+PERFORM purser\.guard\(\);/;
  const unguarded = functions.filter(({ prosrc }) => !first.test(String(prosrc)));
  // The owner's policies trust a setting that an operator may change. So a function that reads before `guard` must compare each
  // row with my_realms() or with session_user.
  expect(unguarded.map(({ proname }) => proname)).toEqual([
    'end_console',
    'heartbeat',
    'my_realms',
    'owner_of',
    'rules_of',
    'waiting',
  ]);
  const declared = functions.flatMap(({ prosrc }) => first.exec(String(prosrc))?.groups?.['declared'] ?? []);
  const called = declared.flatMap(text => text.match(/SELECT|\w+(?=\()/g) ?? []);
  expect([...new Set(called)].toSorted()).toEqual(['person', 'realm_of']);
});

test('an operator reads each table through its policies, and reads no view', async () => {
  const server = newServer();
  const bare = await server.admin(
    `SELECT relname, relkind FROM pg_class c WHERE relnamespace = 'purser'::regnamespace AND relkind IN ('r', 'v', 'm', 'p')
       AND has_any_column_privilege('ana', oid, 'SELECT, INSERT, UPDATE') AND NOT (relkind IN ('r', 'p') AND relforcerowsecurity AND
         (SELECT array_agg(polname || ' ' || array_to_string(polroles::regrole[], ' ') ORDER BY polname) FROM pg_policy WHERE polrelid = c.oid)
         = '{of_owner purser_owner,of_realm purser_operator}')`,
  );
  expect(bare).toEqual([{ relname: 'version', relkind: 'r' }]);
  // An approver who is not an operator, like everybody else, may run no function.
  const open = await server.admin(
    "SELECT proname FROM pg_proc WHERE pronamespace = 'purser'::regnamespace AND has_function_privilege('purser_approver', oid, 'EXECUTE')",
  );
  expect(open).toEqual([]);
});

test('a new record has no approver, although all records of this process share its roles', async () => {
  await newServer().admin('GRANT purser_approver TO ana');
  const approver = await newServer().admin("SELECT pg_has_role('ana', 'purser_approver', 'MEMBER') AS yes");
  expect(approver).toEqual([{ yes: false }]);
});

test('traps 2 and 3: a function limits idle transactions, and turns synchronous_commit on', async () => {
  const server = newServer();
  const journal = await server.open('cy');
  const cy = server.link('cy');
  await server.admin('ALTER ROLE cy SET synchronous_commit = off');
  const inside = (sql: string): Promise<readonly Record<string, unknown>[]> =>
    inOneTransaction(server.admin, journal.self.started, sql);
  const shown = await inside(
    `SELECT current_setting('synchronous_commit') AS commit, current_setting('idle_in_transaction_session_timeout') AS idle,
      current_setting('lock_timeout') AS lock`,
  );
  expect(shown.at(-1)).toEqual({ commit: 'on', idle: '1s', lock: '2s' });
  // A heartbeat does not wait for the disk. But the commit of a write waits, even if the same transaction has a heartbeat.
  const commit = "SELECT current_setting('synchronous_commit') AS commit";
  const beat = `SELECT purser.heartbeat('${journal.self.started}', NULL, NULL, NULL, NULL, NULL, NULL, '[]', false)`;
  expect((await inside(`${beat}; ${commit}`)).at(-1)).toEqual({ commit: 'on' });
  const alone = await server.admin(`SET SESSION AUTHORIZATION cy; BEGIN; ${beat}; ${commit}; COMMIT`);
  expect(alone.at(-1)).toEqual({ commit: 'off' });
  await server.admin('ALTER ROLE cy RESET synchronous_commit');
  expect(await cy.rows('SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
});

/** Runs the statements as cy in one transaction, with synchronous_commit off at first. */
function inOneTransaction(
  admin: (sql: string) => Promise<readonly Record<string, unknown>[]>,
  console: string,
  sql: string,
) {
  return admin(`SET SESSION AUTHORIZATION cy; BEGIN; SET LOCAL synchronous_commit = off;
    SELECT purser.note('${console}', 'locked', '{}'); ${sql}; COMMIT; SET SESSION AUTHORIZATION postgres`);
}

test('trap 4: bodies and answers keep NUL and lone surrogates unchanged, and other texts get marks in their place', async () => {
  const server = newServer();
  const journal = await server.open();
  const odd = 'a\0b\ud800c\udc00😀\u2028"\\';
  const body = '{"note":"é\0😀\u2028"}';
  const what = [{ label: 'a\0', value: 'b\ud800' }];
  expect(await journal.prepare(payout(1, { body, what, title: odd }))).toMatchObject({
    ok: true,
    row: {
      intent: { body, title: 'a␀b\ufffdc\ufffd😀\u2028"\\', what: [{ label: 'a␀', value: 'b\ufffd' }] },
    },
  });
  await journal.sent(requestId(1));
  const answer = { status: 200, message: odd, text: odd };
  const settled = await journal.settle(requestId(1), 'UNKNOWN', answer);
  expect(settled.ok && settled.row.transitions.at(-1)?.answer).toEqual({
    ...answer,
    message: 'a␀b\ufffdc\ufffd😀\u2028"\\',
  });
  const resolution = { by: odd, verdict: 'DONE', evidence: odd, note: odd } as const;
  expect((await journal.resolve(requestId(1), resolution)).ok).toBe(true);
  expect(await journal.note({ kind: 'exported', detail: { what: odd } })).toEqual({ ok: true });
  expect(await server.open().then(other => other.get(requestId(1)))).toMatchObject({ ok: true });
});

test('no card number reaches the server in an answer, a resolution, a vote or a note', async () => {
  const server = await approvalServer();
  const [one, other] = [await server.open('ana'), await server.open('ben')];
  const card = '4111111111111111';
  for (const number of [1, 2]) {
    await one.prepare(payout(number, { amounts: [{ amount: '1.00', currency: 'GBP' }] }));
    await one.sent(requestId(number));
  }
  await one.settle(requestId(1), 'UNKNOWN', { status: 500, message: card, text: card });
  await one.resolve(requestId(1), { ...verdict, evidence: card, note: card });
  await one.note({ kind: 'exported', detail: { what: card } });
  await one.together.addNote({ userId: 'user-1' }, card);
  await one.approvals.ask(large(3), CONFIRMED);
  const { digest } = await waitingFor(other, 3);
  await other.approvals.vote(requestId(3), digest, 'approve', card);
  await one.approvals.withdraw(requestId(3), card);
  server.advance(21_000);
  await other.beat();
  await other.recover();
  expect((await one.late(requestId(2), 'DONE', { status: 200, text: card })).ok).toBe(true);
  const texts =
    await server.admin(`SELECT payload AS text FROM purser.payloads UNION ALL SELECT line FROM purser.audit
    UNION ALL SELECT concat(message, evidence, note) FROM purser.transitions UNION ALL SELECT text FROM purser.notes
    UNION ALL SELECT note FROM purser.approval_votes`);
  const all = texts.map(({ text }) => String(text)).join('\n');
  expect(all).not.toContain(card);
  expect(all.match(/•+ ?1111/g)?.length).toBeGreaterThan(8);
});

test('trap 5: lines that PostgreSQL sealed pass the chain check, with any text', async () => {
  const server = newServer();
  const journal = await server.open();
  const texts = [
    'é"\\ \u0001\u001f\u007f\u2028\u2029 😀 \t\n\r\b\f/',
    '<script>&',
    '\u202ertl',
    '𝒳',
    '',
    '1e5',
    'null',
  ];
  for (const [at, text] of texts.entries())
    await journal.note({ kind: 'exported', detail: { what: text, Zeta: text, alpha: String(at) } });
  await journal.prepare(payout(1));
  await journal.settle(requestId(1), 'NOT SENT', { status: 401, message: texts[0] ?? '' });
  const lines = await journal.lines(1);
  const checked = checkChain(lines.ok ? lines.value : []);
  expect(checked).toMatchObject({ ok: true, lines: texts.length + 2 });
  expect(journal.head()).toMatchObject((checked.ok && checked.head) || {});
  // Names beyond ASCII have another sort order, so the server refuses them.
  expect((await journal.note({ kind: 'exported', detail: { ä: 'x' } })).ok).toBe(false);
  expect((await journal.note({ kind: 'write', detail: {} })).ok).toBe(false);
});

test('trap 6: only one function sends notifications', async () => {
  const server = newServer();
  const told = await server.admin(
    "SELECT proname FROM pg_proc WHERE pronamespace = 'purser'::regnamespace AND prosrc ~* 'notify'",
  );
  expect(told).toEqual([{ proname: 'ring' }]);
});

test('a row that a superuser changed, or that lacks a transition, is reported as damage', async () => {
  const server = newServer();
  const journal = await server.open();
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  const around = async (sql: string) => {
    await server.admin(
      `SET session_replication_role = replica; ${sql}; SET session_replication_role = origin`,
    );
  };
  const unreadable = { ok: false, unreadable: expect.stringContaining('damaged') };
  await around("UPDATE purser.intents SET user_id = 'another'");
  expect(await journal.get(requestId(1))).toEqual(unreadable);
  await around("UPDATE purser.intents SET user_id = 'user-1'");
  expect(await journal.get(requestId(1))).toMatchObject({ ok: true, value: { state: 'SENT' } });
  await around('UPDATE purser.payloads SET payload = \'"x"\'');
  expect(await journal.get(requestId(1))).toEqual(unreadable);
  await around("DELETE FROM purser.transitions WHERE to_state = 'SENT'");
  expect(await journal.get(requestId(1))).toEqual(unreadable);
});

test('an entry of a dead console can be resolved only when that console can no longer wake up', async () => {
  const server = newServer();
  const [one, other] = [await server.open('ana'), await server.open('ben')];
  await one.prepare(payout(1));
  await one.sent(requestId(1));
  server.advance(15_000 + 4_000);
  expect(await other.beat()).toMatchObject({ ok: true, value: { leftOver: false } });
  server.advance(2000);
  expect(await other.beat()).toMatchObject({ ok: true, value: { leftOver: true } });
  expect((await other.recover()).recovered).toMatchObject([{ state: 'UNKNOWN' }]);
  expect(await other.resolve(requestId(1), verdict)).toHaveProperty('barred');
  server.advance(53_000);
  expect(await other.resolve(requestId(1), verdict)).toHaveProperty('barred');
  server.advance(2000);
  expect(await other.resolve(requestId(1), verdict)).toMatchObject({ ok: true, row: { state: 'RESOLVED' } });
});

test('a console whose lease ended sends nothing, and continues with a new lease', async () => {
  const server = newServer();
  const journal = await server.open('ana');
  const before = journal.self;
  await journal.prepare(payout(1));
  server.advance(14_000);
  expect((await journal.beat()).ok).toBe(true);
  server.advance(14_000);
  expect(journal.self).toEqual(before);
  expect((await journal.sent(requestId(1))).ok).toBe(true);
  await journal.prepare(payout(2));
  server.advance(2000);
  expect(await journal.sent(requestId(2))).toMatchObject({ ok: false, row: { state: 'PREPARED' } });
  // A write sent under the ended lease can still be settled, because no other console recovered it.
  expect(await journal.settle(requestId(1), 'DONE')).toMatchObject({ ok: true, row: { state: 'DONE' } });
  expect((await journal.prepare(payout(3))).ok).toBe(true);
  expect(journal.self).not.toEqual(before);
});

test('an outcome is recorded after the lease ended, even if its write was prepared or repeated meanwhile', async () => {
  const server = newServer();
  const journal = await server.open('ana');
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  server.advance(16_000);
  expect((await journal.beat()).ok).toBe(true);
  expect(await journal.prepare(payout(1))).toHaveProperty('barred');
  expect(await journal.repeat(requestId(1))).toHaveProperty('barred');
  expect(await journal.settle(requestId(1), 'DONE')).toMatchObject({ ok: true, row: { state: 'DONE' } });
});

test('a late outcome from the console that sent the write resolves the entry, with the answer as evidence', async () => {
  const server = newServer();
  const [one, other] = [await server.open('ana'), await server.open('ben')];
  for (const number of [1, 2]) {
    await one.prepare(payout(number));
    await one.sent(requestId(number));
  }
  server.advance(21_000);
  await other.beat();
  await other.recover();
  expect(await one.settle(requestId(1), 'DONE')).toHaveProperty('barred');
  expect(await other.late(requestId(1), 'DONE')).toHaveProperty('barred');
  const answer = { status: 200, text: '{"id":"p-1"}' };
  const late = await one.late(requestId(1), 'DONE', answer);
  expect(late).toMatchObject({ ok: true, row: { state: 'RESOLVED' } });
  expect(late.ok && late.row.transitions.at(-1)).toMatchObject({
    answer,
    resolution: { by: 'the console of ana', verdict: 'DONE' },
  });
  expect(await one.beat()).toMatchObject({ value: { strays: [requestId(2)] } });
  // A person's verdict that came first stays. The log also contains the late outcome.
  server.advance(60_000);
  await other.resolve(requestId(2), { ...verdict, verdict: 'NOT DONE' });
  expect(await one.late(requestId(2), 'DONE', answer)).toMatchObject({
    ok: false,
    row: { state: 'RESOLVED' },
  });
  expect(await one.audit(1)).toMatchObject({
    value: [{ kind: 'late-outcome', detail: { outcome: 'DONE' } }],
  });
});

test('after a lost answer the record accepts the same outcome again, and refuses another outcome', async () => {
  const server = newServer();
  const journal = await server.open();
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  await journal.settle(requestId(1), 'DONE');
  expect(await journal.settleAgain(requestId(1), 'DONE')).toMatchObject({ ok: true, row: { state: 'DONE' } });
  expect(await journal.settleAgain(requestId(1), 'UNKNOWN')).toHaveProperty('barred');
  const found = await journal.get(requestId(1));
  expect(found.ok && found.value?.transitions).toHaveLength(3);
});

test('a console that lists again sees every change by other consoles, and reads only the changed rows', async () => {
  const server = newServer();
  const [one, other] = [await server.open('ana'), await server.open('ben')];
  const asked: string[] = [];
  const link = server.link('cy');
  const counted: Link = {
    ...link,
    rows(sql, ...values) {
      asked.push(sql);
      return link.rows(sql, ...values);
    },
  };
  const reader = await openServer({
    link: counted,
    service: { baseUrl: 'http://127.0.0.1:8080', clientId: 'client-1' },
    machine: { host: 'h', pid: 3 },
    uuid: () => crypto.randomUUID(),
    redact: text => text,
  });
  if ('locked' in reader) throw new Error(reader.locked);
  const states = async () => {
    const read = await reader.list({ limit: 2 });
    return read.ok && read.value.map(({ intent, state }) => `${Number(intent.requestId.slice(-3))} ${state}`);
  };
  for (const number of [1, 2, 3]) await one.prepare(payout(number, { createdAt: start + number }));
  expect(await states()).toEqual(['3 PREPARED', '2 PREPARED']);
  await one.settle(requestId(2), 'NOT SENT');
  await other.prepare(payout(4));
  expect(await states()).toEqual(['4 PREPARED', '3 PREPARED']);
  const open = await reader.unresolved();
  expect(open.ok && open.value.map(({ intent }) => Number(intent.requestId.slice(-3)))).toEqual([1, 3, 4]);
  expect(asked.filter(sql => sql.includes('changed >'))).toHaveLength(2);
});
