// The form of the sign-in, and the idle lock: when it starts, and its form.

import { LOCK_MINUTES } from '../api/contract/allowed-services.ts';
import { MINUTE } from '../lib/time.ts';
import { t, type Visible } from '../lib/visible.ts';
import { asKept, field } from './form-state.ts';
import type { Form, Reach, State } from './state.ts';
import { isGuarded } from './writing.ts';

/** Without a key press, in ms. */
export const LOCK_AFTER = LOCK_MINUTES * MINUTE;

/** The policy of this machine can only shorten the time. */
export const lockMinutes = ({ limits }: Pick<Reach, 'limits'>): number =>
  Math.min(LOCK_MINUTES, limits?.lockMinutes ?? LOCK_MINUTES);

export const lockAfter = (reach: Pick<Reach, 'limits'>): number => lockMinutes(reach) * MINUTE;

export interface Lock {
  /** Undefined if any key press unlocks: in the demo, where there is nothing to protect. */
  readonly form: Form | undefined;
  readonly reason: readonly Visible[];
}

export const API_KEY = 'apiKey';
export const SHARED_KEY = 'sharedApiKey';
export const PIN = 'pin';
export const PIN_AGAIN = 'pinAgain';

/** Where the keyring or the key helper has the API key, any key would open the console without a PIN. */
export const mayAskPin = (reach: Reach, sharedKey: boolean): boolean =>
  isGuarded(reach) &&
  reach.limits?.lockAsks !== 'key' &&
  !sharedKey &&
  (reach.keyring === true || reach.keyHelper === true);

type KeyQuestion = 'keys' | 'both-keys' | 'pin' | 'new-pin';

const OWN_KEY = field(API_KEY, t`API key`, '', t`for this client ID`, true);

const FIELDS: Readonly<Record<KeyQuestion, Form['fields']>> = {
  keys: [OWN_KEY],
  'both-keys': [
    OWN_KEY,
    field(SHARED_KEY, t`Shared API key`, '', t`x-api-key of Family B, same as before`, true),
  ],
  pin: [field(PIN, t`PIN`, '', t`that you chose for the lock`, true)],
  'new-pin': [
    field(PIN, t`New PIN`, '', t`6 characters or more, not your API key`, true),
    field(PIN_AGAIN, t`New PIN again`, '', t`the same PIN`, true),
  ],
};

export const newLock = (reach: Reach, asked: KeyQuestion, reason: readonly Visible[] = []): Lock => ({
  form: isGuarded(reach) ? { fields: FIELDS[asked], focus: 0 } : undefined,
  reason,
});

/** What an open lock asks for. */
export function askedBy({ form }: Lock): KeyQuestion {
  const asks = (id: string): boolean => form?.fields.some(one => one.id === id) === true;
  if (asks(PIN)) return asks(PIN_AGAIN) ? 'new-pin' : 'pin';
  return asks(SHARED_KEY) ? 'both-keys' : 'keys';
}

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
