// The lock has its own timer. It does not depend on frames.

import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { createLock, type LockEffects } from '../../src/effects/idle-lock.ts';
import { t } from '../../src/lib/visible.ts';
import { LOCK_AFTER } from '../../src/store/lock-state.ts';
import type { Store } from '../../src/store/store.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';
import { NOW, signedInStore } from '../store/signed-in.ts';

let store: Store;
let clock: ManualClock;
let lock: LockEffects;
/** In ms. Meanwhile the monotonic clock and the timers stood still. */
let asleep: number;
let stop: () => void;
let masked: number;
let steps: string[];

beforeEach(setUp);

function setUp(): void {
  masked = 0;
  asleep = 0;
  steps = [];
  store = signedInStore();
  clock = manualClock(NOW);
  lock = createLock({
    store,
    clock: { ...clock, wall: () => clock.wall() + asleep },
    session: { lock: () => ({ sharedKey: false }), resume: async () => undefined, forget: () => {} },
    dialog: { close: () => {} },
    reveals: {
      mask() {
        // Card details must be masked before the lock is drawn.
        expect(isLocked()).toBe(false);
        masked++;
        return true;
      },
    },
    exports: { stop: () => false },
    note: ({ kind }) => void steps.push(kind),
    redraw: () => void steps.push('drawn'),
    unlockKey: undefined,
    pin: undefined,
  });
  stop = lock.watch();
}
const isLocked = (): boolean => store.getState().lock !== undefined;

it('Purser locks at the right moment, even without a change of the state', () => {
  clock.advance(LOCK_AFTER - 1);
  expect(isLocked()).toBe(false);
  clock.advance(1);
  expect(isLocked()).toBe(true);
});

it('a key restarts the wait, and so does unlocking', async () => {
  clock.advance(LOCK_AFTER - 10);
  lock.touched(clock.monotonic());
  clock.advance(LOCK_AFTER - 1);
  expect(isLocked()).toBe(false);
  clock.advance(1);
  expect(isLocked()).toBe(true);
  clock.advance(60_000);
  await lock.unlock();
  expect(isLocked()).toBe(false);
  clock.advance(LOCK_AFTER - 1);
  expect(isLocked()).toBe(false);
  clock.advance(1);
  expect(isLocked()).toBe(true);
});

it('Purser locks after 15 minutes, as the documentation states [G11a]', () => {
  clock.advance(15 * 60_000 - 1);
  expect(isLocked()).toBe(false);
  clock.advance(1);
  expect(isLocked()).toBe(true);
});

it('after a sleep, Purser locks within five seconds, even without a change of the state', () => {
  clock.advance(LOCK_AFTER / 3);
  asleep = LOCK_AFTER;
  clock.advance(5000);
  expect(isLocked()).toBe(true);
});

it('a clock that was set back does not hide a sleep', () => {
  asleep = -LOCK_AFTER;
  clock.advance(5000);
  asleep = 0;
  clock.advance(5000);
  expect(isLocked()).toBe(true);
});

it('a key ends the time that a sleep has taken', () => {
  asleep = LOCK_AFTER / 2;
  clock.advance(5000);
  lock.touched(clock.monotonic());
  clock.advance(LOCK_AFTER - 1);
  expect(isLocked()).toBe(false);
  clock.advance(1);
  expect(isLocked()).toBe(true);
});

it('a sleep under the lock does not count after it', async () => {
  lock.lock();
  asleep = LOCK_AFTER;
  await lock.unlock();
  clock.advance(5000);
  expect(isLocked()).toBe(false);
});

it('a key that arrived before the lock does not reach the lock, such as an Esc just before a sleep', () => {
  const arrivedAt = clock.monotonic();
  asleep = LOCK_AFTER;
  clock.advance(5000);
  expect(isLocked()).toBe(true);
  expect(lock.touched(arrivedAt)).toBe(true);
  expect(lock.touched(clock.monotonic())).toBe(false);
});

it('Purser masks card details before it locks, idle or on request [G8a]', async () => {
  clock.advance(LOCK_AFTER);
  expect(masked).toBe(1);
  await lock.unlock();
  lock.lock();
  expect(isLocked()).toBe(true);
  expect(masked).toBe(2);
});

it('Purser hides the screen before it records anything, because another console may hold the audit log', () => {
  store.setState({ grant: { reason: t`TICKET-7`, baseUrl: 'http://127.0.0.1', until: Infinity } });
  store.subscribe(({ grant }, before) => {
    if (before.grant && !grant) steps.push('write access ended');
  });
  lock.lock();
  expect(steps).toEqual(['drawn', 'write access ended', 'locked']);
});

it('Purser locks once the time since the last key is over, whatever sleeps and changes of the clock come together', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: LOCK_AFTER / 2 }) }),
    fc.record({ kind: fc.constant('sleep' as const), ms: fc.integer({ min: 20_000, max: LOCK_AFTER }) }),
    fc.record({
      kind: fc.constant('set back' as const),
      ms: fc.integer({ min: 20_000, max: 4 * LOCK_AFTER }),
    }),
    fc.record({ kind: fc.constant('key' as const), ms: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), steps => {
      setUp();
      // Waiting and sleeping since the last key. To set the clock forward is a sleep for any program.
      let idle = 0;
      for (const { kind, ms } of steps) {
        if (kind === 'key') {
          if (lock.touched(clock.monotonic()) || isLocked()) break;
          idle = 0;
          continue;
        }
        if (kind === 'wait') clock.advance(ms);
        else asleep += kind === 'sleep' ? ms : -ms;
        // The lock looks each five seconds.
        if (kind !== 'wait') clock.advance(5000);
        idle += kind === 'set back' ? 5000 : kind === 'sleep' ? ms + 5000 : ms;
        if (idle >= LOCK_AFTER) expect(isLocked(), JSON.stringify(steps)).toBe(true);
        else expect(isLocked(), JSON.stringify(steps)).toBe(false);
        if (isLocked()) break;
      }
      stop();
    }),
    { seed: 26, numRuns: 400 },
  );
});

it('the lock does nothing after its watch has ended', () => {
  stop();
  clock.advance(LOCK_AFTER * 2);
  expect(isLocked()).toBe(false);
});
