/** A team's journal: the order of its steps, leases, late outcomes, and its behaviour while the server is away. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { localJournal } from '../../src/journal/local-journal.ts';
import { intentJson, payloadOf } from '../../src/journal/postgres/entries.ts';
import { NoAnswer } from '../../src/journal/postgres/link.ts';
import type { ServerHead } from '../../src/journal/postgres/server-console.ts';
import { openTeam } from '../../src/journal/team/team-journal.ts';
import { t } from '../../src/lib/visible.ts';
import { manualClock } from '../harness/clock.ts';
import { patience } from '../harness/patience.ts';
import { openWhole, payout, requestId, start } from './parts.ts';
import { newServer } from './pglite.ts';
import { inFile, newTeam, openOne, openPair } from './team-parts.ts';

const verdict = { by: 'sam', verdict: 'NOT DONE', evidence: 'the statement', note: '' } as const;

test('a console asks the server first for permission, but writes facts first to the local disk', async () => {
  const { desk, journal } = await openOne();
  const told: string[] = [];
  desk.onAsk = sql => {
    const step = /purser\.(prepare|sent|settle)\(/.exec(sql)?.[1];
    if (step) told.push(`${step}: ${inFile(desk, 1)}`);
  };
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  await journal.settle(requestId(1), 'DONE');
  expect(told).toEqual(['prepare: undefined', 'sent: PREPARED', 'settle: PREPARED > SENT > DONE']);
});

test('an outcome is in the local file before earlier calls have ended, but after the steps of its own write', async () => {
  const { desk, journal } = await openOne();
  const [prepared, sent] = [journal.prepare(payout(1)), journal.sent(requestId(1))];
  await prepared;
  await Promise.all([sent, journal.settle(requestId(1), 'REFUSED')]);
  expect(inFile(desk, 1)).toBe('PREPARED > SENT > REFUSED');
  await journal.repeat(requestId(1));
  const listed = journal.list();
  const settled = journal.settle(requestId(1), 'DONE');
  expect(inFile(desk, 1)).toBe('PREPARED > SENT > REFUSED > SENT > DONE');
  await Promise.all([listed, settled]);
});

test('a console that closes sends the outcomes and notes that the server lacks, each once', async () => {
  const { desk, journal, colleague } = await openPair();
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  desk.network = 'lost request';
  await journal.settle(requestId(1), 'DONE');
  await journal.note({ kind: 'exported', detail: {} });
  desk.network = 'up';
  await Promise.all([journal.close(), journal.close()]);
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'DONE' } });
  const lines = await colleague.audit(9);
  expect(lines.ok && lines.value.filter(({ kind }) => kind === 'exported')).toHaveLength(1);
});

test('a duplicate that only the local file knows is named, and the server’s record is taken back', async () => {
  const team = newTeam();
  const desk = team.desk();
  const before = openWhole({ file: desk.file, clock: desk.clock });
  before.prepare(payout(9, { fingerprint: '2:fingerprint 1' }));
  before.settle(requestId(9), 'UNKNOWN');
  before.close();
  const journal = await desk.open();
  expect(await journal.prepare(payout(1))).toMatchObject({
    equal: [{ intent: { requestId: requestId(9) } }],
  });
  expect(await journal.get(requestId(1))).toMatchObject({ value: { state: 'NOT SENT' } });
});

test('a verdict is also in the local file: at once on its own machine, and with a heartbeat on another', async () => {
  const { team, desk, journal, colleague } = await openPair();
  for (const number of [1, 2]) {
    await journal.prepare(payout(number));
    await journal.settle(requestId(number), 'UNKNOWN');
  }
  expect((await journal.resolve(requestId(1), verdict)).ok).toBe(true);
  expect(inFile(desk, 1)).toBe('PREPARED > UNKNOWN > RESOLVED');
  expect((await colleague.resolve(requestId(2), verdict)).ok).toBe(true);
  await team.pass(5000);
  expect(inFile(desk, 2)).toBe('PREPARED > UNKNOWN > RESOLVED');
});

test('a console also recovers the local entries of a process that died on its machine', async () => {
  const { desk, journal } = await openOne();
  const second = await desk.open();
  await second.prepare(payout(1));
  await second.sent(requestId(1));
  desk.die();
  await journal.recover();
  expect(inFile(desk, 1)).toBe('PREPARED > SENT > UNKNOWN');
});

test('a console sends nothing if prepare got no answer, and later records NOT SENT on the server', async () => {
  const { team, desk, journal, colleague } = await openPair();
  for (const [number, network] of (['lost request', 'lost answer'] as const).entries()) {
    desk.network = network;
    expect(await journal.prepare(payout(number))).toHaveProperty('unwritable');
    expect(inFile(desk, number)).toBe('PREPARED > NOT SENT');
  }
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'PREPARED' } });
  desk.network = 'up';
  await team.pass(5000);
  expect(await colleague.get(requestId(0))).toEqual({ ok: true, value: undefined });
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'NOT SENT' } });
  expect((await colleague.prepare(payout(5, { fingerprint: '2:fingerprint 1' }))).ok).toBe(true);
  // The first request arrives only now.
  const { requestId: id, body, ...rest } = payout(0);
  const intent = intentJson({ requestId: id, ...rest });
  const call = "SELECT purser.prepare($1, $2, $3, $4, '[]', NULL)";
  await team.server.link('ana').rows(call, journal.self.started, intent, payloadOf(body), []);
  expect(await colleague.get(requestId(0))).toMatchObject({ value: { state: 'PREPARED' } });
  await team.pass(5000);
  expect(await colleague.get(requestId(0))).toMatchObject({ value: { state: 'NOT SENT' } });
});

test('a console stops sending the outcome of a step that the server never recorded', async () => {
  const { team, desk, journal } = await openOne();
  desk.network = 'lost request';
  await journal.prepare(payout(1));
  desk.network = 'up';
  let settled = 0;
  desk.onAsk = sql => {
    if (sql.includes('purser.settle(')) settled++;
  };
  await team.pass(40_000);
  expect(settled).toBeGreaterThan(0);
  settled = 0;
  await team.pass(10_000);
  expect(settled).toBe(0);
});

test('a console sends nothing if the SENT step got no answer, and later records NOT SENT on the server', async () => {
  const { team, desk, journal, colleague } = await openPair();
  for (const [number, network] of (['lost request', 'lost answer'] as const).entries()) {
    desk.network = 'up';
    await journal.prepare(payout(number));
    desk.network = network;
    expect(await journal.sent(requestId(number))).toHaveProperty('unwritable');
    desk.network = 'lost request';
    expect(await journal.settle(requestId(number), 'NOT SENT')).toMatchObject({
      ok: true,
      row: { state: 'NOT SENT' },
    });
  }
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'SENT' } });
  desk.network = 'up';
  await team.pass(5000);
  for (const number of [0, 1])
    expect(await colleague.get(requestId(number))).toMatchObject({ value: { state: 'NOT SENT' } });
});

test('a console shows an outcome immediately, and repeats the record of the outcome until the server has it', async () => {
  const { team, desk, journal, colleague } = await openPair();
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  await journal.list({ limit: 10 });
  desk.network = 'lost request';
  const answer = { status: 200, text: '{"id":"p-1"}' };
  const settled = await journal.settle(requestId(1), 'DONE', answer);
  expect(settled).toMatchObject({ ok: true, row: { state: 'DONE' } });
  expect(await journal.list({ limit: 10 })).toMatchObject({ value: [{ state: 'DONE' }] });
  expect(inFile(desk, 1)).toBe('PREPARED > SENT > DONE');
  await team.pass(5000);
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'SENT' } });
  desk.network = 'up';
  await team.pass(5000);
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'DONE' } });
  const found = await journal.get(requestId(1));
  expect(found.ok && found.value?.transitions.at(-1)).toMatchObject({ answer });
});

test.each([
  ['5 seconds on the monotonic clock', 5000, 0],
  ['5 seconds of sleep, during which the monotonic clock may stop', 0, 5000],
  ['a clock that was set back', 0, -3_600_000],
])('a record of SENT becomes too old to send by %s', async (_, monotonic, wall) => {
  const { desk, journal } = await openOne();
  const clock = { monotonic: 0, wall: 0 };
  const real = { monotonic: desk.clock.monotonic, wall: desk.clock.wall };
  Object.assign(desk.clock, {
    monotonic: () => real.monotonic() + clock.monotonic,
    wall: () => real.wall() + clock.wall,
  });
  await journal.prepare(payout(1));
  expect((await journal.sent(requestId(1))).ok).toBe(true);
  expect(journal.stale(requestId(1))).toBeUndefined();
  Object.assign(clock, { monotonic, wall });
  expect(journal.stale(requestId(1))).toMatch(/5 seconds/);
  expect(journal.stale(requestId(2))).toBeDefined();
  await journal.settle(requestId(1), 'NOT SENT');
  Object.assign(clock, { monotonic: 0, wall: 0 });
  // The outcome ended the permission.
  expect(journal.stale(requestId(1))).toBeDefined();
  // If the 5 seconds pass while the server is asked, the step itself fails.
  await journal.prepare(payout(3));
  desk.onAsk = sql => {
    if (sql.includes('purser.sent')) Object.assign(clock, { monotonic: 2 * monotonic, wall: 2 * wall });
  };
  expect(await journal.sent(requestId(3))).toHaveProperty('unwritable');
  expect(await journal.settle(requestId(3), 'NOT SENT')).toMatchObject({ row: { state: 'NOT SENT' } });
});

test('an outcome that the server could not record is sent again', async () => {
  const team = newTeam();
  const [journal, colleague] = [await team.desk('ana').open(), await team.desk('ben').open()];
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  // The server is not away, but the call fails, as it does after a long wait for a lock.
  await team.server.admin('ALTER FUNCTION purser.settle RENAME TO busy');
  await journal.settle(requestId(1), 'DONE');
  await team.pass(6000);
  await team.server.admin('ALTER FUNCTION purser.busy RENAME TO settle');
  await team.pass(6000);
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'DONE' } });
});

test('entries of a dead console are UNKNOWN within 25 seconds, and a duplicate is refused the whole time', async () => {
  const { team, desk, journal, colleague } = await openPair();
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  await journal.prepare(payout(2));
  desk.die();
  const equal = payout(9, { fingerprint: '2:fingerprint 1' });
  for (let passed = 0; passed < 25; passed += 5) {
    expect(await colleague.prepare(equal)).toHaveProperty('equal');
    await team.pass(5000);
  }
  expect(await colleague.unresolved()).toMatchObject({ value: [{ state: 'UNKNOWN' }, { state: 'UNKNOWN' }] });
  expect(await colleague.prepare(equal)).toHaveProperty('equal');
  expect(await colleague.resolve(requestId(1), verdict)).toHaveProperty('barred');
  await team.pass(60_000);
  expect(await colleague.resolve(requestId(1), verdict)).toMatchObject({ ok: true });
  // The next process on that machine gets the verdict, so its local file allows the write again.
  await desk.open();
  expect(inFile(desk, 1)).toBe('PREPARED > SENT > UNKNOWN > RESOLVED');
});

test('an outcome after the lease ended resolves the entry, with the answer as evidence', async () => {
  const { team, desk, journal, colleague } = await openPair();
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  desk.network = 'lost request';
  await team.pass(25_000);
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'UNKNOWN' } });
  desk.network = 'up';
  const settled = await journal.settle(requestId(1), 'DONE', { status: 200, text: '{}' });
  expect(settled).toMatchObject({ ok: true, row: { state: 'RESOLVED' } });
  expect(settled.ok && settled.row.transitions.at(-1)?.resolution).toMatchObject({
    by: 'the console of ana',
    verdict: 'DONE',
  });
});

test('the next console on the same machine sends an outcome that the server did not get', async () => {
  const { team, desk, journal, colleague } = await openPair();
  for (const number of [1, 2]) {
    await journal.prepare(payout(number));
    await journal.sent(requestId(number));
  }
  desk.network = 'lost request';
  await journal.settle(requestId(1), 'REFUSED', { status: 400 });
  desk.die();
  desk.network = 'up';
  await team.pass(25_000);
  let late = 0;
  desk.onAsk = sql => {
    // The first try gets no answer.
    if (sql.includes('purser.late(') && ++late === 1) throw new NoAnswer();
  };
  await desk.open();
  await team.pass(10_000);
  const [told, untold] = [await colleague.get(requestId(1)), await colleague.get(requestId(2))];
  expect(told).toMatchObject({ value: { state: 'RESOLVED' } });
  expect(told.ok && told.value?.transitions.at(-1)?.resolution).toMatchObject({ verdict: 'NOT DONE' });
  expect(untold).toMatchObject({ value: { state: 'UNKNOWN' } });
});

test('the next console on the same machine also sends the outcome of a retry by another process', async () => {
  const { team, desk, journal, colleague } = await openPair();
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  await journal.settle(requestId(1), 'REFUSED', { status: 429 });
  await journal.close();
  const second = await desk.open();
  expect((await second.repeat(requestId(1))).ok).toBe(true);
  desk.network = 'lost request';
  await second.settle(requestId(1), 'DONE');
  desk.die();
  desk.network = 'up';
  await team.pass(25_000);
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'UNKNOWN' } });
  await desk.open();
  await team.pass(10_000);
  const found = await colleague.get(requestId(1));
  expect(found.ok && found.value?.transitions.at(-1)?.resolution).toMatchObject({ verdict: 'DONE' });
});

test('while the server is away, nothing is sent, and the console shows local data with its age', async () => {
  const { team, desk, journal } = await openOne();
  await journal.prepare(payout(1));
  await journal.settle(requestId(1), 'NOT SENT');
  await journal.list({ limit: 5 });
  await journal.unresolved();
  expect(journal.offlineSince()).toBeUndefined();
  expect(journal.unread()).toBeUndefined();
  desk.network = 'lost request';
  await team.pass(5000);
  expect(journal.offlineSince()).toBe(start);
  await journal.unresolved();
  expect(journal.unread()).toBeUndefined();
  expect(await journal.list({ limit: 5 })).toMatchObject({ ok: true, value: [{ state: 'NOT SENT' }] });
  expect(await journal.prepare(payout(2))).toMatchObject({ ok: false, unwritable: expect.any(String) });
  expect(await journal.repeat(requestId(1))).toHaveProperty('unwritable');
  expect(await journal.resolve(requestId(1), verdict)).toHaveProperty('unwritable');
  expect(await journal.recover()).toEqual({ recovered: [] });
  expect(await journal.note({ kind: 'locked', detail: {} })).toEqual({ ok: true });
  desk.die();
  const next = await desk.open();
  expect(next.offlineSince()).toBeDefined();
  await next.unresolved();
  expect(next.unread()).toMatch(/does not answer/);
  const listed = await next.list({ limit: 5 });
  expect(listed.ok && listed.value.map(({ number, state }) => [number < 0, state])).toEqual([
    [true, 'NOT SENT'],
    [true, 'NOT SENT'],
  ]);
  const [first] = listed.ok ? listed.value : [];
  if (first === undefined) throw new Error('no entry');
  expect(await next.list({ filters: { before: first.number } })).toMatchObject({
    value: [{ intent: { requestId: requestId(1) } }],
  });
  expect(await next.prepare(payout(3))).toMatchObject({
    unwritable: expect.stringContaining('does not answer'),
  });
  desk.network = 'up';
  await team.pass(6000);
  expect(next.offlineSince()).toBeUndefined();
  expect(next.unread()).toBeDefined();
  await next.unresolved();
  expect(next.unread()).toBeUndefined();
  expect(await next.list({ limit: 5 })).toMatchObject({ value: [{ number: 1, state: 'NOT SENT' }] });
  expect((await next.prepare(payout(3))).ok).toBe(true);
});

test('a note is in the local file immediately, and on the server later', async () => {
  const { team, desk, journal } = await openOne();
  desk.network = 'lost request';
  await journal.note({ kind: 'exported', detail: { what: 'rows' } });
  expect(await journal.audit(1)).toMatchObject({ value: [{ kind: 'exported' }] });
  desk.network = 'up';
  await team.pass(5000);
  expect(await journal.audit(1)).toMatchObject({ value: [{ kind: 'exported', operator: 'ana' }] });
});

test('a note that the server has is not sent again', async () => {
  const { team, journal } = await openOne();
  await journal.note({ kind: 'exported', detail: {} });
  await journal.prepare(payout(1));
  await team.pass(5000);
  expect(await journal.audit(9)).toMatchObject({ value: [{ kind: 'exported' }, { kind: 'write' }] });
});

test('a note that the server could not record is sent again', async () => {
  const team = newTeam();
  const journal = await team.desk().open();
  await team.server.admin('ALTER FUNCTION purser.note RENAME TO busy');
  await journal.note({ kind: 'exported', detail: { what: 'rows' } });
  await journal.note({ kind: 'verified', detail: {} });
  await team.pass(6000);
  await team.server.admin('ALTER FUNCTION purser.busy RENAME TO note');
  await team.pass(6000);
  expect(await journal.audit(2)).toMatchObject({
    value: [
      { kind: 'exported', operator: 'ana' },
      { kind: 'verified', operator: 'ana' },
    ],
  });
});

test('a note that the server refuses is reported once, and is not sent again', async () => {
  const { team, desk, journal } = await openOne();
  const odd = { kind: 'write', detail: {} } as never;
  expect(await journal.note(odd)).toMatchObject({ unwritable: expect.stringContaining('does not take') });
  desk.network = 'lost request';
  await journal.note(odd);
  desk.network = 'up';
  await team.pass(5000);
  let notes = 0;
  desk.onAsk = sql => {
    if (sql.includes('purser.note(')) notes++;
  };
  await team.pass(10_000);
  expect(notes).toBe(0);
  expect(await journal.recover()).toMatchObject({ unwritable: expect.stringContaining('does not take') });
  expect(await journal.recover()).toEqual({ recovered: [] });
});

test("if the local disk fails, the console returns the server's permission and sends nothing", async () => {
  const team = newTeam();
  const clock = manualClock(start);
  const file = localJournal(openWhole({ clock }));
  const [server, colleague] = [await team.server.open(), await team.server.open('ben')];
  let broken = false;
  const full = { ok: false, unwritable: 'The disk is full.' } as unknown as Awaited<
    ReturnType<typeof file.sent>
  >;
  const journal = await openTeam({
    clock,
    openServer: async () => server,
    local: {
      ...file,
      prepare: async (...given) => (broken ? (full as never) : file.prepare(...given)),
      sent: async id => (broken ? full : file.sent(id)),
    },
  });
  if ('locked' in journal) throw new Error(journal.locked);
  await journal.prepare(payout(1));
  broken = true;
  expect(await journal.sent(requestId(1))).toEqual(full);
  expect(journal.stale(requestId(1))).toBeDefined();
  expect(await journal.prepare(payout(2))).toMatchObject({ ok: false, row: { state: 'NOT SENT' } });
  expect(await server.get(requestId(2))).toMatchObject({ value: { state: 'NOT SENT' } });
  // The server, which is not away, can't take the record back either.
  await team.server.admin('ALTER FUNCTION purser.settle RENAME TO busy');
  expect(await journal.prepare(payout(3))).toMatchObject({ ok: false });
  await team.server.admin('ALTER FUNCTION purser.busy RENAME TO settle');
  expect(await server.get(requestId(3))).toMatchObject({ value: { state: 'PREPARED' } });
  await journal.close();
  expect(await colleague.get(requestId(3))).toMatchObject({ value: { state: 'NOT SENT' } });
});

test('a server that refuses this console prevents writing, and is not asked again', async () => {
  const team = newTeam();
  await team.server.admin("DELETE FROM purser.members WHERE role = 'cy'");
  await expect(team.desk('cy').open()).rejects.toThrow(/isn't an operator for this service/);
});

/** A console whose server is away at the start and answers from the first heartbeat on. */
async function comingLater(known: () => ServerHead | 'damaged' | undefined) {
  const record = newServer();
  const clock = manualClock(start);
  let away = true;
  const journal = await openTeam({
    local: localJournal(openWhole({ clock })),
    clock,
    openServer: async head => (away ? { locked: t`away`, away } : record.open('ana', 1, head)),
    witness: { known: () => (away ? undefined : known()), keep: () => {} },
  });
  if ('locked' in journal) throw new Error(journal.locked);
  onTestFinished(() => journal.close());
  away = false;
  return { journal, beat: () => clock.advance(5000) };
}

test.each<[ServerHead | 'damaged', string]>([
  [{ number: 7, hash: 'a'.repeat(64), at: start, mac: 'x' }, 'not the log that this machine knows'],
  ['damaged', "can't be read"],
])(
  "when the server is back, the console tells first what it knows of the server's log: %j",
  async (head, why) => {
    const { journal, beat } = await comingLater(() => head);
    let number = 0;
    await vi.waitFor(async () => {
      beat();
      expect(await journal.prepare(payout(++number))).toMatchObject({
        unwritable: expect.stringContaining(why),
      });
    }, patience);
  },
);

test('after a failed heartbeat the console sends the next one', async () => {
  let failed = false;
  const { journal, beat } = await comingLater(() => {
    if (failed) return undefined;
    failed = true;
    throw new Error('the disk is full');
  });
  let number = 0;
  await vi.waitFor(async () => {
    beat();
    expect((await journal.prepare(payout(++number))).ok).toBe(true);
  }, patience);
});

test('a server that refuses the next sign-in counts as no contact', async () => {
  const team = newTeam();
  const desk = team.desk();
  const journal = await desk.open();
  desk.onAsk = () => {
    throw Object.assign(new Error('no line in pg_hba.conf'), { code: '28000' });
  };
  await team.pass(6000);
  expect(journal.offlineSince()).toBe(start);
  desk.onAsk = () => {};
  await team.pass(6000);
  expect(journal.offlineSince()).toBeUndefined();
});
