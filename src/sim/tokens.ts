// Bearer tokens: about thirty minutes each, on the service's own clock (INTERFACE.md, Authentication).
import type { ServiceClock } from './clock.ts';
import { dice } from './random.ts';

export interface Tokens {
  issue(): { readonly token: string; readonly expiresAt: number };
  /** Issued here, not expired and not revoked. */
  accepts(token: string): boolean;
  revokeAll(): void;
  /** How long tokens issued from now on live. */
  setLife(ms: number): void;
}

export function createTokens(clock: ServiceClock, seed: number): Tokens {
  const luck = dice(seed, 'tokens');
  const live = new Map<string, number>();
  let life = 30 * 60_000;
  return {
    issue: () => {
      const now = clock.now();
      for (const [old, until] of live) if (until <= now) live.delete(old);
      const token = `token_${luck.hex(48)}`;
      live.set(token, now + life);
      return { token, expiresAt: now + life };
    },
    accepts: token => (live.get(token) ?? Number.NEGATIVE_INFINITY) > clock.now(),
    revokeAll: () => live.clear(),
    setLife: ms => {
      life = ms;
    },
  };
}
