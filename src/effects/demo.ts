// Starts the demo's embedded simulator, with its keys and customers.

import { Secret } from '../lib/redact.ts';
import { type Visible, visible } from '../lib/visible.ts';
import type { KnownCustomer } from '../store/state.ts';
import type { Credentials } from './session.ts';

interface Demo {
  readonly credentials: Credentials;
  readonly customers: readonly KnownCustomer[];
  /** The reference of a payout that the first customer wants to cancel. */
  readonly toCancel: Visible;
  close(): Promise<void>;
}

export async function startDemo(): Promise<Demo> {
  const { startDemoService } = await import('../sim/demo-service.ts');
  const { url, credentials, customers, toCancel, close } = await startDemoService();
  const { clientId, apiKey, programId } = credentials;
  return {
    credentials: { baseUrl: url, clientId, apiKey: new Secret(apiKey), programId },
    // The first one opens at the start.
    customers: customers.map((customer, at) => ({
      ...customer,
      name: visible(customer.name, 60),
      ...(at > 0 && { unopened: true }),
    })),
    toCancel: visible(toCancel),
    close,
  };
}
