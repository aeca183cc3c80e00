// When Purser reads the data that a screen needs: rows at once, documents when the cursor rests, nothing without a session.

import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Failure } from '../../src/api/client/failure.ts';
import { createDocuments } from '../../src/effects/documents.ts';
import { createLists } from '../../src/effects/lists.ts';
import { type Need, watchNeeds } from '../../src/effects/needs.ts';
import { createWatching } from '../../src/effects/watching.ts';
import { t } from '../../src/lib/visible.ts';
import type { DocumentQuery, ListQuery } from '../../src/records/query.ts';
import type { Store } from '../../src/store/store.ts';
import { goTo } from '../../src/store/workspace.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';
import { alpha, beta, NOW, signedInStore, token } from '../store/signed-in.ts';
import { type Asked, type FakeClient, fakeClient, settled } from './fake-client.ts';

const transactions: ListQuery = {
  operation: 'account.transactions',
  input: { headers: { 'x-account-id': 'acc-1' } },
};
const balances: ListQuery = { operation: 'account.balances', input: {} };
const account = (id: string): DocumentQuery => ({
  operation: 'globalAccount.get',
  input: { params: { global_account_id: id } },
});

const rows = (query: ListQuery, through = 0): Need => ({ kind: 'list', query, through });
const record = (id: string): Need => ({ kind: 'document', query: account(id) });

const REST = 150;

let store: Store;
let clock: ManualClock;
let client: FakeClient;
let wanted: readonly Need[];

beforeEach(() => {
  store = signedInStore(alpha);
  clock = manualClock(NOW);
  client = fakeClient();
  wanted = [];
});

/** Starts the watch with the needs of the first screen. */
function watch(...first: readonly Need[]): () => void {
  wanted = first;
  const reading = { store, clock, client: () => client };
  const lists = createLists(reading);
  const documents = createDocuments(reading);
  const parts = { store, clock, lists, documents };
  const watching = createWatching({ ...parts, random: () => 0, moving: () => [] });
  const unwatch = watchNeeds({ ...parts, needs: () => wanted, watching });
  const stop = (): void => {
    unwatch();
    watching.stop();
  };
  onTestFinished(stop);
  return stop;
}

/** Shows another screen with these needs. */
function show(...needs: readonly Need[]): void {
  wanted = needs;
  tick();
}
/** Changes a part of the state on which no need depends. */
const tick = (): void => store.setState(({ tick: before }) => ({ tick: before + 1 }));

/** The requests so far, after all pending code has run. */
async function asked(): Promise<string[]> {
  await settled();
  return client.asked.map(({ id, input }) => {
    const { params, query } = input as { params?: { global_account_id: string }; query?: { page: number } };
    return [id, params?.global_account_id ?? query?.page].filter(part => part !== undefined).join(' ');
  });
}
const pageOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ id: `t-${from + i}`, amount: 1, currency: 'GBP' }));
const fail = async (one: Promise<Asked>, failure: Failure) => (await one).fail(failure);

describe('the rows of a list', () => {
  it('are requested again on another place if a person stopped them before the first page', async () => {
    watch(rows(transactions));
    await fail(client.next(), { kind: 'abandoned' });
    tick();
    expect(await asked()).toEqual(['account.transactions 1']);
    store.setState(state => goTo(state, 'mandates'));
    expect(await asked()).toEqual(['account.transactions 1', 'account.transactions 1']);
  });

  it('are requested immediately, and only once while they load', async () => {
    watch(rows(transactions));
    tick();
    expect(await asked()).toEqual(['account.transactions 1']);
  });

  it('are requested page by page until the screen has enough', async () => {
    watch(rows(transactions, 4));
    await (await client.next()).answer(pageOf(3));
    await (await client.next()).answer(pageOf(3, 3));
    tick();
    expect(await asked()).toEqual(['account.transactions 1', 'account.transactions 2']);
    show(rows(transactions, 7));
    expect(await asked()).toHaveLength(3);
  });

  it('are not requested beyond the end of the list', async () => {
    watch(rows(transactions, 100));
    await (await client.next()).answer(pageOf(3));
    await (await client.next()).answer([]);
    tick();
    expect(await asked()).toHaveLength(2);
  });

  it('are requested once for each of two lists', async () => {
    watch(rows(transactions), rows(balances));
    expect((await asked()).toSorted()).toEqual(['account.balances', 'account.transactions 1']);
  });

  it('are kept, so that a return to the list requests nothing', async () => {
    watch(rows(balances));
    await (await client.next()).answer([]);
    show();
    show(rows(balances));
    expect(await asked()).toHaveLength(1);
  });

  it('are not requested again automatically after a failure', async () => {
    watch(rows(transactions));
    await fail(client.next(), { kind: 'cut-off' });
    tick();
    expect(await asked()).toHaveLength(1);
  });

  it('are requested for the new customer after a switch', async () => {
    watch(rows(balances));
    await (await client.next()).answer([]);
    store.setState({ customer: beta });
    expect(await asked()).toHaveLength(2);
    expect(client.asked[1]?.customer).toEqual(beta);
    store.setState({ customer: alpha });
    expect(await asked()).toHaveLength(2);
  });
});

describe('the selected record', () => {
  it('is read when the cursor rests', async () => {
    watch(record('acc-1'));
    clock.advance(REST - 1);
    expect(await asked()).toEqual([]);
    clock.advance(1);
    expect(await asked()).toEqual(['globalAccount.get acc-1']);
  });

  it('is not read while the cursor moves, only when the cursor rests', async () => {
    watch(record('acc-1'));
    for (const id of ['acc-2', 'acc-3', 'acc-4']) {
      clock.advance(REST - 1);
      show(record(id));
    }
    clock.advance(REST);
    expect(await asked()).toEqual(['globalAccount.get acc-4']);
  });

  it('is read when the cursor has rested long enough, whatever else changes', async () => {
    watch(record('acc-1'));
    clock.advance(100);
    tick();
    clock.advance(50);
    expect(await asked()).toHaveLength(1);
  });

  it('is not read if the cursor moves to a row without a record', async () => {
    watch(record('acc-1'));
    show(rows(balances));
    clock.advance(REST);
    expect(await asked()).toEqual(['account.balances']);
  });

  it('is read together with the other documents of its row', async () => {
    watch(record('acc-1'), record('acc-2'));
    clock.advance(100);
    tick();
    clock.advance(50);
    expect(await asked()).toEqual(['globalAccount.get acc-1', 'globalAccount.get acc-2']);
  });

  it('is read once: a return shows the answer, and a failed read is not repeated', async () => {
    watch(record('acc-1'));
    clock.advance(REST);
    await (await client.next()).answer({ id: 'acc-1' });
    show(record('acc-2'));
    clock.advance(REST);
    await fail(client.next(), { kind: 'refused', status: 404 });
    show(record('acc-1'));
    clock.advance(REST);
    show(record('acc-2'));
    clock.advance(REST);
    expect(await asked()).toHaveLength(2);
  });

  it('is read once, even if another part requested it before the cursor rested', async () => {
    watch(record('acc-1'));
    const documents = createDocuments({ store, clock, client: () => client });
    void documents.load(account('acc-1'));
    clock.advance(REST);
    expect(await asked()).toHaveLength(1);
  });

  it('is not read for another customer after a switch', async () => {
    watch(record('acc-1'));
    clock.advance(REST - 1);
    store.setState({ customer: beta });
    clock.advance(REST - 1);
    expect(await asked()).toEqual([]);
    clock.advance(1);
    expect(await asked()).toHaveLength(1);
    expect(client.asked[0]?.customer).toEqual(beta);
  });
});

describe('Purser requests nothing', () => {
  it('while signed out, but immediately in a new session', async () => {
    store.setState({ session: { phase: 'signed-out' } });
    watch(rows(balances), record('acc-1'));
    clock.advance(REST);
    expect(await asked()).toEqual([]);
    store.setState({ session: { phase: 'signed-in', token: token('new') } });
    clock.advance(REST);
    expect((await asked()).toSorted()).toEqual(['account.balances', 'globalAccount.get acc-1']);
  });

  it('when the session ends while the cursor rests', async () => {
    watch(record('acc-1'));
    clock.advance(REST - 1);
    store.setState({ session: { phase: 'signed-out' } });
    clock.advance(REST);
    expect(await asked()).toEqual([]);
  });

  it('while no customer is selected', async () => {
    store.setState({ customer: undefined });
    watch(rows(balances), record('acc-1'));
    clock.advance(REST);
    expect(await asked()).toEqual([]);
  });

  it('after the watch has ended', async () => {
    const stop = watch(record('acc-1'));
    stop();
    clock.advance(REST);
    show(rows(balances));
    expect(await asked()).toEqual([]);
  });
});

it('a document whose first read a person stopped is read on another place', async () => {
  watch(record('acc-1'));
  clock.advance(REST);
  await fail(client.next(), { kind: 'abandoned' });
  tick();
  clock.advance(REST);
  expect(await asked()).toHaveLength(1);
  store.setState(state => goTo(state, 'mandates'));
  clock.advance(REST);
  expect(await asked()).toHaveLength(2);
});

describe('a document that Purser reads repeatedly', () => {
  const AGAIN = 5000;
  const followed = (id: string, again = AGAIN): Need => ({ kind: 'document', query: account(id), again });
  const answer = async (): Promise<void> =>
    (await client.next()).answer({ id: 'acc-1', currency: 'GBP' }, clock.wall());

  it('is read again a fixed time after each answer, and not while a request is running', async () => {
    watch(followed('acc-1'));
    clock.advance(REST);
    await answer();
    clock.advance(AGAIN - 1);
    tick();
    expect(await asked()).toHaveLength(1);
    clock.advance(1);
    expect(await asked()).toHaveLength(2);
    clock.advance(10 * AGAIN);
    expect(await asked()).toHaveLength(2);
    await client.next().then(one => one.answer({ id: 'acc-1' }, clock.wall()));
    clock.advance(AGAIN);
    expect(await asked()).toHaveLength(3);
  });

  it('is not read again after it has left the screen, or if the screen asks for no repeated reads', async () => {
    watch(followed('acc-1'));
    clock.advance(REST);
    await answer();
    clock.advance(AGAIN - 1);
    show(record('acc-1'));
    clock.advance(10 * AGAIN);
    expect(await asked()).toHaveLength(1);
    show();
    clock.advance(10 * AGAIN);
    expect(await asked()).toHaveLength(1);
  });

  it('is read again if it is old when the person returns and the cursor rests', async () => {
    watch(followed('acc-1'));
    clock.advance(REST);
    await answer();
    show();
    clock.advance(60_000);
    show(followed('acc-1'));
    clock.advance(REST);
    expect(await asked()).toHaveLength(2);
  });

  it.each([
    { kind: 'refused', status: 400 },
    { kind: 'malformed', detail: t`nothing` },
  ] satisfies Failure[])(
    'is not tried again automatically if the service refused it or sent a broken answer ($kind)',
    async failure => {
      watch(followed('acc-1'));
      clock.advance(REST);
      await answer();
      clock.advance(AGAIN);
      await fail(client.next(), failure);
      clock.advance(10 * AGAIN);
      expect(await asked()).toHaveLength(2);
    },
  );

  it('is tried again after a failure, and each wait is twice as long', async () => {
    watch(followed('acc-1'));
    clock.advance(REST);
    await answer();
    clock.advance(AGAIN);
    for (const [n, factor] of [2, 4, 8].entries()) {
      await fail(client.next(), { kind: 'server-error', status: 503 });
      clock.advance(factor * AGAIN - 1);
      expect(await asked()).toHaveLength(2 + n);
      clock.advance(1);
      expect(await asked()).toHaveLength(3 + n);
    }
  });

  it('is not read after half an hour without a key', async () => {
    watch(followed('acc-1'));
    clock.advance(REST);
    await answer();
    clock.advance(30 * 60_000);
    const before = (await asked()).length;
    for (let n = before; n > 1; n--) await answer();
    tick();
    clock.advance(60 * 60_000);
    expect(await asked()).toHaveLength(before);
  });

  it('is not read after the watch has ended', async () => {
    const stop = watch(followed('acc-1'));
    clock.advance(REST);
    await answer();
    stop();
    clock.advance(10 * AGAIN);
    expect(await asked()).toHaveLength(1);
  });
});
