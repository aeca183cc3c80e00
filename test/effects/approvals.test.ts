/** How often the record is read for what waits. */
import { expect, it } from 'vitest';
import { createApprovals } from '../../src/effects/approvals.ts';
import type { JournalEffects } from '../../src/effects/journal.ts';
import type { Waiting } from '../../src/journal/approvals.ts';
import type { Store } from '../../src/store/store.ts';
import { manualClock } from '../harness/clock.ts';
import { large } from '../journal/approval-parts.ts';

const settled = () => new Promise(resolve => setImmediate(resolve));

it('what has expired is read once, and then not before the record says that it has ended', async () => {
  const clock = manualClock(0);
  const expiresAt = 10_000;
  let reads = 0;
  const waiting = async () => {
    reads++;
    const lasts = expiresAt - clock.wall();
    const row = { number: 1, intent: large(1), state: 'WAITING', doubted: false, transitions: [] };
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
  } as unknown as JournalEffects;
  await createApprovals({ store, clock, journal }).refresh();
  for (let second = 0; second < 200; second++) {
    clock.advance(100);
    await settled();
  }
  expect(reads).toBe(2);
});
