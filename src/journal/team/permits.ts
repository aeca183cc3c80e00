// The journal server's permission to send the request of an entry. It is valid for a short time after the console asked.
import type { Clock } from '../../lib/clock.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { AWAY } from './connection.ts';

interface Moment {
  readonly monotonic: number;
  readonly wall: number;
}

export interface Permits {
  now(): Moment;
  /** Records a permission. `asked` is the time at which the console asked for the permission. */
  give(requestId: string, asked: Moment): void;
  end(requestId: string): void;
  /** Why there is no valid permission; undefined if there is one. */
  stale(requestId: string): Visible | undefined;
}

/** How long a permission is valid, in ms. */
const VALID_MS = 5000;

const STALE = t`The server's permission is more than ${VALID_MS / 1000} seconds old.`;

export function createPermits(clock: Clock): Permits {
  const permits = new Map<string, Moment>();
  return {
    now: () => ({ monotonic: clock.monotonic(), wall: clock.wall() }),
    give(requestId, asked) {
      permits.set(requestId, asked);
    },
    end(requestId) {
      permits.delete(requestId);
    },
    stale(requestId) {
      const at = permits.get(requestId);
      if (at === undefined) return AWAY;
      // The monotonic clock may stop while the machine sleeps, and a person may change the wall clock.
      const spent = Math.max(clock.monotonic() - at.monotonic, Math.abs(clock.wall() - at.wall));
      return spent < VALID_MS ? undefined : STALE;
    },
  };
}
