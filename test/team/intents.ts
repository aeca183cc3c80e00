/** The intent of a payout, as the dialog makes it. */
import type { Prepared } from '../../src/api/client/writes.ts';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import type { Intent } from '../../src/journal/intent.ts';
import type { DeskOrders } from './orders.ts';

export function writeIntent(
  { requestId, method, target, body }: Prepared,
  { credentials, userId }: Pick<DeskOrders, 'credentials' | 'userId'>,
  createdAt: number,
): Intent {
  const action = {
    requestId,
    operation: 'payout.create',
    baseUrl: credentials.baseUrl,
    clientId: credentials.clientId,
    programId: credentials.programId,
    customer: { userId },
    target,
    body,
  };
  return {
    ...action,
    title: 'Payout',
    class: 'money',
    repeatable: true,
    profile: 'team',
    environment: 'demo',
    method,
    ...(body !== undefined && { body }),
    fingerprint: fingerprint(action),
    what: [{ label: 'Amount', value: '0.01' }],
    createdAt,
  } as Intent;
}
