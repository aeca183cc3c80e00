/** token-life.ts: how long a token may be used, whatever the clocks say. */

import type { Clock } from '../../lib/clock.ts';
import { Secret } from '../../lib/redact.ts';
import type { Timestamp } from '../contract/fields.ts';
import { Odd } from '../contract/odd.ts';
import type { Result } from '../contract/operations.ts';
import type { Token } from './service.ts';

/** INTERFACE.md, Limits: token validity is about 30 minutes; more is never believed. */
const LONGEST_MS = 30 * 60_000;

/** A token with less left is renewed before it is used. */
export const RENEWAL_MARGIN_MS = 60_000;

/**
 * A token's life in ms (FAULTS D7): what is left of it by the server's own clock, at most 30 minutes. Without a readable
 * end, or with one that lies in the past by a clock that isn't the server's, it is 30 minutes less the margin.
 */
function tokenLifeMs(
  expiresAt: Timestamp | Odd | undefined,
  serverNowMs: number | undefined,
  localNowMs: number,
): number {
  const unknown = LONGEST_MS - RENEWAL_MARGIN_MS;
  if (expiresAt === undefined || expiresAt instanceof Odd) return unknown;
  const left = expiresAt.epochMs - (serverNowMs ?? localNowMs);
  if (left <= 0) return serverNowMs === undefined ? unknown : 0;
  return Math.min(left, LONGEST_MS);
}

/**
 * The token of a login's answer, `undefined` where there is none. Its life counts from `startedAtMonotonic`, when the
 * login was sent: the time on the way is then never taken for life. `serverNowMs`: the server's own time at `receivedAt`.
 */
export function readToken(
  answer: Result<'login'>,
  startedAtMonotonic: number,
  receivedAt: number,
  serverNowMs: number | undefined,
): Token | undefined {
  if (!(answer.token instanceof Secret)) return undefined;
  const lifeMs = tokenLifeMs(answer.expires_at, serverNowMs, receivedAt);
  return {
    secret: answer.token,
    expiresAtMonotonic: startedAtMonotonic + lifeMs,
    expiresAtWall: receivedAt + lifeMs,
  };
}

/** What is left of a token, in ms, by whichever clock says less: a laptop that slept, or a clock that was turned. */
export function remainingMs(token: Token, clock: Clock): number {
  return Math.min(token.expiresAtMonotonic - clock.monotonic(), token.expiresAtWall - clock.wall());
}
