/** The clock. Code that waits or measures time gets it as an argument. */

export interface Clock {
  /** The wall clock, in epoch milliseconds. It may jump. */
  wall(): number;
  /** Milliseconds that never decrease, for deadlines, lifetimes and countdowns. */
  monotonic(): number;
  /** Calls `run` once after `ms` milliseconds. The returned function cancels the call. */
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
