/** How often Purser reads the waiting requests. */
import { expect, it } from 'vitest';
import type { Waiting } from '../../src/journal/approvals.ts';
import { createApprovals } from '../../src/money/approval-effects.ts';
import type { JournalEffects } from '../../src/money/journal-effects.ts';
import type { Store } from '../../src/store/store.ts';
import { manualClock } from '../harness/clock.ts';
import { large } from '../journal/approval-parts.ts';

const settled = () => new Promise(resolve => setImmediate(resolve));

it('Purser reads the approvals again even after a listener has failed', async () => {
  const clock = manualClock(0);
  let reads = 0;
  const parts = (row: number) => ({ row: { number: 1, intent: large(row) }, part: 'wait', lasts: 1e9 });
  const waiting = async () => ({ ok: true, value: [parts(++reads)] as unknown as readonly Waiting[] });
  let state: object = { journal: { kind: 'closed' } };
  const store = {
    getState: () => state,
    setState: (change: object) => {
      state = { ...state, ...change };
    },
    subscribe: () => () => {},
  } as unknown as Store;
  const journal = {
    open: async () => ({ journal: { approvals: { waiting }, get: async () => ({ ok: false }) } }),
    tell: () => {},
  } as unknown as JournalEffects;
  const approvals = createApprovals({ store, clock, journal });
  let fails = true;
  approvals.watch(() => {
    if (fails) throw new Error('a listener');
  });
  await approvals.refresh();
  await expect(approvals.refresh()).rejects.toThrow('a listener');
  fails = false;
  await approvals.refresh();
  expect(reads).toBe(3);
});

it('the journal ends a request after its expiry, and Purser reads the request once more', async () => {
  const clock = manualClock(0);
  const expiresAt = 10_000;
  let reads = 0;
  const ended: number[] = [];
  const waiting = async () => {
    reads++;
    const lasts = expiresAt - clock.wall();
    const row = { number: 1, intent: large(1), state: 'WAITING', wasUnknown: false, transitions: [] };
    return { ok: true, value: [{ row, part: 'wait', lasts, expiresAt }] as unknown as readonly Waiting[] };
  };
  let state = {};
  const store = {
    getState: () => state,
    setState: (change: object) => {
      state = { ...state, ...change };
    },
  } as unknown as Store;
  const journal = {
    open: async () => ({ journal: { approvals: { waiting } } }),
    tell: () => {},
    refresh: async () => void ended.push(reads),
  } as unknown as JournalEffects;
  await createApprovals({ store, clock, journal }).refresh();
  for (let second = 0; second < 200; second++) {
    clock.advance(100);
    await settled();
  }
  expect(reads).toBe(2);
  expect(ended).toEqual([1]);
});
