/** A clock that moves only when a test moves it. */
import type { Clock } from '../../src/lib/clock.ts';

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

export interface ManualClock extends Clock {
  /** Moves both clocks and runs what is due, in order and on time, including what that schedules. */
  advance(ms: number): void;
}

/** A clock at `startEpochMs`. Its monotonic time starts at 0. */
export function manualClock(startEpochMs: number): ManualClock {
  let now = 0;
  const timers = new Set<Timer>();

  function nextDue(until: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of timers) if (timer.due <= until && (!next || timer.due < next.due)) next = timer;
    return next;
  }

  return {
    wall: () => startEpochMs + now,
    monotonic: () => now,
    after(ms, run) {
      const timer = { due: now + Math.max(0, ms), run };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    advance(ms) {
      const end = now + ms;
      for (let timer = nextDue(end); timer; timer = nextDue(end)) {
        timers.delete(timer);
        now = timer.due;
        timer.run();
      }
      now = end;
    },
  };
}
