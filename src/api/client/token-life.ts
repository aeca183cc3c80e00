/** How long a token may be used, even if a clock is wrong. */

import type { Clock } from '../../lib/clock.ts';
import { Secret } from '../../lib/redact.ts';
import type { Timestamp } from '../contract/fields.ts';
import { Odd } from '../contract/odd.ts';
import type { Result } from '../contract/operations.ts';
import type { AccessToken } from './call-context.ts';

/** INTERFACE.md, Limits: about 30 minutes. */
const LONGEST_MS = 30 * 60_000;

/** A token with less time left is renewed before its use. */
export const RENEWAL_MARGIN_MS = 60_000;

/** An absent `expiresAt` counts as 29 minutes, and so does a past one by the local clock alone (FAULTS D7). */
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

/** Counts from when the login was sent, so that a slow answer lengthens no life. `serverNowMs` is at `receivedAt`. */
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

/** The clock that says less counts: laptops sleep, and clocks are changed. */
export const remainingMs = (token: AccessToken, clock: Clock): number =>
  Math.min(token.expiresAtMonotonic - clock.monotonic(), token.expiresAtWall - clock.wall());
