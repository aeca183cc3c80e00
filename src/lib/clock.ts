/** The clock. Code that waits or measures time gets it as an argument. */

import type { Visible } from './visible.ts';

export interface Clock {
  /** Epoch ms. It may jump. */
  wall(): number;
  /** Ms that never decrease. */
  monotonic(): number;
  /** In ms. The returned function cancels the call. */
  after(ms: number, run: () => void): () => void;
}

export function systemClock(): Clock {
  return {
    wall: () => Date.now(),
    monotonic: () => performance.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}

/** Calls `run` after each wait (in ms), until the returned function is called. */
export function repeat(clock: Clock, wait: () => number, run: () => void): () => void {
  let cancel = (): void => {};
  const next = (): void => {
    cancel = clock.after(wait(), () => {
      run();
      next();
    });
  };
  next();
  return () => cancel();
}

/** Such as a quote's expiry. */
export interface Deadline {
  /** Monotonic ms. */
  readonly at: number;
  /** The deadline counts as passed this many ms before `at`. */
  readonly margin: number;
  /** Before the countdown: "Quote expires in". */
  readonly label: Visible;
  /** A sentence. */
  readonly over: Visible;
}
