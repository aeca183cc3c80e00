/** The session's token: one login for all waiting calls, renewal before expiry, a limit on logins. */

import type { Clock } from '../../lib/clock.ts';
import type { AccessToken, TokenPort } from './call-context.ts';
import { type Failure, failed, type Outcome } from './failure.ts';
import { RENEWAL_MARGIN_MS, remainingMs } from './token-life.ts';

/** More logins might make the service lock the API key (FAULTS B3, B4). */
const LOGINS = 2;
const LOGINS_WITHIN_MS = 60_000;

type TokenGrant = { readonly ok: true; readonly value: AccessToken } | ReturnType<typeof failed>;

export type AccessTokens = ReturnType<typeof createTokens>;

interface LoginUnderWay {
  readonly outcome: Promise<Outcome<AccessToken>>;
  readonly stop: AbortController;
  waiting: number;
}

export function createTokens(parts: {
  readonly port: TokenPort;
  readonly clock: Clock;
  readonly login: (signal: AbortSignal) => Promise<Outcome<AccessToken>>;
}) {
  const { port, clock, login } = parts;
  let underWay: LoginUnderWay | undefined;
  let reached: readonly number[] = [];

  /** Until the next login is allowed; 0 is now. */
  function lockedMs(): number {
    reached = reached.filter(at => clock.monotonic() - at < LOGINS_WITHIN_MS);
    const oldest = reached[reached.length - LOGINS];
    return oldest === undefined ? 0 : oldest + LOGINS_WITHIN_MS - clock.monotonic();
  }

  async function logIn(signal: AbortSignal): Promise<Outcome<AccessToken>> {
    const startedAt = clock.monotonic();
    const outcome = await login(signal);
    if (outcome.ok && !signal.aborted) port.save(outcome.value);
    if (outcome.ok || outcome.failure.kind !== 'unreachable') reached = [...reached, startedAt];
    return outcome;
  }

  function startLogin(): LoginUnderWay {
    const stop = new AbortController();
    const started: LoginUnderWay = { stop, waiting: 0, outcome: logIn(stop.signal) };
    const clear = () => {
      if (underWay === started) underWay = undefined;
    };
    started.outcome.then(clear, clear);
    return started;
  }

  /** Joins a login that is under way. */
  async function signIn(signal: AbortSignal): Promise<Outcome<AccessToken>> {
    if (signal.aborted) return failed({ kind: 'abandoned' });
    const waitMs = lockedMs();
    if (underWay === undefined && waitMs > 0) return failed({ kind: 'signed-out', waitMs });
    underWay ??= startLogin();
    const joined = underWay;
    joined.waiting += 1;
    try {
      return await unlessAborted(joined.outcome, signal);
    } finally {
      joined.waiting -= 1;
      // A login that all callers abandoned must not sign in later.
      if (joined.waiting === 0 && signal.aborted) {
        joined.stop.abort();
        if (underWay === joined) underWay = undefined;
      }
    }
  }

  return {
    signIn,
    /** Renewed before its end. */
    async usable(signal: AbortSignal): Promise<TokenGrant> {
      const token = port.current();
      if (token === undefined) return signIn(signal);
      if (remainingMs(token, clock) >= RENEWAL_MARGIN_MS) return granted(token);
      // The limit must not end a session with short-lived tokens.
      if (underWay === undefined && lockedMs() > 0) return granted(token);
      const renewed = await signIn(signal);
      const survives = !renewed.ok && keepsOldToken(renewed.failure) && remainingMs(token, clock) > 0;
      return survives ? granted(token) : renewed;
    },
    /** Signs in, unless another call has renewed the token meanwhile. */
    async replace(refused: AccessToken, signal: AbortSignal): Promise<TokenGrant> {
      const other = port.current();
      if (other !== undefined && other !== refused) return granted(other);
      const renewed = await signIn(signal);
      // After any other failure the next call tries again.
      if (!renewed.ok && isRefusal(renewed.failure) && port.current() === refused) port.save(undefined);
      return renewed;
    },
    /** Unless the session has a newer one. */
    drop(refused: AccessToken): void {
      if (port.current() === refused) port.save(undefined);
    },
  };
}

const isRefusal = ({ kind }: Failure): boolean => kind === 'refused' || kind === 'signed-out';

/** Whether the old token may still be valid. */
const keepsOldToken = ({ kind }: Failure): boolean => kind !== 'abandoned' && kind !== 'refused';

const granted = (value: AccessToken): TokenGrant => ({ ok: true, value });

function unlessAborted(
  outcome: Promise<Outcome<AccessToken>>,
  signal: AbortSignal,
): Promise<Outcome<AccessToken>> {
  return new Promise((resolve, reject) => {
    const abandon = () => resolve(failed({ kind: 'abandoned' }));
    signal.addEventListener('abort', abandon, { once: true });
    outcome.finally(() => signal.removeEventListener('abort', abandon)).then(resolve, reject);
  });
}
