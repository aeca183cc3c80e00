// Loading documents: single objects, by the same rules as lists.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Failure } from '../../src/api/client/failure.ts';
import { createDocuments, type Documents } from '../../src/effects/documents.ts';
import { type DocumentQuery, queryKey } from '../../src/records/query.ts';
import type { Document } from '../../src/store/list.ts';
import type { KnownCustomer } from '../../src/store/state.ts';
import type { Store } from '../../src/store/store.ts';
import { customerKey } from '../../src/store/workspace.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';
import { alpha, beta, NOW, signedInStore } from '../store/signed-in.ts';
import { type FakeClient, fakeClient } from './fake-client.ts';

const query: DocumentQuery = {
  operation: 'globalAccount.get',
  input: { params: { global_account_id: 'acc-1' } },
};
const named = (name: string) => ({ id: 'acc-1', account_name: name });
const GONE: Failure = { kind: 'refused', status: 404 };

let store: Store;
let clock: ManualClock;
let client: FakeClient;
let documents: Documents;
let told: unknown[];

beforeEach(() => {
  store = signedInStore(alpha);
  clock = manualClock(NOW);
  client = fakeClient();
  told = [];
  documents = createDocuments({
    store,
    clock,
    client: () => client,
    loaded: (of, value, customer) => told.push({ of, value, customer }),
  });
});

const documentOf = (customer: KnownCustomer): Document<unknown> | undefined =>
  store.getState().workspaces[customerKey(customer)]?.documents[queryKey(query)];

describe('a document', () => {
  it('is requested for the customer, and kept with its raw JSON, its time and its drift', async () => {
    clock.advance(700);
    void documents.load(query);
    expect(documentOf(alpha)?.loading).toMatchObject({ since: 700 });
    const asked = await client.next();
    expect(asked).toMatchObject({ id: 'globalAccount.get', input: query.input, customer: alpha });
    await asked.answer({ ...named('Operations'), colour: 'red' }, NOW + 5);
    expect(documentOf(alpha)).toMatchObject({
      value: { account_name: 'Operations', iban: undefined },
      raw: { colour: 'red' },
      asOf: NOW + 5,
      loading: undefined,
    });
    expect(documentOf(alpha)?.drift.map(d => d.path)).toContain('colour');
  });

  it('shows the newest answer, whatever the order of arrival [A18]', async () => {
    void documents.load(query);
    const older = await client.next();
    void documents.load(query);
    const newer = await client.next();
    expect(older.signal?.aborted).toBe(true);
    await newer.answer(named('new'));
    await older.answer(named('old'));
    expect(documentOf(alpha)?.value).toMatchObject({ account_name: 'new' });
  });

  it('waits for the newest answer after an older answer or failure has arrived [A18]', async () => {
    void documents.load(query);
    const older = await client.next();
    void documents.load(query);
    const newer = await client.next();
    await older.fail(GONE);
    expect(documentOf(alpha)).toMatchObject({ failure: undefined, value: undefined });
    expect(documentOf(alpha)?.loading).toBeDefined();
    await newer.answer(named('new'));
    expect(documentOf(alpha)?.value).toMatchObject({ account_name: 'new' });
  });

  it('stays during a second read, and after its failure', async () => {
    void documents.load(query);
    await (await client.next()).answer(named('first'), NOW);
    void documents.load(query);
    expect(documentOf(alpha)?.value).toMatchObject({ account_name: 'first' });
    await (await client.next()).fail(GONE);
    expect(documentOf(alpha)).toMatchObject({ failure: GONE, asOf: NOW, loading: undefined });
    expect(documentOf(alpha)?.value).toMatchObject({ account_name: 'first' });
  });

  it('belongs to the customer of its request', async () => {
    void documents.load(query);
    store.setState({ customer: beta });
    await (await client.next()).answer(named('of alpha'));
    expect(documentOf(alpha)?.value).toMatchObject({ account_name: 'of alpha' });
    expect(documentOf(beta)).toBeUndefined();
  });

  it('is reported with its customer when it arrives, but not if it is late or failed', async () => {
    void documents.load(query);
    const late = await client.next();
    void documents.load(query);
    store.setState({ customer: beta });
    await (await client.next()).answer(named('of alpha'));
    await late.answer(named('late'));
    void documents.load(query);
    await (await client.next()).fail(GONE);
    expect(told).toMatchObject([{ of: query, value: { account_name: 'of alpha' }, customer: alpha }]);
  });

  it('fails if the service returned a list [C18a–b]', async () => {
    void documents.load(query);
    await (await client.next()).answer([named('a'), named('b')]);
    expect(documentOf(alpha)).toMatchObject({ value: undefined, failure: { kind: 'malformed' } });
  });

  it('keeps no failure if the token is refused', async () => {
    void documents.load(query);
    await (await client.next()).fail({ kind: 'signed-out', status: 401 });
    expect(documentOf(alpha)).toMatchObject({ loading: undefined, failure: undefined, asOf: undefined });
  });

  it('keeps no failure if another session began meanwhile', async () => {
    void documents.load(query);
    const asked = await client.next();
    client = fakeClient();
    await asked.fail(GONE);
    expect(documentOf(alpha)).toMatchObject({ loading: undefined, failure: undefined });
  });

  it('is not requested without a customer or a client', async () => {
    await createDocuments({ store, clock, client: () => undefined }).load(query);
    store.setState({ customer: undefined });
    await documents.load(query);
    expect(client.asked).toEqual([]);
    expect(store.getState().workspaces).toEqual({});
  });
});

describe('Esc', () => {
  it('stops the request and drops its answer', async () => {
    void documents.load(query);
    const asked = await client.next();
    expect(documents.abandon(query)).toBe(true);
    expect(asked.signal?.aborted).toBe(true);
    await asked.answer(named('late'));
    expect(documentOf(alpha)).toMatchObject({ value: undefined, failure: { kind: 'abandoned' } });
  });

  it('is not named as the cause if Purser itself stops all loads', async () => {
    void documents.load(query);
    const asked = await client.next();
    documents.abandonAll();
    expect(asked.signal?.aborted).toBe(true);
    await asked.fail({ kind: 'abandoned' });
    expect(documentOf(alpha)).toMatchObject({ loading: undefined, failure: undefined });
  });

  it("finds nothing to stop, even if another customer's document is loading", async () => {
    expect(documents.abandon(query)).toBe(false);
    void documents.load(query);
    store.setState({ customer: beta });
    expect(documents.abandon(query)).toBe(false);
    await (await client.next()).answer(named('a'));
    store.setState({ customer: alpha });
    expect(documents.abandon(query)).toBe(false);
    store.setState({ customer: undefined });
    expect(documents.abandon(query)).toBe(false);
  });
});
