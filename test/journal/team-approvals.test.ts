/** Four eyes in a team's journal: what this machine's file holds, lost answers, and who hears of a vote. */
import { afterAll, expect, test, vi } from 'vitest';
import { patience } from '../harness/patience.ts';
import { approvalServer, CONFIRMED, large, value } from './approval-parts.ts';
import { openWhole, payout, requestId } from './parts.ts';
import { endServer } from './pglite.ts';
import { type Desk, newTeam } from './team-parts.ts';

afterAll(endServer);

/** What this machine's file holds of the entry. */
function inFile({ file, clock }: Desk): string | undefined {
  const found = openWhole({ file, clock }).get(requestId(1));
  return found.ok ? found.value?.transitions.map(({ to }) => to).join(' > ') : found.unreadable;
}

async function askedTeam() {
  const team = newTeam(await approvalServer());
  const desk = team.desk('ana');
  const [ana, ben] = [await desk.open(), await team.desk('ben').open()];
  return { team, desk, ana, ben };
}

async function approve({ ben }: Pick<Awaited<ReturnType<typeof askedTeam>>, 'ben'>): Promise<void> {
  const [waits] = value(await ben.approvals.waiting());
  const voted = await ben.approvals.vote(requestId(1), waits?.digest ?? '', 'approve');
  expect(voted).toMatchObject({ ok: true });
}

test('this machine’s file has the entry from the moment that it may be sent', async () => {
  const { desk, ana, ben } = await askedTeam();
  expect(await ana.approvals.ask(large(1), CONFIRMED)).toMatchObject({ row: { state: 'WAITING' } });
  expect(inFile(desk)).toBeUndefined();
  await approve({ ben });
  expect((await ana.approvals.claim(large(1), CONFIRMED)).ok).toBe(true);
  expect(inFile(desk)).toBe('PREPARED');
  expect((await ana.sent(requestId(1))).ok).toBe(true);
  expect((await ana.settle(requestId(1), 'DONE')).ok).toBe(true);
  expect(inFile(desk)).toBe('PREPARED > SENT > DONE');
});

test('a duplicate that only this machine’s file knows has to be named before anything is asked', async () => {
  const team = newTeam(await approvalServer());
  const desk = team.desk('ana');
  const before = openWhole({ file: desk.file, clock: desk.clock });
  before.prepare(payout(9, { fingerprint: 'fingerprint 1' }));
  before.sent(requestId(9));
  before.settle(requestId(9), 'DONE');
  before.close();
  const ana = await desk.open();
  expect(await ana.approvals.ask(large(1), CONFIRMED)).toMatchObject({
    equal: [{ intent: { requestId: requestId(9) } }],
  });
  expect((await ana.approvals.ask(large(1), CONFIRMED, { besides: [requestId(9)] })).ok).toBe(true);
});

test('no answer to the question: once the server is back, nothing waits', async () => {
  const { team, desk, ana, ben } = await askedTeam();
  desk.weather = 'lost answer';
  expect(await ana.approvals.ask(large(1), CONFIRMED)).toHaveProperty('unwritable');
  desk.weather = 'fair';
  await team.pass(5000);
  expect(value(await ben.approvals.waiting())).toEqual([]);
});

test('no answer to the claim: nothing may be sent, and once the server is back it is NOT SENT', async () => {
  const { team, desk, ana, ben } = await askedTeam();
  await ana.approvals.ask(large(1), CONFIRMED);
  await approve({ ben });
  desk.onAsk = sql => {
    if (sql.includes('purser.claim')) desk.weather = 'lost answer';
  };
  expect(await ana.approvals.claim(large(1), CONFIRMED)).toHaveProperty('unwritable');
  expect(value(await ben.get(requestId(1)))).toMatchObject({ state: 'PREPARED' });
  expect((await ana.sent(requestId(1))).ok).toBe(false);
  desk.onAsk = () => {};
  desk.weather = 'fair';
  await team.pass(5000);
  expect(value(await ben.get(requestId(1)))).toMatchObject({ state: 'NOT SENT' });
});

test('the same where the lease had ended since it was asked for', async () => {
  const { team, desk, ana, ben } = await askedTeam();
  await ana.approvals.ask(large(1), CONFIRMED);
  await approve({ ben });
  team.server.die(ana);
  let claims = 0;
  desk.onAsk = sql => {
    // The first one hears that the lease is over.
    if (sql.includes('purser.claim') && ++claims === 2) desk.weather = 'lost answer';
  };
  expect(await ana.approvals.claim(large(1), CONFIRMED)).toHaveProperty('unwritable');
  expect(value(await ben.get(requestId(1)))).toMatchObject({ state: 'PREPARED' });
  desk.onAsk = () => {};
  desk.weather = 'fair';
  await team.pass(5000);
  expect(value(await ben.get(requestId(1)))).toMatchObject({ state: 'NOT SENT' });
});

test('while the server is away nothing is asked, approved or listed', async () => {
  const { desk, ana } = await askedTeam();
  desk.weather = 'lost question';
  for (const tried of [
    await ana.approvals.ask(large(1), CONFIRMED),
    await ana.approvals.claim(large(1), CONFIRMED),
    await ana.approvals.vote(requestId(1), '', 'approve'),
    await ana.approvals.withdraw(requestId(1)),
    await ana.approvals.needs(large(1)),
    await ana.approvals.waiting(),
  ])
    expect(tried).toMatchObject({ ok: false });
});

test('the asker hears of a vote by the notification, and without one by the next heartbeat', async () => {
  const { team, ana, ben } = await askedTeam();
  const heard = { ana: 0, ben: 0 };
  ana.approvals.watch(() => heard.ana++);
  ben.approvals.watch(() => heard.ben++);
  await ana.approvals.ask(large(1), CONFIRMED);
  await vi.waitFor(() => expect(heard).toEqual({ ana: 1, ben: 1 }), patience);
  await approve({ ben });
  await vi.waitFor(() => expect(heard).toEqual({ ana: 2, ben: 2 }), patience);
  await team.server.admin('UNLISTEN *');
  await ana.approvals.withdraw(requestId(1));
  await team.pass(5000);
  expect(heard.ben).toBeGreaterThan(2);
});
