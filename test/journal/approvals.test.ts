/** Approvals on the server: which writes wait, whose votes count, and what must not be sent. */
import { expect, test } from 'vitest';
import { checkChain } from '../../src/journal/audit-chain.ts';
import { approvalServer, CONFIRMED, large, setRule, value, waitingFor } from './approval-parts.ts';
import { payout, requestId } from './parts.ts';

const MINUTE = 60_000;

test('a write that a rule covers waits until another person approves it, and can then be sent once', async () => {
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
  // Without the vote, neither `claim` nor `sent` succeeds.
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
    ...['rule-proposed', 'rule-accepted', 'write', 'approval-asked', 'vote', 'write', 'write', 'write'],
  ]);
});

test.each([
  ['a write in another currency', { amounts: [{ amount: '25000', currency: 'EUR' }] }, false],
  ['exactly the limit', { amounts: [{ amount: '10000.00', currency: 'GBP' }] }, false],
  ['an amount just above the limit', { amounts: [{ amount: '10000.01', currency: 'gbp' }] }, true],
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
  ['a missing currency', { amounts: [{ amount: '25000' }] }, true],
  ['an invalid currency', { amounts: [{ amount: '25000', currency: 'GBP\t' }] }, true],
  ['a missing amount', { amounts: [{ currency: 'GBP' }] }, true],
  ['an invalid amount', { amounts: [{ amount: '1e3', currency: 'GBP' }] }, true],
  ['a write without amounts', { amounts: undefined }, true],
  ['another operation', { operation: 'payout.cancel' }, false],
])('the rule decides about %s', async (_, changes, covered) => {
  const ana = await (await approvalServer()).open('ana');
  const { amounts, ...others } = { ...large(1), ...changes };
  const intent = { ...others, ...(amounts && { amounts }) };
  expect(value(await ana.approvals.needs(intent)) !== undefined).toBe(covered);
  expect((await ana.prepare(intent)).ok).toBe(!covered);
});

test('an outcome is recorded after the lease ended, even if its approval was claimed again meanwhile', async () => {
  const server = await approvalServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  await ana.approvals.ask(large(1), CONFIRMED);
  const { digest } = await waitingFor(ben);
  await ben.approvals.vote(requestId(1), digest, 'approve');
  expect((await ana.approvals.claim(large(1), CONFIRMED)).ok).toBe(true);
  expect((await ana.sent(requestId(1))).ok).toBe(true);
  server.advance(16_000);
  expect((await ana.beat()).ok).toBe(true);
  expect(await ana.approvals.claim(large(1), CONFIRMED)).toHaveProperty('barred');
  expect(await ana.settle(requestId(1), 'DONE')).toMatchObject({ ok: true, row: { state: 'DONE' } });
});

test('if several rules apply, the highest number of votes and the shortest time count', async () => {
  const server = await approvalServer({ over: '10000', minutes: 10 });
  await setRule(server, { over: '20000.00', votes: 2, minutes: 60 });
  const ana = await server.open('ana');
  expect(value(await ana.approvals.needs(large(1)))?.rule).toMatchObject({
    votes: 2,
    minutes: 10,
    over: '20000.00',
  });
});

test("the journal ignores the asker's vote, a second vote, a vote for another digest, and a vote of a non-approver", async () => {
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

test("the journal does not count the vote of a disabled operator, of the asker's other role, or of a former member", async () => {
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

test('two roles of one person count as one vote', async () => {
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

test('a reading says which votes still count', async () => {
  const server = await approvalServer({ votes: 2 });
  const [ana, ben, cy] = [await server.open('ana'), await server.open('ben'), await server.open('cy')];
  await ana.approvals.ask(large(1), CONFIRMED);
  const { digest } = await waitingFor(ben);
  await ben.approvals.vote(requestId(1), digest, 'approve');
  expect((await waitingFor(cy)).votes).toMatchObject([{ person: 'Ben', counts: true }]);
  await server.admin("SELECT purser.disable_operator('ben')");
  expect((await waitingFor(cy)).votes).toMatchObject([{ person: 'Ben', counts: false }]);
});

test('a new rule or a disabled approver stops even a PREPARED write before its first byte', async () => {
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

test('the journal does not import an entry that waits for approval or was approved elsewhere', async () => {
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
      await ana.importEntry({
        number: 1,
        intent: large(1),
        state: 'WAITING',
        wasUnknown: false,
        transitions,
      }),
    ).toMatchObject({ barred: expect.stringMatching(/approval of another/) });
  expect(value(await ana.unresolved())).toEqual([]);
});

test.each([
  ['the body', { ...large(1), body: '{"amount":"25000.01","currency":"GBP"}' }, CONFIRMED],
  ['a line', { ...large(1), what: [{ label: 'Amount', value: '1.00 GBP' }] }, CONFIRMED],
  ['the path', { ...large(1), target: '/v1/payouts?x=2' }, CONFIRMED],
  ['the customer', { ...large(1), customer: { userId: 'user-2' } }, CONFIRMED],
  ['a warning', large(1), { ...CONFIRMED, warnings: [] }],
])('the journal allows no sending if %s differs from the approved write', async (_, intent, confirmed) => {
  const server = await approvalServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  await ana.approvals.ask(large(1), CONFIRMED);
  await ben.approvals.vote(requestId(1), (await waitingFor(ben)).digest, 'approve');
  expect(await ana.approvals.claim(intent, confirmed)).toMatchObject({
    barred: expect.stringMatching(/differs/),
  });
  expect((await ana.approvals.claim(large(1), CONFIRMED)).ok).toBe(true);
});

test('the digest of personal data contains a salted hash, and the journal keeps the masked body', async () => {
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

test('a decline with its note ends the request, and neither a vote nor a retry can continue it', async () => {
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
  expect(await ana.repeat(requestId(1), [], approved())).toMatchObject({
    barred: expect.stringMatching(/no approval/),
  });
});

test('after its expiry a request gets no vote and is not sent, and any console ends the request', async () => {
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

test('an approval that expires just before the first byte sends nothing', async () => {
  const server = await approvalServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  await ana.approvals.ask(large(1), { ...CONFIRMED, lasts: 10_000 });
  await ben.approvals.vote(requestId(1), (await waitingFor(ben)).digest, 'approve');
  expect((await ana.approvals.claim(large(1), CONFIRMED)).ok).toBe(true);
  server.advance(10_000);
  expect(await ana.sent(requestId(1))).toMatchObject({
    barred: expect.stringMatching(/approval has expired/),
  });
});

test('at the moment of its expiry an approval no longer counts for a write that was not sent', async () => {
  const server = await approvalServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  const again = () => ana.repeat(requestId(1), [], { intent: large(1), confirmed: CONFIRMED });
  await ana.approvals.ask(large(1), { ...CONFIRMED, lasts: 10_000 });
  await ben.approvals.vote(requestId(1), (await waitingFor(ben)).digest, 'approve');
  await ana.approvals.claim(large(1), CONFIRMED);
  await ana.settle(requestId(1), 'NOT SENT');
  server.advance(9_999);
  expect(await again()).toMatchObject({ ok: true });
  await ana.settle(requestId(1), 'NOT SENT');
  server.advance(1);
  expect(await again()).toMatchObject({ barred: expect.stringMatching(/time for approval|expired/) });
});

test('a quote shortens the wait, and no request can wait longer than the rule allows', async () => {
  const server = await approvalServer({ minutes: 30 });
  const ana = await server.open('ana');
  await ana.approvals.ask(large(1), { ...CONFIRMED, lasts: 5 * MINUTE });
  expect(await waitingFor(ana)).toMatchObject({ lasts: 5 * MINUTE });
  expect(await ana.approvals.ask(large(2), { ...CONFIRMED, lasts: 0 })).toMatchObject({ ok: false });
});

test('only the asker can withdraw the request or report that the record changed', async () => {
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

test('a duplicate of a waiting request is refused on every console until a person names it', async () => {
  const server = await approvalServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  const same = { fingerprint: '2:the same' };
  await ana.approvals.ask(large(1, same), CONFIRMED);
  const waits = { equal: [{ state: 'WAITING', intent: { requestId: requestId(1) } }] };
  expect(await ben.approvals.ask(large(2, same), CONFIRMED)).toMatchObject(waits);
  expect(await ben.prepare(payout(3, { ...same, operation: 'other' }))).toMatchObject(waits);
  expect(value(await ben.unresolved())).toMatchObject([{ state: 'WAITING' }]);
  const named = await ben.approvals.ask(large(2, same), CONFIRMED, { named: [requestId(1)] });
  expect(named).toMatchObject({ ok: true, row: { duplicateOf: requestId(1) } });
});

test('a stricter rule also applies to waiting requests, and a waiting request needs approval even if the rule ends', async () => {
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

/** Ana's write 1: Ben approved it, and its sending has begun. */
async function begun(rule = {}) {
  const server = await approvalServer(rule);
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  await ana.approvals.ask(large(1), CONFIRMED);
  await ben.approvals.vote(requestId(1), (await waitingFor(ben)).digest, 'approve');
  await ana.approvals.claim(large(1), CONFIRMED);
  return { server, ana, ben };
}
const approved = (changes = {}, confirmed = {}) => ({
  intent: large(1, changes),
  confirmed: { ...CONFIRMED, ...confirmed },
});

test('an approval is for one sent request, so a write that was NOT SENT can be sent again', async () => {
  const { server, ana, ben } = await begun();
  for (const sends of [false, true]) {
    if (sends) expect((await ana.repeat(requestId(1), [], approved())).ok).toBe(true);
    expect(value(await ana.approvals.waiting())).toEqual([]);
    expect((await ana.settle(requestId(1), 'NOT SENT')).ok).toBe(true);
    expect(await waitingFor(ana)).toMatchObject({ part: 'send', row: { state: 'NOT SENT' } });
    expect(value(await ben.approvals.waiting())).toEqual([]);
  }
  server.advance(31 * MINUTE);
  expect(value(await ana.approvals.waiting())).toEqual([]);
  expect(await ana.repeat(requestId(1), [], approved())).toMatchObject({
    barred: expect.stringMatching(/time for approval/),
  });
});

test.each(['REFUSED', 'UNKNOWN', 'DONE'] as const)(
  'a write that ended as %s has used up its approval',
  async outcome => {
    const { ana, ben } = await begun();
    await ana.sent(requestId(1));
    expect((await ana.settle(requestId(1), outcome)).ok).toBe(true);
    for (const journal of [ana, ben]) {
      expect(value(await journal.approvals.waiting())).toEqual([]);
      expect((await journal.repeat(requestId(1), [], approved())).ok).toBe(false);
    }
    expect(await ana.approvals.withdraw(requestId(1), 'it changed')).toMatchObject({ ok: false });
  },
);

test.each([
  ['the call does not contain the write', undefined],
  ['the body differs', approved({ body: '{"amount":"25000.01","currency":"GBP"}' })],
  ['a line differs', approved({ what: [{ label: 'Amount', value: '1.00 GBP' }] })],
  ['a warning differs', approved({}, { warnings: [] })],
  ['personal data differs', approved({}, { body: '{"name":"Eve"}' })],
])('an approved write is not sent again if %s', async (_, now) => {
  const { ana, ben } = await begun();
  await ana.settle(requestId(1), 'NOT SENT');
  expect(await ana.repeat(requestId(1), [], now)).toMatchObject({ barred: expect.stringMatching(/differs/) });
  expect(await ben.repeat(requestId(1), [], approved())).toMatchObject({
    barred: expect.stringMatching(/operator who asked/),
  });
  expect((await ana.repeat(requestId(1), [], approved())).ok).toBe(true);
});

test('a record that changed before a retry voids the approval', async () => {
  const { ana, ben } = await begun();
  await ana.settle(requestId(1), 'NOT SENT');
  const barred = { barred: expect.any(String), row: { state: 'NOT SENT' } };
  expect(await ana.approvals.withdraw(requestId(1))).toMatchObject(barred);
  expect((await ben.approvals.withdraw(requestId(1), 'it changed')).ok).toBe(false);
  expect(await ana.approvals.withdraw(requestId(1), 'Name was A, and is now B.')).toMatchObject({
    row: {
      state: 'NOT SENT',
      transitions: [
        {},
        {},
        {},
        { from: 'NOT SENT', approval: { outcome: 'changed', note: 'Name was A, and is now B.' } },
      ],
    },
  });
  expect(value(await ana.approvals.waiting())).toEqual([]);
  expect(await ana.repeat(requestId(1), [], approved())).toMatchObject({ ok: false });
  expect(await ana.approvals.withdraw(requestId(1), 'again')).toMatchObject({ ok: false });
  expect(await ana.settle(requestId(1), 'NOT SENT')).toMatchObject({ ok: false });
  expect(checkChain(value(await ana.lines(1)))).toMatchObject({ ok: true });
});

test('after enough approvals the other approvers are not asked, and may still decline', async () => {
  const server = await approvalServer();
  const [ana, ben, cy] = [await server.open('ana'), await server.open('ben'), await server.open('cy')];
  await ana.approvals.ask(large(1), CONFIRMED);
  expect(await waitingFor(cy)).toMatchObject({ part: 'vote' });
  const { digest } = await waitingFor(ben);
  await ben.approvals.vote(requestId(1), digest, 'approve');
  expect(await waitingFor(cy)).toMatchObject({ part: 'decline' });
  expect((await cy.approvals.vote(requestId(1), digest, 'decline', 'wrong payee')).ok).toBe(true);
});

test('a vote calls the listener immediately, until the listener is removed', async () => {
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

test.each(['Ana\u00a0', ' ANA', 'A\u200bna', '\uff21na'])(
  'the asker in another spelling, %j, is no other person',
  async spelling => {
    const server = await approvalServer();
    await setRule(server);
    const ana = await server.open('ana');
    await ana.approvals.ask(large(1), CONFIRMED);
    await server.admin(`UPDATE purser.operators SET person = '${spelling}' WHERE role = 'ben'`);
    const ben = await server.open('ben');
    const { digest } = await waitingFor(ben);
    expect(await ben.approvals.vote(requestId(1), digest, 'approve', '')).toMatchObject({
      barred: 'You asked for this approval. Another person must decide.',
    });
  },
);

test('a limit for a day counts all writes of one person, also under two roles, and forgets them after the day', async () => {
  const server = await approvalServer();
  await setRule(server, { over: '25000', hours: 24 });
  const [ana, other, ben] = [await server.open('ana'), await server.open('ana2'), await server.open('ben')];
  const small = (number: number, amount = '9999.00', currency = 'GBP') =>
    payout(number, { amounts: [{ amount, currency }] });
  const needs = { barred: 'This write needs the approval of another person.' };
  expect((await ana.prepare(small(1))).ok).toBe(true);
  expect((await other.prepare(small(2))).ok).toBe(true);
  // A write that was never sent does not count.
  await other.settle(requestId(2), 'NOT SENT');
  expect((await other.prepare(small(3))).ok).toBe(true);
  expect(await ana.prepare(small(4))).toMatchObject(needs);
  expect(await ana.approvals.needs(small(4))).toMatchObject({
    value: { rule: { over: '25000', hours: 24 } },
  });
  expect((await ana.prepare(small(5, '5002.00'))).ok).toBe(true);
  expect(await ana.prepare(small(6, '0.01'))).toMatchObject(needs);
  expect((await ana.prepare(small(7, '9999.00', 'EUR'))).ok).toBe(true);
  expect((await ben.prepare(small(8))).ok).toBe(true);
  server.advance(24 * 3_600_000);
  expect((await ana.prepare(small(9))).ok).toBe(true);
});

test('a rule covers its operation in any spelling', async () => {
  const server = await approvalServer({ operation: ' Payout.Create ' });
  const ana = await server.open('ana');
  expect(await ana.prepare(large(1))).toMatchObject({ ok: false });
});
