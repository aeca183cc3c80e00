// Keeps the store's time: ages and countdowns are reckoned from it, so a frame has one moment.

import type { Clock } from '../lib/clock.ts';
import type { Store } from '../store/store.ts';

const SECOND = 1000;

/** Tells the store at each full second of the wall clock, until the returned function is called. */
export function keepTime(store: Store, clock: Clock): () => void {
  let cancel = (): void => {};
  const wait = (): void => {
    cancel = clock.after(SECOND - (clock.wall() % SECOND), () => {
      store.setState({ now: clock.wall(), tick: clock.monotonic() });
      wait();
    });
  };
  wait();
  return () => cancel();
}
