/** What an answer says of itself: FAULTS.md B14, B15, C13, C16. */

import { describe, expect, it } from 'vitest';
import { readEnvelope } from '../../../src/api/contract/envelope.ts';
import { operations } from '../../../src/api/contract/operations.ts';
import { parseJson } from '../../../src/lib/json.ts';

function reading(
  status: number,
  body: string,
  id: 'account.balances' | 'globalAccount.get' = 'account.balances',
) {
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

  it.each(['[]', '{}', '"success"', '{"data": []}', '{"code": true, "status": 1, "data": []}'])(
    '%s is no envelope',
    body => {
      expect(reading(200, body)).toMatchObject({ kind: 'unreadable' });
    },
  );

  it.each([
    [
      '{"code": 400, "status": "Error", "message": "Get balance failed!"}',
      { code: '400', message: 'Get balance failed!' },
    ],
    ['{"status": "ERROR", "message": ""}', {}],
    ['{"message": 5}', { message: '5' }],
    ['{"message": {"a": 1}}', {}],
    ['[]', {}],
  ])('%s is a refusal', (body, words) => {
    expect(reading(400, body)).toEqual({ kind: 'refusal', ...words });
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

  it('a refusal has its code', () => {
    expect(reading(400, '{"code": "invalid_operation"}', 'globalAccount.get')).toEqual({
      kind: 'refusal',
      code: 'invalid_operation',
    });
  });
});
