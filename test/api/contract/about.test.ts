// An answer about somebody else is recognised, whoever reads it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AskedFor, findOther, findOtherIn } from '../../../src/api/contract/about.ts';
import { isWrite, operations } from '../../../src/api/contract/operations.ts';
import { jsonOf } from '../../harness/answers.ts';

const customer = { userId: 'acct_1', onBehalfOf: 'open-9' };

const CASES: readonly (readonly [of: AskedFor, field: string, own: string])[] = [
  [{ operation: 'account.list', input: { query: { id: 'a-1' } } }, 'id', 'a-1'],
  [{ operation: 'account.transactions', input: { headers: { 'x-account-id': 'a-1' } } }, 'account_id', 'a-1'],
  [{ operation: 'beneficiary.get', input: { query: { beneficiary_id: 'b-1' } } }, 'id', 'b-1'],
  [{ operation: 'card.limits', input: { query: { id: 'c-1' } } }, 'card_id', 'c-1'],
  [{ operation: 'card.details', input: { query: { id: 'c-1' } } }, 'cardHashId', 'c-1'],
  [{ operation: 'card.transactions', input: { query: { id: 'c-1' } } }, 'card_id', 'c-1'],
  [
    { operation: 'conversion.get', input: { query: { conversion_id: 'conversion_1' } } },
    'id',
    'conversion_1',
  ],
  [{ operation: 'directDebit.get', input: { params: { transaction_id: 't-1' } } }, 'transaction_id', 't-1'],
  [{ operation: 'globalAccount.get', input: { params: { global_account_id: 'g-1' } } }, 'id', 'g-1'],
  [
    { operation: 'mandate.get', input: { params: { mandate_id: 'm-1', global_account_id: 'g-1' } } },
    'id',
    'm-1',
  ],
  [
    { operation: 'mandate.get', input: { params: { mandate_id: 'm-1', global_account_id: 'g-1' } } },
    'global_account_id',
    'g-1',
  ],
  [
    { operation: 'mandate.list', input: { params: { global_account_id: 'g-1' } } },
    'global_account_id',
    'g-1',
  ],
  [{ operation: 'quote.get', input: { query: { quote_id: 'quote_1' } } }, 'id', 'quote_1'],
  [{ operation: 'rfi.get', input: {}, customer }, 'account_id', 'acct_1'],
  [{ operation: 'user.get', input: {}, customer }, 'id', 'acct_1'],
];

describe.each(CASES)('%j with %s', (of, field, own) => {
  it('is another record with another ID, and says both', () => {
    const why = findOther({ [field]: 'other' }, of);
    expect(why).toMatch(/^The service answered about another [a-z ]+ \(other\), not /);
    expect(why).toContain(own);
  });

  it('is the same record with this ID, and without a readable ID', () => {
    for (const record of [{ [field]: own }, {}, { [field]: null }, { [field]: '' }, null, 'text', [own]])
      expect(findOther(record, of)).toBeUndefined();
  });
});

it('compares IDs as the service does', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (id, other) => {
      const of: AskedFor = { operation: 'beneficiary.get', input: { query: { beneficiary_id: id } } };
      expect(findOther({ id: id.toUpperCase() }, of)).toBeUndefined();
      expect(findOther({ id: other }, of) === undefined).toBe(id === other);
    }),
    { seed: 12 },
  );
});

it('the connected account is the customer too, and a request without an ID asks for no record', () => {
  expect(findOther({ account_id: 'open-9' }, { operation: 'rfi.get', input: {}, customer })).toBeUndefined();
  expect(findOther({ id: 'a-2' }, { operation: 'account.list', input: {} })).toBeUndefined();
});

it('finds the other record in a list', () => {
  const of: AskedFor = { operation: 'card.transactions', input: { query: { id: 'c-1' } } };
  expect(findOtherIn(jsonOf('{"items":[{"card_id":"c-1"},{"card_id":"c-2"}]}'), of)).toContain(
    'another card (c-2)',
  );
  expect(findOtherIn(jsonOf('{"items":[{"card_id":"c-1"}]}'), of)).toBeUndefined();
  const accounts: AskedFor = { operation: 'account.list', input: { query: { id: 'a-1' } } };
  expect(findOtherIn(jsonOf('[{"id":"a-1"},{"id":"a-2"}]'), accounts)).toContain('another account (a-2)');
});

it('every read that names a record by its ID has a rule', () => {
  const ruled = new Set(CASES.map(([{ operation }]) => operation as string));
  const unruled = Object.values(operations)
    .filter(({ id }) => !isWrite(id) && id !== 'login')
    .filter(operation => {
      const parts = [
        'params' in operation ? Object.keys(operation.params.shape) : [],
        'query' in operation ? Object.keys(operation.query.shape) : [],
        'headers' in operation ? Object.keys(operation.headers.shape) : [],
      ].flat();
      return parts.some(name => /(?:^|[_-])id$/.test(name)) && !ruled.has(operation.id);
    })
    .map(({ id }) => id);
  expect(unruled).toEqual([]);
});
