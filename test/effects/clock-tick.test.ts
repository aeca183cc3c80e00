import { expect, it } from 'vitest';
import { keepTime } from '../../src/effects/clock-tick.ts';
import { t } from '../../src/lib/visible.ts';
import { manualClock } from '../harness/clock.ts';
import { alpha, reach, signedInStore } from '../store/signed-in.ts';

/** A clock whose wall clock can be set independently of the elapsed time. */
function twoClocks() {
  const steady = manualClock(0);
  let ahead = 0;
  return {
    ...steady,
    wall: () => steady.wall() + ahead,
    set: (ms: number) => {
      ahead += ms;
    },
  };
}
const grant = { reason: t`TICKET-7`, until: 900_000, baseUrl: reach.baseUrl };

it.each([
  ['undisturbed time', 0, true],
  ['a clock that was set back', -3_600_000, true],
  ['a second more or less', 4000, true],
  ['a night in a closed laptop', 8 * 3_600_000, false],
])('write access after %s is kept: %o', (_, jump, kept) => {
  const clock = twoClocks();
  const store = signedInStore(alpha);
  store.setState({ grant });
  const stop = keepTime(store, clock, 1000);
  clock.advance(1500);
  clock.set(jump);
  clock.advance(2500);
  stop();
  expect(store.getState().grant !== undefined).toBe(kept);
  expect(store.getState().now).toBe(clock.wall());
});
