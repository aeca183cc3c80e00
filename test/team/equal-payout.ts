/** A payout's intent for programs that run without vitest. */
import type { Intent } from '../../src/journal/intent.ts';

/** A payout. Payouts that are `same` are duplicates. */
export const payout = (
  requestId: string,
  service: { readonly baseUrl: string; readonly clientId: string },
  same: string,
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
  // The journal's file takes only fingerprints of today's form.
  fingerprint: `2:${same}`,
  what: [{ label: 'Amount', value: '1.00 GBP' }],
  createdAt: Date.now(),
});
