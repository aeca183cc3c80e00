/** Approvals in a team's journal: the local file, lost answers, and notifications of votes. */
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Journal } from '../../src/journal/journal.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import { openTeam } from '../../src/journal/team/team-journal.ts';
import { t } from '../../src/lib/visible.ts';
import { manualClock } from '../harness/clock.ts';
import { patience } from '../harness/patience.ts';
import { approvalServer, CONFIRMED, large, setRule, value } from './approval-parts.ts';
import { openWhole, payout, requestId, start } from './parts.ts';
import { inFile, newTeam } from './team-parts.ts';

async function askedTeam() {
  const team = newTeam(await approvalServer());
  const desk = team.desk('ana');
  const [ana, ben] = [await desk.open(), await team.desk('ben').open()];
  return { team, desk, ana, ben };
}

async function approve({ ben }: { readonly ben: Required<Pick<Journal, 'approvals'>> }): Promise<void> {
  const [waits] = value(await ben.approvals.waiting());
  const voted = await ben.approvals.vote(requestId(1), waits?.digest ?? '', 'approve');
  expect(voted).toMatchObject({ ok: true });
}

test('the local file gets the entry as soon as the entry may be sent', async () => {
  const { desk, ana, ben } = await askedTeam();
  expect(await ana.approvals.ask(large(1), CONFIRMED)).toMatchObject({ row: { state: 'WAITING' } });
  expect(inFile(desk, 1)).toBeUndefined();
  await approve({ ben });
  expect((await ana.approvals.claim(large(1), CONFIRMED)).ok).toBe(true);
  expect(inFile(desk, 1)).toBe('PREPARED');
  expect((await ana.sent(requestId(1))).ok).toBe(true);
  expect((await ana.settle(requestId(1), 'DONE')).ok).toBe(true);
  expect(inFile(desk, 1)).toBe('PREPARED > SENT > DONE');
});

test('a duplicate that only the local file knows must be named before approval is requested', async () => {
  const team = newTeam(await approvalServer());
  const desk = team.desk('ana');
  const before = openWhole({ file: desk.file, clock: desk.clock });
  before.prepare(payout(9, { fingerprint: '2:fingerprint 1' }));
  before.sent(requestId(9));
  before.settle(requestId(9), 'DONE');
  before.close();
  const ana = await desk.open();
  expect(await ana.approvals.ask(large(1), CONFIRMED)).toMatchObject({
    equal: [{ intent: { requestId: requestId(9) } }],
  });
  expect((await ana.approvals.ask(large(1), CONFIRMED, { named: [requestId(9)] })).ok).toBe(true);
});

test('an approval request without an answer is removed when the server is back', async () => {
  const { team, desk, ana, ben } = await askedTeam();
  desk.onAsk = sql => {
    if (sql.includes('purser.prepare')) desk.network = 'lost answer';
  };
  expect(await ana.approvals.ask(large(1), CONFIRMED)).toHaveProperty('unwritable');
  expect(value(await ben.approvals.waiting())).toHaveLength(1);
  desk.onAsk = () => {};
  desk.network = 'up';
  await team.pass(5000);
  expect(value(await ben.approvals.waiting())).toEqual([]);
  const [, end] = value(await ben.get(requestId(1)))?.transitions ?? [];
  expect(end).toMatchObject({ to: 'NOT SENT', approval: { outcome: 'unanswered' } });
});

test('a claim without an answer prevents sending, and the entry is NOT SENT when the server is back', async () => {
  const { team, desk, ana, ben } = await askedTeam();
  await ana.approvals.ask(large(1), CONFIRMED);
  await approve({ ben });
  desk.onAsk = sql => {
    if (sql.includes('purser.claim')) desk.network = 'lost answer';
  };
  expect(await ana.approvals.claim(large(1), CONFIRMED)).toHaveProperty('unwritable');
  expect(value(await ben.get(requestId(1)))).toMatchObject({ state: 'PREPARED' });
  expect((await ana.sent(requestId(1))).ok).toBe(false);
  desk.onAsk = () => {};
  desk.network = 'up';
  await team.pass(5000);
  expect(value(await ben.get(requestId(1)))).toMatchObject({ state: 'NOT SENT' });
});

test('a claim that never reached the server leaves the approval valid until the server is back', async () => {
  const { team, desk, ana, ben } = await askedTeam();
  await ana.approvals.ask(large(1), CONFIRMED);
  await approve({ ben });
  desk.onAsk = sql => {
    if (sql.includes('purser.claim')) desk.network = 'lost request';
  };
  expect(await ana.approvals.claim(large(1), CONFIRMED)).toHaveProperty('unwritable');
  desk.onAsk = () => {};
  desk.network = 'up';
  await team.pass(5000);
  expect(value(await ben.get(requestId(1)))).toMatchObject({ state: 'WAITING' });
  expect(await ana.approvals.claim(large(1), CONFIRMED)).toMatchObject({ ok: true });
  expect((await ana.sent(requestId(1))).ok).toBe(true);
  // The first claim is still in the console's outbox, but its delivery changes nothing.
  await team.pass(40_000);
  expect(value(await ben.get(requestId(1)))).toMatchObject({ state: 'SENT' });
});

test('a claim without an answer is NOT SENT if the server records the claim late', async () => {
  const { team, desk, ana, ben } = await askedTeam();
  await ana.approvals.ask(large(1), CONFIRMED);
  await approve({ ben });
  desk.onAsk = sql => {
    if (sql.includes('purser.claim')) desk.network = 'lost request';
  };
  expect(await ana.approvals.claim(large(1), CONFIRMED)).toHaveProperty('unwritable');
  desk.onAsk = () => {};
  desk.network = 'up';
  await team.pass(6000);
  // The request arrives only now.
  const [waits] = value(await ben.approvals.waiting());
  const call = 'SELECT purser.claim($1, $2, $3)';
  await team.server.link('ana').rows(call, ana.self.started, requestId(1), waits?.digest ?? '');
  expect(value(await ben.get(requestId(1)))).toMatchObject({ state: 'PREPARED' });
  await team.pass(6000);
  expect(value(await ben.get(requestId(1)))).toMatchObject({ state: 'NOT SENT' });
});

test('a claim without an answer is taken back even if the server could not record the next claim', async () => {
  const { team, desk, ana, ben } = await askedTeam();
  await ana.approvals.ask(large(1), CONFIRMED);
  await approve({ ben });
  const [waits] = value(await ben.approvals.waiting());
  desk.onAsk = sql => {
    if (sql.includes('purser.claim')) desk.network = 'lost request';
  };
  expect(await ana.approvals.claim(large(1), CONFIRMED)).toHaveProperty('unwritable');
  desk.onAsk = () => {};
  desk.network = 'up';
  await team.pass(6000);
  await team.server.admin('ALTER FUNCTION purser.claim RENAME TO busy');
  expect(await ana.approvals.claim(large(1), CONFIRMED)).toHaveProperty('unwritable');
  await team.server.admin('ALTER FUNCTION purser.busy RENAME TO claim');
  // The first request arrives only now.
  const call = 'SELECT purser.claim($1, $2, $3)';
  await team.server.link('ana').rows(call, ana.self.started, requestId(1), waits?.digest ?? '');
  expect(value(await ben.get(requestId(1)))).toMatchObject({ state: 'PREPARED' });
  await team.pass(6000);
  expect(value(await ben.get(requestId(1)))).toMatchObject({ state: 'NOT SENT' });
});

test('a claim without an answer does not hold up other outcomes if its entry was damaged', async () => {
  const { team, desk, ana, ben } = await askedTeam();
  await ana.approvals.ask(large(1), CONFIRMED);
  await approve({ ben });
  await ana.prepare(payout(2, { amounts: [{ amount: '1.00', currency: 'GBP' }] }));
  await ana.sent(requestId(2));
  desk.network = 'lost request';
  expect(await ana.approvals.claim(large(1), CONFIRMED)).toHaveProperty('unwritable');
  await ana.settle(requestId(2), 'DONE');
  await team.server.admin(`SET session_replication_role = replica;
    UPDATE purser.intents SET user_id = 'another' WHERE request_id = '${requestId(1)}'; SET session_replication_role = origin`);
  desk.network = 'up';
  await team.pass(5000);
  expect(value(await ben.get(requestId(2)))).toMatchObject({ state: 'DONE' });
});

test('a claim without an answer is NOT SENT even if the lease had ended before', async () => {
  const { team, desk, ana, ben } = await askedTeam();
  await ana.approvals.ask(large(1), CONFIRMED);
  await approve({ ben });
  team.server.die(ana);
  let claims = 0;
  desk.onAsk = sql => {
    // The first claim learns that the lease has ended.
    if (sql.includes('purser.claim') && ++claims === 2) desk.network = 'lost answer';
  };
  expect(await ana.approvals.claim(large(1), CONFIRMED)).toHaveProperty('unwritable');
  expect(value(await ben.get(requestId(1)))).toMatchObject({ state: 'PREPARED' });
  desk.onAsk = () => {};
  desk.network = 'up';
  await team.pass(5000);
  expect(value(await ben.get(requestId(1)))).toMatchObject({ state: 'NOT SENT' });
});

test('if the local disk fails after a claim, the claim is taken back', async () => {
  const server = await approvalServer();
  const clock = manualClock(start);
  const file = localJournal(openWhole({ clock }));
  const full = { ok: false, unwritable: t`The disk is full.` } as const;
  const ana = await openTeam({
    clock,
    openServer: () => server.open('ana'),
    local: { ...file, prepare: async () => full },
  });
  if ('locked' in ana) throw new Error(ana.locked);
  onTestFinished(() => ana.close());
  const ben = await server.open('ben');
  await ana.approvals.ask(large(1), CONFIRMED);
  await approve({ ben });
  expect(await ana.approvals.claim(large(1), CONFIRMED)).toMatchObject({
    ...full,
    row: { state: 'NOT SENT' },
  });
  expect(value(await ben.get(requestId(1)))).toMatchObject({ state: 'NOT SENT' });
});

test('nothing can be asked, approved or listed while the server is away', async () => {
  const { desk, ana } = await askedTeam();
  desk.network = 'lost request';
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

test('a console learns of a vote and of a lost right by notification, or else with the next heartbeat', async () => {
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
  const before = heard.ben;
  await team.server.admin('REVOKE purser_approver FROM ben');
  await team.pass(5000);
  expect(heard.ben).toBe(before + 1);
});

test('every console reads the requests again after a rule changed or an operator left', async () => {
  const { team, ana } = await askedTeam();
  let heard = 0;
  ana.approvals.watch(() => heard++);
  await setRule(team.server, { votes: 2 });
  await vi.waitFor(() => expect(heard).toBe(1), patience);
  await team.server.admin("SELECT purser.disable_operator('ben')");
  await vi.waitFor(() => expect(heard).toBe(2), patience);
});

test('a console whose claim or vote is refused reads the requests again at once', async () => {
  const { team, ana, ben } = await askedTeam();
  await ana.approvals.ask(large(1), CONFIRMED);
  await approve({ ben });
  const heard = { ana: 0, ben: 0 };
  await team.server.admin('UNLISTEN *');
  const stop = ana.approvals.watch(() => heard.ana++);
  ben.approvals.watch(() => heard.ben++);
  await team.server.admin('REVOKE purser_approver FROM ben');
  expect(await ana.approvals.claim(large(1), CONFIRMED)).toMatchObject({ barred: expect.any(String) });
  expect(heard.ana).toBe(1);
  stop();
  expect(await ana.approvals.claim(large(1), CONFIRMED)).toMatchObject({ barred: expect.any(String) });
  expect(heard.ana).toBe(1);
  expect(await ben.approvals.vote(requestId(1), '', 'approve')).toMatchObject({ barred: expect.any(String) });
  expect(heard.ben).toBe(1);
});
