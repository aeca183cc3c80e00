// Whether Purser may send writes now. The header, all actions and the dialog use this one rule. A sleep ends the access.

import { checkWrites } from '../api/contract/allowed-services.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { Reach, State } from './state.ts';

/** After the grant and after each write, in ms. */
export const GRANT_LASTS = 15 * 60_000;

/** The environment in one word. DEMO? for a remote address that only a variable calls a demo. */
export const environmentWord = (reach: Pick<Reach, 'environment' | 'unprovenDemo'>): Visible => {
  if (reach.environment === 'production') return t`PRODUCTION`;
  return reach.unprovenDemo ? t`DEMO?` : t`DEMO`;
};

/** For one service only. */
export interface WriteGrant {
  readonly reason: Visible;
  /** Monotonic ms. */
  readonly until: number;
  readonly baseUrl: string;
}

/** Whether writes need write access, typed tokens and a lock with a key: in production, and where a demo is not proven. */
export const isGuarded = ({
  environment,
  unprovenDemo,
}: Pick<Reach, 'environment' | 'unprovenDemo'>): boolean =>
  environment === 'production' || unprovenDemo === true;

/** How the environment's word is drawn. */
export const environmentTone = (reach: Pick<Reach, 'environment' | 'unprovenDemo'>) =>
  isGuarded(reach) ? 'production' : 'demo';

export type WriteAccess =
  /** It can't be requested. `why`: a whole sentence. */
  | { readonly mode: 'barred'; readonly why: Visible }
  | { readonly mode: 'read-only' }
  /** `left`: ms until write access ends. Undefined in the demo, where it never ends. */
  | { readonly mode: 'write'; readonly left: number | undefined; readonly reason: Visible | undefined };

export function writingOf(state: State, tick = state.tick): WriteAccess {
  const { reach, journal, grant } = state;
  if (state.lock) return { mode: 'barred', why: t`The console is locked.` };
  if (reach.readOnly !== undefined) {
    return { mode: 'barred', why: t`This console only reads: ${reach.readOnly}.` };
  }
  // Login may have led to another service than the one that Purser started with.
  const limited = checkWrites(reach.limits, reach.environment);
  if (limited !== undefined) return { mode: 'barred', why: t`This console only reads: ${limited}.` };
  if (journal.kind === 'locked') return { mode: 'barred', why: journal.why };
  const unfit = journal.kind === 'open' ? (journal.outdated ?? journal.unread ?? journal.shut) : undefined;
  if (unfit !== undefined) return { mode: 'barred', why: unfit };
  if (grant && grant.baseUrl === reach.baseUrl && tick < grant.until) {
    return { mode: 'write', left: grant.until - tick, reason: grant.reason };
  }
  if (!isGuarded(reach) && !state.writingGivenUp) {
    return { mode: 'write', left: undefined, reason: undefined };
  }
  return { mode: 'read-only' };
}

/** A whole sentence. Undefined if writes may be sent. */
export function whyNotWrite(state: State, tick = state.tick): Visible | undefined {
  const writing = writingOf(state, tick);
  if (writing.mode === 'barred') return writing.why;
  return writing.mode === 'write' ? undefined : t`This is READ-ONLY: press w for write access.`;
}
