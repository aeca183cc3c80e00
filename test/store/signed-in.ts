// A store after a sign-in, and the customers of the tests.

import { Secret } from '../../src/lib/redact.ts';
import { t } from '../../src/lib/visible.ts';
import type { KnownCustomer, Reach } from '../../src/store/state.ts';
import { createPurserStore, type Store } from '../../src/store/store.ts';

export const NOW = Date.parse('2026-11-20T10:00:00Z');

export const reach: Reach = {
  profile: t`test`,
  environment: 'demo',
  baseUrl: 'http://127.0.0.1:4000',
  clientId: 'client-1',
  programId: 'program-1',
  readOnly: undefined,
  zone: 'UTC',
};

export const alpha: KnownCustomer = { userId: 'acct_alpha', onBehalfOf: 'open_alpha', name: undefined };
export const beta: KnownCustomer = { userId: 'acct_beta', name: undefined };

export const token = (text: string) => ({
  secret: new Secret(text),
  expiresAtMonotonic: 1_800_000,
  expiresAtWall: NOW + 1_800_000,
});

export function signedInStore(customer: KnownCustomer | undefined = alpha): Store {
  const store = createPurserStore({ reach, size: { columns: 100, rows: 30 }, now: NOW, tick: 0 });
  store.setState({ session: { phase: 'signed-in', token: token('held') }, customer });
  return store;
}
