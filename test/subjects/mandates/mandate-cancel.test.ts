// The question before a mandate is cancelled.

import { expect, it } from 'vitest';
import { cancelMandateQuestion } from '../../../src/subjects/mandates/mandate-cancel.ts';
import { resultOf } from '../../harness/answers.ts';
import { alpha } from '../../store/signed-in.ts';

it('names the mandate, both its parties, its ID and its account, and asks for the end of its ID', () => {
  const mandate = resultOf('mandate.get', {
    id: 'mandate-0001',
    global_account_id: 'ga-1',
    creditor_name: 'Gas & Light',
    debtor_name: 'Bramble & Finch',
    payment_scheme: 'Bacs',
    currency: 'GBP',
    status: 'ACTIVE',
    created_at: '2026-11-01T09:30:00Z',
    setup_time: '2026-11-02T10:00:00Z',
  });
  const ids = { account: 'ga-1', id: 'mandate-0001' };
  const { input, lines, token } = cancelMandateQuestion(ids, mandate, { customer: alpha });
  expect(lines).toEqual([
    { label: 'Creditor', value: 'Gas & Light' },
    { label: 'Debtor', value: 'Bramble & Finch' },
    { label: 'Scheme', value: 'Bacs · GBP' },
    { label: 'Status', value: 'ACTIVE' },
    { label: 'Created', value: '01 Nov 2026 09:30:00 UTC · set up 02 Nov 2026 10:00:00 UTC' },
    { label: 'Mandate ID', value: 'mandate-0001' },
    { label: 'Account', value: 'ga-1' },
  ]);
  expect(token.text).toBe('0001');
  expect(input.params).toEqual({ global_account_id: 'ga-1', mandate_id: 'mandate-0001' });
});
