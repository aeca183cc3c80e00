// The idle lock: when it starts, and its form.

import { t, type Visible } from '../lib/visible.ts';
import { field } from './form.ts';
import type { Form, Reach, State } from './state.ts';
import { isGuarded } from './writing.ts';

/** Purser locks after this time without a key press, in ms. */
export const LOCK_AFTER = 15 * 60_000;

export interface Lock {
  /** Asks for the API key. Undefined if any key press unlocks: in the demo, and if the keyring has the API key. */
  readonly form: Form | undefined;
  /** The result of the last attempt to unlock, in whole sentences. */
  readonly reason: readonly Visible[];
}

export const API_KEY = 'apiKey';
export const SHARED_KEY = 'sharedApiKey';

/**
 * `sharedKey`: the session has a separate key for Family B. The lock asks for that key, because the keyring doesn't
 * have it.
 */
export const newLock = (
  reach: Reach,
  { sharedKey, reason = [] }: { readonly sharedKey: boolean; readonly reason?: readonly Visible[] },
): Lock => ({
  form:
    !isGuarded(reach) || (reach.keyring && !sharedKey && reason.length === 0)
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
