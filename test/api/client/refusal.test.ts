/** Which answers contradict a refusal: messages of services and of layers between, and members beside the message. */

import { describe, expect, it } from 'vitest';
import { sentIn } from '../../../src/api/client/claims.ts';
import { againstRefusal } from '../../../src/api/client/refusal.ts';
import { jsonOf } from '../../harness/answers.ts';

const sent = sentIn(
  {
    target: '/svc/api/v1/transfer/',
    body: '{"beneficiary_id":"ben-1","amount":12.50,"currency":"GBP","reference":"INV already paid"}',
  },
  { x_request_id: 'req-1', user_id: 'acct_1' },
);

const verdict = (
  message: string,
  more = '',
  { status = 400, ends = false, of }: { status?: number; ends?: boolean; of?: string } = {},
) =>
  againstRefusal(jsonOf(`{"code":${status},"status":"Error","message":${JSON.stringify(message)}${more}}`), {
    ...{ status, sent, ends, operation: of ?? (ends ? 'payout.cancel' : 'payout.create') },
  });

describe('a message', () => {
  it.each([
    ...['a request with this idempotency key is in progress', 'Duplicate x-request-id', 'DUPLICATE_REQUEST'],
    ...['Transfer is already being processed', 'Payout with this request ID already exists', 'Conflict'],
    ...['Payout created; notification failed', 'the payout may have been made', 'Upstream timed out'],
    ...['Request timed out', 'Gateway Time-out', 'Idempotency key was used before', 'Request is processing'],
    ...['Request ID must be unique', 'x-request-id has been used', 'Another request is being handled'],
    ...['Payout was accepted, but the receipt could not be sent', 'Transaction already submitted'],
    ...['Could not determine whether the payout was made', 'The status of the payout is unknown'],
    ...['No response from the bank', 'Connection reset by peer', 'Payment has been queued', 'in_progress'],
    ...['Payout created successfully', 'Money sent', 'The transfer went through', 'Replayed request'],
    ...['Concurrent request', 'Same transaction found', 'The outcome is uncertain', 'Partially processed'],
    ...[
      'Doppelte Anfrage',
      'Solicitud duplicada',
      'Requête déjà traitée',
      'Zahlung wurde bereits ausgeführt',
    ],
    ...['Possible duplicate of payout 77', 'Quote already used', 'Previously submitted', 'Resubmission'],
    ...['Sent before', 'Repeated call', 'Key reused', 'Seen previously', 'Received before', 'key reuse'],
    ...['The payment could have been executed', 'Payout is pending', 'Still processing', 'deadline exceeded'],
    ...['This request was handled earlier', 'You have already made this payment', 'Reference must be unique'],
    ...['A payout with reference INV-1 exists', 'Potential double payment', 'OptimisticLockException'],
    ...['Payout will be sent once funds clear', 'Payout is on its way', 'Payout is under review', 'OK'],
    ...['Waiting for bank response', 'ECONNRESET', 'socket hang up', 'Money has left the account'],
    ...['Unable to determine outcome', 'Could not fetch payout status', 'Failed to serialize response'],
    ...['duplicate key value violates unique constraint', 'Payment in progress; KYC in progress'],
    ...[
      'Deadlock found',
      'Lost connection to the bank',
      'Funds have been reserved',
      'idempotency_key_in_use',
    ],
    ...['Post-processing failed', 'Notification failed', 'Receipt could not be generated', 'Do not retry'],
    ...['Payment made with errors', 'Pago ya realizado', 'Zahlung wird ausgeführt', 'Duplicação', 'Duplikat'],
    ...['重复请求', '処理中です', 'Дублирующий запрос', 'в обработке', '이미 처리된 요청', 'طلب مكرر'],
  ])('%s contradicts the refusal', message => {
    expect(verdict(message)).toBe('The response may be about an earlier copy of this request');
  });

  it.each([
    ...['Something went wrong', 'Something went wrong, please try again', '', 'Get Account failed!', 'no'],
    ...['Insufficient funds', 'Insufficient balance to make this payout', 'Beneficiary not found'],
    ...['Invalid quote ID', 'Quote has expired', 'Beneficiary is inactive'],
    ...['Amount must be greater than 0', 'created_by is required', 'Currency not supported'],
    ...[
      'The payout could not be created',
      'Payout was not made',
      'No payout was created',
      'Create Payout failed!',
    ],
    ...['Payments cannot be made to this country', 'Daily limit exceeded', 'Beneficiary is not verified'],
    ...[
      'Account is closed',
      'Only approved beneficiaries can be paid',
      'Card is blocked',
      'Reference is too long',
    ],
    ...[
      'Beneficiary is pending verification',
      'The amount sent is below the minimum',
      'Unsupported transfer method',
    ],
    ...['Transfer declined by compliance', 'The request was rejected', 'Request could not be processed'],
    ...['An error occurred while processing your request', 'Failed to create payout', 'Validation failed'],
    ...[
      'Payment limit reached',
      'Missing header x-program-id',
      'Unauthorized',
      'Token expired',
      'Too many requests',
    ],
    ...[
      'Reason of failure',
      'Reason of the error',
      'Mandate not found',
      'The card is active already.',
      'Payout not found.',
      'No such payout exists',
      'Transaction does not exist',
      'This operation is not allowed',
    ],
    ...[
      'Zahlung abgelehnt',
      'Fondos insuficientes',
      'Account must be activated first',
      'amount: must be positive',
    ],
    ...['Transaction limits for this card cannot be updated', 'The beneficiary is not approved for payouts'],
    ...['Bank is closed', 'Market is closed', 'Payout was not deducted', 'Failed to fetch exchange rate'],
    ...['Could not confirm your identity', 'Pago no realizado', 'Zahlung konnte nicht ausgeführt werden'],
    ...['Beneficiary pending approval', 'Validation completed with errors', 'Confirmation of payee failed'],
    ...['Account closed', 'Your account was closed on request', 'KYC in progress', 'Scheduled maintenance'],
    ...['Your verification is still being processed', 'Session timed out', 'The quote timed out'],
    ...['Duplicate field: amount', 'You already have the maximum number of beneficiaries'],
    ...['Payment gateway rejected the request', 'The amount is already below the minimum'],
    ...['You have made too many requests', 'JSON deserialization error', 'Email is not valid'],
  ])('%s leaves it a refusal', message => {
    expect(verdict(message)).toBeUndefined();
  });

  it('about a record that another step ended refuses a cancellation', () => {
    expect(verdict('Beneficiary already exists', '', { status: 409 })).toBeDefined();
    expect(
      verdict('Beneficiary already exists', '', { status: 409, of: 'beneficiary.create' }),
    ).toBeUndefined();
    expect(
      verdict("Amounts don't match original quote", '', { status: 409, of: 'conversion.create' }),
    ).toBeUndefined();
    for (const message of [
      "Payout cannot be cancelled as it's already processed",
      'Payout cannot be cancelled as it’s already processed.',
      'Payout has been sent to the bank and cannot be cancelled',
      'Payout is already being processed by the bank',
      'Payout in progress cannot be cancelled',
    ])
      expect(verdict(message, '', { ends: true })).toBeUndefined();
    for (const message of ['Payout already processed', 'The transfer has already been sent']) {
      expect(verdict(message, '', { ends: true })).toBeUndefined();
      expect(verdict(message), message).toBeDefined();
    }
    for (const message of [
      'Payout already cancelled',
      'Request already processed',
      'Payout is being cancelled',
    ])
      expect(verdict(message, '', { ends: true })).toBeDefined();
  });

  it('that the payout’s own reference contains contradicts nothing', () => {
    expect(verdict('no', ',"reference":"INV already paid"')).toBeUndefined();
    expect(verdict('no', ',"note":"INV already paid"')).toBeDefined();
  });
});

describe('a member beside the message', () => {
  it.each([
    ...[
      ',"payoutId":"p-1"',
      ',"id":"p-1"',
      ',"payout_id":7',
      ',"systemReferenceNumber":"PAY075"',
      ',"reference":"PAY1"',
    ],
    ...[
      ',"payoutStatus":"PENDING"',
      ',"transaction":{"state":"PROCESSING"}',
      ',"data":{"id":"p-1"}',
      ',"data":"p-1"',
    ],
    ...[',"result":{"payout":{"id":"p-1"}}', ',"created":true', ',"success":true', ',"duplicate":true'],
    ...[
      ',"createdAt":"2026-11-28T10:00:00Z"',
      ',"error":"DUPLICATE_REQUEST"',
      ',"errors":[{"message":"in progress"}]',
    ],
    ...[',"detail":"The payout was created"', ',"transactionid":"t-9"', ',"paymentNo":"1"', ',"utr":"U1"'],
    ...[',"payout":"p-1"', ',"payout":{"amount":12.50}', ',"meta":{"payoutId":"p-1"}', ',"payload":{"x":1}'],
    ...[',"links":{"self":"/payouts/p-1"}', ',"location":"https://x.test/transfer/p-1"'],
    ...[',"error":{"code":"X","payoutId":"p-1"}', ',"errors":[{"message":"x","payoutStatus":"PENDING"}]'],
    ...[',"replayed":true', ',"debitedAmount":12.50', ',"completed":"2026-11-28T10:00:00Z"'],
    ...[',"expectedSettlementDate":"2026-12-01"', ',"previousResponse":{"code":200}'],
    ...[',"response":"{\\"payoutStatus\\":\\"PENDING\\"}"', ',"type":"https://x.test/duplicate-request"'],
    ...[',"detail":"The payout was created"', ',"transactionid":"t-9"'],
    ...[',"rejected":false', ',"rejected":"no"', ',"declined":0', ',"isRefused":"false"'],
  ])('%s contradicts the refusal', more => {
    expect(verdict('no', more)).toBeDefined();
    expect(verdict('no', more, { status: 401 })).toBeDefined();
    expect(verdict('no', `,"wrapped":{"deeper":{"x":1${more}}}`)).toBeDefined();
  });

  it.each([
    ...[
      ',"requestId":"srv-7"',
      ',"trace_id":"t"',
      ',"correlationId":"c"',
      ',"error":{"id":"e-1","code":"E7"}',
    ],
    ...[
      ',"beneficiary_id":"ben-1"',
      ',"id":"req-1"',
      ',"data":null',
      ',"data":{}',
      ',"timestamp":"2026-11-28"',
    ],
    ...[',"errors":[{"field":"amount","message":"too small"}]', ',"success":false', ',"httpStatus":400'],
    ...[
      ',"payoutStatus":"REJECTED"',
      ',"path":"/svc/api/v1/transfer/"',
      ',"amount":12.50',
      ',"duplicate":false',
    ],
    ...[',"documentation":"https://example.com/errors/already-exists"', ',"error":"Bad Request"'],
    ...[
      ',"cached":false',
      ',"debited":false',
      ',"meta":{"requestId":"q"}',
      ',"instance":"/svc/api/v1/transfer/"',
    ],
    ...[',"balance":3.20', ',"result":"FAILURE"', ',"payout":null', ',"transfer":{}'],
  ])('%s leaves it a refusal', more => {
    expect(verdict('no', more)).toBeUndefined();
  });
});
