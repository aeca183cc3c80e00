/** A team's journal: the order of its steps, leases, late outcomes, and what it does while the server is away. */
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { localJournal } from '../../src/journal/local-journal.ts';
import { openTeam } from '../../src/journal/team/team-journal.ts';
import { t, type Visible } from '../../src/lib/visible.ts';
import { manualClock } from '../harness/clock.ts';
import { patience } from '../harness/patience.ts';
import { openWhole, payout, requestId, start } from './parts.ts';
import { endServer, newServer } from './pglite.ts';
import { type Desk, newTeam } from './team-parts.ts';

afterAll(endServer);

const verdict = { by: 'sam', verdict: 'NOT DONE', evidence: 'the statement', note: '' } as const;

/** What this machine's file holds of an entry. */
function inFile({ file, clock }: Desk, number: number): string | undefined {
  const local = openWhole({ file, clock });
  const found = local.get(requestId(number));
  return found.ok ? found.value?.transitions.map(({ to }) => to).join(' > ') : found.unreadable;
}

test('permission is asked of the server first, facts are written to this disk first', async () => {
  const team = newTeam();
  const desk = team.desk();
  const journal = await desk.open();
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

test('no answer to prepare: nothing is sent, and once the server is back it is NOT SENT there too', async () => {
  const team = newTeam();
  const [desk, other] = [team.desk('ana'), team.desk('ben')];
  const [journal, colleague] = [await desk.open(), await other.open()];
  for (const [number, weather] of (['lost question', 'lost answer'] as const).entries()) {
    desk.weather = weather;
    expect(await journal.prepare(payout(number))).toHaveProperty('unwritable');
    expect(inFile(desk, number)).toBe('PREPARED > NOT SENT');
  }
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'PREPARED' } });
  desk.weather = 'fair';
  await team.pass(5000);
  expect(await colleague.get(requestId(0))).toEqual({ ok: true, value: undefined });
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'NOT SENT' } });
  expect((await colleague.prepare(payout(5, { fingerprint: 'fingerprint 1' }))).ok).toBe(true);
});

test('no answer to sent: nothing leaves, and NOT SENT is recorded as soon as the server is back', async () => {
  const team = newTeam();
  const [desk, other] = [team.desk('ana'), team.desk('ben')];
  const [journal, colleague] = [await desk.open(), await other.open()];
  for (const [number, weather] of (['lost question', 'lost answer'] as const).entries()) {
    desk.weather = 'fair';
    await journal.prepare(payout(number));
    desk.weather = weather;
    expect(await journal.sent(requestId(number))).toHaveProperty('unwritable');
    desk.weather = 'lost question';
    expect(await journal.settle(requestId(number), 'NOT SENT')).toMatchObject({
      ok: true,
      row: { state: 'NOT SENT' },
    });
  }
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'SENT' } });
  desk.weather = 'fair';
  await team.pass(5000);
  for (const number of [0, 1])
    expect(await colleague.get(requestId(number))).toMatchObject({ value: { state: 'NOT SENT' } });
});

test('an outcome that the server did not hear is shown at once, and sent until the server has it', async () => {
  const team = newTeam();
  const [desk, other] = [team.desk('ana'), team.desk('ben')];
  const [journal, colleague] = [await desk.open(), await other.open()];
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  await journal.list({ limit: 10 });
  desk.weather = 'lost question';
  const answer = { status: 200, text: '{"id":"p-1"}' };
  const settled = await journal.settle(requestId(1), 'DONE', answer);
  expect(settled).toMatchObject({ ok: true, row: { state: 'DONE' } });
  expect(await journal.list({ limit: 10 })).toMatchObject({ value: [{ state: 'DONE' }] });
  expect(inFile(desk, 1)).toBe('PREPARED > SENT > DONE');
  await team.pass(5000);
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'SENT' } });
  desk.weather = 'fair';
  await team.pass(5000);
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'DONE' } });
  const found = await journal.get(requestId(1));
  expect(found.ok && found.value?.transitions.at(-1)).toMatchObject({ answer });
});

test.each([
  ['the monotonic clock', 5000, 0],
  ['a sleep, which the monotonic clock may not see', 0, 5000],
  ['a clock that was put back', 0, -3_600_000],
])('a record of SENT is too old to send on after 5 seconds: %s', async (_, monotonic, wall) => {
  const team = newTeam();
  const desk = team.desk();
  const journal = await desk.open();
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
  // The same while the server is asked: then the step itself says so.
  await journal.prepare(payout(3));
  desk.onAsk = sql => {
    if (sql.includes('purser.sent')) Object.assign(clock, { monotonic: 2 * monotonic, wall: 2 * wall });
  };
  expect(await journal.sent(requestId(3))).toHaveProperty('unwritable');
  expect(await journal.settle(requestId(3), 'NOT SENT')).toMatchObject({ row: { state: 'NOT SENT' } });
});

test('a console that died: within 25 seconds its entries are UNKNOWN, and a duplicate stays barred throughout', async () => {
  const team = newTeam();
  const [desk, other] = [team.desk('ana'), team.desk('ben')];
  const [journal, colleague] = [await desk.open(), await other.open()];
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  await journal.prepare(payout(2));
  desk.die();
  const equal = payout(9, { fingerprint: 'fingerprint 1' });
  for (let passed = 0; passed < 25; passed += 5) {
    expect(await colleague.prepare(equal)).toHaveProperty('equal');
    await team.pass(5000);
  }
  expect(await colleague.unresolved()).toMatchObject({ value: [{ state: 'UNKNOWN' }, { state: 'UNKNOWN' }] });
  expect(await colleague.prepare(equal)).toHaveProperty('equal');
  expect(await colleague.resolve(requestId(1), verdict)).toHaveProperty('barred');
  await team.pass(60_000);
  expect(await colleague.resolve(requestId(1), verdict)).toMatchObject({ ok: true });
  // The next process on that machine hears the verdict, so that its file bars no duplicate.
  await desk.open();
  expect(inFile(desk, 1)).toBe('PREPARED > SENT > UNKNOWN > RESOLVED');
});

test('an outcome that comes after the lease ended: the console resolves the entry, with the answer as evidence', async () => {
  const team = newTeam();
  const [desk, other] = [team.desk('ana'), team.desk('ben')];
  const [journal, colleague] = [await desk.open(), await other.open()];
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  desk.weather = 'lost question';
  await team.pass(25_000);
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'UNKNOWN' } });
  desk.weather = 'fair';
  const settled = await journal.settle(requestId(1), 'DONE', { status: 200, text: '{}' });
  expect(settled).toMatchObject({ ok: true, row: { state: 'RESOLVED' } });
  expect(settled.ok && settled.row.transitions.at(-1)?.resolution).toMatchObject({
    by: 'the console of ana',
    verdict: 'DONE',
  });
});

test('a console that died before the server had the outcome: the next one on that machine tells it', async () => {
  const team = newTeam();
  const [desk, other] = [team.desk('ana'), team.desk('ben')];
  const [journal, colleague] = [await desk.open(), await other.open()];
  for (const number of [1, 2]) {
    await journal.prepare(payout(number));
    await journal.sent(requestId(number));
  }
  desk.weather = 'lost question';
  await journal.settle(requestId(1), 'REFUSED', { status: 400 });
  desk.die();
  desk.weather = 'fair';
  await team.pass(25_000);
  await desk.open();
  await team.pass(10_000);
  const [told, untold] = [await colleague.get(requestId(1)), await colleague.get(requestId(2))];
  expect(told).toMatchObject({ value: { state: 'RESOLVED' } });
  expect(told.ok && told.value?.transitions.at(-1)?.resolution).toMatchObject({ verdict: 'NOT DONE' });
  expect(untold).toMatchObject({ value: { state: 'UNKNOWN' } });
});

test('another machine of the same operator knows nothing of that attempt, and says nothing', async () => {
  const team = newTeam();
  const [one, two, other] = [team.desk('ana'), team.desk('ana'), team.desk('ben')];
  const [first, second, colleague] = [await one.open(), await two.open(), await other.open()];
  await first.prepare(payout(1, { repeatable: true }));
  await first.sent(requestId(1));
  await first.settle(requestId(1), 'REFUSED');
  expect((await second.repeat(requestId(1))).ok).toBe(true);
  expect(inFile(two, 1)).toBe('PREPARED > SENT');
  two.die();
  await team.pass(30_000);
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'UNKNOWN' } });
});

test('offline: reading goes on, with its age; nothing is sent; a start without the server shows this machine’s file', async () => {
  const team = newTeam();
  const desk = team.desk();
  const journal = await desk.open();
  await journal.prepare(payout(1));
  await journal.settle(requestId(1), 'NOT SENT');
  await journal.list({ limit: 5 });
  await journal.unresolved();
  expect(journal.offlineSince()).toBeUndefined();
  desk.weather = 'lost question';
  await team.pass(5000);
  expect(journal.offlineSince()).toBe(start);
  expect(await journal.list({ limit: 5 })).toMatchObject({ ok: true, value: [{ state: 'NOT SENT' }] });
  expect(await journal.prepare(payout(2))).toMatchObject({ ok: false, unwritable: expect.any(String) });
  expect(await journal.repeat(requestId(1))).toHaveProperty('unwritable');
  expect(await journal.resolve(requestId(1), verdict)).toHaveProperty('unwritable');
  expect(await journal.recover()).toEqual({ recovered: [] });
  expect(await journal.note({ kind: 'locked', detail: {} })).toEqual({ ok: true });
  desk.die();
  const next = await desk.open();
  expect(next.offlineSince()).toBeDefined();
  const listed = await next.list({ limit: 5 });
  expect(listed.ok && listed.value.map(({ number, state }) => [number < 0, state])).toEqual([
    [true, 'NOT SENT'],
    [true, 'NOT SENT'],
  ]);
  expect(await next.prepare(payout(3))).toMatchObject({ unwritable: expect.stringContaining('away') });
  desk.weather = 'fair';
  await team.pass(6000);
  expect(next.offlineSince()).toBeUndefined();
  expect(await next.list({ limit: 5 })).toMatchObject({ value: [{ number: 1, state: 'NOT SENT' }] });
  expect((await next.prepare(payout(3))).ok).toBe(true);
});

test('a note that the server did not hear is in the file at once, and goes to the server later', async () => {
  const team = newTeam();
  const desk = team.desk();
  const journal = await desk.open();
  desk.weather = 'lost question';
  await journal.note({ kind: 'exported', detail: { what: 'rows' } });
  expect(await journal.audit(1)).toMatchObject({ value: [{ kind: 'exported' }] });
  desk.weather = 'fair';
  await team.pass(5000);
  expect(await journal.audit(1)).toMatchObject({ value: [{ kind: 'exported', operator: 'ana' }] });
});

test('a disk that fails: the server’s leave is given back, and nothing is sent', async () => {
  const team = newTeam();
  const clock = manualClock(start);
  const file = localJournal(openWhole({ clock }));
  const server = await team.server.open();
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
  expect(await journal.prepare(payout(2))).toMatchObject({ ok: false, row: { state: 'NOT SENT' } });
  expect(await server.get(requestId(2))).toMatchObject({ value: { state: 'NOT SENT' } });
  await journal.close();
});

test('a server that refuses this console bars writing, and is not asked again', async () => {
  const team = newTeam();
  await team.server.admin("DELETE FROM purser.members WHERE role = 'cy'");
  await expect(team.desk('cy').open()).rejects.toThrow(/has no part in the team journal/);
});

test('a retry that got no answer, and was then sent: what was to be taken back takes nothing back', async () => {
  const team = newTeam();
  const [desk, other] = [team.desk('ana'), team.desk('ben')];
  const [journal, colleague] = [await desk.open(), await other.open()];
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  await journal.settle(requestId(1), 'REFUSED', { status: 429 });
  desk.weather = 'lost question';
  expect(await journal.repeat(requestId(1))).toHaveProperty('unwritable');
  desk.weather = 'fair';
  expect((await journal.repeat(requestId(1))).ok).toBe(true);
  // The bytes are on their way.
  await team.pass(5000);
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'SENT' } });
  expect(await journal.settle(requestId(1), 'DONE')).toMatchObject({ ok: true, row: { state: 'DONE' } });
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'DONE' } });
});

test('a retry that got no answer, and was recorded, is taken back before the next one is asked for', async () => {
  const team = newTeam();
  const [desk, other] = [team.desk('ana'), team.desk('ben')];
  const [journal, colleague] = [await desk.open(), await other.open()];
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  await journal.settle(requestId(1), 'REFUSED', { status: 429 });
  desk.weather = 'lost answer';
  expect(await journal.repeat(requestId(1))).toHaveProperty('unwritable');
  desk.weather = 'fair';
  expect((await journal.repeat(requestId(1))).ok).toBe(true);
  const found = await colleague.get(requestId(1));
  const steps = found.ok ? found.value?.transitions.map(({ to }) => to) : [];
  expect(steps).toEqual(['PREPARED', 'SENT', 'REFUSED', 'SENT', 'NOT SENT', 'SENT']);
});

test('a retry that got no answer says nothing of the attempt before it, which another console recorded as UNKNOWN', async () => {
  const team = newTeam();
  const [desk, other] = [team.desk('ana'), team.desk('ben')];
  const [journal, colleague] = [await desk.open(), await other.open()];
  await journal.prepare(payout(1, { repeatable: true }));
  await journal.sent(requestId(1));
  // Its lease ends while the answer is waited for, and a colleague's console records UNKNOWN.
  desk.weather = 'lost question';
  await team.pass(30_000);
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'UNKNOWN' } });
  desk.weather = 'fair';
  await team.pass(5000);
  await journal.settle(requestId(1), 'UNKNOWN');
  desk.weather = 'lost question';
  expect(await journal.repeat(requestId(1))).toHaveProperty('unwritable');
  desk.weather = 'fair';
  await team.pass(10_000);
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'UNKNOWN' } });
});

test('a retry without an answer does not take the place of an outcome that the server has not heard', async () => {
  const team = newTeam();
  const [desk, other] = [team.desk('ana'), team.desk('ben')];
  const [journal, colleague] = [await desk.open(), await other.open()];
  await journal.prepare(payout(1, { repeatable: true }));
  await journal.sent(requestId(1));
  desk.weather = 'lost question';
  await journal.settle(requestId(1), 'UNKNOWN');
  expect(await journal.repeat(requestId(1))).toHaveProperty('unwritable');
  desk.weather = 'fair';
  await team.pass(5000);
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'UNKNOWN' } });
});

/** A machine whose server is away at the start, and comes with the first beat. */
async function comingLater(check: () => Promise<Visible | undefined>) {
  const record = newServer();
  const clock = manualClock(start);
  let away = true;
  const journal = await openTeam({
    local: localJournal(openWhole({ clock })),
    clock,
    openServer: async () => (away ? { locked: t`away`, away } : record.open()),
    witness: { check, keep: () => {} },
  });
  if ('locked' in journal) throw new Error(journal.locked);
  onTestFinished(() => journal.close());
  away = false;
  return { journal, beat: () => clock.advance(5000) };
}

test('nothing is asked of a server that comes later before its record is known to be the one of before', async () => {
  const checked = Promise.withResolvers<Visible | undefined>();
  const check = vi.fn(() => checked.promise);
  const { journal, beat } = await comingLater(check);
  beat();
  await vi.waitFor(() => expect(check).toHaveBeenCalled(), patience);
  expect(await journal.prepare(payout(1))).toHaveProperty('unwritable');
  checked.resolve(t`it is another one`);
  await vi.waitFor(async () => {
    expect(await journal.prepare(payout(2))).toMatchObject({
      unwritable: expect.stringContaining('another one'),
    });
  }, patience);
});

test('a beat that fails is followed by the next one', async () => {
  const check = vi.fn(async (): Promise<Visible | undefined> => undefined);
  check.mockRejectedValueOnce(new Error('the disk is full'));
  const { journal, beat } = await comingLater(check);
  let number = 0;
  await vi.waitFor(async () => {
    beat();
    expect((await journal.prepare(payout(++number))).ok).toBe(true);
  }, patience);
});

test('a retry that comes too late is NOT SENT in this machine’s file too, and can be sent once more', async () => {
  const team = newTeam();
  const desk = team.desk();
  const journal = await desk.open();
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  await journal.settle(requestId(1), 'REFUSED', { status: 429 });
  const { monotonic } = desk.clock;
  let late = 0;
  Object.assign(desk.clock, { monotonic: () => monotonic() + late });
  desk.onAsk = sql => {
    if (sql.includes('purser.repeat')) late += 5000;
  };
  expect(await journal.repeat(requestId(1))).toHaveProperty('unwritable');
  expect(inFile(desk, 1)).toBe('PREPARED > SENT > REFUSED > SENT > NOT SENT');
  desk.onAsk = () => {};
  expect((await journal.repeat(requestId(1))).ok).toBe(true);
});
