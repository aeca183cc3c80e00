// Loading lists: the rows belong to the newest load and the right customer, in any order of answers.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Failure } from '../../src/api/client/failure.ts';
import { createLists, type Lists } from '../../src/effects/lists.ts';
import { fromServer } from '../../src/lib/visible.ts';
import { type ListQuery, queryKey } from '../../src/records/query.ts';
import type { List, Loading } from '../../src/store/list.ts';
import type { KnownCustomer } from '../../src/store/state.ts';
import type { Store } from '../../src/store/store.ts';
import { customerKey, withWorkspace } from '../../src/store/workspace.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';
import { alpha, beta, NOW, signedInStore } from '../store/signed-in.ts';
import { type Asked, type FakeClient, fakeClient, settled } from './fake-client.ts';

const query: ListQuery<'account.transactions'> = {
  operation: 'account.transactions',
  input: { headers: { 'x-account-id': 'acc-1' }, query: { currency: 'GBP' } },
};
const balances: ListQuery<'account.balances'> = { operation: 'account.balances', input: {} };

const transaction = (id: string, more: object = {}) => ({
  id,
  amount: 10,
  currency: 'GBP',
  type: 'CREDIT',
  status: 'SETTLED',
  create_time: '2026-11-20T09:00:00+0000',
  description: `about ${id}`,
  ...more,
});
const balance = (currency: string) => ({
  currency,
  available_balance: 1,
  pending_amount: 0,
  reserved_amount: 0,
});
/** A page of transactions with these IDs. */
const page = (...ids: readonly string[]) => ids.map(id => transaction(id));

const CUT_OFF: Failure = { kind: 'cut-off' };

let store: Store;
let clock: ManualClock;
let client: FakeClient;
let lists: Lists;

beforeEach(() => {
  store = signedInStore(alpha);
  clock = manualClock(NOW);
  client = fakeClient();
  lists = createLists({ store, clock, client: () => client });
});

const listOf = (customer: KnownCustomer, of: ListQuery = query): List<unknown> | undefined =>
  store.getState().workspaces[customerKey(customer)]?.lists[queryKey(of)];
const list = (of?: ListQuery): List<unknown> => {
  const found = listOf(alpha, of);
  if (!found) throw new Error('the list was never asked for');
  return found;
};
const keysOf = (customer: KnownCustomer) => listOf(customer)?.pages.items.map(item => item.key);
const keys = (of?: ListQuery): string[] => list(of).pages.items.map(item => item.key);

/** Answers the next requests with these pages, one after the other. */
async function answer(...pages: readonly (readonly object[])[]): Promise<void> {
  for (const one of pages) await (await client.next()).answer(one);
}
async function fail(failure: Failure): Promise<void> {
  await (await client.next()).fail(failure);
}

describe('loading a list', () => {
  it('requests the first page, then the next pages, with the filters and headers', async () => {
    const loading = lists.load(query, 'more', 3);
    await answer(page('a', 'b'), page('c', 'd'));
    await loading;
    expect(client.asked.map(({ id, customer }) => [id, customer])).toEqual([
      ['account.transactions', alpha],
      ['account.transactions', alpha],
    ]);
    expect(client.asked.map(({ input }) => input)).toEqual([
      { headers: { 'x-account-id': 'acc-1' }, query: { currency: 'GBP', page: 1, size: 100 } },
      { headers: { 'x-account-id': 'acc-1' }, query: { currency: 'GBP', page: 2, size: 100 } },
    ]);
    expect(keys()).toEqual(['a', 'b', 'c', 'd']);
    expect(list()).toMatchObject({ loading: undefined, failure: undefined, pages: { end: undefined } });
  });

  const TOO_LARGE: Failure = { kind: 'refused', status: 400 };
  const sizes = () => client.asked.map(({ input }) => (input as { query: { size?: number } }).query.size);

  it('tries smaller pages if the service refuses the first size, and remembers the accepted size', async () => {
    void lists.load(query, 'first', 2);
    await fail(TOO_LARGE);
    await answer(page('a'), page('b'));
    expect(keys()).toEqual(['a', 'b']);
    void lists.load(query, 'again');
    await answer(page('a', 'b'));
    expect(sizes()).toEqual([100, 50, 50, 50]);
    expect(list()).toMatchObject({ failure: undefined });
    // The accepted size belongs to one service only.
    store.setState(({ reach }) => ({ reach: { ...reach, baseUrl: 'https://another.example.com' } }));
    void lists.load(query, 'first');
    await answer(page('a'));
    expect(sizes().at(-1)).toBe(100);
  });

  it('tries smaller pages if the refusal names a field of paging, but not if it names other fields', async () => {
    const naming = (...fields: readonly string[]): Failure => ({
      ...TOO_LARGE,
      errors: fields.map(field => ({ field: fromServer(field) })),
    });
    void lists.load(query, 'first');
    await fail(naming('currency', '/query/SIZE'));
    await answer(page('a'));
    expect(sizes()).toEqual([100, 50]);
    store.setState(({ reach }) => ({ reach: { ...reach, baseUrl: 'https://another.example.com' } }));
    void lists.load(query, 'again');
    await fail(naming('currency'));
    expect(sizes()).toEqual([100, 50, 100]);
    expect(list().failure).toMatchObject({ kind: 'refused', errors: [{ field: 'currency' }] });
  });

  it('requests no size if the service refuses every size, and shows the first refusal if that fails too', async () => {
    void lists.load(query, 'first');
    for (let n = 0; n < 3; n++) await fail(TOO_LARGE);
    await answer(page('a'));
    expect(sizes()).toEqual([100, 50, 20, undefined]);
    expect(keys()).toEqual(['a']);
    const other = { ...query, operation: 'card.list', input: {} } as unknown as ListQuery;
    void lists.load(other, 'first');
    await fail({ kind: 'refused', status: 422, message: fromServer('no such customer') });
    for (let n = 0; n < 3; n++) await fail(TOO_LARGE);
    expect(list(other)).toMatchObject({ failure: { status: 422 }, loading: undefined });
    void lists.load(other, 'first');
    await fail({ kind: 'refused', status: 403 });
    expect(
      client.asked.slice(-5).map(({ input }) => (input as { query: { limit?: number } }).query.limit),
    ).toEqual([...[100, 50, 20, undefined], 100]);
  });

  it('fails if the service refuses to repeat a page after rows left the list, because rows would be missing', async () => {
    const rows = (from: number, count: number) =>
      page(...Array.from({ length: count }, (_, n) => `t${from + n}`));
    void lists.load(query, 'first', 300);
    await answer(rows(0, 100), rows(200, 50));
    await fail(TOO_LARGE);
    await settled();
    expect(list()).toMatchObject({ failure: TOO_LARGE, loading: undefined, pages: { end: undefined } });
    expect(keys()).toHaveLength(100);
    expect(client.asked).toHaveLength(3);
  });

  it('continues where it stopped', async () => {
    void lists.load(query, 'first');
    await answer(page('a'));
    void lists.load(query, 'more', 2);
    await answer(page('b'));
    expect(client.asked.map(({ input }) => input)).toMatchObject([
      { query: { page: 1 } },
      { query: { page: 2 } },
    ]);
    expect(keys()).toEqual(['a', 'b']);
  });

  it('records its purpose and its start', () => {
    clock.advance(5000);
    void lists.load(query, 'first');
    expect(list().loading).toMatchObject({ purpose: 'first', since: 5000 });
  });

  it('to the end with G shows each page when it arrives', async () => {
    void lists.load(query, 'all');
    await answer(page('a'));
    expect(keys()).toEqual(['a']);
    await answer(page('b'));
    expect(keys()).toEqual(['a', 'b']);
    await answer([]);
    await settled();
    expect(client.asked).toHaveLength(3);
    expect(list()).toMatchObject({ loading: undefined, pages: { end: 'empty-page' } });
  });

  it('to the end requests the next page before the last full page is read', async () => {
    void lists.load(query, 'all');
    await answer(page('a'), page('b'));
    const third = await client.next();
    await third.arrive();
    const fourth = await client.next();
    expect(fourth.input).toMatchObject({ query: { page: 4 } });
    await third.answer(page('c'));
    await fourth.answer([]);
    await settled();
    expect(keys()).toEqual(['a', 'b', 'c']);
    expect(client.asked).toHaveLength(4);
    expect(list()).toMatchObject({ loading: undefined, pages: { end: 'empty-page' } });
  });

  it('to the end requests each page once, and no page in advance after a shorter page', async () => {
    void lists.load(query, 'all');
    await (await client.next()).answer(page('a', 'b'));
    const second = await client.next();
    await second.arrive();
    await second.answer(page('c'));
    const third = await client.next();
    await third.arrive();
    await third.arrive();
    expect(client.asked).toHaveLength(3);
    await third.answer(page('d'));
    const fourth = await client.next();
    await fourth.arrive();
    await fourth.arrive();
    await settled();
    expect(client.asked).toHaveLength(5);
  });

  it('to the end stops the page that was requested in advance if the list ends', async () => {
    void lists.load(query, 'all');
    await answer(page('a'), page('b'));
    const third = await client.next();
    await third.arrive();
    const fourth = await client.next();
    await third.answer(page('b'));
    expect(fourth.signal?.aborted).toBe(true);
    await fourth.answer(page('c'));
    await settled();
    expect(keys()).toEqual(['a', 'b']);
    expect(list()).toMatchObject({ loading: undefined, pages: { end: 'repeated-page' } });
  });

  it.each<[string, (last: Asked) => unknown]>([
    ['Esc', () => lists.abandon(query)],
    ['a failure', last => last.fail(CUT_OFF)],
    ['a list that was dropped', () => store.setState({ workspaces: {} })],
  ])('to the end stops its request after %s, and makes no new one', async (_, stop) => {
    void lists.load(query, 'all');
    await answer(page('a'), page('b'));
    const third = await client.next();
    await stop(third);
    expect(third.signal?.aborted).toBe(true);
    // An answer may arrive at the same moment.
    await third.arrive();
    await third.answer(page('c'));
    await settled();
    expect(client.asked).toHaveLength(3);
  });

  it('to the end stops if the service repeats the same page [D2a]', async () => {
    void lists.load(query, 'all');
    await answer(page('a', 'b'), page('b', 'a'));
    await settled();
    expect(client.asked).toHaveLength(2);
    expect(list()).toMatchObject({ loading: undefined, pages: { end: 'repeated-page' } });
  });

  it('requests a list without pages once, without page fields', async () => {
    void lists.load(balances, 'all');
    await answer([balance('GBP')]);
    await settled();
    expect(client.asked.map(({ input }) => input)).toEqual([{}]);
    expect(list(balances).pages).toMatchObject({ end: 'unpaged', taken: 1 });
  });

  it('requests nothing without a customer or a client', async () => {
    await createLists({ store, clock, client: () => undefined }).load(query, 'first');
    store.setState({ customer: undefined });
    await lists.load(query, 'first');
    await settled();
    expect(client.asked).toEqual([]);
    expect(store.getState().workspaces).toEqual({});
  });
});

describe('a late answer [A18]', () => {
  /** Two loads of the same list. Both have sent their requests, and neither has an answer. */
  async function twoLoads(first: Loading['purpose'], second: Loading['purpose']) {
    void lists.load(query, first);
    const older = await client.next();
    void lists.load(query, second);
    return { older, newer: await client.next() };
  }

  it('changes nothing if it belongs to an older load', async () => {
    const { older, newer } = await twoLoads('first', 'first');
    await newer.answer(page('new'));
    await older.answer(page('old'));
    expect(keys()).toEqual(['new']);
    expect(list().loading).toBeUndefined();
  });

  it('changes nothing while the newer load waits, and Purser has stopped the older request', async () => {
    const { older, newer } = await twoLoads('first', 'again');
    expect(older.signal?.aborted).toBe(true);
    await older.answer(page('old'));
    expect(list()).toMatchObject({ loading: { purpose: 'again' }, pages: { items: [] } });
    await newer.answer(page('new'));
    expect(keys()).toEqual(['new']);
  });

  it('does not make the newer load fail if the late answer is a failure', async () => {
    const { older, newer } = await twoLoads('first', 'first');
    await older.fail(CUT_OFF);
    expect(list()).toMatchObject({ failure: undefined, loading: { purpose: 'first' } });
    await newer.answer(page('a'));
    expect(list()).toMatchObject({ failure: undefined, loading: undefined });
  });

  it('adds a page only once if it was requested twice', async () => {
    void lists.load(query, 'first');
    await answer(page('a'));
    void lists.load(query, 'more', 2);
    const older = await client.next();
    void lists.load(query, 'all');
    const newer = await client.next();
    await older.answer(page('b'));
    await newer.answer(page('b'));
    await answer([]);
    expect(keys()).toEqual(['a', 'b']);
    expect(list().pages).toMatchObject({ shifted: 0, taken: 3 });
  });

  it.each(['more', 'all'] as const)(
    '%s keeps the rows of a stopped load that the screen did not have yet',
    async purpose => {
      const rows = (from: number, count: number) =>
        page(...Array.from({ length: count }, (_, i) => `t${from + i}`));
      void lists.load(query, 'all');
      await answer(rows(0, 5_001), rows(5_001, 10), rows(5_011, 10));
      expect(keys().length).toBeLessThan(5_021);
      const older = await client.next();
      void lists.load(query, purpose, 5_022);
      expect(older.signal?.aborted).toBe(true);
      const newer = await client.next();
      expect(newer.input).toMatchObject({ query: { page: 4 } });
      await older.answer(rows(5_021, 10));
      await newer.answer(rows(5_021, 10));
      if (purpose === 'all') await answer([]);
      expect(keys()).toHaveLength(5_031);
      expect(list().pages).toMatchObject({ shifted: 0, taken: purpose === 'all' ? 5 : 4 });
    },
  );

  it('never goes into another list', async () => {
    void lists.load(query, 'first');
    void lists.load(balances, 'first');
    const [one, other] = [await client.next(), await client.next()];
    await other.answer([balance('GBP')]);
    await one.answer(page('a'));
    expect(keys()).toEqual(['a']);
    expect(keys(balances)).toEqual(['GBP']);
  });

  it('does not bring back dropped data', async () => {
    void lists.load(query, 'first');
    const asked = await client.next();
    expect(asked.signal?.aborted).toBe(false);
    store.setState(state => withWorkspace(state, customerKey(alpha), w => ({ ...w, lists: {} })));
    expect(asked.signal?.aborted).toBe(true);
    await asked.answer(page('a'));
    expect(listOf(alpha)).toBeUndefined();
  });
});

describe('a reload', () => {
  beforeEach(async () => {
    void lists.load(query, 'more', 3);
    await (await client.next()).answer(page('a', 'b'), NOW);
    await (await client.next()).answer(page('c', 'd'), NOW + 1000);
  });

  it('keeps the rows until all the new ones have arrived', async () => {
    void lists.load(query, 'again', 3);
    expect(keys()).toEqual(['a', 'b', 'c', 'd']);
    await answer(page('x', 'a'));
    expect(keys()).toEqual(['a', 'b', 'c', 'd']);
    expect(list().loading?.purpose).toBe('again');
    await answer(page('b', 'c'));
    expect(keys()).toEqual(['x', 'a', 'b', 'c']);
  });

  it('reads all loaded rows again, although the screen needs fewer', async () => {
    void lists.load(query, 'again', 1);
    await answer(page('a', 'b'), page('c', 'd'));
    expect(list().loading).toBeUndefined();
    expect(keys()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('reads a complete list again to its end', async () => {
    void lists.load(query, 'all');
    await answer([]);
    void lists.load(query, 'again', 1);
    await answer(page('a', 'b'), page('c', 'd'), []);
    expect(list().pages.end).toBe('empty-page');
  });

  it('marks the changed and the new records, and no other records', async () => {
    void lists.load(query, 'again', 3);
    await answer([transaction('x'), transaction('a', { status: 'PENDING' })], page('b', 'c'));
    expect([...list().changed].toSorted()).toEqual(['a', 'x']);
  });

  it('marks a record if only the digits of a number changed', async () => {
    void lists.load(query, 'again', 2);
    await answer([transaction('a', { amount: 10.5 }), transaction('b')], page('c', 'd'));
    expect([...list().changed]).toEqual(['a']);
  });

  it('marks nothing if no rows were shown before', async () => {
    const other: ListQuery = { ...query, input: { headers: { 'x-account-id': 'acc-2' } } };
    void lists.load(other, 'again', 1);
    await answer(page('a'));
    expect(keys(other)).toEqual(['a']);
    expect(list(other).changed.size).toBe(0);
  });

  it('gives the list the age of its oldest answer', async () => {
    expect(list().asOf).toBe(NOW);
    void lists.load(query, 'again', 3);
    await (await client.next()).answer(page('a', 'b'), NOW + 60_000);
    expect(list().asOf).toBe(NOW);
    await (await client.next()).answer(page('c', 'd'), NOW + 61_000);
    expect(list().asOf).toBe(NOW + 60_000);
  });

  it('keeps rows, marks and age after a failure, and says so', async () => {
    void lists.load(query, 'again', 3);
    await (await client.next()).answer(page('x', 'a'), NOW + 60_000);
    await fail(CUT_OFF);
    expect(keys()).toEqual(['a', 'b', 'c', 'd']);
    expect(list()).toMatchObject({ failure: CUT_OFF, loading: undefined, asOf: NOW });
    expect(list().changed.size).toBe(0);
  });

  it('removes the message of an earlier failure when it begins', async () => {
    void lists.load(query, 'more', 9);
    await fail(CUT_OFF);
    void lists.load(query, 'again');
    expect(list().failure).toBeUndefined();
  });

  it('starts again with rows, age, marks and drift from the first page', async () => {
    void lists.load(query, 'again', 1);
    await (await client.next()).answer([transaction('a', { status: 'FROZEN' })], NOW + 5000);
    await answer([]);
    expect(list()).toMatchObject({ drift: [{ kind: 'unlisted-value' }], changed: new Set(['a']) });
    void lists.load(query, 'first');
    await (await client.next()).answer(page('a'), NOW + 9000);
    expect(list()).toMatchObject({ asOf: NOW + 9000, drift: [], changed: new Set() });
  });
});

const debits: ListQuery<'directDebit.list'> = {
  operation: 'directDebit.list',
  input: { query: { from_created_date: '2026-11-01' } },
};
const people: ListQuery<'beneficiary.list'> = {
  operation: 'beneficiary.list',
  input: { query: { currency: 'GBP' } },
};
const more = (has_more: unknown, ...some: readonly string[]) => ({
  has_more,
  items: some.map(id => ({ transaction_id: id, amount: 1, currency: 'GBP', status: 'PENDING' })),
});
const from = (total: unknown, ...some: readonly string[]) => ({
  data: some.map(id => ({ id, currency: 'GBP', status: 'VERIFIED' })),
  pagination: { total_count: total, limit: 100, offset: 0 },
});
const many = (count: number, at = 0) => Array.from({ length: count }, (_, n) => `b-${at + n}`);
const fields = () => client.asked.map(({ input }) => (input as { query: object }).query);

/** Loads the list to its end, with these answers. */
async function loads(of: ListQuery, ...answers: readonly object[]): Promise<List<unknown>> {
  void lists.load(of, 'all');
  for (const one of answers) await (await client.next()).answer(one);
  await settled();
  return list(of);
}

describe('a list whose service says where it ends', () => {
  it('is requested without a page number first, then from page 1 on, if it has has_more', async () => {
    await loads(debits, more(true, 'a', 'b'), more(true, 'c', 'd'), more(false, 'e'));
    const common = { from_created_date: '2026-11-01', page_size: 100 };
    expect(fields()).toEqual([common, { ...common, page_num: 1 }, { ...common, page_num: 2 }]);
  });

  it('continues after its last row if it counts from an offset, also if rows moved [D6a]', async () => {
    await loads(people, from(45, ...many(20)), from(46, ...many(20, 19)), from(46, ...many(6, 39)));
    const common = { currency: 'GBP', limit: 100 };
    expect(fields()).toEqual([0, 20, 40].map(offset => ({ ...common, offset })));
    expect(keys(people)).toEqual(many(45));
  });

  it.each<[string, ListQuery, readonly object[], end: string, count: number, pages?: object]>([
    ['has_more false', debits, [more(true, 'a'), more(true, 'b'), more(false, 'c')], 'last-page', 3],
    [
      'page 1 that repeats the first page',
      debits,
      [more(true, 'a', 'b'), more(true, 'b', 'a'), more(false, 'c')],
      'last-page',
      3,
      { shifted: 0 },
    ],
    [
      'page 1 that repeats the first page, and has_more false',
      debits,
      [more(true, 'a'), more(false, 'a')],
      'last-page',
      1,
    ],
    ['one empty page, whatever has_more says [D1a]', debits, [more(true, 'a'), more(true)], 'none-sent', 1],
    ['an empty first page [D1a]', debits, [more(true)], 'none-sent', 0],
    [
      'the first page for ever, in any order [D2a D2c]',
      debits,
      [more(true, 'a', 'b'), more(true, 'a', 'b'), more(true, 'b', 'a')],
      'repeated-page',
      2,
    ],
    [
      'a page that was there before [D2a]',
      debits,
      [more(true, 'a'), more(true, 'b'), more(true, 'b')],
      'repeated-page',
      2,
    ],
    ['has_more false on a full page [D3]', debits, [more(false, ...many(100))], 'last-page', 100],
    ['an unreadable has_more', debits, [more('yes', 'a'), more(undefined, 'b'), more(null)], 'empty-page', 2],
    [
      'a row that arrives during the load [D6a]',
      debits,
      [more(true, 'a', 'b'), more(false, 'b', 'c')],
      'last-page',
      3,
      { shifted: 1 },
    ],
    [
      'all rows of its total',
      people,
      [from(25, ...many(20)), from(25, ...many(5, 20))],
      'last-page',
      25,
      { total: { count: 25, shrank: false } },
    ],
    ['more rows than its total [D4b]', people, [from(10, ...many(12)), from(10)], 'empty-page', 12],
    [
      'a total that shrinks during the load [D4b]',
      people,
      [from(45, ...many(20)), from(40, ...many(20, 20)), from(40, ...many(5, 40)), from(40)],
      'empty-page',
      45,
      { total: { count: 40, shrank: true } },
    ],
    ['an empty page before its total [D1a]', people, [from(45, ...many(20)), from(45)], 'none-sent', 20],
    ['an ignored offset [D2a]', people, [from(45, ...many(20)), from(45, ...many(20))], 'repeated-page', 20],
    ['5,000 rows on a page of 100', people, [from(5000, ...many(5000))], 'last-page', 5000],
    ['a total of 0', people, [from(0)], 'empty-page', 0],
    ...['45', null, -1, 1e300, 4.5].map(
      (total): [string, ListQuery, readonly object[], string, number, object] => [
        `a total_count of ${JSON.stringify(total)}`,
        people,
        [from(total, 'a', 'b'), from(total)],
        'empty-page',
        2,
        { total: undefined },
      ],
    ),
  ])('with %s is read to its end', async (_, of, answers, end, count, pages = {}) => {
    expect(await loads(of, ...answers)).toMatchObject({
      loading: undefined,
      failure: undefined,
      pages: { end, ...pages },
    });
    expect(new Set(keys(of)).size).toBe(count);
    expect(client.asked).toHaveLength(answers.length);
  });

  it('marks an unreadable has_more', async () => {
    const { drift } = await loads(debits, more('yes', 'a'), more(false));
    expect(drift.map(({ kind, path }) => `${kind} ${path}`)).toContain('wrong-type has_more');
  });

  it.each([{ has_more: false }, { has_more: false, items: { a: 1 } }, { has_more: false, items: 'none' }])(
    'fails on %j, which has no list, instead of showing an empty list [C18a–b]',
    async answer => {
      expect(await loads(debits, answer)).toMatchObject({
        failure: { kind: 'malformed' },
        loading: undefined,
        pages: { taken: 0 },
      });
    },
  );
});

describe('a load that fails', () => {
  it('keeps the earlier pages', async () => {
    void lists.load(query, 'all');
    await answer(page('a', 'b'));
    await fail({ kind: 'server-error', status: 503 });
    await settled();
    expect(keys()).toEqual(['a', 'b']);
    expect(list()).toMatchObject({ failure: { kind: 'server-error' }, loading: undefined });
    expect(client.asked).toHaveLength(2);
  });

  it('reports an object instead of a list, and makes no row of it [C18a–b]', async () => {
    void lists.load(query, 'first');
    await (await client.next()).answer({ id: 'a' });
    expect(list()).toMatchObject({ failure: { kind: 'malformed' }, pages: { items: [], taken: 0 } });
  });

  it('keeps no failure if the token is refused, so that the next session reads the list', async () => {
    void lists.load(query, 'first');
    await fail({ kind: 'signed-out', status: 401 });
    expect(list()).toMatchObject({ loading: undefined, failure: undefined, pages: { taken: 0 } });
  });

  it('keeps no failure if another session began meanwhile', async () => {
    void lists.load(query, 'first');
    const asked = await client.next();
    client = fakeClient();
    await asked.fail(CUT_OFF);
    expect(list()).toMatchObject({ loading: undefined, failure: undefined });
  });
});

describe('Esc', () => {
  it('stops the load and the request, keeps the rows, and drops the answer', async () => {
    void lists.load(query, 'more', 5);
    await answer(page('a'));
    const second = await client.next();
    expect(lists.abandon(query)).toBe(true);
    expect(second.signal?.aborted).toBe(true);
    await second.answer(page('b'));
    expect(keys()).toEqual(['a']);
    expect(list()).toMatchObject({ failure: { kind: 'abandoned' }, loading: undefined });
  });

  it('stops a load to the end', async () => {
    void lists.load(query, 'all');
    await answer(page('a'), page('b'));
    const third = await client.next();
    lists.abandon(query);
    await third.answer(page('c'));
    await settled();
    expect(client.asked).toHaveLength(3);
    expect(keys()).toEqual(['a', 'b']);
  });

  it('stops a load before a request was sent', async () => {
    void lists.load(query, 'first');
    lists.abandon(query);
    await settled();
    expect(client.asked).toEqual([]);
    expect(list()).toMatchObject({ failure: { kind: 'abandoned' }, loading: undefined });
  });

  it('stops a load while Purser prepares the rows of a long page for the filter', async () => {
    const long = Array.from({ length: 50 }, (_, i) =>
      transaction(`t${i}`, { description: 'ü'.repeat(40_000) }),
    );
    const loading = lists.load(query, 'first');
    await answer(long);
    expect(lists.abandon(query)).toBe(true);
    await loading;
    expect(keys()).toEqual([]);
    expect(list()).toMatchObject({ failure: { kind: 'abandoned' }, loading: undefined });
  });

  it('reports that nothing is loading', async () => {
    expect(lists.abandon(query)).toBe(false);
    void lists.load(query, 'first');
    await answer(page('a'));
    expect(lists.abandon(query)).toBe(false);
    expect(list().failure).toBeUndefined();
    store.setState({ customer: undefined });
    expect(lists.abandon(query)).toBe(false);
  });

  it('does not stop a load of another customer', async () => {
    void lists.load(query, 'first');
    const asked = await client.next();
    store.setState({ customer: beta });
    expect(lists.abandon(query)).toBe(false);
    expect(asked.signal?.aborted).toBe(false);
  });
});

describe('abandoning all loads', () => {
  it('sends no further request, even if a page has just arrived', async () => {
    void lists.load(query, 'all');
    const first = await client.next();
    const arrived = first.answer(page('a'));
    lists.abandonAll();
    await arrived;
    await settled();
    expect(client.asked).toHaveLength(1);
    expect(list()).toMatchObject({ loading: undefined, failure: undefined });
  });

  it('sends no request for a load that has just begun', async () => {
    void lists.load(query, 'first');
    lists.abandonAll();
    await settled();
    expect(client.asked).toEqual([]);
    expect(list()).toMatchObject({ loading: undefined, failure: undefined });
  });

  it('shows no message, so that the list loads again when it is needed', async () => {
    void lists.load(query, 'first');
    const first = await client.next();
    lists.abandonAll();
    expect(first.signal?.aborted).toBe(true);
    await first.fail({ kind: 'abandoned' });
    expect(list()).toMatchObject({ loading: undefined, failure: undefined, pages: { taken: 0 } });
  });
});

describe('changing the customer during a load', () => {
  it('puts the answer into the workspace of its customer only', async () => {
    void lists.load(query, 'first');
    store.setState({ customer: beta });
    void lists.load(query, 'first');
    const [alphas, betas] = [await client.next(), await client.next()];
    expect([alphas.customer, betas.customer]).toEqual([alpha, beta]);
    await alphas.answer(page('of alpha'));
    expect(keysOf(beta)).toEqual([]);
    await betas.answer(page('of beta'));
    expect(keysOf(alpha)).toEqual(['of alpha']);
    expect(keysOf(beta)).toEqual(['of beta']);
  });

  it('continues for the customer of its first request', async () => {
    void lists.load(query, 'all');
    store.setState({ customer: beta });
    await answer(page('a'));
    expect((await client.next()).customer).toEqual(alpha);
    expect(listOf(beta)).toBeUndefined();
  });
});

describe('drift in a list', () => {
  it('is listed once for all pages', async () => {
    void lists.load(query, 'all');
    await answer(
      [transaction('a', { colour: 'red' }), transaction('b', { colour: 'red' })],
      [transaction('c', { colour: 'red', status: 'FROZEN' })],
      [],
    );
    expect(list().drift.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'unknown-field [].colour',
      'unlisted-value [].status',
    ]);
  });

  it('does not remove a record without a usable ID, or an item that is no record', async () => {
    void lists.load(query, 'first');
    await (await client.next()).answer([transaction('a'), { ...transaction('x'), id: 7 }, 'no record', null]);
    expect(keys()).toEqual(['a', '#2', '#3', '#4']);
    expect(list().pages.items[2]?.raw).toBe('no record');
  });
});
