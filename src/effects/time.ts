// Keeps the store's time: ages and countdowns are reckoned from it, so a frame has one moment.

import type { Clock } from '../lib/clock.ts';
import type { Store } from '../store/store.ts';

/** Tells the store at each full `period` (ms) of the wall clock, until the returned function is called. */
export function keepTime(store: Store, clock: Clock, period: number): () => void {
  let cancel = (): void => {};
  const wait = (): void => {
    cancel = clock.after(period - (clock.wall() % period), () => {
      store.setState({ now: clock.wall(), tick: clock.monotonic() });
      wait();
    });
  };
  wait();
  return () => cancel();
}
