// Starts the demo's embedded simulator, with its keys and customers.

import { Secret } from '../lib/redact.ts';
import { visible } from '../lib/visible.ts';
import type { KnownCustomer } from '../store/state.ts';
import type { Credentials } from './session.ts';

interface Demo {
  readonly credentials: Credentials;
  readonly customers: readonly KnownCustomer[];
  close(): Promise<void>;
}

export async function startDemo(): Promise<Demo> {
  const { startSimulator } = await import('../sim/simulator.ts');
  const { url, credentials, customers, close } = await startSimulator();
  const { clientId, apiKey, programId } = credentials;
  return {
    credentials: { baseUrl: url, clientId, apiKey: new Secret(apiKey), programId },
    customers: customers.map(customer => ({ ...customer, name: visible(customer.name, 60) })),
    close,
  };
}
