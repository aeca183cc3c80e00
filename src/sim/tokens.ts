// Bearer tokens, valid for thirty minutes on the service's clock (INTERFACE.md, Authentication).
import type { ServiceClock } from './clock.ts';
import { dice } from './random.ts';

export interface IssuedTokens {
  issue(): { readonly token: string; readonly expiresAt: number };
  /** Whether the simulator issued the token, and it is neither expired nor revoked. */
  accepts(token: string): boolean;
  revokeAll(): void;
  /** Sets the life of all tokens issued from now on. */
  setLife(ms: number): void;
}

export function createTokens(clock: ServiceClock, seed: number): IssuedTokens {
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
