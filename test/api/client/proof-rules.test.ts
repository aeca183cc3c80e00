/** Each rule of proof.ts with its sentence. proof.test.ts tests the rules through the client. */

import { describe, expect, it } from 'vitest';
import { type AnswerFacts, isGateStatus, proofOf } from '../../../src/api/client/proof.ts';
import { jsonOf } from '../../harness/answers.ts';

function proves(
  status: number,
  text: string,
  more: Partial<AnswerFacts> & { readonly envelope?: AnswerFacts['operation']['envelope'] } = {},
): string {
  const { envelope = 'enveloped', ...facts } = more;
  const proof = proofOf({
    operation: { id: 'payout.create', family: 'B', envelope, class: 'money' },
    status,
    body: jsonOf(text),
    duplicateKeys: [],
    sent: { named: new Map(), values: new Set() },
    ...facts,
  });
  return typeof proof === 'string' ? proof : proof.unproven;
}

const FORM = "The response is not in the service's error form";
const TWICE = 'The response has a field twice';
const CODE = "The response's code does not match the HTTP status";
const WORD = 'The response\'s status is not "error"';
const A = { operation: { id: 'directDebit.cancel', family: 'A', envelope: 'bare', class: 'money' } } as const;

describe('the verdict on a success', () => {
  it.each([
    [200, 'success'],
    [201, 'success'],
    [199, 'HTTP 199 does not prove a refusal'],
    ...[202, 203, 206, 226, 299].map((status): [number, string] => [
      status,
      `HTTP ${status} does not prove that the request was done`,
    ]),
    [300, 'HTTP 300 does not prove a refusal'],
  ])('with HTTP %i is: %s', (status, said) => {
    expect(proves(status, '{"code":200,"status":"success","data":{}}')).toBe(said);
  });

  it.each([
    ['{"code":200,"status":"success"}', 'success'],
    ['{}', 'success'],
    ['[]', 'success'],
    ['{"code":null,"status":null}', 'success'],
    ['{"code":"","status":""}', 'success'],
    ['{"code":"201","status":"SUCCESS"}', 'success'],
    ['{"code":200,"status":200}', 'success'],
    ['{"code":202,"status":"success"}', CODE],
    ['{"code":"success","status":"success"}', CODE],
    ['{"code":"x200","status":"success"}', CODE],
    ['{"code":"200x","status":"success"}', CODE],
    ['{"code":200,"status":"pending"}', 'The response\'s status is not "success"'],
    ['{"code":200,"status":"error"}', 'The response\'s status is not "success"'],
    ['{"code":200,"status":"unsuccessful"}', 'The response\'s status is not "success"'],
    ['{"code":200,"status":"success?"}', 'The response\'s status is not "success"'],
    ['{"code":200,"status":"partial success"}', 'The response\'s status is not "success"'],
    ['{"code":200,"status":" success"}', 'The response\'s status is not "success"'],
    ['{"code":"2000","status":"success"}', CODE],
    ['{"code":200,"status":500}', 'The response\'s status is not "success"'],
    ['{"code":200,"status":202}', 'The response\'s status is not "success"'],
    ['{"code":false,"status":"success"}', CODE],
    ['{"code":200,"status":false}', 'The response\'s status is not "success"'],
  ])('with the body %s is: %s', (body, said) => {
    expect(proves(200, body)).toBe(said);
  });

  it('refuses a repeated code or status, but accepts another repeated field', () => {
    const body = '{"code":200,"status":"success"}';
    expect(proves(200, body, { duplicateKeys: ['code'] })).toBe(TWICE);
    expect(proves(200, body, { duplicateKeys: ['status'] })).toBe(TWICE);
    expect(proves(200, body, { duplicateKeys: ['message', 'data.amount'] })).toBe('success');
  });

  it('without an envelope is “success”, whatever the code and status in the result say', () => {
    for (const envelope of ['true', 'bare'] as const)
      expect(proves(200, '{"code":"x","status":"pending"}', { envelope })).toBe('success');
    expect(proves(200, '{"code":"x","status":"pending"}')).toBe(CODE);
  });

  it.each([
    ['{"status":"SUBMITTED","rfi_id":"r"}', 'success'],
    ['{"code":200,"status":"SUBMITTED","rfi_id":"r"}', 'success'],
    ['{"status":"SUBMITTED","data":{},"rfi_id":"r"}', 'success'],
    ['{"code":200,"status":"SUBMITTED","data":{},"rfi_id":"r"}', 'The response\'s status is not "success"'],
    ['{"code":200,"status":"pending","message":"wait"}', 'The response\'s status is not "success"'],
    ['{"status":"pending"}', 'The response\'s status is not "success"'],
    ['{"status":"SUBMITTED","data":{}}', 'The response\'s status is not "success"'],
  ])('with the body %s, for which the envelope is optional, is: %s', (body, said) => {
    expect(proves(200, body, { envelope: 'either' })).toBe(said);
    expect(proves(200, body.replace('"r"', '"s"').replace('SUBMITTED', 'x'))).toBe(
      'The response\'s status is not "success"',
    );
  });
});

describe('a refusal of Family B', () => {
  it.each([400, 403, 404, 405])('is HTTP %i with the same code', status => {
    expect(proves(status, `{"code":${status},"status":"error","message":"no"}`)).toBe('refusal');
  });

  it.each([
    ['[]', FORM],
    ['true', FORM],
    ['{"message":"x"}', FORM],
    ['{"code":400}', FORM],
    ['{"status":"error"}', FORM],
    ['{"code":400,"status":400}', FORM],
    ['{"code":504,"status":"error"}', CODE],
    ['{"code":null,"status":"error"}', CODE],
    ['{"code":"invalid_operation","status":"error"}', CODE],
    ['{"code":"400","status":"ERROR"}', 'refusal'],
    ['{"code":400,"status":"400"}', 'refusal'],
    ['{"code":400,"status":"404"}', WORD],
    ['{"code":400,"status":"pending"}', WORD],
    ['{"code":400,"status":"no error"}', WORD],
    ['{"code":400,"status":"errors pending"}', WORD],
    ['{"code":400,"status":"error","data":{}}', 'refusal'],
    ['{"code":400,"status":"error","data":[]}', 'refusal'],
    ['{"code":400,"status":"error","data":null}', 'refusal'],
    ['{"code":400,"status":"error","data":""}', 'refusal'],
    ['{"code":400,"status":"error","data":false}', 'The response has data, which a refusal does not have'],
    ['{"code":400,"status":"error","data":"p"}', 'The response has data, which a refusal does not have'],
    ['{"code":400,"status":"error","data":0}', 'The response has data, which a refusal does not have'],
    [
      '{"code":400,"status":"error","data":{"id":"p"}}',
      'The response has data, which a refusal does not have',
    ],
    ['{"code":400,"status":"error","data":["p"]}', 'The response has data, which a refusal does not have'],
  ])('with HTTP 400 and the body %s gets the verdict: %s', (body, said) => {
    expect(proves(400, body)).toBe(said);
  });

  it.each(['Payout is on its way', 'Money has left the account', 'Merci', 'See attachment', 'ref 77'])(
    'of money is not proved by a message without a word of refusal: %s',
    message => {
      const body = `{"code":400,"status":"error","message":"${message}"}`;
      expect(proves(400, body)).not.toBe('refusal');
      const write = {
        operation: { id: 'beneficiary.create', family: 'B', envelope: 'enveloped', class: 'write' },
      } as const;
      expect(proves(400, body.replace(message, 'See attachment'), write)).toBe('refusal');
    },
  );

  it('is proved by a message that INTERFACE.md names, also with another status', () => {
    const create = {
      operation: { id: 'beneficiary.create', family: 'B', envelope: 'enveloped', class: 'write' },
    } as const;
    const exists = '{"code":400,"status":"error","message":"Beneficiary already exists"}';
    expect(proves(400, exists, create)).toBe('refusal');
    expect(proves(400, exists)).not.toBe('refusal');
    expect(proves(404, '{"code":404,"status":"error","message":"Conversion record expired"}')).toBe(
      'refusal',
    );
    expect(proves(409, '{"code":409,"status":"error","message":"Something went wrong"}')).not.toBe('refusal');
  });

  it('is not proved by a status that an executed request can get', () => {
    for (const status of [402, 406, 408, 412, 423, 425, 451, 499, 500, 503])
      expect(proves(status, `{"code":${status},"status":"error"}`)).toBe(
        `HTTP ${status} does not prove a refusal`,
      );
  });

  it('with HTTP 409 is proved only by a message that INTERFACE.md names', () => {
    const body = '{"code":409,"status":"Error","message":"Beneficiary already exists"}';
    const create = {
      operation: { id: 'beneficiary.create', family: 'B', envelope: 'enveloped', class: 'write' },
    } as const;
    expect(proves(409, body, create)).toBe('refusal');
    expect(proves(409, body)).not.toBe('refusal');
    expect(proves(409, body.replace('Beneficiary already exists', 'no'), create)).toBe(
      'HTTP 409 proves a refusal only with a message that the service documents',
    );
    expect(proves(409, body.replace('Error', 'success'))).toBe(WORD);
    expect(proves(409, '{"code":"invalid_operation"}', A)).toBe('HTTP 409 does not prove a refusal');
    expect(proves(410, '{"code":410,"status":"Error","message":"Gone"}', create)).toBe('refusal');
    expect(proves(410, '{"code":"invalid_operation"}', A)).toBe('HTTP 410 does not prove a refusal');
  });

  it('is not proved if any key is repeated', () => {
    expect(proves(400, '{"code":400,"status":"error"}', { duplicateKeys: ['message'] })).toBe(TWICE);
  });

  it('with HTTP 422 is proved only if it names fields or is documented', () => {
    const named = '{"code":422,"status":"error","errors":[{"source":"amount","message":"no"}]}';
    expect(proves(422, named)).toBe('refusal');
    expect(proves(422, '{"code":422,"status":"error","message":"Validation failed"}')).toBe('refusal');
    expect(proves(422, '{"code":422,"status":"error"}')).toBe(
      'HTTP 422 proves a refusal only if it names the fields',
    );
    expect(proves(422, '{"code":422,"status":"error","errors":["too small"]}')).toBe(
      'HTTP 422 proves a refusal only if it names the fields',
    );
    expect(proves(422, '{"code":422,"status":"error","errors":["no",{"source":"amount"}]}')).toBe('refusal');
    expect(proves(422, named.replace('"error"', '"pending"'))).toBe(WORD);
  });
});

describe('a refusal of Family A', () => {
  it.each([
    ...[
      'invalid_operation',
      'resource_not_found',
      'validation_failed',
      'invalid_argument',
      'unauthorized',
      'forbidden',
    ].map(code => [`{"code":"${code}"}`, 'refusal']),
    ['{"code":"gateway_timeout"}', "The response's code is not a known refusal"],
    ['{"code":""}', "The response's code is not a known refusal"],
    ['{"code":"INVALID_OPERATION "}', "The response's code is not a known refusal"],
    ['{"code":"constructor"}', "The response's code is not a known refusal"],
    ['{"code":400}', FORM],
    ['{"message":"x"}', FORM],
    ['{"code":"invalid_operation","status":null}', 'refusal'],
    ['{"code":"invalid_operation","status":400}', 'refusal'],
    ['{"code":"invalid_operation","status":404}', WORD],
    ['{"code":"invalid_operation","status":"success"}', WORD],
  ])('with HTTP 400 and the body %s gets the verdict: %s', (body, said) => {
    expect(proves(400, body, A)).toBe(said);
  });
});

describe('a refusal of the gateway', () => {
  it('is proved by its status alone', () => {
    expect([400, 401, 403, 429, 430].filter(isGateStatus)).toEqual([401, 429]);
  });

  it.each([
    ['{}', 'refusal'],
    ['[]', 'refusal'],
    ['false', 'refusal'],
    ['"slow down"', 'refusal'],
    ['true', FORM],
    ['{"code":"unauthorized"}', 'refusal'],
    ['{"code":401,"status":"error"}', 'refusal'],
    ['{"code":"x401"}', 'refusal'],
    ['{"code":"401x"}', 'refusal'],
    ['{"code":["504"]}', 'refusal'],
    ['{"code":504}', CODE],
    ['{"code":"504"}', CODE],
    ['{"status":"pending"}', WORD],
    ['{"status":401}', 'refusal'],
    ['{"status":200}', WORD],
  ])('with HTTP 401 and the body %s gets the verdict: %s', (body, said) => {
    expect(proves(401, body)).toBe(said);
  });

  it('is not proved if a key is repeated', () => {
    expect(proves(401, '{"message":"x"}', { duplicateKeys: ['message'] })).toBe(TWICE);
  });
});
