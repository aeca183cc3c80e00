// Clocks for tests: one moves only when a test moves it, the other is real time that can leap.
import { type Clock, systemClock } from '../../src/lib/clock.ts';

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

export interface LeapingClock extends Clock {
  /** Advances both clocks at once. The timers that are now due run in order, and the others run so much earlier. */
  leap(ms: number): void;
  /** From now on, time passes only with `leap`, however slow the machine is. */
  stop(): void;
}

/** Real time, which can also leap: a test does not wait for a time that has to pass. */
export function leapingClock(): LeapingClock {
  const real = systemClock();
  let leapt = 0;
  let stopped: { readonly wall: number; readonly monotonic: number } | undefined;
  const timers = new Map<Timer, () => void>();
  const monotonic = (): number => (stopped?.monotonic ?? real.monotonic()) + leapt;
  function start(timer: Timer): void {
    if (stopped) return void timers.set(timer, () => {});
    const fire = (): void => {
      timers.delete(timer);
      timer.run();
    };
    timers.set(timer, real.after(Math.max(0, timer.due - monotonic()), fire));
  }
  return {
    wall: () => (stopped?.wall ?? real.wall()) + leapt,
    monotonic,
    stop() {
      stopped = { wall: real.wall(), monotonic: real.monotonic() };
      for (const [timer, cancel] of timers) {
        cancel();
        start(timer);
      }
    },
    after(ms, run) {
      const timer = { due: monotonic() + ms, run };
      start(timer);
      return () => {
        timers.get(timer)?.();
        timers.delete(timer);
      };
    },
    leap(ms) {
      leapt += ms;
      for (const timer of [...timers.keys()].sort((a, b) => a.due - b.due)) {
        const cancel = timers.get(timer);
        if (!cancel) continue;
        cancel();
        timers.delete(timer);
        if (timer.due <= monotonic()) timer.run();
        else start(timer);
      }
    },
  };
}

export interface ManualClock extends Clock {
  /** Advances both clocks and runs the timers that are due, in order and on time, including timers added meanwhile. */
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
