// The forms of an empty list: null, an empty text, an object without a list, and the service's own 404 for it.

import { describe, expect, it } from 'vitest';
import { emptyListIn, emptyListSaid } from '../../../src/api/contract/nothing.ts';
import type { Declaration } from '../../../src/api/contract/operation.ts';
import { type OperationId, operations } from '../../../src/api/contract/operations.ts';
import { jsonOf } from '../../harness/answers.ts';

const declared = (id: OperationId): Declaration => operations[id];
const LISTS = Object.values(operations).filter(operation => 'listOf' in operation);

it('every list of the contract is one of them', () => {
  const paged = Object.values(operations).filter(({ paging }) => paging.style !== 'none');
  expect(LISTS).toEqual(expect.arrayContaining(paged));
  expect(LISTS.map(({ id }) => id).toSorted()).toEqual([
    'account.balanceHistory',
    'account.balances',
    'account.list',
    'account.transactions',
    'beneficiary.list',
    'card.list',
    'card.transactions',
    'directDebit.list',
    'mandate.list',
  ]);
});

describe('a payload', () => {
  it.each<[OperationId, string, string]>([
    ['card.list', 'null', '[]'],
    ['card.list', '""', '[]'],
    ['card.list', '{"items":null}', '[]'],
    ['account.transactions', '{"transactions":null,"total":0}', '[]'],
    [
      'beneficiary.list',
      '{"data":null,"pagination":{"total_count":0}}',
      '{"data":[],"pagination":{"total_count":0}}',
    ],
    ['beneficiary.list', '{"data":{"items":null}}', '{"data":[]}'],
    ['card.transactions', 'null', '{"items":[]}'],
    ['card.transactions', '[]', '{"items":[]}'],
    ['directDebit.list', '{"has_more":true,"items":null}', '{"has_more":true,"items":[]}'],
  ])('of %s, %s, is an empty list', (id, sent, list) => {
    expect(emptyListIn(declared(id), jsonOf(sent))).toEqual(jsonOf(list));
  });

  it.each<[OperationId, string]>([
    ['card.list', '[]'],
    ['card.list', '{}'],
    ['card.list', '{"items":null,"cards":[{}]}'],
    ['card.list', '{"error":null}'],
    ['card.list', '0'],
    ['card.list', 'false'],
    ['card.transactions', '{"has_more":false}'],
    ['directDebit.list', '{"items":[]}'],
    ['card.limits', 'null'],
    ['beneficiary.get', 'null'],
  ])('of %s, %s, is unchanged', (id, sent) => {
    expect(emptyListIn(declared(id), jsonOf(sent))).toBeUndefined();
  });
});

const refusal = (message: string, change: object = {}) =>
  jsonOf(JSON.stringify({ code: 404, status: 'Error', message, ...change }));

describe('a 404', () => {
  it.each<[OperationId, string]>([
    ['card.list', 'No cards found'],
    ['card.list', 'No active cards were found for this user.'],
    ['account.transactions', 'No transactions found for the given criteria'],
    ['account.balances', 'no balances found for this account'],
    ['account.balanceHistory', 'No balance history found'],
    ['card.transactions', 'No card transactions found'],
    ['beneficiary.list', 'No beneficiaries found'],
  ])('of %s with "%s" is an empty list [C29a]', (id, message) => {
    const list = emptyListSaid(declared(id), 404, refusal(message, { data: null }));
    expect(Array.isArray(list) ? list : Object.values(list ?? { none: 'none' })[0]).toEqual([]);
  });

  it.each<[string, OperationId, number, object]>([
    ['another status', 'card.list', 400, {}],
    ['another record', 'card.list', 404, { message: 'Card not found' }],
    ['another list', 'card.list', 404, { message: 'No transactions found' }],
    ['a customer', 'card.list', 404, { message: 'No user found' }],
    ['an address', 'card.list', 404, { message: 'No route found for /card' }],
    ['a reason', 'card.list', 404, { message: 'No cards found: the customer does not exist' }],
    ['no message', 'card.list', 404, { message: '' }],
    ['another code', 'card.list', 404, { code: 400 }],
    ['no code', 'card.list', 404, { code: undefined }],
    ['no status word', 'card.list', 404, { status: undefined }],
    ['a success', 'card.list', 404, { status: 'success' }],
    ['data', 'card.list', 404, { data: [{ id: 1 }] }],
    ['errors', 'card.list', 404, { errors: ['x'] }],
    ['no list', 'card.limits', 404, {}],
    ['no envelope', 'directDebit.list', 404, { message: 'No direct debits found' }],
  ])('with %s is a failure [C29b]', (_, id, status, change) => {
    expect(emptyListSaid(declared(id), status, refusal('No cards found', change))).toBeUndefined();
  });

  it('without the envelope is a failure', () => {
    for (const body of ['"No cards found"', '[]', 'null', '{"message":"No cards found"}'])
      expect(emptyListSaid(declared('card.list'), 404, jsonOf(body))).toBeUndefined();
  });
});
