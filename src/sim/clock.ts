// The service's clock. It starts at a given time, runs on, and can be set or advanced.
import type { Clock } from '../lib/clock.ts';

export interface ServiceClock {
  /** Epoch milliseconds on the service's clock. */
  now(): number;
  set(epochMs: number): void;
  advance(ms: number): void;
}

/** `start` is in epoch milliseconds. Without `start` the clock begins at the real time. */
export function serviceClock(time: Clock, start?: number): ServiceClock {
  const began = time.monotonic();
  let base = start ?? time.wall();
  const elapsed = (): number => time.monotonic() - began;
  return {
    now: () => Math.floor(base + elapsed()),
    set: epochMs => {
      base = epochMs - elapsed();
    },
    advance: ms => {
      base += ms;
    },
  };
}

/** Family B's form of a time, 2025-04-09T10:12:37+0000 (INTERFACE.md, Resources and their fields). */
export function offsetTimestamp(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}+0000`;
}

/** Family B's form with milliseconds, as in card records. */
export function preciseTimestamp(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 23)}+0000`;
}
