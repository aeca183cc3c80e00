/** The outcome of a write for each possible answer, through the client (FAULTS B2, B5 to B9, B14, B15, B18 to B20, C8). */

import { describe, expect, it } from 'vitest';
import type { OutcomeWord } from '../../../src/api/client/outcome.ts';
import { openTill, type writeIds } from './till.ts';

type Case = readonly [word: OutcomeWord, status: number, body: string];

async function sent(id: (typeof writeIds)[number], [, status, body]: Case) {
  await using till = await openTill();
  const prepared = await till.ready(id);
  await till.breaks(`* status=${status}`);
  await till.breaks(`* ${body === '' ? 'empty' : `not-json='${body}'`}`);
  return await till.send(prepared);
}

const no = (rest: string) => `{"status":"error","message":"no",${rest}}`;

/** The rules themselves are in proof-rules.test.ts. These rows show that each verdict reaches the outcome. */
const familyB: readonly Case[] = [
  ['REFUSED', 400, no('"code":400')],
  ['UNKNOWN', 400, no('"code":504')],
  ['UNKNOWN', 400, '{"code":400,"status":"pending","message":"x"}'],
  ['UNKNOWN', 400, no('"code":400,"data":{"id":"payout-1"}')],
  ['UNKNOWN', 400, no('"code":400,"code":504')],
  ['UNKNOWN', 400, no('"code":504,"code":400')],
  ['UNKNOWN', 400, '[]'],
  ['UNKNOWN', 400, ''],
  ['UNKNOWN', 408, no('"code":408')],
  ['UNKNOWN', 409, no('"code":409')],
  ['UNKNOWN', 409, ''],
  ['REFUSED', 410, '{"code":410,"status":"Error","message":"Quote has expired"}'],
  ['REFUSED', 410, no('"code":410')],
  ['REFUSED', 422, no('"code":422,"errors":[{"source":"amount","message":"too small"}]')],
  ['REFUSED', 422, no('"code":422,"errors":{"amount":["too small"]}')],
  ['REFUSED', 422, no('"code":422,"source":"amount"')],
  ['UNKNOWN', 422, no('"code":422,"errors":[]')],
  ...[401, 429].flatMap((status): readonly Case[] => [
    ['REFUSED', status, no(`"code":${status}`)],
    ['REFUSED', status, ''],
    ['REFUSED', status, 'slow down'],
    ['REFUSED', status, '{"message":"x"}'],
    ['UNKNOWN', status, no('"code":504')],
    ['UNKNOWN', status, '{"code":200,"status":"success"}'],
  ]),
  ['UNKNOWN', 202, '{"code":202,"status":"success","message":"","data":{}}'],
  ['DONE', 200, '{"code":200,"status":"Success","message":"","data":{}}'],
  ['DONE', 200, '{"code":null,"status":"success","message":"","data":{}}'],
  ['DONE', 200, '{"code":200,"status":"200","message":"","data":{}}'],
  ['DONE', 201, '{"code":201,"status":"success","message":"","data":{}}'],
  ['UNKNOWN', 200, '{"code":200,"status":"pending","message":"wait","data":{}}'],
  ['UNKNOWN', 200, '{"code":200,"code":500,"status":"success","message":"","data":{}}'],
];

const done = (rest: string, message = '') => `{"code":200,"status":"success","message":"${message}"${rest}}`;

/** The envelope says success. The data, an error member or the message may say the opposite. */
const contradicted: readonly Case[] = [
  ...['', ',"data":null', ',"data":false', ',"data":true', ',"data":0', ',"data":"failed"'].map(
    (data): Case => ['UNKNOWN', 200, done(data)],
  ),
  ...[',"data":{}', ',"data":[]', ',"data":{"id":"p","status":"PENDING"}'].map(
    (data): Case => ['DONE', 200, done(data)],
  ),
  ...[
    'FAILED',
    'Rejected',
    'declined',
    'CANCELLED',
    'CANCELED',
    'ERROR',
    'PAYMENT_FAILED',
    'unsuccessful',
    'paymentFailed',
  ].map((word): Case => ['UNKNOWN', 200, done(`,"data":{"id":"p","status":"${word}"}`)]),
  ...['processing', 'PENDING', 'Created', ''].map(
    (word): Case => ['DONE', 200, done(`,"data":{"id":"p","status":"${word}"}`)],
  ),
  // Money is done only with a word that Purser knows.
  ...['FROZEN', 'CANCELLABLE', 'FAILOVER', 'UNREJECTED', 'IN_PROGRESS'].map(
    (word): Case => ['UNKNOWN', 200, done(`,"data":{"id":"p","status":"${word}"}`)],
  ),
  ['UNKNOWN', 200, done(',"data":{"id":"p","payoutStatus":"FAILED"}')],
  ['UNKNOWN', 200, done(',"data":{"id":"p","status":false}')],
  ['UNKNOWN', 200, done(',"data":{"id":"p","status":500}')],
  ['UNKNOWN', 200, done(',"data":{"payout":{"id":"p","status":"FAILED"}}')],
  ['UNKNOWN', 200, done(',"data":[{"id":"p","status":"FAILED"}]')],
  ['UNKNOWN', 200, done(',"data":[{"id":"p","status":"NEW"},{"id":"q","status":"FAILED"}]')],
  ['UNKNOWN', 200, done(',"data":{"id":"p","status":"NEW","status":"FAILED"}')],
  ['UNKNOWN', 200, done(',"data":{"id":"p","success":true,"success":false}')],
  ['UNKNOWN', 200, done(',"data":{"id":"p","error":null,"error":"no funds"}')],
  ['DONE', 200, done(',"data":{"id":"p","beneficiary":{"status":"REJECTED"}}')],
  ['UNKNOWN', 200, done(',"data":{"error":"no funds"}')],
  ['UNKNOWN', 200, done(',"data":{"id":"p","error":{"code":"x"}}')],
  ['UNKNOWN', 200, done(',"data":{"id":"p","error_code":"INSUFFICIENT_FUNDS"}')],
  ['UNKNOWN', 200, done(',"data":{"id":"p","failureReason":"no funds"}')],
  ['UNKNOWN', 200, done(',"data":{"id":"p","success":false}')],
  ['UNKNOWN', 200, done(',"data":{"id":"p","message":"Payout failed"}')],
  ['UNKNOWN', 200, done(',"data":{"id":"p"},"error":"no funds"')],
  ['UNKNOWN', 200, done(',"data":{"id":"p"},"errors":[{"field":"amount","message":"too small"}]')],
  ['UNKNOWN', 200, done(',"data":{"id":"p"},"success":false')],
  ...['null', 'false', '""', '[]', '{}', '0', '"none"'].map(
    (none): Case => [
      'DONE',
      200,
      done(`,"data":{"id":"p","error":${none},"error_code":${none}},"errors":${none}`),
    ],
  ),
  ...[
    ...['Payout failed', 'Payment could not be processed', 'Insufficient funds', 'Payout was not created'],
    ...['Something went wrong', 'Payout cancelled', 'The payee can’t be paid', 'An error occurred'],
  ].map((message): Case => ['UNKNOWN', 200, done(',"data":{"id":"p"}', message)]),
  ...['Payout created', 'Payment accepted', 'Transfer PAY-7 was made successfully.', 'Pending'].map(
    (message): Case => ['DONE', 200, done(',"data":{"id":"p"}', message)],
  ),
  ...['No errors', 'Accepted, errors: 0', 'Failsafe transfer made', 'Zahlung erfolgt'].map(
    (message): Case => ['UNKNOWN', 200, done(',"data":{"id":"p"}', message)],
  ),
  ...[
    ...['RETURNED', 'EXPIRED', 'VOID', 'BLOCKED', 'REVERSED', 'INVALID', 'PAYMENTFAILED', 'NOT_PROCESSED'],
    ...['NOT_CREATED', 'FA\\u200bILED', '\\uff26AILED'],
  ].map((word): Case => ['UNKNOWN', 200, done(`,"data":{"id":"p","status":"${word}"}`)]),
  ...['NOT_DECLINED', 'NOT_CANCELLED', 'NOT_YET_PROCESSED', 'UNBLOCKED', 'NO_ERROR'].map(
    (word): Case => ['UNKNOWN', 200, done(`,"data":{"id":"p","status":"${word}"}`)],
  ),
  ...[
    ...['"payout":{"status":"FAILED"}', '"result":{"payment":{"status":"FAILED"}}', '"state":"FAILED"'],
    ...['"result":"Failed"', '"outcome":"REJECTED"', '"status":{"code":"FAILED"}', '"status_code":500'],
    ...['"statusCode":"FAILED"', '"statusCode":"503"', '"success":"no"', '"success":0', '"success":"FALSE"'],
    ...['"isError":true', '"has_errors":true', '"errorMessages":["no funds"]', '"status_reason":"no funds"'],
    ...['"error":{"code":0,"message":"no funds"}', '"state":"NEW","state":"FAILED"'],
  ].map((member): Case => ['UNKNOWN', 200, done(`,"data":{"id":"p",${member}}`)]),
  ...[
    ...['"error":{"code":0,"message":""}', '"error":{"code":null,"message":null}', '"error_code":"SUCCESS"'],
    ...['"failure_reason":"-"', '"errors":[null]', '"status":{"code":"NEW"}', '"success":"yes"'],
    ...['"error_code":"N/A"', '"status_code":200'],
    ...['"beneficiary":{"status":"INVALID","error":"x"}', '"hasErrors":"false"', '"state":"NEW"'],
  ].map((member): Case => ['DONE', 200, done(`,"data":{"id":"p",${member}}`)]),
  ...['[false]', '[null]', '[{"id":"p"},null]'].map(
    (data): Case => ['UNKNOWN', 200, done(`,"data":${data}`)],
  ),
  ['UNKNOWN', 200, done(',"data":{"id":"p"},"statusCode":500')],
  ['UNKNOWN', 200, done(',"data":{"id":"p"},"result":"FAILED"')],
  ...[
    ...['PAYOUT_FAILED', 'payoutFailed', 'The payout was never made', 'No payout was made', 'blocked'],
    ...['Quote has expired', 'Request timed out', 'Bank unavailable', 'The payment has not gone through'],
    ...['It didn’t go through', 'error: no funds', 'Done? No! Failed', 'NOT_PROCESSED_FAILED'],
    ...['We can not pay this', 'Payout cancelled', 'The card wasn’t issued', 'limit exceeded'],
  ].map((message): Case => ['UNKNOWN', 200, done(',"data":{"id":"p"}', message)]),
  ...[
    ...['Payout created, not failed', 'No failed checks', 'Created without any errors', 'Errors: none.'],
    ...['This payout cannot be undone', 'The payout has not been processed yet', 'Not yet processed'],
    ...['Payout created. It can’t be cancelled', 'Quote returned', 'Not cancelled'],
  ].map((message): Case => ['UNKNOWN', 200, done(',"data":{"id":"p"}', message)]),
];

/** The aim of this write is a cancelled payout. */
const cancelled: readonly Case[] = [
  ['DONE', 200, done(',"data":{}', 'Payout cancelled successfully')],
  ['DONE', 200, done(',"data":{"status":"CANCELLED"}')],
  ['UNKNOWN', 200, done(',"data":{"status":"FAILED"}')],
  ['UNKNOWN', 200, done(',"data":{"status":"CANCELLATION_FAILED"}')],
  ['UNKNOWN', 200, done(',"data":{}', 'Payout cannot be cancelled as it’s already processed')],
  ['UNKNOWN', 200, done('', 'Payout cancelled successfully')],
  ...['NOT_CANCELLED', 'PENDING', 'SETTLED', 'PROCESSED', 'CANCELLATION_REQUESTED', 'ACTIVE'].map(
    (word): Case => ['UNKNOWN', 200, done(`,"data":{"status":"${word}"}`)],
  ),
  ['UNKNOWN', 200, done(',"data":{"status":"CANCELLATION_DONE"}')],
  ...['VOIDED', 'SUCCESS'].map((word): Case => ['DONE', 200, done(`,"data":{"status":"${word}"}`)]),
  ...[
    ...['Payout is not cancellable', 'Payout already processed', 'Not cancelled yet', 'Too late'],
    ...['The payout has not been cancelled', 'Payout can’t be cancelled'],
  ].map((message): Case => ['UNKNOWN', 200, done(',"data":{}', message)]),
  ['UNKNOWN', 200, done(',"data":{}', 'Payout cancelled. This cannot be undone')],
];

/** INTERFACE.md shows no data in these answers. */
const closed: readonly Case[] = [
  ['DONE', 200, done('', 'card updated successfully')],
  ['DONE', 200, done(',"data":null', 'card cancelled')],
  ['DONE', 200, done(',"data":{"cardStatus":"CLOSED"}')],
  ['UNKNOWN', 200, done(',"data":false')],
  ['UNKNOWN', 200, done('', 'card update failed')],
  ...['UPDATE_REJECTED', 'ACTIVE', 'INACTIVE'].map(
    (word): Case => ['UNKNOWN', 200, done(`,"data":{"cardStatus":"${word}"}`)],
  ),
];

const activated: readonly Case[] = [
  ['DONE', 200, '{"status":"success","message":"Account Activated"}'],
  ['UNKNOWN', 200, '{"status":"success","message":"Activation failed"}'],
  ['UNKNOWN', 200, '{"status":"success","message":"","data":{"status":"REJECTED"}}'],
  ['UNKNOWN', 200, '{"status":"success","message":"","error":"not verified"}'],
];

/** This result has its own `status`. It may arrive with or without an envelope. */
const eitherForm: readonly Case[] = [
  ['DONE', 200, '{"status":"SUBMITTED","rfi_id":"rfi-1"}'],
  ['DONE', 200, '{"code":200,"status":"success","message":"","data":{"status":"SUBMITTED"}}'],
  ['UNKNOWN', 200, '{"code":200,"status":"success","message":""}'],
  ['UNKNOWN', 200, '{"status":"REJECTED","rfi_id":"rfi-1"}'],
  ['UNKNOWN', 200, '{"status":"SUBMITTED","rfi_id":"rfi-1","message":"Submission failed"}'],
  ['UNKNOWN', 200, '{"code":200,"status":"success","message":"","data":{"status":"Declined"}}'],
  ['UNKNOWN', 200, '{"code":200,"status":"pending","message":"wait"}'],
  ['UNKNOWN', 200, '{"code":200,"status":"pending","message":"wait","data":{"status":"SUBMITTED"}}'],
];

const familyA: readonly Case[] = [
  ['REFUSED', 400, '{"code":"invalid_operation","message":"no"}'],
  ['REFUSED', 404, '{"code":"resource_not_found"}'],
  ['UNKNOWN', 400, '{"code":"gateway_timeout"}'],
  ['UNKNOWN', 400, '{"code":"invalid_operation","code":"gateway_timeout"}'],
  ['UNKNOWN', 400, 'true'],
  ['UNKNOWN', 409, '{"code":"invalid_operation","message":"no"}'],
  ['REFUSED', 422, '{"code":"validation_failed","errors":[{"source":"transaction_id","code":"x"}]}'],
  ['REFUSED', 422, '{"code":"validation_failed","source":"transaction_id"}'],
  ['UNKNOWN', 422, '{"code":"validation_failed"}'],
  ...[401, 429].flatMap((status): readonly Case[] => [
    ['REFUSED', status, ''],
    ['REFUSED', status, '{"code":"credentials_expired","message":"x"}'],
    ['UNKNOWN', status, 'true'],
  ]),
  ['UNKNOWN', 202, 'true'],
  ['DONE', 200, 'true'],
  ['DONE', 201, 'true'],
];

describe.each([
  ['payout.create [B7a B7e B8a B8e B15b C8c]', familyB],
  ['directDebit.cancel [B7d B15b]', familyA],
  ['rfi.respond', eitherForm],
  ['payout.create [B21a B21d]', contradicted],
  ['payout.cancel [B21a B21c]', cancelled],
  ['card.close [B21a B21c]', closed],
  ['user.activate [B21a]', activated],
] as const)('an answer to %s', (title, cases) => {
  const id = title.split(' ')[0] as (typeof writeIds)[number];
  it.each(cases.map(one => [one[0], one[1], one[2], one] as const))(
    'is %s for HTTP %i with %s',
    async (word, _, __, one) => {
      expect((await sent(id, one)).word).toBe(word);
    },
  );
});

describe('the fields of a 422', () => {
  const errors = '[{"source":"amount","code":"too_small"},{"field":"reference","message":"too long"},"late"]';
  const body = no(`"code":422,"errors":${errors}`);

  it('are named [B8a–b]', async () => {
    expect((await sent('payout.create', ['REFUSED', 422, body])).failure).toEqual({
      kind: 'refused',
      status: 422,
      code: '422',
      message: 'no',
      errors: [
        { field: 'amount', words: 'too_small' },
        { field: 'reference', words: 'too long' },
        { words: 'late' },
      ],
    });
  });
});

describe.each([
  [409, 'Card is already active'],
  [410, 'Quote has expired'],
])('HTTP %i from Family B', (status, message) => {
  const body = `{"code":${status},"status":"Error","message":"${message}"}`;

  it("is a refusal with the service's own words [B7a–b]", async () => {
    const { failure } = await sent('card.close', ['REFUSED', status, body]);
    expect(failure).toEqual({
      kind: 'refused',
      status,
      code: String(status),
      message,
    });
  });
});

it.each([
  [
    done(',"data":{"status":"FAILED"}'),
    'status: FAILED',
    "The status in the response's data contradicts a success",
  ],
  [
    done(',"data":{"id":"p"}', 'Payout failed'),
    'Payout failed',
    "The response's message contradicts a success",
  ],
  [
    done(',"data":{"error":{"code":"E7","message":"no funds"}}', 'ok'),
    'ok; E7: no funds',
    'The response has an error',
  ],
  [done('', 'queued'), 'queued', 'The response has no data'],
  [done(',"data":"4111 1111 1111 1111"'), '•••• •••• •••• 1111', "The response's data is not a record"],
])('a contradicted success keeps the service’s words: %s [B21a–b C26]', async (body, message, why) => {
  const { failure } = await sent('payout.create', ['UNKNOWN', 200, body]);
  expect(failure).toMatchObject({ kind: 'unproven', status: 200, message, why });
});

it("the simulator's fault `code=` sets the code of an HTTP 400 answer, and only code 400 is REFUSED", async () => {
  for (const [code, word] of [
    ['504', 'UNKNOWN'],
    ['400', 'REFUSED'],
    ['gateway_timeout', 'UNKNOWN'],
  ] as const) {
    await using till = await openTill();
    const prepared = await till.ready('payout.create');
    await till.breaks(`* status=400 code=${code}`);
    expect((await till.send(prepared)).word).toBe(word);
  }
});
