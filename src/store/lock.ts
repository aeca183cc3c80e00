// The idle lock: when it comes, and what it holds while nothing else is shown; pure.

import { t, type Visible } from '../lib/visible.ts';
import { field } from './form.ts';
import type { Form, Reach, State } from './state.ts';

/** How long nobody may press a key, in ms. */
export const LOCK_AFTER = 15 * 60_000;

export interface Lock {
  /** Asks for the API key. Without it (in the demo, and where a keyring has the key) any key signs in again. */
  readonly form: Form | undefined;
  /** What the last attempt to unlock came to, in whole sentences. */
  readonly reason: readonly Visible[];
}

export const API_KEY = 'apiKey';
export const SHARED_KEY = 'sharedApiKey';

/** `sharedKey`: the session had one of its own for Family B, which is asked for too; no keyring gives that. */
export const newLock = (
  { environment, keyring }: Reach,
  { sharedKey, reason = [] }: { readonly sharedKey: boolean; readonly reason?: readonly Visible[] },
): Lock => ({
  form:
    environment === 'demo' || (keyring && !sharedKey && reason.length === 0)
      ? undefined
      : {
          fields: [
            field(API_KEY, t`API key`, '', t`the one of this client ID`, true),
            ...(sharedKey
              ? [field(SHARED_KEY, t`Shared API key`, '', t`x-api-key of Family B, as before`, true)]
              : []),
          ],
          focus: 0,
        },
  reason,
});

const asksShared = ({ form }: Lock): boolean => form?.fields.some(({ id }) => id === SHARED_KEY) === true;

/** The same, empty again, with what an attempt came to. */
export const lockAgain = (lock: Lock, reach: Reach, reason: readonly Visible[]): Lock =>
  newLock(reach, { sharedKey: asksShared(lock), reason });

export const withLockForm = (state: State, form: Form): State =>
  state.lock ? { ...state, lock: { ...state.lock, form } } : state;
