// The service's own time: starts where it is told to, runs on, and can be set or advanced from outside.
import type { Clock } from '../lib/clock.ts';

export interface ServiceClock {
  /** Epoch milliseconds as this service sees them. */
  now(): number;
  set(epochMs: number): void;
  advance(ms: number): void;
}

/** `start` in epoch milliseconds; without it the clock follows the real one. */
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

/** Family B's form, 2025-04-09T10:12:37+0000 (INTERFACE.md, Resources and their fields). */
export function offsetTimestamp(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}+0000`;
}

/** The same with milliseconds, as card records have them. */
export function preciseTimestamp(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 23)}+0000`;
}
