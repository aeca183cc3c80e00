/** The clock that is passed to everything that waits or counts. */

export interface Clock {
  /** The wall clock, in epoch milliseconds. It may jump. */
  wall(): number;
  /** Milliseconds that only grow, for deadlines, lifetimes and countdowns. */
  monotonic(): number;
  /** Runs `run` once after `ms`; the result cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** The machine's own clock. */
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
