// What a watch of a payout finds in the balance history: whole references only.

import { expect, it } from 'vitest';
import { fromServer, t } from '../../../src/lib/visible.ts';
import { payoutWatcher } from '../../../src/subjects/payouts/watch-payout.ts';

const watch = {
  kind: 'payout',
  id: 'PAY123456789012',
  name: t`Payout`,
  service: '',
  since: 0,
  customer: { userId: 'acct_1' },
} as const;
const statusAfter = (...descriptions: readonly string[]): string | undefined =>
  payoutWatcher.statusIn(
    descriptions.map(text => ({
      description: fromServer(text),
      transaction_type: fromServer('HOLD'),
    })),
    watch,
  );

it('an entry names the payout in any case and beside punctuation', () => {
  expect(statusAfter('Held for payout pay123456789012.')).toBe('in the history: HOLD');
});

it.each(['Payout PAY1234567890123', 'Payout XPAY123456789012', 'Payout PAY123456789012\u0301', ''])(
  '%j is the entry of another payout',
  text => expect(statusAfter(text)).toBeUndefined(),
);
