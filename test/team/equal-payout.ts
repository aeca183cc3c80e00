/** A payout's intent for programs that run without vitest. */
import type { Intent } from '../../src/journal/intent.ts';

/** A payout. Payouts with the same fingerprint are duplicates. */
export const payout = (
  requestId: string,
  service: { readonly baseUrl: string; readonly clientId: string },
  fingerprint: string,
): Intent => ({
  requestId,
  operation: 'payout.create',
  title: 'Payout',
  class: 'money',
  profile: 'team',
  environment: 'demo',
  ...service,
  programId: 'program-1',
  customer: { userId: 'user-1' },
  method: 'POST',
  target: '/svc/api/v1/transfer/',
  fingerprint,
  what: [{ label: 'Amount', value: '1.00 GBP' }],
  createdAt: Date.now(),
});
