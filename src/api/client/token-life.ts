/** token-life.ts: how long a token may be used, even if a clock is wrong. */

import type { Clock } from '../../lib/clock.ts';
import { Secret } from '../../lib/redact.ts';
import type { Timestamp } from '../contract/fields.ts';
import { Odd } from '../contract/odd.ts';
import type { Result } from '../contract/operations.ts';
import type { AccessToken } from './service.ts';

/** INTERFACE.md, Limits: a token is valid for about 30 minutes. Purser never assumes more. */
const LONGEST_MS = 30 * 60_000;

/** In ms. Purser renews a token with less remaining time before it uses the token. */
export const RENEWAL_MARGIN_MS = 60_000;

/**
 * How long a token is valid, in ms (FAULTS D7): until `expiresAt` by the service's clock, and at most 30 minutes. An
 * absent or unreadable `expiresAt` counts as 29 minutes. While only the local clock is known, a past `expiresAt` counts
 * as 29 minutes too.
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
 * login was sent, so that a slow answer does not lengthen it. `serverNowMs` is the service's time at `receivedAt`.
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

/** A token's remaining time, in ms. The clock that says less counts: laptops sleep, and clocks are changed. */
export function remainingMs(token: AccessToken, clock: Clock): number {
  return Math.min(token.expiresAtMonotonic - clock.monotonic(), token.expiresAtWall - clock.wall());
}
