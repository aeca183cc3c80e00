// Whether a key press may change anything now: one rule for the header, every action, the dialog and the client itself.

import { t, type Visible } from '../lib/visible.ts';
import type { State } from './state.ts';

/** How long writing stays granted after it was, and after each write, in ms. */
export const GRANT_LASTS = 15 * 60_000;

/** Leave to write, asked for by a person and with a reason, at one service only. */
export interface Grant {
  readonly reason: Visible;
  /** Monotonic ms. */
  readonly until: number;
  readonly baseUrl: string;
}

export type Writing =
  /** It can't even be asked for; `why` is a whole sentence. */
  | { readonly mode: 'barred'; readonly why: Visible }
  | { readonly mode: 'read-only' }
  /** `left`: ms until it ends by itself; the demo's never does. */
  | { readonly mode: 'write'; readonly left: number | undefined; readonly reason: Visible | undefined };

/** How it stands at `tick`, monotonic ms. */
export function writingOf(state: State, tick = state.tick): Writing {
  const { reach, journal, grant } = state;
  if (state.lock) return { mode: 'barred', why: t`The console is locked.` };
  if (reach.readOnly !== undefined) {
    return { mode: 'barred', why: t`This console only reads: ${reach.readOnly}.` };
  }
  if (journal.kind === 'locked') return { mode: 'barred', why: journal.why };
  if (grant && grant.baseUrl === reach.baseUrl && tick < grant.until) {
    return { mode: 'write', left: grant.until - tick, reason: grant.reason };
  }
  if (reach.environment === 'demo' && !state.writingGivenUp) {
    return { mode: 'write', left: undefined, reason: undefined };
  }
  return { mode: 'read-only' };
}

/** Why nothing may be written, as a whole sentence; nothing if it may. */
export function whyNotWrite(state: State, tick = state.tick): Visible | undefined {
  const writing = writingOf(state, tick);
  if (writing.mode === 'barred') return writing.why;
  return writing.mode === 'write' ? undefined : t`This is READ-ONLY: press w to ask for writing.`;
}
