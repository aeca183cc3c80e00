/** Time as it is handed to everything that waits or counts. */

export interface Clock {
  /** The wall clock, epoch milliseconds; it may jump. */
  wall(): number;
  /** Milliseconds that only ever grow; for deadlines, lifetimes and countdowns. */
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
