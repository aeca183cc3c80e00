// One balance check at a time: its result belongs to its customer and its session, and a stopped check puts nothing.

import { beforeEach, expect, it } from 'vitest';
import { Odd } from '../../src/api/contract/odd.ts';
import {
  type BooksCheck,
  type BooksEffects,
  type BooksReading,
  createBooks,
} from '../../src/effects/read-books.ts';
import { flowSlot } from '../../src/store/flow-data.ts';
import type { KnownCustomer } from '../../src/store/state.ts';
import type { Store } from '../../src/store/store.ts';
import { manualClock } from '../harness/clock.ts';
import { alpha, beta, NOW, signedInStore } from '../store/signed-in.ts';
import { type FakeClient, fakeClient, settled } from './fake-client.ts';

const ALL = { scope: {}, conversions: async () => [] };
const slot = flowSlot<BooksCheck<string>>('test');

let store: Store;
let client: FakeClient | undefined;
let first: FakeClient;
let books: BooksEffects;

beforeEach(() => {
  store = signedInStore(alpha);
  first = fakeClient();
  client = first;
  books = createBooks({ store, clock: manualClock(NOW), client: () => client });
});

const checkOf = (customer: KnownCustomer): BooksCheck<string> | undefined =>
  slot.get({ ...store.getState(), customer });

const balance = (currency: string) => ({
  ...{ currency, available_balance: 5, pending_amount: 0, reserved_amount: 0 },
});
const entry = (id: string, currency?: string) => ({ id, amount: 1, balance: 5, fee: 0, currency });

const concluded = async ({ entries, incomplete }: BooksReading): Promise<string> =>
  incomplete ?? `${entries.size} entries`;

/** Answers a whole reading. */
async function answers(entries: readonly object[] = [entry('1', 'GBP')]): Promise<void> {
  await (await first.next()).answer([balance('GBP')]);
  await answersHistory(entries);
}

async function answersHistory(entries: readonly object[] = [entry('1', 'GBP')]): Promise<void> {
  await (await first.next()).answer(entries);
  const last = await first.next();
  if (last.id === 'account.balanceHistory') {
    await last.answer([]);
    await (await first.next()).answer([balance('GBP')]);
  } else await last.answer([balance('GBP')]);
  await settled();
}

it('ends with what the reading says, and then there is nothing to stop', async () => {
  const done = books.begin(slot, ALL, concluded);
  await answers();
  await done;
  expect(checkOf(alpha)).toEqual({ scope: {}, phase: 'done', readAt: NOW, found: '1 entries' });
  expect(books.stop()).toBe(false);
});

it('a second check stops the first', async () => {
  const scope = { currency: 'GBP' };
  void books.begin(slot, ALL, concluded);
  const asked = await first.next();
  const second = books.begin(slot, { ...ALL, scope }, concluded);
  expect(asked.signal?.aborted).toBe(true);
  await asked.answer([balance('GBP')]);
  expect(checkOf(alpha)).toEqual({ scope, phase: 'reading', loaded: 0 });
  await answers();
  await second;
  expect(checkOf(alpha)).toMatchObject({ scope, phase: 'done' });
});

it('a check of one currency has its rows in any case of letters, and no others', async () => {
  const done = books.begin(slot, { ...ALL, scope: { currency: 'USDC' } }, concluded);
  await answers([entry('1', 'USDC'), entry('2', 'usdc'), entry('3', 'GBP'), entry('4')]);
  await done;
  expect(checkOf(alpha)).toMatchObject({ phase: 'done', found: '3 entries' });
});

it('a check of a period has no row of the day after, which Purser reads too', async () => {
  const scope = { from_date: '2026-11-20', to_date: '2026-11-20' };
  const done = books.begin(slot, { ...ALL, scope }, concluded);
  const made = (id: string, create_time: string) => ({ ...entry(id, 'GBP'), create_time });
  const asked = await first.next();
  expect(asked.input).toMatchObject({ query: { to_date: '2026-11-21' } });
  await asked.answer([made('1', '2026-11-21T00:30:00Z'), made('2', '2026-11-20T23:30:00Z')]);
  await (await first.next()).answer([]);
  await done;
  expect(checkOf(alpha)).toMatchObject({ phase: 'done', found: '1 entries' });
});

it('a check of the customer who was left says that it stopped', async () => {
  void books.begin(slot, ALL, concluded);
  const asked = await first.next();
  store.setState({ customer: beta });
  void books.begin(slot, ALL, concluded);
  expect(checkOf(alpha)).toMatchObject({ phase: 'stopped' });
  expect(asked.signal?.aborted).toBe(true);
});

it('without a customer, an earlier check stops, and then there is nothing to stop', async () => {
  void books.begin(slot, ALL, concluded);
  await first.next();
  store.setState({ customer: undefined });
  await books.begin(slot, ALL, concluded);
  expect(checkOf(alpha)).toMatchObject({ phase: 'stopped' });
  expect(books.stop()).toBe(false);
});

it('belongs to the customer of its beginning', async () => {
  const done = books.begin(slot, ALL, concluded);
  store.setState({ customer: beta });
  store.setState(state => slot.set(state, { scope: {}, phase: 'stopped', loaded: 7 }));
  await answers();
  await done;
  expect(checkOf(alpha)).toMatchObject({ phase: 'done' });
  expect(checkOf(beta)).toEqual({ scope: {}, phase: 'stopped', loaded: 7 });
});

it('puts nothing after it was stopped while Purser compares', async () => {
  const comparing = Promise.withResolvers<string>();
  const done = books.begin(slot, ALL, () => comparing.promise);
  await answers();
  expect(books.stop()).toBe(true);
  comparing.resolve('late');
  await done;
  expect(checkOf(alpha)).toEqual({ scope: {}, phase: 'stopped', loaded: 1 });
});

it('of a session that ended is stopped, and is no failed read', async () => {
  const done = books.begin(slot, ALL, concluded);
  const asked = await first.next();
  client = fakeClient();
  await asked.fail({ kind: 'abandoned' });
  await done;
  expect(checkOf(alpha)).toMatchObject({ phase: 'stopped' });
});

it('of a session that ended does not stop the check of the next session', async () => {
  void books.begin(slot, ALL, concluded);
  await (await first.next()).answer([balance('GBP')]);
  await (await first.next()).answer([]);
  const last = await first.next();
  client = fakeClient();
  void books.begin(slot, ALL, concluded);
  await last.answer([balance('GBP')]);
  await settled();
  expect(checkOf(alpha)).toEqual({ scope: {}, phase: 'reading', loaded: 0 });
  expect(books.stop()).toBe(true);
});

it('of a session that the refused token ended says what is missing', async () => {
  const done = books.begin(slot, ALL, concluded);
  const asked = await first.next();
  client = undefined;
  await asked.fail({ kind: 'signed-out' });
  await done;
  expect(checkOf(alpha)).toMatchObject({ phase: 'done' });
});

it('of a workspace that is gone puts nothing', async () => {
  const done = books.begin(slot, ALL, concluded);
  store.setState({ workspaces: {} });
  await answers();
  await done;
  expect(checkOf(alpha)).toBeUndefined();
});

it('stops if an update removed the code that concludes', async () => {
  const done = books.begin(slot, ALL, () => Promise.reject(new Error('gone')));
  done.catch(() => {});
  await answers();
  await expect(done).rejects.toThrow('gone');
  expect(checkOf(alpha)).toMatchObject({ phase: 'stopped' });
  expect(books.stop()).toBe(false);
});

it('stops if an update removed the code that says which conversions to read', async () => {
  const gone = { ...ALL, conversions: () => Promise.reject(new Error('gone')) };
  const done = books.begin(slot, gone, concluded);
  done.catch(() => {});
  await (await first.next()).answer([balance('GBP')]);
  await expect(done).rejects.toThrow('gone');
  expect(checkOf(alpha)).toMatchObject({ phase: 'stopped' });
  expect(books.stop()).toBe(false);
});

it('reads the conversions before the history, and leaves out those that fail or that are another', async () => {
  let read: BooksReading | undefined;
  const done = books.begin(
    slot,
    { scope: {}, conversions: async () => ['c-1', 'c-2', 'c-3'] },
    async reading => {
      read = reading;
      return 'read';
    },
  );
  await (await first.next()).answer([balance('GBP')]);
  await (await first.next()).answer({ id: 'c-1' });
  await (await first.next()).fail({ kind: 'timeout', afterMs: 1 });
  await (await first.next()).answer({ id: 'c-9' });
  await answersHistory();
  await done;
  expect([...(read?.conversions.keys() ?? [])]).toEqual(['c-1']);
  expect(read?.incomplete).toBeUndefined();
});

it('leaves out other currencies that the service sends, but not a row without a readable one', async () => {
  let read: BooksReading | undefined;
  const done = books.begin(slot, { ...ALL, scope: { currency: 'GBP' } }, async reading => {
    read = reading;
    return 'read';
  });
  await (await first.next()).answer([balance('GBP'), balance('USD'), 7]);
  await (await first.next()).answer([entry('1', 'GBP'), entry('2', 'USD'), entry('3')]);
  const last = await first.next();
  await last.answer(last.id === 'account.balances' ? [balance('USD')] : []);
  if (last.id !== 'account.balances') await (await first.next()).answer([balance('USD')]);
  await done;
  expect([...(read?.entries.values() ?? [])]).toMatchObject([{ id: '1' }, { id: '3' }]);
  expect(read?.balances).toMatchObject({ before: [{ currency: 'GBP' }, expect.any(Odd)], after: [] });
});

it.each([
  { name: 'a month', limits: ['DAILY'], cash: ['DAILY'], start: '2026-10-19' },
  { name: 'all time for a limit', limits: ['ALL_TIME'], cash: [], start: undefined },
  { name: 'all time for a limit of cash', limits: ['DAILY'], cash: ['ALL_TIME'], start: undefined },
])('of a card reads the transactions of $name', async ({ limits, cash, start }) => {
  void books.begin(slot, { ...ALL, scope: { card: 'c-1' } }, concluded);
  const limitsOf = (intervals: readonly string[]) =>
    intervals.map(interval => ({ interval, amount: 5, remaining: 9 }));
  await (await first.next()).answer({
    ...{ currency: 'GBP', limits: limitsOf(limits), cash_withdrawal_limits: limitsOf(cash) },
  });
  const { id, input } = await first.next();
  expect(id).toBe('card.transactions');
  expect((input as { query: { start_date?: string } }).query.start_date).toBe(start);
  books.stop();
});
