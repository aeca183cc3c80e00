/** Retries in a team's journal: one that got no answer, or came too late, neither stays nor changes another outcome. */
import { expect, test } from 'vitest';
import { payout, requestId } from './parts.ts';
import { inFile, newTeam, openOne, openPair } from './team-parts.ts';

test('a retry stays UNKNOWN if the operator’s dead console on another machine sent it', async () => {
  const team = newTeam();
  const [one, two, other] = [team.desk('ana'), team.desk('ana'), team.desk('ben')];
  const [first, second, colleague] = [await one.open(), await two.open(), await other.open()];
  await first.prepare(payout(1, { repeatable: true }));
  await first.sent(requestId(1));
  await first.settle(requestId(1), 'REFUSED');
  expect((await second.repeat(requestId(1))).ok).toBe(true);
  expect(inFile(two, 1)).toBe('PREPARED > SENT');
  two.die();
  let late = 0;
  one.onAsk = sql => {
    if (sql.includes('purser.late(')) late++;
  };
  await team.pass(40_000);
  // The first machine has the outcome of the earlier attempt, and offers that outcome only once.
  expect(late).toBe(1);
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'UNKNOWN' } });
});

test('a recorded retry stays SENT even if an earlier request for that retry got no answer', async () => {
  const { team, desk, journal, colleague } = await openPair();
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  await journal.settle(requestId(1), 'REFUSED', { status: 429 });
  desk.network = 'lost request';
  expect(await journal.repeat(requestId(1))).toHaveProperty('unwritable');
  desk.network = 'up';
  expect((await journal.repeat(requestId(1))).ok).toBe(true);
  // The bytes are being sent.
  await team.pass(5000);
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'SENT' } });
  expect(await journal.settle(requestId(1), 'DONE')).toMatchObject({ ok: true, row: { state: 'DONE' } });
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'DONE' } });
});

test('a recorded retry that got no answer is taken back before the next retry', async () => {
  const { desk, journal, colleague } = await openPair();
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  await journal.settle(requestId(1), 'REFUSED', { status: 429 });
  desk.network = 'lost answer';
  expect(await journal.repeat(requestId(1))).toHaveProperty('unwritable');
  desk.network = 'up';
  expect((await journal.repeat(requestId(1))).ok).toBe(true);
  const found = await colleague.get(requestId(1));
  const steps = found.ok ? found.value?.transitions.map(({ to }) => to) : [];
  expect(steps).toEqual(['PREPARED', 'SENT', 'REFUSED', 'SENT', 'NOT SENT', 'SENT']);
});

test.each(['REFUSED', 'NOT SENT'] as const)(
  'a retry after %s that got no answer is taken back even if the server records the retry late',
  async before => {
    const { team, desk, journal, colleague } = await openPair();
    await journal.prepare(payout(1));
    await journal.sent(requestId(1));
    await journal.settle(requestId(1), before);
    desk.network = 'lost request';
    expect(await journal.repeat(requestId(1))).toHaveProperty('unwritable');
    desk.network = 'up';
    await team.pass(6000);
    // The request arrives only now.
    const call = 'SELECT purser.repeat($1, $2, NULL, NULL)';
    await team.server.link('ana').rows(call, journal.self.started, requestId(1));
    expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'SENT' } });
    await team.pass(6000);
    expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'NOT SENT' } });
    expect((await journal.repeat(requestId(1))).ok).toBe(true);
    await team.pass(30_000);
    expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'SENT' } });
  },
);

test('a retry that got no answer does not change the UNKNOWN that another console recorded', async () => {
  const { team, desk, journal, colleague } = await openPair();
  await journal.prepare(payout(1, { repeatable: true }));
  await journal.sent(requestId(1));
  // The lease ends during the wait for the answer, and a colleague's console records UNKNOWN.
  desk.network = 'lost request';
  await team.pass(30_000);
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'UNKNOWN' } });
  desk.network = 'up';
  await team.pass(5000);
  await journal.settle(requestId(1), 'UNKNOWN');
  desk.network = 'lost request';
  expect(await journal.repeat(requestId(1))).toHaveProperty('unwritable');
  desk.network = 'up';
  await team.pass(10_000);
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'UNKNOWN' } });
});

test('a retry that got no answer does not replace an outcome that still has to reach the server', async () => {
  const { team, desk, journal, colleague } = await openPair();
  await journal.prepare(payout(1, { repeatable: true }));
  await journal.sent(requestId(1));
  desk.network = 'lost request';
  await journal.settle(requestId(1), 'UNKNOWN');
  expect(await journal.repeat(requestId(1))).toHaveProperty('unwritable');
  desk.network = 'up';
  await team.pass(5000);
  expect(await colleague.get(requestId(1))).toMatchObject({ value: { state: 'UNKNOWN' } });
});

test('a retry that comes too late is also NOT SENT in the local file, and can be sent again', async () => {
  const { desk, journal } = await openOne();
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

test('while the server is away, an UNKNOWN write stays UNKNOWN after a refused retry, and is DONE after a successful one', async () => {
  const { desk, journal } = await openOne();
  for (const number of [1, 2]) {
    await journal.prepare(payout(number, { repeatable: true }));
    await journal.sent(requestId(number));
    await journal.settle(requestId(number), 'UNKNOWN');
    expect((await journal.repeat(requestId(number))).ok).toBe(true);
  }
  desk.network = 'lost request';
  expect(await journal.settle(requestId(1), 'REFUSED')).toMatchObject({ row: { state: 'UNKNOWN' } });
  expect(await journal.settle(requestId(2), 'DONE')).toMatchObject({ row: { state: 'DONE' } });
});
