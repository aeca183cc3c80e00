// The server's leave to send an entry's first byte: it is good for 5 seconds from when the server was asked.
import type { Clock } from '../../lib/clock.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { AWAY } from './connection.ts';

interface Moment {
  readonly monotonic: number;
  readonly wall: number;
}

export interface Leaves {
  now(): Moment;
  /** The server was asked at this moment, and gave leave. */
  give(requestId: string, asked: Moment): void;
  end(requestId: string): void;
  /** Why there is no leave any more. */
  stale(requestId: string): Visible | undefined;
}

/** How old, in ms, the server's record of SENT may be when the first byte leaves. */
const FRESH = 5000;

const STALE = t`More than 5 seconds passed since the team journal was asked, so it was not sent.`;

export function createLeaves(clock: Clock): Leaves {
  const given = new Map<string, Moment>();
  return {
    now: () => ({ monotonic: clock.monotonic(), wall: clock.wall() }),
    give(requestId, asked) {
      given.set(requestId, asked);
    },
    end(requestId) {
      given.delete(requestId);
    },
    stale(requestId) {
      const at = given.get(requestId);
      if (at === undefined) return AWAY;
      // The monotonic clock may stand still while the machine sleeps; the other one may be put forward or back.
      const spent = Math.max(clock.monotonic() - at.monotonic, Math.abs(clock.wall() - at.wall));
      return spent < FRESH ? undefined : STALE;
    },
  };
}
