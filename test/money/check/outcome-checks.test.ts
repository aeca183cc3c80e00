// Reconciliation: for which customer Purser reads, how far, and what it keeps of a failed read.

import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Intent, Row } from '../../../src/journal/intent.ts';
import type { OutcomeChecks } from '../../../src/money/app.ts';
import { createOutcomeChecks, watchOutcomeCheck } from '../../../src/money/check/outcome-checks.ts';
import { readingOf } from '../../../src/money/check/reconciliation.ts';
import type { OutcomeCheck } from '../../../src/store/state.ts';
import type { Store } from '../../../src/store/store.ts';
import { type Asked, type FakeClient, fakeClient, settled } from '../../effects/fake-client.ts';
import { type ManualClock, manualClock } from '../../harness/clock.ts';
import { allRules } from '../../harness/rules.ts';
import { payout } from '../../journal/parts.ts';
import { beta, NOW, reach, signedInStore } from '../../store/signed-in.ts';

let store: Store;
let clock: ManualClock;
let client: FakeClient;
let outcomeChecks: OutcomeChecks;

beforeEach(() => {
  store = signedInStore(beta);
  clock = manualClock(NOW);
  client = fakeClient();
  outcomeChecks = createOutcomeChecks({ store, clock, client: () => client, rules: allRules });
});

const row = (changes: Partial<Intent> = {}, state: Row['state'] = 'UNKNOWN', number = 3): Row => ({
  number: 1,
  intent: payout(1, {
    baseUrl: reach.baseUrl,
    body: '{"beneficiary_id":"ben-1","amount":12.50,"currency":"GBP","reference":"x"}',
    createdAt: NOW,
    ...changes,
  }),
  state,
  wasUnknown: true,
  transitions: [{ number, from: 'SENT', to: state, at: NOW, process: { pid: 1, started: 'start 1' } }],
});
const kept = (): OutcomeCheck | undefined => store.getState().outcomeChecks[row().intent.requestId];
const reading = (operation: Parameters<typeof readingOf>[1]) => {
  const outcomeCheck = kept();
  return outcomeCheck && readingOf(outcomeCheck, operation);
};
/** The two reads for a payout, which go out in any order. */
async function both(): Promise<readonly [history: Asked, beneficiary: Asked]> {
  const asked = [await client.next(), await client.next()];
  const history = asked.find(({ id }) => id === 'account.balanceHistory');
  const beneficiary = asked.find(({ id }) => id === 'beneficiary.get');
  if (!history || !beneficiary) throw new Error('something else was asked');
  return [history, beneficiary];
}
const entry = (id: string) => ({ id, amount: -1, currency: 'GBP', create_time: '2026-11-20T10:00:00Z' });

describe('the requests of a reconciliation', () => {
  it('name the customer of the write, start on the day before, and read all pages', async () => {
    void outcomeChecks.load(row());
    const [history, beneficiary] = await both();
    expect(history).toMatchObject({
      id: 'account.balanceHistory',
      customer: { userId: 'user-1', onBehalfOf: 'account-9' },
      input: { query: { from_date: '2026-11-19', page: 1, size: 100 } },
    });
    expect(beneficiary).toMatchObject({
      id: 'beneficiary.get',
      input: { query: { beneficiary_id: 'ben-1' } },
      customer: { userId: 'user-1' },
    });
    await beneficiary.answer({ id: 'ben-1' });
    await history.answer([entry('a'), entry('b')]);
    const second = await client.next();
    expect(second.input).toMatchObject({ query: { page: 2 } });
    await second.answer([]);
    await settled();
    expect(reading('account.balanceHistory')?.value).toMatchObject({
      entries: [{ id: 'a' }, { id: 'b' }],
      complete: true,
    });
    expect(reading('account.balanceHistory')?.loading).toBeUndefined();
  });

  it("start a minute before the write, by the service's clock", () => {
    store.setState({ skew: 3_600_000 });
    void outcomeChecks.load(row());
    expect(kept()?.since).toBe(NOW + 3_600_000 - 60_000);
  });

  it('stop after ten pages, and the result says that there are more', async () => {
    void outcomeChecks.load(row({ operation: 'payout.cancel' }));
    for (let page = 1; page <= 10; page++) await (await client.next()).answer([entry(`p${page}`)]);
    await settled();
    expect(client.asked).toHaveLength(10);
    expect(reading('account.balanceHistory')?.value).toMatchObject({ complete: false });
  });

  it.each([
    [
      'conversion.create',
      '{"quote_id":"quote_1"}',
      ['account.balanceHistory', 'quote.get', 'account.balances'],
    ],
    ['payout.cancel', '{"id":"p-1"}', ['account.balanceHistory']],
    ['directDebit.cancel', undefined, ['directDebit.get']],
    ['card.activate', '{"id":"card-1"}', ['card.list', 'card.limits']],
    ['card.update', '{"id":"card-1","card_status":"INACTIVE"}', ['card.list', 'card.limits']],
    ['card.close', '{"id":"card-1","card_status":"CLOSED"}', ['card.list', 'card.limits']],
    ['card.issue', '{"card_holder_id":"h-1"}', ['card.list']],
    ['cardholder.create', '{}', []],
    ['something.older', '{}', []],
  ] as const)('for %s are the reads that can show its effect', async (operation, body, reads) => {
    const target = '/api/v1/direct_debits/dd%2F1/cancel';
    const { body: _, ...without } = row().intent;
    const intent = { ...without, operation, target, ...(body !== undefined && { body }) };
    void outcomeChecks.load({ ...row(), intent });
    await settled();
    expect(client.asked.map(({ id }) => id).toSorted()).toEqual(reads.toSorted());
    if (operation === 'directDebit.cancel')
      expect(client.asked[0]?.input).toEqual({ params: { transaction_id: 'dd/1' } });
  });

  it('search the whole list for a card, by offset', async () => {
    void outcomeChecks.load(row({ operation: 'card.close', body: '{"id":"card-3","card_status":"CLOSED"}' }));
    const asked = [await client.next(), await client.next()];
    const limits = asked.find(({ id }) => id === 'card.limits');
    const cards = asked.find(({ id }) => id === 'card.list');
    expect(limits?.input).toEqual({ query: { id: 'card-3' } });
    expect(cards?.input).toEqual({ query: { offset: 0, limit: 100 } });
    await cards?.answer([{ cardHashId: 'card-1' }, { cardHashId: 'card-2' }]);
    const second = await client.next();
    expect(second.input).toEqual({ query: { offset: 2, limit: 100 } });
    await second.answer([{ cardHashId: 'card-3' }]);
    await (await client.next()).answer([]);
    await settled();
    expect(reading('card.list')?.value).toMatchObject({
      entries: [{ cardHashId: 'card-1' }, { cardHashId: 'card-2' }, { cardHashId: 'card-3' }],
      complete: true,
    });
  });

  it("are none for another service, or for a write that isn't UNKNOWN", async () => {
    void outcomeChecks.load(row({ baseUrl: 'http://127.0.0.1:9' }));
    void outcomeChecks.load(row({}, 'DONE'));
    await settled();
    expect(client.asked).toEqual([]);
    expect(store.getState().outcomeChecks).toEqual({});
  });
});

describe('a read that fails', () => {
  it('is kept as a failure next to the other results, and resolves nothing', async () => {
    void outcomeChecks.load(row());
    const [history, beneficiary] = await both();
    await history.fail({ kind: 'server-error', status: 500 });
    await beneficiary.answer({ id: 'ben-1' });
    await settled();
    expect(reading('account.balanceHistory')?.failure).toEqual({ kind: 'server-error', status: 500 });
    expect(reading('beneficiary.get')?.value).toMatchObject({ id: 'ben-1' });
  });

  it('keeps the earlier result, and drops an answer that comes after a newer read began', async () => {
    void outcomeChecks.load(row({ operation: 'directDebit.cancel', target: '/direct_debits/d1/cancel' }));
    const first = await client.next();
    await first.answer({ transaction_id: 'd1', status: 'PENDING' });
    await settled();
    void outcomeChecks.load(row({ operation: 'directDebit.cancel', target: '/direct_debits/d1/cancel' }));
    const second = await client.next();
    void outcomeChecks.load(row({ operation: 'directDebit.cancel', target: '/direct_debits/d1/cancel' }));
    const third = await client.next();
    await second.answer({ transaction_id: 'd1', status: 'SETTLED' });
    expect(reading('directDebit.get')?.value).toMatchObject({ status: 'PENDING' });
    await third.fail({ kind: 'cut-off' });
    await settled();
    expect(reading('directDebit.get')).toMatchObject({
      value: { status: 'PENDING' },
      failure: { kind: 'cut-off' },
    });
  });

  it('is repeated completely in the next session if the session ended', async () => {
    void outcomeChecks.load(row());
    await (await client.next()).fail({ kind: 'signed-out', status: 401 });
    await settled();
    expect(kept()).toBeUndefined();
  });

  it('can be stopped', async () => {
    void outcomeChecks.load(row());
    const history = await client.next();
    expect(outcomeChecks.abandon(row())).toBe(true);
    expect(history.signal?.aborted).toBe(true);
    expect(reading('account.balanceHistory')?.failure).toEqual({ kind: 'abandoned' });
    expect(outcomeChecks.abandon(row())).toBe(false);
  });
});

describe('the reads', () => {
  let wanted: Row | undefined;
  function watch(first: Row | undefined): void {
    wanted = first;
    onTestFinished(watchOutcomeCheck({ store, clock, outcomeChecks, wanted: () => wanted }));
  }
  const show = (next: Row | undefined): void => {
    wanted = next;
    store.setState({ tick: clock.monotonic() });
  };

  it('start once when the cursor rests, and again after a change of the row', async () => {
    const one = row();
    watch(one);
    clock.advance(149);
    expect(client.asked).toEqual([]);
    clock.advance(1);
    await settled();
    expect(client.asked).toHaveLength(2);
    show(one);
    clock.advance(1000);
    await settled();
    expect(client.asked).toHaveLength(2);
    show(row({}, 'UNKNOWN', 9));
    clock.advance(150);
    await settled();
    expect(client.asked).toHaveLength(4);
  });

  it('never start for a row that the cursor only passes', async () => {
    watch(row());
    clock.advance(100);
    show(undefined);
    clock.advance(1000);
    await settled();
    expect(client.asked).toEqual([]);
  });
});
