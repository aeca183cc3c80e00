// The idle lock: when it starts, and its screen. Pure.

import { t, type Visible } from '../lib/visible.ts';
import { field } from './form.ts';
import type { Form, Reach, State } from './state.ts';

/** The time without a key press before the lock, in ms. */
export const LOCK_AFTER = 15 * 60_000;

export interface Lock {
  /** Asks for the API key. Without it (in the demo, and with a key in the keyring) any key unlocks. */
  readonly form: Form | undefined;
  /** The result of the last attempt to unlock, in whole sentences. */
  readonly reason: readonly Visible[];
}

export const API_KEY = 'apiKey';
export const SHARED_KEY = 'sharedApiKey';

/** `sharedKey`: the session had a separate key for Family B, which no keyring keeps, so the lock asks for it. */
export const newLock = (
  { environment, keyring }: Reach,
  { sharedKey, reason = [] }: { readonly sharedKey: boolean; readonly reason?: readonly Visible[] },
): Lock => ({
  form:
    environment === 'demo' || (keyring && !sharedKey && reason.length === 0)
      ? undefined
      : {
          fields: [
            field(API_KEY, t`API key`, '', t`for this client ID`, true),
            ...(sharedKey
              ? [field(SHARED_KEY, t`Shared API key`, '', t`x-api-key of Family B, same as before`, true)]
              : []),
          ],
          focus: 0,
        },
  reason,
});

const asksShared = ({ form }: Lock): boolean => form?.fields.some(({ id }) => id === SHARED_KEY) === true;

/** The lock with empty fields and the result of an attempt. */
export const lockAgain = (lock: Lock, reach: Reach, reason: readonly Visible[]): Lock =>
  newLock(reach, { sharedKey: asksShared(lock), reason });

export const withLockForm = (state: State, form: Form): State =>
  state.lock ? { ...state, lock: { ...state.lock, form } } : state;
