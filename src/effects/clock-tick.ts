// Updates the store's time. Ages and countdowns use this time, so that they all show the same moment.

import type { Clock } from '../lib/clock.ts';
import { SLEPT } from '../sending/send-window.ts';
import type { Store } from '../store/store.ts';
import { afterSleep } from '../store/writing.ts';

/** Updates the time at each full `period` (ms) of the wall clock, until the returned function is called. */
export function keepTime(store: Store, clock: Clock, period: number): () => void {
  let cancel = (): void => {};
  let lead = clock.wall() - clock.monotonic();
  const wait = (): void => {
    cancel = clock.after(period - (clock.wall() % period), () => {
      const now = { now: clock.wall(), tick: clock.monotonic() };
      const slept = now.now - now.tick - lead > SLEPT;
      lead = now.now - now.tick;
      store.setState(state => ({ ...(slept ? afterSleep(state) : state), ...now }));
      wait();
    });
  };
  wait();
  return () => cancel();
}
