// The form of the sign-in, and the idle lock: when it starts, and its form.

import { LOCK_MINUTES } from '../api/contract/limits.ts';
import { t, type Visible } from '../lib/visible.ts';
import { asKept, field } from './form.ts';
import type { Form, Reach, State } from './state.ts';
import { isGuarded } from './writing.ts';

const MINUTE = 60_000;

/** Without a key press, in ms. */
export const LOCK_AFTER = LOCK_MINUTES * MINUTE;

/** The policy of this machine can only shorten the time. */
export const lockMinutes = ({ limits }: Pick<Reach, 'limits'>): number =>
  Math.min(LOCK_MINUTES, limits?.lockMinutes ?? LOCK_MINUTES);

export const lockAfter = (reach: Pick<Reach, 'limits'>): number => lockMinutes(reach) * MINUTE;

export interface Lock {
  /** Undefined if any key press unlocks: in the demo, and if the keyring or the key helper has the API key. */
  readonly form: Form | undefined;
  readonly reason: readonly Visible[];
}

export const API_KEY = 'apiKey';
export const SHARED_KEY = 'sharedApiKey';

/** `sharedKey`: the session has another key for Family B, and the keyring does not have that key. */
export const newLock = (
  reach: Reach,
  { sharedKey, reason = [] }: { readonly sharedKey: boolean; readonly reason?: readonly Visible[] },
): Lock => ({
  form:
    !isGuarded(reach) || ((reach.keyring || reach.keyHelper) && !sharedKey && reason.length === 0)
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

export const lockAgain = (lock: Lock, reach: Reach, reason: readonly Visible[]): Lock =>
  newLock(reach, { sharedKey: asksShared(lock), reason });

export const withLockForm = (state: State, form: Form): State =>
  state.lock ? { ...state, lock: { ...state.lock, form } } : state;

/** While the previous keys are in memory. */
const KEEPS_KEY = t`leave empty for the previous key`;

/** Known values are filled in, but never a secret. `kept`: the previous keys are in memory, and an empty key field means those keys. */
export function loginForm({ baseUrl, clientId, programId }: Reach, kept: boolean): Form {
  const fields = [
    field('baseUrl', t`Service address`, baseUrl, t`https://…, the part before /api/v1`),
    field('clientId', t`Client ID`, clientId, t`of this environment and this account`),
    field('apiKey', t`API key`, '', kept ? KEEPS_KEY : t`kept in memory only, until you quit`, true),
    field(
      'sharedApiKey',
      t`Shared API key`,
      '',
      kept ? KEEPS_KEY : t`optional: x-api-key of Family B, if it differs`,
      true,
    ),
    field('programId', t`Program`, programId, t`x-program-id, sent with every Family B request`),
  ];
  const empty = fields.findIndex(f => f.value === '' && f.id !== 'sharedApiKey' && !(kept && f.secret));
  return asKept({ fields, focus: empty < 0 ? fields.length : empty });
}

/** The lock of a demo has no button Unlock. */
export const signInKey = ({ lock, reach }: State): Visible =>
  !lock ? t`Enter on Sign in` : isGuarded(reach) ? t`Enter on Unlock` : t`Enter`;
