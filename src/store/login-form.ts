// The form of the sign-in, with known values filled in, but never a secret.

import { t, type Visible } from '../lib/visible.ts';
import { field } from './form.ts';
import type { Form, Reach, State } from './state.ts';
import { isGuarded } from './writing.ts';

/** The hint of a key field while the previous keys are in memory. */
const KEEPS_KEY = t`leave empty for the previous key`;

/** `kept`: the previous keys are still in memory, and an empty key field means those keys. */
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
  return { fields, focus: empty < 0 ? fields.length : empty };
}

/** The key that signs in again. The lock of a demo has no button Unlock. */
export const signInKey = ({ lock, reach }: State): Visible =>
  !lock ? t`Enter on Sign in` : isGuarded(reach) ? t`Enter on Unlock` : t`Enter`;
