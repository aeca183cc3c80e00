/** Whether and when the client may repeat a call. */

import type { Clock } from '../../lib/clock.ts';
import type { Declaration } from '../contract/operation.ts';
import type { Failure } from './failure.ts';

/** The repeat after a token renewal does not count. */
const TRIES = 3;

/** FAULTS B10. */
const LONGEST_WAIT_MS = 60_000;

/** A sensitive call is repeated only if nothing was sent. */
const REPEATABLE: Readonly<Record<Declaration['class'], ReadonlySet<Failure['kind']>>> = {
  read: new Set(['unreachable', 'cut-off', 'server-error', 'throttled']),
  sensitive: new Set(['unreachable']),
  quote: new Set(),
  write: new Set(),
  money: new Set(),
};

/** In ms; `undefined` means no further try. `tried` counts from 1, `random` is in [0, 1). */
export function waitBeforeRetry(
  operationClass: Declaration['class'],
  failure: Failure,
  tried: number,
  random: () => number,
): number | undefined {
  if (tried >= TRIES || !REPEATABLE[operationClass].has(failure.kind)) return undefined;
  // A bad certificate stays bad on the next try.
  if (failure.kind === 'unreachable' && failure.cause === 'tls') return undefined;
  if (failure.kind === 'throttled' && failure.retryAfterMs !== undefined) return failure.retryAfterMs;
  const most = (failure.kind === 'throttled' ? 1_000 : 300) * 2 ** (tried - 1);
  return Math.round(most * (0.5 + random() / 2));
}

/** A larger number is no time to wait, but a moment in 2001 or later: some services send an epoch, in s or ms. */
const EPOCH_S = 1_000_000_000;

/** A Retry-After header, in seconds or as a date, in ms. Undefined if unreadable or past (FAULTS B9, B10). */
export function readRetryAfter(value: string | undefined, serverNowMs: number): number | undefined {
  if (value === undefined) return undefined;
  const isNumber = /^\d+$/.test(value);
  if (isNumber && Number(value) < EPOCH_S) return Math.min(Number(value) * 1_000, LONGEST_WAIT_MS);
  const at = isNumber ? Number(value) * (Number(value) < EPOCH_S * 1_000 ? 1_000 : 1) : readHttpDate(value);
  if (at === undefined || at < serverNowMs) return undefined;
  return Math.min(at - serverNowMs, LONGEST_WAIT_MS);
}

/** Only "Sun, 06 Nov 1994 08:49:37 GMT", in epoch ms. */
export function readHttpDate(value: string | undefined): number | undefined {
  if (
    value === undefined ||
    !/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(value)
  ) {
    return undefined;
  }
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : at;
}

/** Resolves to `false` if `signal` ended the wait. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve(false);
    const abandon = () => {
      cancel();
      resolve(false);
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', abandon);
      resolve(true);
    });
    signal.addEventListener('abort', abandon, { once: true });
  });
}
