/** Which answers with HTTP 200 show the success of a write: only words that the contract or every service uses. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentIn } from '../../../src/api/client/claims.ts';
import { denialOf } from '../../../src/api/client/denial.ts';
import type { Operation } from '../../../src/api/contract/operation.ts';
import { type OperationId, operations } from '../../../src/api/contract/operations.ts';
import { isDenialWord } from '../../../src/api/contract/success-words.ts';
import { isObject } from '../../../src/lib/json.ts';
import { jsonOf } from '../../harness/answers.ts';

const sent = sentIn(
  {
    target: '/svc/api/v1/transfer/?note=KO',
    body: '{"reference":"FAILED","reason":"gift","address":{"state":"CA"}}',
  },
  { x_request_id: 'req-1' },
);

function judged(data: string, { message = '', id = 'payout.create' as OperationId, around = '' } = {}) {
  const body = jsonOf(
    `{"code":200,"status":"success","message":${JSON.stringify(message)},"data":${data}${around}}`,
  );
  const { success }: Operation = operations[id];
  if (success === undefined || !isObject(body)) throw new Error('no such write');
  const denial = denialOf({ form: success, own: id.slice(0, id.indexOf('.')), sent }, body, body['data'], []);
  return denial === undefined ? 'success' : denial.failed ? 'failed' : 'unknown';
}

/** Members of a 200 that say that a payout was not made, or that nobody knows. */
const denials = [
  ...['"approved":false', '"rejected":true', '"accepted":false', '"processed":"false"', '"isDuplicate":true'],
  ...[
    '"declined":"yes"',
    '"ok":0',
    '"executed":false',
    '"blocked":true',
    '"onHold":true',
    '"payoutApproved":"no"',
  ],
  ...['"responseCode":"51"', '"code":"E17"', '"result_code":9', '"resultCode":"DECLINED"', '"returnCode":-1'],
  ...[
    '"status":"RJCT"',
    '"status":"KO"',
    '"status":"DUPLICATE"',
    '"status":"ABORTED"',
    '"status":"IN_PROGRESS"',
  ],
  ...[
    '"status":["FAILED"]',
    '"payoutState":"RJCT"',
    '"statusDescription":"Not enough funds"',
    '"status":{"x":{"code":"KO"}}',
  ],
  ...[
    '"attributes":{"status":"KO"}',
    '"reason":"No cover"',
    '"status":"ABGELEHNT"',
    '"estado":{"status":"RECHAZADO"}',
  ],
  ...[
    '"statut":{"state":"REFUSÉ"}',
    '"result":"NOK"',
    '"outcome":"DENIED"',
    '"decision":"REVIEW"',
    '"status":"ON_HOLD"',
  ],
  ...['"status_text":"Rejected by bank"', '"failureReason":"x"', '"errors":["x"]', '"error":{"code":"E7"}'],
  ...[
    '"state":"拒否"',
    '"status":"FAIL\\u200bED"',
    '"transactionStatus":"UNPROCESSED"',
    '"status":500',
    '"rejectReason":"limit"',
  ],
  ...[
    '"message":"Not enough funds"',
    '"detail":"Nothing was sent"',
    '"message":"Kein Guthaben"',
    '"msg":"残高不足"',
  ],
  ...[
    '"txSts":"RJCT"',
    '"statut":"REFUSÉ"',
    '"状态":"失败"',
    '"st\\u0430tus":"RJCT"',
    '"ack":"NAK"',
    '"rc":"51"',
  ],
  ...['"approval":"DENIED"', '"accepted":"partially"', '"success":"unknown"', '"approved":"pending"'],
  ...['"requiresApproval":true', '"actionRequired":true', '"next_action":{"type":"otp"}', '"dryRun":true'],
  ...[
    '"alreadyExists":true',
    '"isDraft":true',
    '"sufficientFunds":false',
    '"eligible":false',
    '"found":false',
  ],
  ...[
    '"rejectedAt":"2026-11-28"',
    '"returned_at":"2026-11-28"',
    '"cancelledAt":"2026"',
    '"rejected":["ben-1"]',
  ],
  ...['"status":{"label":"Rejected"}', '"status":{"current":"RJCT"}', '"status":{"state":{"v":"RJCT"}}'],
  ...['"responseText":"DECLINED"', '"description":"Payout rejected"', '"remarks":"Rejected by bank"'],
  ...['"eventType":"PAYOUT_REJECTED"', '"warnings":["Payout was not sent"]', '"errno":5', '"problem":"x"'],
  ...['"response":"{\\"status\\":\\"RJCT\\"}"', '"meta":{"status":"RJCT"}'],
];

describe('a payout', () => {
  it.each(denials)('with %s is not a success, however deep it stands', member => {
    expect(judged(`{"id":"p-1",${member}}`)).not.toBe('success');
    // proof.ts compares these two of the envelope.
    if (!/^"(?:status|code|message)"/.test(member))
      expect(judged('{"id":"p-1"}', { around: `,${member}` })).not.toBe('success');
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'payout', 'beneficiary', 'result', '[]'), { maxLength: 8 }),
        path => {
          const wrapped = path.reduceRight(
            (inner, name) => (name === '[]' ? `[${inner}]` : `{"${name}":${inner}}`),
            `{${member}}`,
          );
          return judged(wrapped) !== 'success';
        },
      ),
      { numRuns: 30, seed: 7 },
    );
  });

  it('has the same status in each form of the status', () => {
    const forms = (word: string) => [
      `{"status":"${word}"}`,
      `{"status":["${word}"]}`,
      ...['code', 'name', 'value', 'text', 'description', 'Name'].map(
        part => `{"status":{"${part}":"${word}"}}`,
      ),
    ];
    for (const form of forms('PENDING')) expect(judged(form), form).toBe('success');
    for (const form of forms('RJCT')) expect(judged(form), form).not.toBe('success');
  });

  it.each([
    'Not enough funds',
    'Payout not created',
    'Zahlung abgelehnt',
    'Payout created; notification failed',
    'Pago rechazado',
    'Request received twice',
  ])('with the message “%s” is not a success', message => {
    expect(judged('{"id":"p-1"}', { message })).not.toBe('success');
  });

  it.each([
    ...[
      '{}',
      '[]',
      '{"id":"p-1","status":"PENDING"}',
      '{"status":"Processing"}',
      '{"payoutStatus":"CREATED"}',
    ],
    ...[
      '{"state":"SUBMITTED"}',
      '{"approved":true}',
      '{"rejected":false}',
      '{"responseCode":"00"}',
      '{"reason":null}',
    ],
    ...['{"error":"","errors":[]}', '{"id":"p-1","fee":1.5,"created_at":"2026-11-28T10:00:00+0000"}'],
    ...['{"currency_code":"GBP","country_code":"GB","source_currencycode":"GBP","bankCode":"XYZ"}'],
    ...[
      '{"id":"p","beneficiary":{"status":"PENDING_VERIFICATION","state":"NY"}}',
      '{"cancellable":true,"livemode":false}',
    ],
    ...[
      '{"reason":"gift","reference":"FAILED"}',
      '{"address":{"postcode":"1","state":"NY"}}',
      '{"address":{"postalCode":"1","state":"NY"}}',
      '{"address":{"address_line1":"1","state":"NY"}}',
      '{"success":"true"}',
    ],
    ...['{"expires_at":"2026-11-28","cancelled_at":null,"failed_at":"","rejectedAt":null,"settled":false}'],
    ...['{"description":"Invoice no 7","remarks":"do not delay"}', '{"approval_id":"x","naïve":1}'],
    ...['{"approved":"APPROVED","isFinal":false}', '{"payment_reason":"services","trackingCode":"AB12"}'],
    ...[
      '{"status":{"code":"PENDING","label":"Payout pending"}}',
      '{"description":"Payout to Ann","warnings":[]}',
    ],
    ...[
      '{"description":"FAILED","created":"2026-11-28T10:00:00+0000"}',
      '{"metadata":"{}","next_action":null}',
    ],
    ...['{"statusDescription":"Payout submitted successfully"}', '{"status":"SUCCESS"}', '{"x":"FAILED"}'],
  ])('with the data %s is a success', data => {
    expect(judged(data)).toBe('success');
  });
});

describe('a cancellation', () => {
  const cancel = (data: string, message = '') => judged(data, { message, id: 'payout.cancel' });

  it.each([
    '{"cancelled":false}',
    '{"status":"PENDING"}',
    '{"status":"PROCESSED"}',
    '{"status":"ACTIVE"}',
    '{"closed":false}',
  ])('with %s is not a success', data => expect(cancel(data)).not.toBe('success'));

  it.each([
    'Nothing to cancel',
    'Payout processed',
    'Already cancelled',
    'Cancellation requested',
    'Payout sent',
  ])('with the message “%s” is not a success', message => expect(cancel('{}', message)).not.toBe('success'));

  it('has the documented success, and the word CANCELLED', () => {
    expect(cancel('{}', 'Payout cancelled successfully')).toBe('success');
    expect(cancel('{"status":"CANCELLED","cancelled":true,"cancelledAt":"2026-11-28"}')).toBe('success');
    expect(cancel('{"id":"p-1","rejectedAt":"2026-11-28"}')).not.toBe('success');
  });
});

describe('a write that is no money', () => {
  const create = (data: string, message = '') => judged(data, { message, id: 'beneficiary.create' });

  it('may have next steps of any form', () => {
    const next =
      '{"status":"SUBMITTED","rfi_id":"r","next_steps":{"status":"UNDER_REVIEW","message":"Wait"}}';
    expect(judged(next, { id: 'rfi.respond' })).toBe('success');
  });

  it.each(['""', '0', '"0"', '"N/A"'])('is unknown with the ID %s', id => {
    expect(create(`{"id":${id}}`)).toBe('unknown');
    expect(create(`{"beneficiaryId":${id}}`)).toBe('unknown');
    expect(create(`{"id":"b","quote_id":${id}}`)).toBe('success');
  });

  it('failed if the answer says so, and is unknown with another word', () => {
    expect(create('{"id":"b","status":"REJECTED"}')).toBe('failed');
    expect(create('{"id":"b","success":false}')).toBe('failed');
    expect(create('{"id":"b","status":"IN_REVIEW"}')).toBe('unknown');
    expect(create('{"id":"b"}', 'Willkommen')).toBe('unknown');
    expect(create('{"id":"b","status":"IN_REVIEW","error":"x"}')).toBe('failed');
    expect(create('{"id":"b","status":"PENDING_VERIFICATION"}')).toBe('success');
  });
});

it('an administrator’s word counts for its operation, and never if it denies', () => {
  const added = { ...sent, words: ['BOOKED_OUT'] };
  const body = jsonOf('{"data":{"status":"booked out"}}');
  const form = operations['payout.create'].success;
  if (!isObject(body)) throw new Error('no body');
  const verdict = (known: typeof added | typeof sent) =>
    denialOf({ form, own: 'payout', sent: known }, body, body['data'], []);
  expect(verdict(sent)).toMatchObject({ failed: false });
  expect(verdict(added)).toBeUndefined();
  for (const word of [
    'FAILED',
    'RJCT',
    'KO',
    'ON_HOLD',
    'IN_PROGRESS',
    'CANCELLED',
    'NOT_SENT',
    'Under review',
  ])
    expect(isDenialWord('payout.create', word), word).toBe(true);
  for (const word of ['BOOKED', 'DISPATCHED', 'ACSC'])
    expect(isDenialWord('payout.create', word), word).toBe(false);
  expect([
    isDenialWord('payout.cancel', 'CANCEL_OK'),
    isDenialWord('payout.cancel', 'CANCEL_FAILED'),
  ]).toEqual([false, true]);
});

it('every documented message of a success is known', () => {
  for (const [id, message] of [
    ['payout.cancel', 'Payout cancelled successfully'],
    ['card.activate', 'card activated successfully'],
    ['card.update', 'card updated successfully'],
    ['card.close', 'card updated successfully'],
    ['user.activate', 'Account Activated'],
    ['beneficiary.validate', 'Validation successful'],
    ['user.create', 'User created successfully'],
    ['card.close', 'Card status updated successfully'],
    ['cardholder.create', 'Card holder created successfully'],
    ['account.create', 'Global account created successfully'],
    ['payout.create', 'Funds transfer initiated successfully'],
    ['payout.create', 'Create Payout Success'],
  ] as const)
    expect(judged('{}', { id, message })).toBe('success');
});
