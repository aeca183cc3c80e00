// Tries a profile before Purser saves it: signs in, and reads one list.

import { createClient } from '../api/client/client.ts';
import { explain } from '../api/client/explain.ts';
import type { Failure } from '../api/client/failure.ts';
import type { AccessToken } from '../api/client/service.ts';
import { type OperationId, operations } from '../api/contract/operations.ts';
import { systemClock } from '../lib/clock.ts';
import { counted } from '../lib/counted.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { Profile } from '../system/config-schema.ts';
import type { KeptKeys } from '../system/keyring.ts';
import type { CommandParts } from './commands.ts';

/** `said`: the findings, one sentence each. */
export interface ProfileTrial {
  readonly ok: boolean;
  readonly said: readonly Visible[];
}

export async function tryProfile(
  profile: Profile,
  { apiKey, sharedApiKey }: KeptKeys,
  caPem: string | undefined,
  { uuid }: Pick<CommandParts, 'uuid'>,
): Promise<ProfileTrial> {
  const { baseUrl, clientId, programId, userId, onBehalfOf, dialect = {} } = profile;
  let token: AccessToken | undefined;
  const client = createClient({
    service: {
      ...{ baseUrl, clientId, apiKey, programId, dialect },
      ...(sharedApiKey && { sharedApiKey }),
      ...(caPem !== undefined && { caPem }),
    },
    tokens: {
      current: () => token,
      save(next) {
        token = next;
      },
    },
    clock: systemClock(),
    uuid,
    random: Math.random,
    onExchange: () => {},
    barred: () => t`Not sent. Purser sends no write while it tries a profile.`,
    proxyFromEnvironment: true,
  });
  try {
    const signedIn = await client.signIn();
    if (!signedIn.ok) return failed('login', signedIn.failure);
    const good = t`Signed in: the client ID and the API key are valid.`;
    if (userId === undefined) {
      const read = await client.perform('directDebit.list', { query: {} }, {});
      if (!read.ok) return also(good, failed('directDebit.list', read.failure));
      return { ok: true, said: [good, t`The direct debits can be read.`] };
    }
    const customer = { userId, ...(onBehalfOf !== undefined && { onBehalfOf }) };
    const read = await client.perform('account.list', { query: {} }, { customer });
    if (!read.ok) return also(good, failed('account.list', read.failure));
    const count = read.value.length;
    return {
      ok: true,
      said: [good, t`The customer has ${counted(count, t`account`)}.`],
    };
  } finally {
    await client.close();
  }
}

const also = (good: Visible, trial: ProfileTrial): ProfileTrial => ({
  ...trial,
  said: [good, ...trial.said],
});

function failed(id: OperationId, failure: Failure): ProfileTrial {
  const { title, class: does } = operations[id];
  return { ok: false, said: [explain(failure, title, { does }).what] };
}
