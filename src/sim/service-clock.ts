// The service's clock, with what depends on it: forms of a time, tokens that expire, and future events. All times are epoch ms.
import type { Clock } from '../lib/clock.ts';
import { dice } from './random.ts';

export type ServiceClock = ReturnType<typeof serviceClock>;

/** Begins at `start`, or else at the real time, and runs on. */
export function serviceClock(time: Clock, start?: number) {
  const began = time.monotonic();
  let base = start ?? time.wall();
  const elapsed = (): number => time.monotonic() - began;
  return {
    now: () => Math.floor(base + elapsed()),
    set: (epochMs: number): void => {
      base = epochMs - elapsed();
    },
    advance: (ms: number): void => {
      base += ms;
    },
  };
}

/** Family B's form of a time, 2025-04-09T10:12:37+0000 (INTERFACE.md, Resources and their fields). */
export const offsetTimestamp = (epochMs: number): string =>
  `${new Date(epochMs).toISOString().slice(0, 19)}+0000`;

/** Family B's form with milliseconds, as in card records. */
export const preciseTimestamp = (epochMs: number): string =>
  `${new Date(epochMs).toISOString().slice(0, 23)}+0000`;

export type IssuedTokens = ReturnType<typeof createTokens>;

/** Bearer tokens, valid for thirty minutes (INTERFACE.md, Authentication). */
export function createTokens(clock: ServiceClock, seed: number) {
  const luck = dice(seed, 'tokens');
  const live = new Map<string, number>();
  let life = 30 * 60_000;
  return {
    issue: () => {
      const now = clock.now();
      for (const [old, until] of live) if (until <= now) live.delete(old);
      const token = `token_${luck.hex(48)}`;
      live.set(token, now + life);
      return { token, expiresAt: now + life };
    },
    accepts: (token: string): boolean => (live.get(token) ?? Number.NEGATIVE_INFINITY) > clock.now(),
    revokeAll: () => live.clear(),
    setLife: (ms: number): void => {
      life = ms;
    },
  };
}

export type Agenda = ReturnType<typeof agenda>;

/** Events that happen without a request, at the next use of the world after their time. */
export function agenda() {
  let entries: { at: number; run: (at: number) => void }[] = [];
  return {
    /** `run` receives the due time, even if it runs later. */
    add: (at: number, run: (at: number) => void): void => {
      entries = [...entries, { at, run }].sort((a, b) => a.at - b.at);
    },
    /** Oldest first, with the due events that other events add. */
    advance: (now: number): void => {
      for (let [next] = entries; next !== undefined && next.at <= now; [next] = entries) {
        entries = entries.slice(1);
        next.run(next.at);
      }
    },
  };
}
