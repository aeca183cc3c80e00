/** The envelope of an answer: success, refusal or contradiction (FAULTS.md B14, B15, C13, C16). */

import { describe, expect, it } from 'vitest';
import { readEnvelope } from '../../../src/api/contract/envelope.ts';
import { type OperationId, operations } from '../../../src/api/contract/operations.ts';
import { jsonOf } from '../../harness/answers.ts';

const reading = (status: number, body: string, id: OperationId = 'account.balances') =>
  readEnvelope(operations[id], status, jsonOf(body));

describe('an enveloped answer', () => {
  it.each([
    ['lower-case success [C16]', '{"code": 200, "status": "success", "message": "", "data": []}', 0],
    ['upper-case success [C16]', '{"code": 200, "status": "SUCCESS", "message": "", "data": []}', 0],
    ['the code in quotes [C13b]', '{"code": "200", "status": "Success", "message": "", "data": []}', 1],
    ['without a code', '{"status": "success", "message": "", "data": []}', 1],
    ['without a status', '{"code": 200, "message": "", "data": []}', 1],
    [
      'with an additional field',
      '{"code": 200, "status": "success", "message": "", "data": [], "trace": 1}',
      1,
    ],
  ])('is a success: %s: %s', (_, body, drifts) => {
    const read = reading(200, body);
    expect(read).toMatchObject({ kind: 'success', data: [] });
    expect(read.kind === 'success' ? read.drift : []).toHaveLength(drifts);
  });

  it.each([
    [200, '{"code": 400, "status": "Error", "message": "no"}', '[B14a]'],
    [200, '{"code": 400, "status": "success", "data": []}', '[B14a]'],
    [200, '{"code": 200, "status": "error", "data": []}', '[B14a]'],
    [400, '{"code": 200, "status": "success", "message": ""}', '[B15a]'],
    [200, '{"code": "400", "data": []}', '[C13]'],
  ])('contradicts itself: HTTP %i with %s %s', (status, body) => {
    expect(reading(status, body)).toMatchObject({ kind: 'contradiction' });
  });

  it.each([
    '[]',
    '{}',
    'null',
    '"success"',
    '{"data": []}',
    '{"code": true, "status": 1, "data": []}',
    '{"code": ["200"], "data": []}',
    '{"status": "unsuccessful", "data": []}',
    '{"status": "success pending", "data": []}',
    '{"status": "no error", "data": []}',
    '{"message": "as asked", "data": []}',
  ])('is unreadable: %s', body => {
    expect(reading(200, body)).toMatchObject({ kind: 'unreadable' });
  });

  it('has no payload if other members are next to code and status', () => {
    const read = reading(200, '{"code": 200, "status": "success", "id": "c-1"}', 'conversion.get');
    expect(read).toMatchObject({ kind: 'success', data: undefined });
  });

  it.each([
    [
      '{"code": 400, "status": "Error", "message": "Get balance failed!"}',
      { code: '400', message: 'Get balance failed!' },
    ],
    ['{"status": "ERROR", "message": ""}', {}],
    ['{"message": 5}', { message: '5' }],
    ['{"message": {"a": 1}}', {}],
    ['[]', {}],
    ['null', {}],
  ])('is a refusal: %s', (body, words) => {
    expect(reading(400, body)).toStrictEqual({ kind: 'refusal', ...words });
  });
});

describe('the code, the status and the words of an answer', () => {
  it.each([
    [200, 200, 'success'],
    [200, 299, 'success'],
    [299, 200, 'success'],
    [300, 300, 'refusal'],
    [199, 100, 'refusal'],
    [400, 599, 'refusal'],
    [200, 199, 'contradiction'],
    [200, 300, 'contradiction'],
    [200, 599, 'contradiction'],
    [200, 100, 'contradiction'],
    [200, 99, 'unreadable'],
    [200, 600, 'unreadable'],
  ])('with HTTP %i and code %i make the answer a %s [B14a]', (status, code, kind) => {
    expect(reading(status, `{"code": ${code}, "data": []}`)).toMatchObject({ kind });
  });

  it('count only if they are present', () => {
    expect(reading(200, '{"code": 400}')).toEqual({
      kind: 'contradiction',
      detail: "HTTP 200 and the answer's own words disagree",
    });
    expect(reading(200, '{"code": ""}')).toEqual({
      kind: 'unreadable',
      detail: 'the answer has no readable code or status',
    });
  });

  it('show no card number in a refusal, and are cut at 4096 characters [C26a C27a]', () => {
    const message = `card 4111111111111111 ${'x'.repeat(5000)}`;
    expect(reading(400, `{"code": 400, "status": "Error", "message": "${message}"}`)).toEqual({
      kind: 'refusal',
      code: '400',
      message: `card ••••••••••••1111 ${'x'.repeat(4074)}`,
    });
  });
});

describe('a paginated answer', () => {
  it('has data and pagination as its payload; data alone is no drift', () => {
    const [data, pagination] = [[], { total: { source: '0' } }];
    const rest = '"code": 200, "status": "success", "message": ""';
    const both = `{${rest}, "data": [], "pagination": {"total": 0}}`;
    expect(reading(200, both, 'beneficiary.list')).toMatchObject({
      kind: 'success',
      data: { data, pagination },
      drift: [],
    });
    expect(reading(200, `{${rest}, "data": []}`, 'beneficiary.list')).toStrictEqual({
      kind: 'success',
      data: { data },
      drift: [],
    });
    const elsewhere = reading(200, both);
    expect(elsewhere).toMatchObject({ kind: 'success', data: [], drift: [{ path: 'pagination' }] });
  });
});

describe('the word true', () => {
  const cancel = (status: number, body: string) => reading(status, body, 'directDebit.cancel');

  it('means that the write was done', () => {
    expect(cancel(200, 'true')).toEqual({ kind: 'success', data: true, drift: [] });
    expect(cancel(299, 'true')).toMatchObject({ kind: 'success' });
  });

  it.each(['"true"', 'false', '1', '{}', '[true]', 'null', '{"code": 200, "status": "success"}'])(
    'is not the same as %s, which proves nothing [B20]',
    body => {
      expect(cancel(200, body)).toEqual({
        kind: 'unreadable',
        detail: 'the answer (HTTP 200) is not the word true',
      });
    },
  );

  it('contradicts HTTP 400 [B15b]', () => {
    expect(cancel(400, 'true')).toEqual({
      kind: 'contradiction',
      detail: "HTTP 400 and the answer's own words disagree",
    });
  });

  it('is not expected in a refusal', () => {
    expect(cancel(400, '{"code": "invalid_operation", "message": "Not in GB"}')).toEqual({
      kind: 'refusal',
      code: 'invalid_operation',
      message: 'Not in GB',
    });
    expect(cancel(300, 'false')).toEqual({ kind: 'refusal' });
  });
});

describe('a bare answer', () => {
  it('is the whole payload, even if it has its own status', () => {
    const body = '{"status": "error", "code": 400}';
    expect(reading(200, body, 'globalAccount.get')).toMatchObject({
      kind: 'success',
      data: { status: 'error' },
    });
  });

  it('is a refusal if its HTTP status says so', () => {
    const body = '{"code": 200, "status": "success", "message": "as ever"}';
    expect(reading(400, body, 'globalAccount.get')).toEqual({
      kind: 'refusal',
      code: '200',
      message: 'as ever',
    });
  });

  it('keeps the code of a refusal', () => {
    expect(reading(400, '{"code": "invalid_operation"}', 'globalAccount.get')).toEqual({
      kind: 'refusal',
      code: 'invalid_operation',
    });
  });
});

describe('an answer in either form', () => {
  const rfi = '"account_id": "a", "type": "KYC"';

  it.each(['ACTION_REQUIRED', 'SUBMITTED', 'error', 'success'])(
    'may be bare with a status of its own, such as %s',
    status => {
      const read = reading(200, `{${rfi}, "status": "${status}"}`, 'rfi.get');
      expect(read).toEqual({ kind: 'success', data: { account_id: 'a', type: 'KYC', status }, drift: [] });
    },
  );

  it('is an envelope if it has code, status and data; the status inside data belongs to the result', () => {
    const body = `{"code": 200, "status": "success", "message": "", "data": {${rfi}, "status": "error"}}`;
    const data = { account_id: 'a', type: 'KYC', status: 'error' };
    expect(reading(200, body, 'rfi.get')).toEqual({ kind: 'success', data, drift: [] });
  });

  it('without data is the result itself, even with members named code, status or message', () => {
    const body = `{"code": 200, "message": "ok", "new": 1, ${rfi}, "status": "SUBMITTED"}`;
    expect(reading(200, body, 'rfi.get')).toMatchObject({
      kind: 'success',
      data: { account_id: 'a', type: 'KYC', status: 'SUBMITTED', new: { source: '1' } },
      drift: [],
    });
    expect(reading(200, `{"message": "ok", ${rfi}}`, 'rfi.get')).toEqual({
      kind: 'success',
      data: { account_id: 'a', type: 'KYC' },
      drift: [],
    });
    const { data } = reading(200, body, 'rfi.get') as { data: object };
    expect(Object.keys(data).sort()).toEqual(['account_id', 'new', 'status', 'type']);
  });

  it.each([
    ['a refusal under HTTP 200 [B14a]', 200, '{"code": 400, "status": "Error", "message": "no"}'],
    ['its code alone [B14a]', 200, `{"code": 400, ${rfi}}`],
    ['its words, with the result [B14a]', 200, `{"status": "error", "message": "no", ${rfi}}`],
    ['a success under HTTP 400 [B15a]', 400, `{"code": 200, "status": "success", "data": {${rfi}}}`],
  ])('contradicts itself: %s', (_, status, body) => {
    expect(reading(status, body, 'rfi.get')).toMatchObject({ kind: 'contradiction' });
  });

  it('has its result in data, if there is data', () => {
    const data = { account_id: 'b' };
    for (const around of ['"code": 200, "status": "success"', '"status": "success"', '"x": 1']) {
      const body = `{${around}, "data": {"account_id": "b"}, ${rfi}}`;
      expect(reading(200, body, 'rfi.get')).toMatchObject({ kind: 'success', data });
    }
  });

  it('has no result if it is an envelope without data', () => {
    const body = '{"code": 200, "status": "success", "message": ""}';
    expect(reading(200, body, 'rfi.get')).toEqual({ kind: 'success', data: undefined, drift: [] });
  });

  it.each([
    '[]',
    '{}',
    'null',
    '7',
    '{"status": "ACTION_REQUIRED"}',
    '{"constructor": 1}',
    '{"data": {"type": "KYC"}}',
  ])('is unreadable: %s', body => {
    expect(reading(200, body, 'rfi.get')).toMatchObject({ kind: 'unreadable' });
  });

  it('can also be a refusal', () => {
    const body = '{"code": 400, "status": "Error", "message": "no request"}';
    expect(reading(400, body, 'rfi.get')).toEqual({ kind: 'refusal', code: '400', message: 'no request' });
    expect(reading(400, `{${rfi}, "status": "SUBMITTED"}`, 'rfi.get')).toEqual({ kind: 'refusal' });
  });
});

describe("the envelope's own words", () => {
  const activated = { status: 'success', message: 'Account Activated' };

  it('are the result if there is no data', () => {
    for (const id of ['user.terms', 'user.activate'] as const) {
      const read = reading(200, JSON.stringify(activated), id);
      expect(read).toEqual({ kind: 'success', data: activated, drift: [] });
    }
  });

  it('prove the outcome of a write only if they say success or error', () => {
    const body = '{"status": "PENDING", "message": "Not accepted yet"}';
    for (const id of ['user.terms', 'user.activate'] as const) {
      for (const unclear of [body, '{}', '{"status": "PENDING"}', '[]']) {
        expect(reading(200, unclear, id)).toMatchObject({ kind: 'unreadable' });
      }
    }
  });

  it.each([
    [200, '[B14b]', { ...activated, status: 'Error' }],
    [400, '[B15b]', activated],
  ])('contradict HTTP if they disagree with it: HTTP %i %s', (status, _, body) => {
    for (const id of ['user.terms', 'user.activate'] as const) {
      expect(reading(status, JSON.stringify(body), id)).toMatchObject({ kind: 'contradiction' });
    }
  });
});
