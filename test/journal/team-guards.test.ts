/** What the server's functions refuse, each with the mistake or the trick that it prevents. */
import { expect, test } from 'vitest';
import type { Answer } from '../../src/journal/intent.ts';
import { factsOf } from '../../src/journal/postgres/admin.ts';
import { intentJson, record } from '../../src/journal/postgres/entries.ts';
import type { ServerJournal } from '../../src/journal/postgres/server-journal.ts';
import {
  approvalServer,
  CONFIRMED,
  large,
  OTHER,
  openAt,
  setRule,
  value,
  waitingFor,
} from './approval-parts.ts';
import { payout, requestId, start } from './parts.ts';
import { newServer, type Person, SERVICE, type Server } from './pglite.ts';
import { newTeam } from './team-parts.ts';

const barredBy = (why: string) => ({ ok: false, barred: why });

/** Calls a function of the server as this operator, like somebody with psql. */
async function psql(
  server: Server,
  person: Person,
  name: string,
  ...values: readonly (string | number | boolean | null)[]
): Promise<Record<string, unknown>> {
  const places = values.map((_, at) => `$${at + 1}`).join(', ');
  const [found] = await server.link(person).rows(`SELECT purser.${name}(${places}) AS r`, ...values);
  return record(found?.['r']);
}

/** The first one of a console. */
const heartbeat = (server: Server, person: Person, console: string) =>
  psql(server, person, 'heartbeat', console, null, null, null, null, null, null, '[]', true);

async function unknown(journal: ServerJournal, number = 1): Promise<void> {
  await journal.prepare(payout(number));
  await journal.sent(requestId(number));
  await journal.settle(requestId(number), 'UNKNOWN');
}

test('a person who names the newest duplicate must also name an older one that is open', async () => {
  const ana = await newServer().open('ana');
  const same = (number: number) => payout(number, { fingerprint: '2:the same' });
  await ana.prepare(same(1));
  await ana.sent(requestId(1));
  await ana.settle(requestId(1), 'UNKNOWN');
  await ana.prepare(same(2), { named: [requestId(1)] });
  await ana.sent(requestId(2));
  await ana.settle(requestId(2), 'DONE');
  const third = await ana.prepare(same(3), { named: [requestId(2)] });
  expect(third).toMatchObject({ ok: false, equal: [{ intent: { requestId: requestId(1) } }] });
  expect((await ana.prepare(same(3), { named: [requestId(1), requestId(2)] })).ok).toBe(true);
});

test('a write from a service or client ID that is not the console’s own is refused', async () => {
  const ana = await newServer().open('ana');
  const refused = { barred: "Your database user isn't an operator for this service and client ID." };
  expect(await ana.prepare(payout(1, { clientId: 'client-2' }))).toMatchObject(refused);
  expect(await ana.prepare(payout(2, { baseUrl: OTHER.baseUrl }))).toMatchObject(refused);
  // A slash at the end makes no other service.
  expect((await ana.prepare(payout(3, { baseUrl: `${SERVICE.baseUrl}/` }))).ok).toBe(true);
});

test('a person who names the newest duplicate must also name an older one that waits for approval', async () => {
  const server = await approvalServer();
  const ana = await server.open('ana');
  const small = (number: number) =>
    payout(number, { fingerprint: '2:the same', amounts: [{ amount: '1', currency: 'GBP' }] });
  await ana.approvals.ask(large(1, { fingerprint: '2:the same' }), CONFIRMED);
  await ana.prepare(small(2), { named: [requestId(1)] });
  await ana.settle(requestId(2), 'NOT SENT');
  await ana.prepare(small(3), { named: [requestId(1)] });
  await ana.sent(requestId(3));
  await ana.settle(requestId(3), 'DONE');
  expect(await ana.prepare(small(4), { named: [requestId(3)] })).toMatchObject({
    equal: [{ intent: { requestId: requestId(1) } }],
  });
});

test('a disabled operator opens no console, and the reason is a sentence', async () => {
  const server = newServer();
  await server.open('ben');
  await server.admin("SELECT purser.disable_operator('ben')");
  await expect(server.open('ben')).rejects.toThrow("isn't an operator for this service");
});

test('a console does not work with a team journal of an older version', async () => {
  const server = newServer();
  await server.open('ben');
  await server.admin('UPDATE purser.version SET number = number - 1, reads_from = number - 1');
  await expect(server.open('ben')).rejects.toThrow('older version');
});

test('another console records UNKNOWN for a write 5 seconds after the lease of its console, not before', async () => {
  const server = newServer();
  const ana = await server.open('ana');
  await ana.prepare(payout(1));
  await ana.sent(requestId(1));
  server.advance(18_000);
  const ben = await server.open('ben');
  expect((await ben.recover()).recovered).toEqual([]);
  server.advance(2001);
  expect((await ben.recover()).recovered).toMatchObject([{ state: 'UNKNOWN' }]);
});

test('while the log is closed, no step lets a console send', async () => {
  const server = await approvalServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  const small = (number: number) => payout(number, { amounts: [{ amount: '1', currency: 'GBP' }] });
  await ana.prepare(small(1));
  await ana.prepare(small(2));
  await ana.settle(requestId(2), 'NOT SENT');
  await ana.approvals.ask(large(3), CONFIRMED);
  const { digest } = await waitingFor(ben, 3);
  await ben.approvals.vote(requestId(3), digest, 'approve');
  for (const [set, why] of [
    ["closed = 'lost'", /lost entries/],
    ['log = 1', /started again or restored/],
    ["started = started - interval '1 hour'", /started again or restored/],
  ] as const) {
    await server.admin(`UPDATE purser.histories SET ${set}`);
    const refused = { ok: false, barred: expect.stringMatching(why) };
    expect(await ana.sent(requestId(1))).toMatchObject(refused);
    expect(await ana.repeat(requestId(2))).toMatchObject(refused);
    expect(await ana.approvals.claim(large(3), CONFIRMED)).toMatchObject(refused);
    expect(await ana.prepare(small(4))).toMatchObject(refused);
    await server.admin(
      "UPDATE purser.histories SET closed = NULL, log = 'purser.audit'::regclass, started = pg_postmaster_start_time()",
    );
  }
  expect((await ana.sent(requestId(1))).ok).toBe(true);
});

test('a console learns from its heartbeat that the log was closed, and that it is open again', async () => {
  const team = newTeam();
  const journal = await team.desk().open();
  await team.pass(6000);
  expect(journal.shut()).toBeUndefined();
  await team.server.admin("UPDATE purser.histories SET closed = 'lost'");
  await team.pass(6000);
  expect(journal.shut()).toMatch(/lost entries/);
  expect(await journal.recover()).toMatchObject({ unwritable: journal.shut() });
  await team.server.admin("SET ROLE purser_owner; SELECT purser.reopen(1, 'compared'); RESET ROLE");
  await team.pass(6000);
  expect(journal.shut()).toBeUndefined();
});

test('a write that was made more than a day ago is not sent again, although the server learned of it later', async () => {
  const ana = await newServer().open('ana');
  await ana.prepare(payout(1, { createdAt: start - 25 * 3_600_000 }));
  await ana.settle(requestId(1), 'NOT SENT');
  expect(await ana.repeat(requestId(1))).toMatchObject({
    ok: false,
    barred: expect.stringContaining('24 hours'),
  });
});

test('nobody acts with the console of another operator', async () => {
  const server = newServer();
  const ana = await server.open('ana');
  await ana.prepare(payout(1));
  await ana.sent(requestId(1));
  const hers = ana.self.started;
  const settled = ['settle', hers, requestId(1), 'DONE', '{}', null, false, 0] as const;
  expect(await psql(server, 'ben', ...settled)).toMatchObject(barredBy('notOurs'));
  expect(await heartbeat(server, 'ben', hers)).toMatchObject(barredBy('lease'));
  expect(await psql(server, 'ben', 'note', hers, 'locked', '{}')).toMatchObject(barredBy('lease'));
  const intent = intentJson(payout(2));
  expect(await psql(server, 'ben', 'prepare', hers, intent, null, '{}', '[]')).toMatchObject(
    barredBy('lease'),
  );
  await server.link('ben').rows('SELECT purser.end_console($1)', hers);
  expect((await ana.prepare(payout(3))).ok).toBe(true);
  expect(await ana.get(requestId(1))).toMatchObject({ value: { state: 'SENT' } });
});

test('a late outcome comes only from the process that sent the write', async () => {
  const server = newServer();
  const ana = await server.open('ana', 7);
  await unknown(ana);
  const answer: Answer = { status: 200 };
  const next = await server.open('ana', 8);
  expect(await next.late(requestId(1), 'DONE', answer)).toMatchObject({ ok: false });
  expect(await next.late(requestId(1), 'DONE', answer, 7)).toMatchObject({ row: { state: 'RESOLVED' } });
});

test('a log with lines of a clock that was put back stays closed, also after an entry that needs no open log', async () => {
  const server = newServer();
  const ana = await server.open('ana');
  await ana.prepare(payout(1));
  server.advance(-3_600_000);
  expect(await ana.note({ kind: 'locked', detail: {} })).toEqual({ ok: true });
  expect(await ana.prepare(payout(2))).toMatchObject({
    ok: false,
    barred: expect.stringContaining('was put back'),
  });
});

test('a clock that was put back by 11 seconds closes the log', async () => {
  const server = newServer();
  const ana = await server.open('ana');
  await ana.prepare(payout(1));
  server.advance(-11_000);
  expect(await ana.sent(requestId(1))).toMatchObject({ barred: expect.stringContaining('was put back') });
  server.advance(2000);
  expect((await ana.sent(requestId(1))).ok).toBe(true);
});

test('only the role that asked sends the approved write, not another role of the same person', async () => {
  const server = await approvalServer();
  const [ana, other, ben] = [await server.open('ana'), await server.open('ana2'), await server.open('ben')];
  await ana.approvals.ask(large(1), CONFIRMED);
  const { digest } = await waitingFor(ben);
  await ben.approvals.vote(requestId(1), digest, 'approve');
  expect(await other.approvals.claim(large(1), CONFIRMED)).toMatchObject({
    ok: false,
    barred: expect.stringContaining('Only the operator who asked'),
  });
  expect((await ana.approvals.claim(large(1), CONFIRMED)).ok).toBe(true);
  await ana.settle(requestId(1), 'NOT SENT');
  const approved = { intent: large(1), confirmed: CONFIRMED };
  expect(await other.repeat(requestId(1), undefined, approved)).toMatchObject({
    ok: false,
    barred: expect.stringContaining('Only the operator who asked'),
  });
  expect((await ana.repeat(requestId(1), undefined, approved)).ok).toBe(true);
});

test('the vote of a person who now works for another service only does not count', async () => {
  const server = await approvalServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  await ana.approvals.ask(large(1), CONFIRMED);
  const { digest } = await waitingFor(ben);
  await ben.approvals.vote(requestId(1), digest, 'approve');
  expect(await waitingFor(ana)).toMatchObject({ part: 'send' });
  await server.admin("UPDATE purser.members SET realm = 2 WHERE role = 'ben'");
  expect(await waitingFor(ana)).toMatchObject({ part: 'wait' });
});

test('the persons who may approve now are online, and are not the asker', async () => {
  const server = await approvalServer();
  await server.admin('GRANT purser_approver TO ana');
  const [ana, cy] = [await server.open('ana'), await server.open('cy')];
  await server.open('ben');
  expect(value(await ana.approvals.needs(large(1)))?.online).toEqual(['Ben', 'Cy']);
  server.die(cy);
  expect(value(await ana.approvals.needs(large(1)))?.online).toEqual(['Ben']);
});

test('a limit for some hours counts those hours, and only its currency', async () => {
  const server = await approvalServer({ over: '10000', hours: 2 });
  const small = (number: number, currency = 'GBP') =>
    payout(number, { amounts: [{ amount: '6000.00', currency }] });
  expect((await (await server.open('ana')).prepare(small(1, 'EUR'))).ok).toBe(true);
  expect((await (await server.open('ana')).prepare(small(2))).ok).toBe(true);
  server.advance(90 * 60_000);
  expect(await (await server.open('ana')).prepare(small(3))).toMatchObject({
    barred: 'This write needs the approval of another person.',
  });
  server.advance(31 * 60_000);
  expect((await (await server.open('ana')).prepare(small(4))).ok).toBe(true);
});

test('nobody sees the requests, persons or lines of a service of others', async () => {
  const server = await approvalServer();
  await server.admin(`INSERT INTO purser.members VALUES (2, 'ben'), (2, 'cy');
    INSERT INTO purser.operators VALUES ('dan', 'Dan', true); INSERT INTO purser.members VALUES (2, 'dan')`);
  await setRule(server, {}, OTHER);
  const [here, there] = [await server.open('ana'), await openAt(server, 'ben', OTHER)];
  expect(await there.approvals.ask(large(1, OTHER), CONFIRMED)).toMatchObject({ ok: true });
  expect(value(await there.approvals.waiting())).toHaveLength(1);
  // An operator with psql can set the realms that a function has found for them.
  await server.link('ana').rows("SELECT set_config('purser.realms', '{2}', false)");
  const [theirs] = await server.link('ana').rows('SELECT purser.waiting(2) AS r');
  const told = await server.link('ana').rows('SELECT purser.witness(2, 0, NULL, NULL, NULL) AS same');
  await server.link('ana').rows("SELECT set_config('purser.realms', '', false)");
  expect(theirs?.['r']).toEqual([]);
  expect(told).toEqual([{ same: false }]);
  const [ours] = await server.link('ben').rows('SELECT purser.waiting(1) AS r');
  expect(ours?.['r']).toEqual([]);
  const seen = await here.together.look(undefined, []);
  expect(seen.ok && seen.value.people).toEqual(['Ana', 'Ben', 'Cy']);
});

test('a witness names a line of its own log, with enough of its hash', async () => {
  const server = newServer();
  await server.admin("INSERT INTO purser.members VALUES (2, 'ana')");
  const [here, there] = [await server.open('ana'), await openAt(server, 'ana', OTHER)];
  await here.prepare(payout(1));
  for (const number of [2, 3]) await there.prepare(payout(number, OTHER));
  const { hash = '' } = here.head() ?? {};
  const known = async (number: number, its: string, mac: string | null) => {
    const sql = 'SELECT purser.witness(1, $1, $2, $3, $4) AS same';
    const [found] = await server.link('ana').rows(sql, number, its, start, mac);
    return found?.['same'];
  };
  expect(await known(1, hash.slice(0, 16), null)).toBe(true);
  expect(await known(1, hash.slice(0, 15), null)).toBe(false);
  expect(await known(2, there.head()?.hash ?? '', 'a code')).toBe(false);
});

test('a console that was here a minute after the last memory of a restored server closes the log', async () => {
  const server = newServer();
  const ana = await server.open('ana');
  await ana.prepare(payout(1));
  const known = ana.head();
  await ana.close();
  await server.admin(`UPDATE purser.consoles SET seen_at = seen_at - interval '1 min';
    UPDATE purser.histories SET started = started - interval '1 hour'`);
  const next = await server.open('ana', 2, known);
  expect(await next.prepare(payout(2))).toMatchObject({ ok: false, barred: expect.stringContaining('lost') });
});

test('the owner of an entry is the person who accepted it last', async () => {
  const server = newServer();
  const [ana, ben, cy] = [await server.open('ana'), await server.open('ben'), await server.open('cy')];
  await unknown(ana);
  expect(await ben.together.handOver(requestId(1), 'Ben')).toMatchObject({ row: { held: { owner: 'Ben' } } });
  expect(await cy.together.handOver(requestId(1), 'Cy')).toMatchObject({ row: { held: { owner: 'Cy' } } });
  expect(await ana.get(requestId(1))).toMatchObject({ value: { held: { owner: 'Cy' } } });
});

test('a console that lists again learns who accepted an entry', async () => {
  const server = newServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  await unknown(ana);
  await ana.together.handOver(requestId(1), 'Ben');
  await ana.list({ limit: 5 });
  await ben.together.answer(requestId(1), true);
  expect(await ana.list({ limit: 5 })).toMatchObject({ value: [{ held: { owner: 'Ben' } }] });
});

test('pruning one service keeps the bodies of another', async () => {
  const server = newServer();
  await server.admin("INSERT INTO purser.members VALUES (2, 'ana')");
  const there = await openAt(server, 'ana', OTHER);
  await there.prepare(payout(1, OTHER));
  await there.settle(requestId(1), 'NOT SENT');
  const ana = await server.open('ana');
  await ana.prepare(payout(2));
  await ana.settle(requestId(2), 'NOT SENT');
  server.advance(80 * 24 * 3_600_000);
  const [gone] = await server.admin('SET ROLE purser_owner; SELECT purser.prune(1, 30) AS gone; RESET ROLE');
  expect(Number(gone?.['gone'])).toBe(1);
  expect(await server.admin('SELECT realm FROM purser.payloads')).toEqual([{ realm: 2 }]);
});

test('doctor learns why the log is closed', async () => {
  const server = newServer();
  await server.open('ana');
  await server.admin("UPDATE purser.histories SET closed = 'lost'");
  const facts = await factsOf({ ...server.link('ana'), script: async () => {} }, SERVICE);
  expect(facts).toMatchObject({ member: true, closed: 'lost' });
});

test('an entry with which PostgreSQL would not wait for the disk waits anyway', async () => {
  const server = newServer();
  const { self } = await server.open('ana');
  for (const given of ['off', 'local', 'on', 'remote_apply']) {
    const shown =
      await server.admin(`SET SESSION AUTHORIZATION ana; BEGIN; SET LOCAL synchronous_commit = ${given};
      SELECT purser.note('${self.started}', 'locked', '{}'); SELECT current_setting('synchronous_commit') AS commit;
      COMMIT; SET SESSION AUTHORIZATION postgres`);
    expect(shown.at(-1)).toEqual({ commit: given === 'remote_apply' ? given : 'on' });
  }
});

test('a note from a machine whose clock is ahead does not stay above all later notes', async () => {
  const server = newServer();
  const ana = await server.open('ana');
  const customer = { userId: 'user-1' };
  const id = '00000000-0000-4000-8000-000000000001';
  await ana.together.joinNote({ id, customer, text: 'early', at: start + 3_600_000 });
  server.advance(1000);
  await ana.together.addNote(customer, 'late');
  const notes = value(await ana.together.notes(customer));
  expect(notes.map(({ text }) => text)).toEqual(['late', 'early']);
});

test('an ID of the directory belongs to one person, whoever adds the operator', async () => {
  const server = newServer();
  await server.admin("UPDATE purser.operators SET person_id = 'id-1' WHERE role = 'ben'");
  const add = (role: string, person: string, id: string) =>
    server.admin(
      `SET ROLE purser_owner; SELECT purser.add_operator('${role}', '${person}', 1, '${id}') AS why; RESET ROLE`,
    );
  expect(await add('cy', 'Cy', 'id-1')).toEqual([{ why: 'otherPerson' }]);
  expect(await add('ben', 'Ben', 'id-2')).toEqual([{ why: 'otherId' }]);
  expect(await add('ben', 'Ben', 'id-1')).toEqual([{ why: null }]);
});

test('a person with two roles has one vote', async () => {
  const server = await approvalServer({ votes: 2 });
  const [ana, ben, cy] = [await server.open('ana'), await server.open('ben'), await server.open('cy')];
  await ana.approvals.ask(large(1), CONFIRMED);
  const { digest } = await waitingFor(ben);
  expect((await ben.approvals.vote(requestId(1), digest, 'approve')).ok).toBe(true);
  await server.admin("UPDATE purser.operators SET person = 'BEN' WHERE role = 'cy'");
  expect(await cy.approvals.vote(requestId(1), digest, 'approve')).toMatchObject({
    barred: 'You have voted on this request already.',
  });
});

test('a request for approval is for a write that a rule covers, and no longer than the rule says', async () => {
  const server = await approvalServer();
  const ana = await server.open('ana');
  const asks = (number: number, amount: string, minutes: number) =>
    psql(
      ...([server, 'ana', 'prepare', ana.self.started] as const),
      intentJson(payout(number, { amounts: [{ amount, currency: 'GBP' }] })),
      ...([null, '{}', '[]'] as const),
      JSON.stringify({ digest: 'a'.repeat(64), warnings: '[]', expires_at: start + minutes * 60_000 }),
    );
  expect(await asks(1, '1', 30)).toMatchObject(barredBy('noRule'));
  expect(await asks(2, '10001', 31)).toMatchObject(barredBy('tooLong'));
  expect(await asks(3, '10001', 0)).toMatchObject(barredBy('tooLong'));
  expect(await asks(4, '10001', 30)).toMatchObject({ ok: true });
});

test('reopening a log whose clock was put back ends the requests that wait', async () => {
  const server = await approvalServer();
  const ana = await server.open('ana');
  await ana.approvals.ask(large(1), CONFIRMED);
  server.advance(-3_600_000);
  await server.admin("SET ROLE purser_owner; SELECT purser.reopen(1, 'the clock is right'); RESET ROLE");
  const next = await server.open('ana');
  expect(await next.get(requestId(1))).toMatchObject({ value: { state: 'NOT SENT' } });
});

test('an entry that was PREPARED on a machine is imported as UNKNOWN', async () => {
  const ana = await newServer().open('ana');
  const step = {
    number: 1,
    from: 'NEW',
    to: 'PREPARED',
    at: start,
    process: { pid: 1, started: 'x' },
  } as const;
  const row = {
    number: 1,
    intent: payout(1),
    state: 'PREPARED',
    wasUnknown: false,
    transitions: [step],
  } as const;
  expect(await ana.importEntry(row)).toMatchObject({ row: { state: 'UNKNOWN' } });
});

test('a console is no colleague of itself, and hears only of its operator’s own UNKNOWN entries', async () => {
  const server = newServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  const customer = { userId: 'user-1' };
  expect(value(await ana.together.look({ customer, doing: '' }, [customer])).here).toEqual([]);
  await unknown(ana);
  expect(value(await ana.beat())).toMatchObject({ strays: [requestId(1)] });
  expect(value(await ben.beat())).toMatchObject({ strays: [] });
});

test('a signature is for a line of the log, and no older line replaces a newer one', async () => {
  const server = newServer();
  const ana = await server.open('ana');
  for (const number of [1, 2, 3]) await ana.prepare(payout(number));
  const lines = value(await ana.lines(1));
  const [first, second] = [lines[0] ?? { number: 0, hash: '' }, lines[1] ?? { number: 0, hash: '' }];
  expect(await ana.signHead({ ...second, hash: first.hash }, 'key', 'signature')).toMatchObject({
    ok: false,
  });
  expect(await ana.signHead(second, 'key', 'signature')).toEqual({ ok: true });
  expect(await ana.signHead(first, 'key', 'signature')).toEqual({ ok: true });
  expect(await server.admin('SELECT number::int FROM purser.signatures')).toEqual([{ number: 2 }]);
});
