/** Two services in one database, with operators who work for both: nothing of one counts for the other. */
import { expect, test } from 'vitest';
import { acceptRule, proposeRule, rulesOf } from '../../src/journal/postgres/rules.ts';
import { approvalServer, CONFIRMED, large, OTHER, openAt, setRule, value } from './approval-parts.ts';
import { payout, requestId } from './parts.ts';
import { SERVICE, type Server } from './pglite.ts';

const customer = { userId: 'user-1', onBehalfOf: 'account-9' };

/** A rule asks for approval of payouts above 10,000 GBP at the first service. */
async function bothServices(): Promise<Server> {
  const server = await approvalServer();
  await server.admin("INSERT INTO purser.members VALUES (2, 'ana'), (2, 'ben'), (2, 'cy')");
  return server;
}

const ofAmount = (number: number, amount: string, changes = {}) =>
  payout(number, { amounts: [{ amount, currency: 'GBP' }], ...changes });

test('a rule covers the writes of its own service', async () => {
  const server = await bothServices();
  const [here, there] = [await server.open('ana'), await openAt(server, 'ana', OTHER)];
  expect(await here.prepare(large(1))).toMatchObject({ ok: false });
  expect((await there.prepare(large(2, OTHER))).ok).toBe(true);
  const rules = await rulesOf(server.link('ben'), OTHER);
  expect(rules.ok && rules.rules).toEqual([]);
});

test('a proposal is accepted at its own service only', async () => {
  const server = await bothServices();
  const proposed = await proposeRule(server.link('ben'), OTHER, {
    ...{ operation: 'payout.create', votes: 1, minutes: 30 },
  });
  const number = proposed.ok ? proposed.number : 0;
  expect(await acceptRule(server.link('cy'), SERVICE, number)).toMatchObject({ ok: false });
  expect(await acceptRule(server.link('cy'), OTHER, number)).toMatchObject({ ok: true });
});

test('a limit for some hours counts the writes of its own service and operation', async () => {
  const server = await bothServices();
  await setRule(server, { over: '10000', hours: 24 });
  const [here, there] = [await server.open('ana'), await openAt(server, 'ana', OTHER)];
  expect((await there.prepare(ofAmount(1, '6000', OTHER))).ok).toBe(true);
  expect((await here.prepare(ofAmount(2, '6000', { operation: 'fx.convert' }))).ok).toBe(true);
  expect((await here.prepare(ofAmount(3, '6000'))).ok).toBe(true);
  expect(await here.prepare(ofAmount(4, '6000'))).toMatchObject({ ok: false });
});

test('the write itself is not added to what was spent when it is sent, or sent again', async () => {
  const server = await bothServices();
  await setRule(server, { over: '10000', hours: 24 });
  const ana = await server.open('ana');
  expect((await ana.prepare(ofAmount(1, '6000'))).ok).toBe(true);
  expect((await ana.sent(requestId(1))).ok).toBe(true);
  await ana.settle(requestId(1), 'NOT SENT');
  expect((await ana.repeat(requestId(1))).ok).toBe(true);
});

test('requests, presence and note counts are those of the own service', async () => {
  const server = await bothServices();
  await setRule(server, {}, OTHER);
  const [here, there] = [await server.open('ana'), await openAt(server, 'ben', OTHER)];
  await there.approvals.ask(large(1, OTHER), CONFIRMED);
  await there.together.look({ customer, doing: '' }, []);
  await there.together.addNote(customer, 'asks for the form');
  expect(value(await here.approvals.waiting())).toEqual([]);
  expect(value(await here.together.look(undefined, [customer]))).toMatchObject({ here: [], counts: [] });
  expect(value(await here.together.notes(customer))).toEqual([]);
  const seen = await (await openAt(server, 'cy', OTHER)).together.look(undefined, [customer]);
  expect(value(seen)).toMatchObject({ here: [{ person: 'Ben' }], counts: [{ notes: 1 }] });
});
