// Automatic reads: one at a time, less and less often, none after the end, and only of wanted data.

import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Exchange } from '../../src/api/client/exchange.ts';
import type { Failure } from '../../src/api/client/failure.ts';
import { createDocuments } from '../../src/effects/documents.ts';
import { createLists } from '../../src/effects/lists.ts';
import type { Moving } from '../../src/effects/moving.ts';
import { createWatching, isWorthAgain, waitOf } from '../../src/effects/watching.ts';
import { t } from '../../src/lib/visible.ts';
import { type DocumentQuery, queryKey } from '../../src/records/query.ts';
import { documentIn, workspaceOf } from '../../src/store/workspace.ts';
import { manualClock } from '../harness/clock.ts';
import { alpha, beta, NOW, signedInStore, token } from '../store/signed-in.ts';
import { fakeClient, settled } from './fake-client.ts';

const EVERY = 10_000;
const IDS = ['c-1', 'c-2', 'c-3'] as const;
const conversion = (id: string): DocumentQuery => ({
  operation: 'conversion.get',
  input: { query: { conversion_id: id } },
});

/** Three conversions, the last of another customer. Purser watches each until its document says SETTLED. */
function world() {
  const store = signedInStore(alpha);
  const clock = manualClock(NOW);
  const client = fakeClient();
  const reading = { store, clock, client: () => client };
  const owner = (id: string) => (id === 'c-3' ? beta : alpha);
  const statusOf = (id: string): string | undefined => {
    const { value } = documentIn(workspaceOf(store.getState(), owner(id)), queryKey(conversion(id)));
    // Read with the query of the conversion.
    return (value as { status?: string } | undefined)?.status;
  };
  const moving = (): readonly Moving[] =>
    IDS.map(id => {
      const status = statusOf(id);
      const again = { query: conversion(id), every: EVERY, since: NOW };
      return {
        customer: owner(id),
        key: id,
        name: t`Conversion`,
        status,
        asOf: undefined,
        grave: false,
        ...(status !== 'SETTLED' && { again }),
      };
    });
  const watching = createWatching({
    store,
    clock,
    lists: createLists(reading),
    documents: createDocuments(reading),
    random: () => 0,
    moving,
  });
  const unsubscribe = store.subscribe(state => watching.follow([], state));
  watching.follow([], store.getState());
  onTestFinished(() => {
    unsubscribe();
    watching.stop();
  });
  const touch = (): void => store.setState(({ tick }) => ({ tick: tick + 1 }));
  return { store, clock, client, watching, statusOf, owner, touch };
}

describe('the wait', () => {
  it('is never shorter than the usual interval or than the service asks, and never longer than 12 minutes', () => {
    const paces = fc.record({
      every: fc.integer({ min: 1000, max: 60_000 }),
      age: fc.integer({ min: 0, max: 10 * 86_400_000 }),
      failures: fc.integer({ min: 0, max: 50 }),
      asked: fc.integer({ min: 0, max: 60_000 }),
    });
    fc.assert(
      fc.property(paces, fc.double({ min: 0, max: 0.999, noNaN: true }), (pace, random) => {
        const wait = waitOf(pace, random);
        expect(wait).toBeGreaterThanOrEqual(Math.max(pace.every, pace.asked));
        expect(wait).toBeLessThanOrEqual(600_000 * 1.2);
        expect(waitOf({ ...pace, failures: pace.failures + 1 }, random)).toBeGreaterThanOrEqual(wait);
        expect(waitOf({ ...pace, age: pace.age + 60_000 }, random)).toBeGreaterThanOrEqual(wait);
      }),
      { seed: 11 },
    );
  });

  it('grows with age and failures, and accepts a longer wait from the service', () => {
    expect(waitOf({ every: 5000, age: 0, failures: 0 }, 0)).toBe(5000);
    expect(waitOf({ every: 5000, age: 600_000, failures: 0 }, 0)).toBe(30_000);
    expect(waitOf({ every: 5000, age: 0, failures: 3 }, 0)).toBe(40_000);
    expect(waitOf({ every: 5000, age: 0, failures: 1, asked: 60_000 }, 0)).toBe(60_000);
    expect(waitOf({ every: 5000, age: 0, failures: 9, longest: 15_000 }, 0)).toBe(15_000);
  });

  it.each([
    [{ kind: 'throttled' }, true],
    [{ kind: 'server-error', status: 503 }, true],
    [{ kind: 'timeout', afterMs: 15_000 }, true],
    [{ kind: 'cut-off' }, true],
    [{ kind: 'unreachable', cause: 'dns', host: t`api.example.com`, detail: t`ENOTFOUND` }, true],
    [{ kind: 'refused', status: 404 }, false],
    [{ kind: 'abandoned' }, false],
    [{ kind: 'signed-out' }, false],
  ] satisfies [Failure, boolean][])('a read that failed with %j is tried again: %s', (failure, again) => {
    expect(isWorthAgain(failure)).toBe(again);
  });
});

describe('a watched status', () => {
  it('is read for its customer, with any customer selected, until the conversion has settled', async () => {
    const { clock, client, statusOf } = world();
    for (const id of IDS) {
      clock.advance(EVERY);
      const one = await client.next();
      expect(one.input).toEqual({ query: { conversion_id: id } });
      expect(one.customer).toEqual(id === 'c-3' ? beta : alpha);
      await one.answer({ id, status: 'SETTLED' }, clock.wall());
    }
    expect(IDS.map(statusOf)).toEqual(['SETTLED', 'SETTLED', 'SETTLED']);
    clock.advance(86_400_000);
    await settled();
    expect(client.asked).toHaveLength(3);
  });

  it('waits as long as a 429 response asks', async () => {
    const { clock, client } = world();
    clock.advance(EVERY);
    await (await client.next()).fail({ kind: 'throttled', retryAfterMs: 60_000 });
    for (const id of ['c-2', 'c-3']) {
      await settled();
      clock.advance(0);
      await (await client.next()).answer({ id, status: 'SETTLED' }, clock.wall());
    }
    await settled();
    clock.advance(59_999);
    await settled();
    expect(client.asked).toHaveLength(3);
    clock.advance(1);
    await settled();
    expect(client.asked).toHaveLength(4);
  });

  it('is not requested while the console is locked', async () => {
    const { store, clock, client } = world();
    store.setState({ lock: { form: undefined, reason: [] } });
    clock.advance(3_600_000);
    await settled();
    expect(client.asked).toEqual([]);
  });

  it('is not requested while signed out, nor after the watch has ended', async () => {
    const { store, clock, client, watching } = world();
    store.setState({ session: { phase: 'signed-out' } });
    clock.advance(3_600_000);
    await settled();
    expect(client.asked).toHaveLength(0);
    watching.touched();
    store.setState({ session: { phase: 'signed-in', token: token('new') } });
    watching.stop();
    clock.advance(3_600_000);
    await settled();
    expect(client.asked).toHaveLength(0);
  });

  it('is not requested after half an hour without a key, but again from the next key on', async () => {
    const { clock, client, watching, touch } = world();
    clock.advance(EVERY);
    const first = await client.next();
    clock.advance(30 * 60_000);
    await first.answer({ id: 'c-1', status: 'processing' }, clock.wall());
    await settled();
    clock.advance(3_600_000);
    await settled();
    expect(client.asked).toHaveLength(1);
    watching.touched();
    touch();
    clock.advance(3_600_000);
    await settled();
    expect(client.asked).toHaveLength(2);
  });

  it('causes one request at a time, none too early, and none after the conversion has settled', async () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('advance' as const), ms: fc.integer({ min: 1, max: 90_000 }) }),
        fc.record({ kind: fc.constant('answer' as const), settled: fc.boolean() }),
        fc.record({
          kind: fc.constant('fail' as const),
          failure: fc.constantFrom<Failure>(
            { kind: 'cut-off' },
            { kind: 'throttled', retryAfterMs: 30_000 },
            { kind: 'server-error', status: 500 },
            { kind: 'refused', status: 400 },
          ),
        }),
        fc.record({ kind: fc.constant('session' as const), on: fc.boolean() }),
        fc.record({ kind: fc.constantFrom('touch' as const, 'key' as const) }),
      ),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async all => {
        const { store, clock, client, watching, statusOf, touch } = world();
        let answered = 0;
        const endedAt = new Map<string, number>();
        const idOf = (n: number): string => JSON.stringify(client.asked[n]?.input).slice(27, -3);
        for (const step of all) {
          const before = client.asked.length;
          if (step.kind === 'advance') clock.advance(step.ms);
          if (step.kind === 'touch') touch();
          if (step.kind === 'key') watching.touched();
          if (step.kind === 'session')
            store.setState({
              session: step.on ? { phase: 'signed-in', token: token('x') } : { phase: 'signed-out' },
            });
          const waiting = client.asked[answered];
          if (waiting && (step.kind === 'answer' || step.kind === 'fail')) {
            const id = idOf(answered++);
            endedAt.set(id, clock.monotonic());
            if (step.kind === 'fail') await waiting.fail(step.failure);
            else await waiting.answer({ id, status: step.settled ? 'SETTLED' : 'processing' }, clock.wall());
          }
          for (let turns = 0; turns < 3; turns++) await new Promise(resolve => setImmediate(resolve));
          expect(client.asked.length - answered).toBeLessThanOrEqual(1);
          for (let n = before; n < client.asked.length; n++) {
            expect(statusOf(idOf(n))).not.toBe('SETTLED');
            const ended = endedAt.get(idOf(n));
            if (ended !== undefined) expect(clock.monotonic() - ended).toBeGreaterThanOrEqual(EVERY);
          }
        }
      }),
      { seed: 5, numRuns: 60 },
    );
  });
});

const lost = (id: number): Exchange => ({
  id,
  operation: 'account.balances',
  title: t`Balances`,
  method: 'GET',
  url: 'http://127.0.0.1:4000/',
  requestHeaders: {},
  attempt: id,
  startedAt: NOW,
  state: 'done',
  drift: [],
  failure: { kind: 'unreachable', cause: 'refused', host: t`host`, detail: t`detail` },
});

describe('a read that failed because of the network', () => {
  it('is repeated every few seconds, and immediately when any request succeeds, but not after a wrong certificate', async () => {
    const { store, clock, client, watching } = world();
    const query: DocumentQuery = { operation: 'user.get', input: {} };
    const reading = { store, clock, client: () => client };
    const documents = createDocuments(reading);
    const parts = { store, clock, lists: createLists(reading), documents, random: () => 0 };
    watching.stop();
    const own = createWatching({ ...parts, moving: () => [] });
    const unsubscribe = store.subscribe(state => own.follow([{ kind: 'document', query }], state));
    onTestFinished(() => {
      unsubscribe();
      own.stop();
    });
    void documents.load(query);
    const unreachable = { kind: 'unreachable', host: t`host`, detail: t`detail` } as const;
    await (await client.next()).fail({ ...unreachable, cause: 'refused' });
    store.setState({ exchanges: [lost(1), lost(2)] });
    clock.advance(10_000);
    await (await client.next()).fail({ ...unreachable, cause: 'refused' });
    await settled();
    clock.advance(1000);
    const { failure: _, ...fine } = lost(3);
    store.setState({ exchanges: [lost(1), lost(2), fine] });
    clock.advance(150);
    await (await client.next()).fail({ ...unreachable, cause: 'tls' });
    clock.advance(3_600_000);
    await settled();
    expect(client.asked).toHaveLength(3);
  });
});
