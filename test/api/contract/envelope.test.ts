/** What an answer says of itself: FAULTS.md B14, B15, C13, C16. */

import { describe, expect, it } from 'vitest';
import { readEnvelope } from '../../../src/api/contract/envelope.ts';
import { type OperationId, operations } from '../../../src/api/contract/operations.ts';
import { parseJson } from '../../../src/lib/json.ts';

function reading(status: number, body: string, id: OperationId = 'account.balances') {
  const parsed = parseJson(body);
  if (!parsed.ok) throw new Error(parsed.reason);
  return readEnvelope(operations[id], status, parsed.value);
}

describe('in the envelope', () => {
  it.each([
    ['C16', '{"code": 200, "status": "success", "message": "", "data": []}', 0],
    ['C16', '{"code": 200, "status": "SUCCESS", "message": "", "data": []}', 0],
    ['C13: the code in quotes', '{"code": "200", "status": "Success", "message": "", "data": []}', 1],
    ['without a code', '{"status": "success", "message": "", "data": []}', 1],
    ['without a status', '{"code": 200, "message": "", "data": []}', 1],
    ['with a field more', '{"code": 200, "status": "success", "message": "", "data": [], "trace": 1}', 1],
  ])('%s: %s is a success', (_, body, drifts) => {
    const read = reading(200, body);
    expect(read).toMatchObject({ kind: 'success', data: [] });
    expect(read.kind === 'success' ? read.drift : []).toHaveLength(drifts);
  });

  it.each([
    ['B14', 200, '{"code": 400, "status": "Error", "message": "no"}'],
    ['B14', 200, '{"code": 400, "status": "success", "data": []}'],
    ['B14', 200, '{"code": 200, "status": "error", "data": []}'],
    ['B15', 400, '{"code": 200, "status": "success", "message": ""}'],
    ['C13', 200, '{"code": "400", "data": []}'],
  ])('%s: HTTP %i with %s contradicts itself', (_, status, body) => {
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
    '{"message": "as asked", "data": []}',
  ])('%s is no envelope', body => {
    expect(reading(200, body)).toMatchObject({ kind: 'unreadable' });
  });

  it('what stands beside code and status is not the payload, which is absent', () => {
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
  ])('%s is a refusal', (body, words) => {
    expect(reading(400, body)).toStrictEqual({ kind: 'refusal', ...words });
  });
});

describe('how far a code or a status says something', () => {
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
  ])('B14: under HTTP %i the code %i makes it a %s', (status, code, kind) => {
    expect(reading(status, `{"code": ${code}, "data": []}`)).toMatchObject({ kind });
  });

  it('is said', () => {
    expect(reading(200, '{"code": 400}')).toEqual({
      kind: 'contradiction',
      detail: "HTTP 200 and the answer's own words say different things",
    });
    expect(reading(200, '{"code": ""}')).toEqual({
      kind: 'unreadable',
      detail: "the answer is not in the service's envelope",
    });
  });

  it('C26: of a refusal a card number is masked, and its words are cut at 4096 characters', () => {
    const message = `card 4111111111111111 ${'x'.repeat(5000)}`;
    expect(reading(400, `{"code": 400, "status": "Error", "message": "${message}"}`)).toEqual({
      kind: 'refusal',
      code: '400',
      message: `card ••••••••••••1111 ${'x'.repeat(4074)}`,
    });
  });
});

describe('paginated', () => {
  it('the payload is data and pagination, as far as they came, and neither is drift', () => {
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

  it('is that it was done', () => {
    expect(cancel(200, 'true')).toEqual({ kind: 'success', data: true, drift: [] });
    expect(cancel(299, 'true')).toMatchObject({ kind: 'success' });
  });

  it.each(['"true"', 'false', '1', '{}', '[true]', 'null', '{"code": 200, "status": "success"}'])(
    'B20: %s only resembles it, and proves nothing',
    body => {
      expect(cancel(200, body)).toEqual({
        kind: 'unreadable',
        detail: 'the answer (HTTP 200) is not the word true',
      });
    },
  );

  it('B15: under HTTP 400 contradicts it', () => {
    expect(cancel(400, 'true')).toEqual({
      kind: 'contradiction',
      detail: "HTTP 400 and the answer's own words say different things",
    });
  });

  it('is none of a refusal, which has its words', () => {
    expect(cancel(400, '{"code": "invalid_operation", "message": "Not in GB"}')).toEqual({
      kind: 'refusal',
      code: 'invalid_operation',
      message: 'Not in GB',
    });
    expect(cancel(300, 'false')).toEqual({ kind: 'refusal' });
  });
});

describe('bare', () => {
  it('the whole body is the payload, also one with a status of its own', () => {
    const body = '{"status": "error", "code": 400}';
    expect(reading(200, body, 'globalAccount.get')).toMatchObject({
      kind: 'success',
      data: { status: 'error' },
    });
  });

  it('is a refusal by its HTTP status alone', () => {
    const body = '{"code": 200, "status": "success", "message": "as ever"}';
    expect(reading(400, body, 'globalAccount.get')).toEqual({
      kind: 'refusal',
      code: '200',
      message: 'as ever',
    });
  });

  it('a refusal has its code', () => {
    expect(reading(400, '{"code": "invalid_operation"}', 'globalAccount.get')).toEqual({
      kind: 'refusal',
      code: 'invalid_operation',
    });
  });
});

describe('either', () => {
  const rfi = '"account_id": "a", "type": "KYC"';

  it.each(['ACTION_REQUIRED', 'SUBMITTED', 'error', 'success'])(
    'a bare body has a status of its own, also %s',
    status => {
      const read = reading(200, `{${rfi}, "status": "${status}"}`, 'rfi.get');
      expect(read).toEqual({ kind: 'success', data: { account_id: 'a', type: 'KYC', status }, drift: [] });
    },
  );

  it('a body with code, status and data is an envelope, and the status in its data its own', () => {
    const body = `{"code": 200, "status": "success", "message": "", "data": {${rfi}, "status": "error"}}`;
    const data = { account_id: 'a', type: 'KYC', status: 'error' };
    expect(reading(200, body, 'rfi.get')).toEqual({ kind: 'success', data, drift: [] });
  });

  it('members of the result beside those of an envelope without data are the result', () => {
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
    ['B14: a refusal under HTTP 200', 200, '{"code": 400, "status": "Error", "message": "no"}'],
    ['B14: its code alone', 200, `{"code": 400, ${rfi}}`],
    ['B14: its words, with the result', 200, `{"status": "error", "message": "no", ${rfi}}`],
    ['B15: a success under HTTP 400', 400, `{"code": 200, "status": "success", "data": {${rfi}}}`],
  ])('%s contradicts itself', (_, status, body) => {
    expect(reading(status, body, 'rfi.get')).toMatchObject({ kind: 'contradiction' });
  });

  it('where there is data, that is the result, whatever stands beside it', () => {
    const data = { account_id: 'b' };
    for (const around of ['"code": 200, "status": "success"', '"status": "success"', '"x": 1']) {
      const body = `{${around}, "data": {"account_id": "b"}, ${rfi}}`;
      expect(reading(200, body, 'rfi.get')).toMatchObject({ kind: 'success', data });
    }
  });

  it('an envelope without data has none', () => {
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
  ])('%s is neither', body => {
    expect(reading(200, body, 'rfi.get')).toMatchObject({ kind: 'unreadable' });
  });

  it('a refusal is read as ever', () => {
    const body = '{"code": 400, "status": "Error", "message": "no request"}';
    expect(reading(400, body, 'rfi.get')).toEqual({ kind: 'refusal', code: '400', message: 'no request' });
    expect(reading(400, `{${rfi}, "status": "SUBMITTED"}`, 'rfi.get')).toEqual({ kind: 'refusal' });
  });
});

describe('words', () => {
  const activated = { status: 'success', message: 'Account Activated' };

  it('of an envelope without data are the result', () => {
    for (const id of ['user.terms', 'user.activate'] as const) {
      const read = reading(200, JSON.stringify(activated), id);
      expect(read).toEqual({ kind: 'success', data: activated, drift: [] });
    }
  });

  it('that say neither success nor error are no proof of a write', () => {
    const body = '{"status": "PENDING", "message": "Not accepted yet"}';
    for (const id of ['user.terms', 'user.activate'] as const) {
      for (const unclear of [body, '{}', '{"status": "PENDING"}', '[]']) {
        expect(reading(200, unclear, id)).toMatchObject({ kind: 'unreadable' });
      }
    }
  });

  it.each([
    ['B14', 200, { ...activated, status: 'Error' }],
    ['B15', 400, activated],
  ])('%s: that say something else than HTTP contradict it', (_, status, body) => {
    for (const id of ['user.terms', 'user.activate'] as const) {
      expect(reading(status, JSON.stringify(body), id)).toMatchObject({ kind: 'contradiction' });
    }
  });
});
