// The reads for an UNKNOWN write, planned from the sent request alone.

import { describe, expect, it } from 'vitest';
import type { Intent } from '../../../src/journal/intent.ts';
import { readsOf } from '../../../src/money/check/outcome-checks.ts';
import { cancelledMandate, changedBeneficiary } from '../../../src/money/in-path.ts';
import { registry } from '../../../src/subjects/registry.ts';
import { payout } from '../../journal/parts.ts';

const intent = (changes: Partial<Intent>): Intent => ({ ...payout(1), ...changes });
const cancel = (account: string, id: string): Intent =>
  intent({ operation: 'mandate.cancel', target: `/api/v1/global_accounts/${account}/mandates/${id}/cancel` });
const change = (target: string): Intent => intent({ operation: 'beneficiary.update', target });
const UPDATE = '/svc/api/v1/transfer/beneficiary';

describe('a cancelled mandate', () => {
  it('is read by the two IDs in the path', () => {
    expect(readsOf(cancel('ga%2F1', 'm-1'), 0, registry)).toEqual([
      {
        operation: 'mandate.get',
        input: { params: { global_account_id: 'ga/1', mandate_id: 'm-1' } },
      },
    ]);
  });

  it.each([cancel('', 'm-1'), cancel('ga-1', '%E0%A4%A'), intent({ target: '/elsewhere' })])(
    'is not read if its path lacks an ID',
    unnamed => {
      expect(cancelledMandate(unnamed)).toBeUndefined();
    },
  );
});

describe('a changed beneficiary', () => {
  it('is read by the ID in the query', () => {
    expect(readsOf(change(`${UPDATE}?beneficiary_id=ben%261`), 0, registry)).toEqual([
      { operation: 'beneficiary.get', input: { query: { beneficiary_id: 'ben&1' } } },
    ]);
  });

  it.each([UPDATE, `${UPDATE}?beneficiary_id=`, `${UPDATE}?id=ben-1`])('is not read from %s', target => {
    expect(changedBeneficiary(change(target))).toBeUndefined();
    expect(readsOf(change(target), 0, registry)).toEqual([]);
  });
});

it('for an answer to a question, the whole request for information is read', () => {
  expect(readsOf(intent({ operation: 'rfi.respond', body: '{"id":"q-1"}' }), 0, registry)).toEqual([
    { operation: 'rfi.get', input: {} },
  ]);
});

it('for a new beneficiary or account, the list in its currency is read', () => {
  const created = intent({ operation: 'beneficiary.create', body: '{"beneficiary_account_currency":"USD"}' });
  expect(readsOf(created, 0, registry)).toEqual([
    { operation: 'beneficiary.list', input: { query: { currency: 'USD', limit: 100 } } },
  ]);
  const opened = intent({ operation: 'account.create', body: '{"currency":"GBP"}' });
  expect(readsOf(opened, 0, registry)).toEqual([
    { operation: 'account.list', input: { query: { currency: 'GBP' } } },
  ]);
});
