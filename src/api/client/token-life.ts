/** token-life.ts: how long a token may be used, even if a clock is wrong. */

import type { Clock } from '../../lib/clock.ts';
import { Secret } from '../../lib/redact.ts';
import type { Timestamp } from '../contract/fields.ts';
import { Odd } from '../contract/odd.ts';
import type { Result } from '../contract/operations.ts';
import type { AccessToken } from './service.ts';

/** INTERFACE.md, Limits: a token is valid for about 30 minutes. Purser never assumes more. */
const LONGEST_MS = 30 * 60_000;

/** A token with less time left is renewed before use. */
export const RENEWAL_MARGIN_MS = 60_000;

/**
 * A token's life in ms (FAULTS D7): the time left by the service's own clock, at most 30 minutes. It is 30 minutes
 * less the margin if the end is unreadable, or is past by a clock that is not the service's.
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
 * The token in a login's answer; `undefined` if there is none. Its life counts from `startedAtMonotonic`, when the
 * login was sent, so that travel time never adds life. `serverNowMs` is the service's own time at `receivedAt`.
 */
export function readToken(
  answer: Result<'login'>,
  startedAtMonotonic: number,
  receivedAt: number,
  serverNowMs: number | undefined,
): AccessToken | undefined {
  if (!(answer.token instanceof Secret)) return undefined;
  const lifeMs = tokenLifeMs(answer.expires_at, serverNowMs, receivedAt);
  return {
    secret: answer.token,
    expiresAtMonotonic: startedAtMonotonic + lifeMs,
    expiresAtWall: receivedAt + lifeMs,
  };
}

/** The time left of a token, in ms, by the clock that says less: a laptop may sleep, and a clock may be changed. */
export function remainingMs(token: AccessToken, clock: Clock): number {
  return Math.min(token.expiresAtMonotonic - clock.monotonic(), token.expiresAtWall - clock.wall());
}
