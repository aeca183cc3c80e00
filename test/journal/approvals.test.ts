/** Four eyes at the server: what waits, whose votes count, and what may not be sent. */
import { afterAll, expect, test } from 'vitest';
import { checkChain } from '../../src/journal/audit-chain.ts';
import { approvalServer, CONFIRMED, large, setRule, value, waitingFor } from './approval-parts.ts';
import { payout, requestId } from './parts.ts';
import { endServer } from './pglite.ts';

afterAll(endServer);

const MINUTE = 60_000;

test('a write that a rule covers waits; another person approves it, and then it may be sent once', async () => {
  const server = await approvalServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  expect(value(await ana.approvals.needs(large(1)))).toEqual({
    rule: { operation: 'payout.create', currency: 'GBP', over: '10000', votes: 1, minutes: 30 },
    online: ['Ben'],
  });
  expect(await ana.prepare(large(1))).toMatchObject({ barred: expect.stringMatching(/approval of another/) });
  const asked = await ana.approvals.ask(large(1), CONFIRMED);
  expect(asked).toMatchObject({ ok: true, row: { state: 'WAITING', intent: large(1) } });
  expect(await waitingFor(ana)).toMatchObject({ part: 'wait', votes: [], needed: 1, lasts: 30 * MINUTE });
  // Not without the vote, and not by another way.
  expect(await ana.approvals.claim(large(1), CONFIRMED)).toMatchObject({
    barred: expect.stringMatching(/Not enough/),
  });
  expect(await ana.sent(requestId(1))).toMatchObject({ barred: expect.stringMatching(/waits for approval/) });
  const seen = await waitingFor(ben);
  expect(seen).toMatchObject({ part: 'vote', asker: 'Ana', warnings: CONFIRMED.warnings });
  expect(await ben.approvals.vote(requestId(1), seen.digest, 'approve')).toMatchObject({ ok: true });
  expect(await waitingFor(ana)).toMatchObject({ part: 'send', votes: [{ person: 'Ben', vote: 'approve' }] });
  const claimed = await ana.approvals.claim(large(1), CONFIRMED);
  expect(claimed).toMatchObject({
    ok: true,
    row: { state: 'PREPARED', transitions: [{}, { approval: { outcome: 'approved', by: 'Ben' } }] },
  });
  expect(await ana.sent(requestId(1))).toMatchObject({ ok: true, row: { state: 'SENT' } });
  expect(await ana.settle(requestId(1), 'DONE')).toMatchObject({ ok: true, row: { state: 'DONE' } });
  expect(value(await ana.approvals.waiting())).toEqual([]);
  const lines = value(await ana.lines(1));
  expect(checkChain(lines)).toMatchObject({ ok: true });
  expect(lines.map(({ text }) => JSON.parse(text).kind)).toEqual([
    ...['rule-proposed', 'rule-accepted', 'write', 'vote', 'write', 'write', 'write'],
  ]);
});

test.each([
  ['another currency', { amounts: [{ amount: '25000', currency: 'EUR' }] }, false],
  ['exactly the limit', { amounts: [{ amount: '10000.00', currency: 'GBP' }] }, false],
  ['just above it', { amounts: [{ amount: '10000.01', currency: 'gbp' }] }, true],
  [
    'one of two amounts',
    {
      amounts: [
        { amount: '1', currency: 'EUR' },
        { amount: '10001', currency: 'GBP' },
      ],
    },
    true,
  ],
  ['a currency that nobody knows', { amounts: [{ amount: '25000' }] }, true],
  ['a currency that is none', { amounts: [{ amount: '25000', currency: 'GBP\t' }] }, true],
  ['an amount that nobody knows', { amounts: [{ currency: 'GBP' }] }, true],
  ['an amount that is none', { amounts: [{ amount: '1e3', currency: 'GBP' }] }, true],
  ['no amounts at all', { amounts: undefined }, true],
  ['another operation', { operation: 'payout.cancel' }, false],
])('whether the rule covers %s', async (_, changes, covered) => {
  const ana = await (await approvalServer()).open('ana');
  const { amounts, ...others } = { ...large(1), ...changes };
  const intent = { ...others, ...(amounts && { amounts }) };
  expect(value(await ana.approvals.needs(intent)) !== undefined).toBe(covered);
  expect((await ana.prepare(intent)).ok).toBe(!covered);
});

test('the strictest of several rules counts, with the shortest time', async () => {
  const server = await approvalServer({ over: '10000', minutes: 10 });
  await setRule(server, { over: '20000.00', votes: 2, minutes: 60 });
  const ana = await server.open('ana');
  expect(value(await ana.approvals.needs(large(1)))?.rule).toMatchObject({
    votes: 2,
    minutes: 10,
    over: '20000.00',
  });
});

test('what must not count: the own vote, a second role, another digest, a second vote, no approver', async () => {
  const server = await approvalServer({ votes: 2 });
  await server.admin('REVOKE purser_approver FROM cy');
  const [ana, ana2, ben, cy] = [
    await server.open('ana'),
    await server.open('ana2'),
    await server.open('ben'),
    await server.open('cy'),
  ];
  await ana.approvals.ask(large(1), CONFIRMED);
  const { digest } = await waitingFor(ben);
  const vote = (journal: typeof ana, of = digest) => journal.approvals.vote(requestId(1), of, 'approve');
  expect(await vote(ana)).toMatchObject({ barred: expect.stringMatching(/Another person/) });
  expect(await vote(ana2)).toMatchObject({ barred: expect.stringMatching(/Another person/) });
  expect(await vote(cy)).toMatchObject({ barred: expect.stringMatching(/not an approver/) });
  expect(await waitingFor(cy)).toMatchObject({
    part: 'look',
    whyNot: expect.stringMatching(/not an approver/),
  });
  expect(await vote(ben, 'f'.repeat(64))).toMatchObject({ barred: expect.stringMatching(/differs/) });
  expect((await vote(ben)).ok).toBe(true);
  expect(await vote(ben)).toMatchObject({ barred: expect.stringMatching(/already/) });
  expect(await ana.approvals.claim(large(1), CONFIRMED)).toMatchObject({
    barred: expect.stringMatching(/Not enough/),
  });
  await server.admin('GRANT purser_approver TO cy');
  expect((await vote(cy)).ok).toBe(true);
  expect((await ana.approvals.claim(large(1), CONFIRMED)).ok).toBe(true);
});

test('a vote of who was disabled meanwhile, or turns out to be the asker, does not count', async () => {
  const server = await approvalServer();
  const [ana, ben, cy] = [await server.open('ana'), await server.open('ben'), await server.open('cy')];
  await ana.approvals.ask(large(1), CONFIRMED);
  const { digest } = await waitingFor(ben);
  await ben.approvals.vote(requestId(1), digest, 'approve');
  const mayGo = async () => (await waitingFor(ana)).part === 'send';
  expect(await mayGo()).toBe(true);
  await server.admin("SELECT purser.disable_operator('ben')");
  expect(await mayGo()).toBe(false);
  expect((await ana.approvals.claim(large(1), CONFIRMED)).ok).toBe(false);
  expect((await ben.approvals.vote(requestId(1), digest, 'approve')).ok).toBe(false);
  await cy.approvals.vote(requestId(1), digest, 'approve');
  expect(await mayGo()).toBe(true);
  await server.admin("UPDATE purser.operators SET person = ' ana ' WHERE role = 'cy'");
  expect(await mayGo()).toBe(false);
  await server.admin(
    "UPDATE purser.operators SET person = 'Cy' WHERE role = 'cy'; DELETE FROM purser.members WHERE role = 'cy'",
  );
  expect(await mayGo()).toBe(false);
});

test('two voters who turn out to be one person count once', async () => {
  const server = await approvalServer({ votes: 2 });
  const [ana, ben, cy] = [await server.open('ana'), await server.open('ben'), await server.open('cy')];
  await ana.approvals.ask(large(1), CONFIRMED);
  const { digest } = await waitingFor(ben);
  for (const voter of [ben, cy]) await voter.approvals.vote(requestId(1), digest, 'approve');
  expect(await waitingFor(ana)).toMatchObject({ part: 'send' });
  await server.admin("UPDATE purser.operators SET person = ' ben ' WHERE role = 'cy'");
  expect(await waitingFor(ana)).toMatchObject({ part: 'wait' });
  expect(await ana.approvals.claim(large(1), CONFIRMED)).toMatchObject({
    barred: expect.stringMatching(/Not enough/),
  });
});

test('a rule that comes between the last step and the first byte counts', async () => {
  const server = await approvalServer({ over: '30000' });
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  expect((await ana.prepare(large(1))).ok).toBe(true);
  await setRule(server);
  expect(await ana.sent(requestId(1))).toMatchObject({
    barred: expect.stringMatching(/approval of another/),
    row: { state: 'PREPARED' },
  });
  await ana.approvals.ask(large(2), CONFIRMED);
  await ben.approvals.vote(requestId(2), (await waitingFor(ben, 2)).digest, 'approve');
  expect((await ana.approvals.claim(large(2), CONFIRMED)).ok).toBe(true);
  await server.admin("SELECT purser.disable_operator('ben')");
  expect(await ana.sent(requestId(2))).toMatchObject({ barred: expect.stringMatching(/Not enough/) });
});

test('nobody brings in an entry that waits, or that was approved elsewhere', async () => {
  const ana = await (await approvalServer()).open('ana');
  const [at, process] = [large(1).createdAt, { pid: 1, started: '' }];
  const step = (from: 'NEW' | 'WAITING', to: 'WAITING' | 'PREPARED') => ({
    number: 1,
    from,
    to,
    at,
    process,
  });
  for (const transitions of [[step('NEW', 'WAITING')], [step('NEW', 'WAITING'), step('WAITING', 'PREPARED')]])
    expect(
      await ana.importEntry({ number: 1, intent: large(1), state: 'WAITING', doubted: false, transitions }),
    ).toMatchObject({ barred: expect.stringMatching(/approval of another/) });
  expect(value(await ana.unresolved())).toEqual([]);
});

test.each([
  ['the body', { ...large(1), body: '{"amount":"25000.01","currency":"GBP"}' }, CONFIRMED],
  ['a line', { ...large(1), what: [{ label: 'Amount', value: '1.00 GBP' }] }, CONFIRMED],
  ['the path', { ...large(1), target: '/v1/payouts?x=2' }, CONFIRMED],
  ['the customer', { ...large(1), customer: { userId: 'user-2' } }, CONFIRMED],
  ['a warning', large(1), { ...CONFIRMED, warnings: [] }],
])('nothing is sent where %s differs from what was approved', async (_, intent, confirmed) => {
  const server = await approvalServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  await ana.approvals.ask(large(1), CONFIRMED);
  await ben.approvals.vote(requestId(1), (await waitingFor(ben)).digest, 'approve');
  expect(await ana.approvals.claim(intent, confirmed)).toMatchObject({
    barred: expect.stringMatching(/differs/),
  });
  expect((await ana.approvals.claim(large(1), CONFIRMED)).ok).toBe(true);
});

test('the digest of personal data takes a salted hash, and the journal keeps the masked body', async () => {
  const server = await approvalServer({ currency: undefined, over: undefined });
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  const masked = large(1, { body: '{"name":"•••"}' });
  const sent = { body: '{"name":"Ada"}', warnings: [] };
  expect((await ana.approvals.ask(masked, sent)).ok).toBe(true);
  const seen = await waitingFor(ben);
  expect(seen.row.intent.body).toBe('{"name":"•••"}');
  await ben.approvals.vote(requestId(1), seen.digest, 'approve');
  const other = { ...sent, body: '{"name":"Eve"}' };
  expect(await ana.approvals.claim(masked, other)).toMatchObject({
    barred: expect.stringMatching(/differs/),
  });
  expect((await ana.approvals.claim(masked, sent)).ok).toBe(true);
});

test('a decline ends it, with its note; it never goes on, neither as a vote nor as a retry', async () => {
  const server = await approvalServer();
  const [ana, ben, cy] = [await server.open('ana'), await server.open('ben'), await server.open('cy')];
  await ana.approvals.ask(large(1), CONFIRMED);
  const { digest } = await waitingFor(ben);
  await cy.approvals.vote(requestId(1), digest, 'approve');
  expect(await ben.approvals.vote(requestId(1), digest, 'decline', ' ')).toMatchObject({
    barred: expect.stringMatching(/note/),
  });
  expect(await ben.approvals.vote(requestId(1), digest, 'decline', 'wrong payee')).toMatchObject({
    row: {
      state: 'NOT SENT',
      transitions: [{}, { approval: { outcome: 'declined', by: 'Ben', note: 'wrong payee' } }],
    },
  });
  expect(await ben.approvals.vote(requestId(1), digest, 'approve')).toMatchObject({
    barred: expect.stringMatching(/Ben declined the request: wrong payee/),
  });
  expect((await ana.approvals.claim(large(1), CONFIRMED)).ok).toBe(false);
  expect(await ana.repeat(requestId(1))).toMatchObject({
    barred: expect.stringMatching(/approval of another/),
  });
});

test('it expires: no vote and no send after that, and any console ends it', async () => {
  const server = await approvalServer({ minutes: 30 });
  const [ana, ben, cy] = [await server.open('ana'), await server.open('ben'), await server.open('cy')];
  for (const number of [1, 3]) await ana.approvals.ask(large(number), CONFIRMED);
  const { digest } = await waitingFor(ben);
  await ben.approvals.vote(requestId(1), digest, 'approve');
  server.advance(30 * MINUTE);
  expect(await cy.approvals.vote(requestId(1), digest, 'approve')).toMatchObject({
    barred: expect.stringMatching(/time for approval/),
  });
  expect(await ana.approvals.claim(large(1), CONFIRMED)).toMatchObject({
    barred: expect.stringMatching(/time for approval/),
  });
  expect(value(await cy.beat())).toMatchObject({ leftOver: true });
  await cy.recover();
  expect(value(await cy.beat())).toMatchObject({ leftOver: false });
  for (const number of [1, 3])
    expect(value(await ana.get(requestId(number)))).toMatchObject({
      state: 'NOT SENT',
      transitions: [{}, { approval: { outcome: 'expired' } }],
    });
  expect(await ana.repeat(requestId(3))).toMatchObject({ ok: false });
});

test('an approval that ends just before the first byte sends nothing', async () => {
  const server = await approvalServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  await ana.approvals.ask(large(1), { ...CONFIRMED, lasts: 10_000 });
  await ben.approvals.vote(requestId(1), (await waitingFor(ben)).digest, 'approve');
  expect((await ana.approvals.claim(large(1), CONFIRMED)).ok).toBe(true);
  server.advance(10_000);
  expect(await ana.sent(requestId(1))).toMatchObject({ barred: expect.stringMatching(/approval is over/) });
});

test('a quote ends the wait earlier than the rule; nobody can ask for longer', async () => {
  const server = await approvalServer({ minutes: 30 });
  const ana = await server.open('ana');
  await ana.approvals.ask(large(1), { ...CONFIRMED, lasts: 5 * MINUTE });
  expect(await waitingFor(ana)).toMatchObject({ lasts: 5 * MINUTE });
  expect(await ana.approvals.ask(large(2), { ...CONFIRMED, lasts: 0 })).toMatchObject({ ok: false });
});

test('who asked withdraws it, or says that the record changed; nobody else can', async () => {
  const server = await approvalServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  for (const number of [1, 2]) await ana.approvals.ask(large(number), CONFIRMED);
  expect(await ben.approvals.withdraw(requestId(1))).toMatchObject({
    barred: expect.stringMatching(/asked/),
  });
  await ben.approvals.vote(requestId(1), (await waitingFor(ben)).digest, 'approve');
  expect(await ana.approvals.withdraw(requestId(1), 'Status was ACTIVE, and is now CLOSED.')).toMatchObject({
    row: {
      state: 'NOT SENT',
      transitions: [{}, { approval: { outcome: 'changed', note: 'Status was ACTIVE, and is now CLOSED.' } }],
    },
  });
  expect(await ana.approvals.withdraw(requestId(2))).toMatchObject({
    row: { transitions: [{}, { approval: { outcome: 'withdrawn' } }] },
  });
  expect((await ana.approvals.claim(large(1), CONFIRMED)).ok).toBe(false);
  expect(await ana.repeat(requestId(1))).toMatchObject({ ok: false });
});

test('a duplicate of what waits is barred until it is named, whichever console asks', async () => {
  const server = await approvalServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  const same = { fingerprint: 'the same' };
  await ana.approvals.ask(large(1, same), CONFIRMED);
  const waits = { equal: [{ state: 'WAITING', intent: { requestId: requestId(1) } }] };
  expect(await ben.approvals.ask(large(2, same), CONFIRMED)).toMatchObject(waits);
  expect(await ben.prepare(payout(3, { ...same, operation: 'other' }))).toMatchObject(waits);
  expect(value(await ben.unresolved())).toMatchObject([{ state: 'WAITING' }]);
  const named = await ben.approvals.ask(large(2, same), CONFIRMED, { besides: [requestId(1)] });
  expect(named).toMatchObject({ ok: true, row: { besides: requestId(1) } });
});

test('a rule that became stricter counts for what waits; one that ended does not let it go on alone', async () => {
  const server = await approvalServer();
  const [ana, ben, cy] = [await server.open('ana'), await server.open('ben'), await server.open('cy')];
  await ana.approvals.ask(large(1), CONFIRMED);
  await ben.approvals.vote(requestId(1), (await waitingFor(ben)).digest, 'approve');
  await setRule(server, { votes: 2 });
  expect(await waitingFor(ana)).toMatchObject({ part: 'wait', needed: 2 });
  expect(await ana.approvals.claim(large(1), CONFIRMED)).toMatchObject({
    barred: expect.stringMatching(/Not enough/),
  });
  await ana.approvals.ask(large(2), CONFIRMED);
  await setRule(server, { votes: 0 });
  expect(value(await ana.approvals.needs(large(3)))).toBeUndefined();
  expect(await ana.approvals.ask(large(3), CONFIRMED)).toMatchObject({
    barred: expect.stringMatching(/No rule/),
  });
  expect((await ana.approvals.claim(large(1), CONFIRMED)).ok).toBe(true);
  expect((await ana.approvals.claim(large(2), CONFIRMED)).ok).toBe(false);
  for (const journal of [ben, cy])
    await journal.approvals.vote(requestId(2), (await waitingFor(journal, 2)).digest, 'approve');
  expect((await ana.approvals.claim(large(2), CONFIRMED)).ok).toBe(true);
});

test('an approved write that was refused goes again only while the approval lasts', async () => {
  const server = await approvalServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  await ana.approvals.ask(large(1), CONFIRMED);
  await ben.approvals.vote(requestId(1), (await waitingFor(ben)).digest, 'approve');
  await ana.approvals.claim(large(1), CONFIRMED);
  for (const outcome of ['NOT SENT', 'REFUSED'] as const) {
    if (outcome === 'REFUSED') expect((await ana.repeat(requestId(1))).ok).toBe(true);
    expect((await ana.settle(requestId(1), outcome)).ok).toBe(true);
  }
  server.advance(31 * MINUTE);
  expect(await ana.repeat(requestId(1))).toMatchObject({
    barred: expect.stringMatching(/time for approval/),
  });
});

test('a vote is told at once, and the listener may end', async () => {
  const server = await approvalServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  let heard = 0;
  const end = ana.approvals.watch(() => heard++);
  await ana.approvals.ask(large(1), CONFIRMED);
  await ben.approvals.vote(requestId(1), (await waitingFor(ben)).digest, 'approve');
  await ana.get(requestId(1));
  expect(heard).toBe(2);
  end();
  await ana.approvals.claim(large(1), CONFIRMED);
  await ana.get(requestId(1));
  expect(heard).toBe(2);
});
