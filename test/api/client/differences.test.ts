/** What an answer names differently from its request, in any spelling of the names and at any depth. */

import { describe, expect, it } from 'vitest';
import { sentIn } from '../../../src/api/client/claims.ts';
import { differences } from '../../../src/api/client/differences.ts';
import { jsonOf } from '../../harness/answers.ts';

const requests = {
  'payout.cancel': '{"id":"P-1"}',
  'payout.create': '{"beneficiary_id":"ben-1","amount":12.50,"currency":"GBP","reference":"INV 7"}',
  'card.update': '{"id":"card-1","card_status":"INACTIVE"}',
  'beneficiary.create':
    '{"beneficiary_account_number":"GB29NWBK60161331926819","beneficiary_account_currency":"GBP","full_name":"Zoë"}',
  'conversion.create': '{"quote_id":"q-1","source_amount":100,"source_currency":"GBP"}',
  'account.create': '{"type":"global_account","country":"GB","currency":"GBP","label":"01"}',
  'rfi.respond': '{"id":"question-1","type":"TEXT"}',
} as const;

function found(id: keyof typeof requests | 'beneficiary.update', data: string): readonly string[] {
  const body = id === 'beneficiary.update' ? '{"full_name":"Zoë"}' : requests[id];
  const target = id === 'beneficiary.update' ? '/beneficiary?beneficiary_id=ben-1' : '/svc/api/v1/x';
  return differences(
    jsonOf(data),
    sentIn({ target, body }, { user_id: 'acct_1', x_request_id: 'r-1' }),
    id.slice(0, id.indexOf('.')),
  );
}

describe('a difference is a sentence', () => {
  it.each([
    ['payout.create', '{"user_id":"acct_2"}', 'User: you confirmed acct_1, but the service returned acct_2.'],
    ['payout.cancel', '{"id":"P-2"}', 'ID: you confirmed p-1, but the service returned P-2.'],
    ['payout.cancel', '{"payoutId":"P-2"}', 'ID: you confirmed p-1, but the service returned P-2.'],
    [
      'payout.cancel',
      '[{"payout":{"payout_id":"P-2"}}]',
      'ID: you confirmed p-1, but the service returned P-2.',
    ],
    [
      'payout.create',
      '{"amount":{"value":1250,"currency":"GBP"}}',
      'Amount: you confirmed 12.50, but the service returned 1250.',
    ],
    [
      'payout.create',
      '{"id":"p","payout":{"payoutAmount":"12.51"}}',
      'Amount: you confirmed 12.50, but the service returned 12.51.',
    ],
    [
      'payout.create',
      '{"beneficiary":{"id":"ben-2","status":"VERIFIED"}}',
      'Beneficiary: you confirmed ben-1, but the service returned ben-2.',
    ],
    [
      'payout.create',
      '{"beneficiaryId":"ben-2"}',
      'Beneficiary: you confirmed ben-1, but the service returned ben-2.',
    ],
    [
      'card.update',
      '{"cardStatus":"CLOSED"}',
      'Status: you confirmed inactive, but the service returned CLOSED.',
    ],
    [
      'card.update',
      '{"status":"CLOSED"}',
      'Status: you confirmed inactive, but the service returned CLOSED.',
    ],
    ['card.update', '{"cardHashId":"card-2"}', 'ID: you confirmed card-1, but the service returned card-2.'],
    [
      'beneficiary.create',
      '{"accountNumber":"GB00"}',
      'Account number: you confirmed gb29nwbk60161331926819, but the service returned GB00.',
    ],
    [
      'beneficiary.create',
      '{"account_number":"****6810"}',
      'Account number: you confirmed gb29nwbk60161331926819, but the service returned ****6810.',
    ],
    [
      'beneficiary.create',
      '{"currency":"EUR"}',
      'Currency: you confirmed gbp, but the service returned EUR.',
    ],
    [
      'beneficiary.create',
      '{"account_holder_name":"Bob"}',
      'Full name: you confirmed Zoë, but the service returned Bob.',
    ],
    ['account.create', '{"label":"1"}', 'Label: you confirmed 01, but the service returned 1.'],
    [
      'payout.create',
      '{"client_reference":"INV 8"}',
      'Reference: you confirmed INV 7, but the service returned INV 8.',
    ],
    ['beneficiary.update', '{"id":"ben-2"}', 'ID: you confirmed ben-1, but the service returned ben-2.'],
    [
      'conversion.create',
      '{"sourceAmount":"99"}',
      'Source amount: you confirmed 100, but the service returned 99.',
    ],
    [
      'conversion.create',
      '{"source_currencycode":"USD"}',
      'Source currency: you confirmed gbp, but the service returned USD.',
    ],
  ] as const)('%s answered with %s', (id, data, sentence) => {
    expect(found(id, data).map(one => one.toLowerCase())).toEqual([sentence.toLowerCase()]);
  });
});

describe('no difference', () => {
  it.each([
    ['payout.create', '{"user_id":"acct_1","request_id":"srv-7","x_request_id":"r-1"}'],
    ['payout.cancel', '{"id":"p-1","systemReferenceNumber":"PAY1"}'],
    [
      'payout.create',
      '{"id":"new","amount":"12.5","currency":"gbp","beneficiary_id":"BEN-1","reference":"INV 7"}',
    ],
    ['payout.create', '{"fee":{"amount":1.5},"account":{"currency":"EUR","id":"acc-1"}}'],
    ...['****6819', '••••6819', 'xxxx6819', 'XX.6819', '####6819', '•••• 6819'].map(
      number => ['beneficiary.create', `{"account_number":"${number}"}`] as const,
    ),
    ['card.update', '{"id":"card-1","cardStatus":"inactive","account":{"status":"ACTIVE"}}'],
    [
      'beneficiary.create',
      '{"id":"b","beneficiary_account_number":"****6819","account_number":"GB29 NWBK 6016 1331 9268 19"}',
    ],
    [
      'account.create',
      '[{"id":"a","account_type":"Checking","country_code":"GB","institution":{"country":"IE"},"supported_features":[{"currency":"USD","type":"DEPOSIT"}]}]',
    ],
    ['rfi.respond', '{"rfi_id":"rfi-9","status":"SUBMITTED"}'],
    ['conversion.create', '{"id":"c","quote_id":"Q-1","source_amount":100.00,"destination_amount":120}'],
    ['payout.cancel', 'null'],
    [
      'beneficiary.create',
      '{"iban":"GB29****6819","beneficiary_account_number":"GB29XXXXXXXXXX6819","account_holder_name":"ZOE"}',
    ],
  ] as const)('%s answered with %s', (id, data) => {
    expect(found(id, data)).toEqual([]);
  });
});
