/** tokens.ts: one login for all calls that wait, early renewal, and few enough logins to avoid a lock-out. */

import type { Clock } from '../../lib/clock.ts';
import { type Failure, failed, type Outcome } from './failure.ts';
import type { AccessToken, TokenPort } from './service.ts';
import { RENEWAL_MARGIN_MS, remainingMs } from './token-life.ts';

/** At most this many logins reach the service in this time (FAULTS B3, B4). */
const LOGINS = 2;
const LOGINS_WITHIN_MS = 60_000;

/** A token for a call, or why there is none. */
type TokenGrant =
  | { readonly ok: true; readonly value: AccessToken }
  | { readonly ok: false; readonly failure: Failure };

export interface AccessTokens {
  /** Logs in, or joins the login that is under way. */
  signIn(signal: AbortSignal): Promise<Outcome<AccessToken>>;
  /** The session's token, renewed before its end. */
  usable(signal: AbortSignal): Promise<TokenGrant>;
  /** A token other than the one just refused: one that another call got meanwhile, or a new one. */
  replace(refused: AccessToken, signal: AbortSignal): Promise<TokenGrant>;
  /** Forgets a refused token, unless the session has a newer one. */
  drop(refused: AccessToken): void;
}

interface Flight {
  readonly outcome: Promise<Outcome<AccessToken>>;
  readonly stop: AbortController;
  waiting: number;
}

export function createTokens(parts: {
  readonly port: TokenPort;
  readonly clock: Clock;
  readonly login: (signal: AbortSignal) => Promise<Outcome<AccessToken>>;
}): AccessTokens {
  const { port, clock, login } = parts;
  let flight: Flight | undefined;
  let reached: readonly number[] = [];

  /** Time until the next login is allowed, in ms; 0 means now. */
  function lockedMs(): number {
    reached = reached.filter(at => clock.monotonic() - at < LOGINS_WITHIN_MS);
    const oldest = reached[reached.length - LOGINS];
    return oldest === undefined ? 0 : oldest + LOGINS_WITHIN_MS - clock.monotonic();
  }

  async function fly(signal: AbortSignal): Promise<Outcome<AccessToken>> {
    const startedAt = clock.monotonic();
    const outcome = await login(signal);
    if (outcome.ok && !signal.aborted) port.save(outcome.value);
    if (outcome.ok || outcome.failure.kind !== 'unreachable') reached = [...reached, startedAt];
    return outcome;
  }

  function depart(): Flight {
    const stop = new AbortController();
    const started: Flight = { stop, waiting: 0, outcome: fly(stop.signal) };
    const clear = () => {
      if (flight === started) flight = undefined;
    };
    started.outcome.then(clear, clear);
    return started;
  }

  async function signIn(signal: AbortSignal): Promise<Outcome<AccessToken>> {
    if (signal.aborted) return failed({ kind: 'abandoned' });
    const waitMs = lockedMs();
    if (flight === undefined && waitMs > 0) return failed({ kind: 'signed-out', waitMs });
    flight ??= depart();
    const joined = flight;
    joined.waiting += 1;
    try {
      return await unlessAborted(joined.outcome, signal);
    } finally {
      joined.waiting -= 1;
      // Nobody waits any more. A login that all callers abandoned must not sign in later.
      if (joined.waiting === 0 && signal.aborted) {
        joined.stop.abort();
        if (flight === joined) flight = undefined;
      }
    }
  }

  return {
    signIn,
    async usable(signal) {
      const token = port.current();
      if (token === undefined) return signIn(signal);
      if (remainingMs(token, clock) >= RENEWAL_MARGIN_MS) return held(token);
      // Purser keeps the old token until a login is allowed. Otherwise short-lived tokens would sign everyone out.
      if (flight === undefined && lockedMs() > 0) return held(token);
      const renewed = await signIn(signal);
      const survives = !renewed.ok && keepsOldToken(renewed.failure) && remainingMs(token, clock) > 0;
      return survives ? held(token) : renewed;
    },
    async replace(refused, signal) {
      const other = port.current();
      if (other !== undefined && other !== refused) return held(other);
      const renewed = await signIn(signal);
      // If the login failed for another reason, the next call tries again. Only a refused login ends the session.
      if (!renewed.ok && isRefusal(renewed.failure) && port.current() === refused) port.save(undefined);
      return renewed;
    },
    drop(refused) {
      if (port.current() === refused) port.save(undefined);
    },
  };
}

const isRefusal = ({ kind }: Failure): boolean => kind === 'refused' || kind === 'signed-out';

/** This failure of a renewal says nothing against the token in use. */
const keepsOldToken = ({ kind }: Failure): boolean => kind !== 'abandoned' && kind !== 'refused';

function held(token: AccessToken): TokenGrant {
  return { ok: true, value: token };
}

function unlessAborted(
  outcome: Promise<Outcome<AccessToken>>,
  signal: AbortSignal,
): Promise<Outcome<AccessToken>> {
  return new Promise((resolve, reject) => {
    const give = () => resolve(failed({ kind: 'abandoned' }));
    signal.addEventListener('abort', give, { once: true });
    outcome.finally(() => signal.removeEventListener('abort', give)).then(resolve, reject);
  });
}
