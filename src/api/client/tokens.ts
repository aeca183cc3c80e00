/** tokens.ts: one login at a time for all who wait, early renewal, and no more logins than a lock-out would bear. */

import type { Clock } from '../../lib/clock.ts';
import { type Failure, failed, type Outcome } from './failure.ts';
import type { Token, TokenPort } from './service.ts';
import { RENEWAL_MARGIN_MS, remainingMs } from './token-life.ts';

/** No more logins than these reach the service in this time (FAULTS B3, B4). */
const LOGINS = 2;
const LOGINS_WITHIN_MS = 60_000;

/** A token to send, or why there is none. */
type Grant = { readonly ok: true; readonly value: Token } | { readonly ok: false; readonly failure: Failure };

export interface Tokens {
  /** Logs in, or joins the login under way. */
  signIn(signal: AbortSignal): Promise<Outcome<Token>>;
  /** The token to send: the session's, renewed before its end. */
  usable(signal: AbortSignal): Promise<Grant>;
  /** Another token than the one that was just refused: the one that somebody else got meanwhile, or a new one. */
  replace(refused: Token, signal: AbortSignal): Promise<Grant>;
  /** Forgets a token that was refused, unless the session has another by now. */
  drop(refused: Token): void;
}

interface Flight {
  readonly outcome: Promise<Outcome<Token>>;
  readonly stop: AbortController;
  waiting: number;
}

export function createTokens(parts: {
  readonly port: TokenPort;
  readonly clock: Clock;
  readonly login: (signal: AbortSignal) => Promise<Outcome<Token>>;
}): Tokens {
  const { port, clock, login } = parts;
  let flight: Flight | undefined;
  let reached: readonly number[] = [];

  /** How long until another login is allowed, in ms; 0: now. */
  function lockedMs(): number {
    reached = reached.filter(at => clock.monotonic() - at < LOGINS_WITHIN_MS);
    const oldest = reached[reached.length - LOGINS];
    return oldest === undefined ? 0 : oldest + LOGINS_WITHIN_MS - clock.monotonic();
  }

  async function fly(signal: AbortSignal): Promise<Outcome<Token>> {
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

  async function signIn(signal: AbortSignal): Promise<Outcome<Token>> {
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
      // Nobody waits any more: a login that all gave up must not sign in behind their backs.
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
      // A server that gives tokens of a few seconds would otherwise sign everyone out.
      if (flight === undefined && lockedMs() > 0) return held(token);
      const renewed = await signIn(signal);
      const survives = !renewed.ok && isNetwork(renewed.failure) && remainingMs(token, clock) > 0;
      return survives ? held(token) : renewed;
    },
    async replace(refused, signal) {
      const other = port.current();
      if (other !== undefined && other !== refused) return held(other);
      const renewed = await signIn(signal);
      // A login that failed of itself is tried again with the next call; only a refused one ends the session.
      if (!renewed.ok && isRefusal(renewed.failure) && port.current() === refused) port.save(undefined);
      return renewed;
    },
    drop(refused) {
      if (port.current() === refused) port.save(undefined);
    },
  };
}

const isRefusal = ({ kind }: Failure): boolean => kind === 'refused' || kind === 'signed-out';

function isNetwork(failure: Failure): boolean {
  return failure.kind !== 'abandoned' && failure.kind !== 'refused';
}

function held(token: Token): Grant {
  return { ok: true, value: token };
}

function unlessAborted(outcome: Promise<Outcome<Token>>, signal: AbortSignal): Promise<Outcome<Token>> {
  return new Promise((resolve, reject) => {
    const give = () => resolve(failed({ kind: 'abandoned' }));
    signal.addEventListener('abort', give, { once: true });
    outcome.finally(() => signal.removeEventListener('abort', give)).then(resolve, reject);
  });
}
