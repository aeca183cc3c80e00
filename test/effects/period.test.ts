import { describe, expect, it } from 'vitest';
import { itemsWithin, widened } from '../../src/effects/period.ts';
import { parseTimestamp } from '../../src/lib/time.ts';
import { fromServer } from '../../src/lib/visible.ts';
import type { ListQuery } from '../../src/records/query.ts';

const QUERIES: readonly (readonly [query: ListQuery, field: string, time: string])[] = [
  [
    {
      operation: 'account.transactions',
      input: { headers: { 'x-account-id': 'a' }, query: { from_date: '2026-11-20', to_date: '2026-11-21' } },
    },
    'to_date',
    'create_time',
  ],
  [
    {
      operation: 'account.balanceHistory',
      input: { query: { from_date: '2026-11-20', to_date: '2026-11-21' } },
    },
    'to_date',
    'create_time',
  ],
  [
    {
      operation: 'card.transactions',
      input: { query: { id: 'c', start_date: '2026-11-20', end_date: '2026-11-21' } },
    },
    'end_date',
    'transaction_date',
  ],
  [
    {
      operation: 'directDebit.list',
      input: { query: { from_created_date: '2026-11-20', to_created_date: '2026-11-21' } },
    },
    'to_created_date',
    'created_at',
  ],
  [
    {
      operation: 'mandate.list',
      input: {
        params: { global_account_id: 'g' },
        query: { from_created_date: '2026-11-20', to_created_date: '2026-11-21' },
      },
    },
    'to_created_date',
    'created_at',
  ],
];

const at = (text: string) => ({ text: fromServer(text), epochMs: parseTimestamp(text) ?? Number.NaN });

describe.each(QUERIES)('a period of %j', (query, field, time) => {
  it('asks for one day more, because the service may leave out the end day', () => {
    const asked = widened(query).input;
    expect(asked).toEqual(JSON.parse(JSON.stringify(query.input).replace('2026-11-21', '2026-11-22')));
    expect('query' in asked && asked.query).toHaveProperty(field, '2026-11-22');
  });

  it.each([
    ['2026-11-21T00:00:00Z', true],
    ['2026-11-21T23:59:59+0000', true],
    ['2026-11-22T00:00:00+0000', false],
    // Its day is the 21st as the service wrote it, or in UTC.
    ['2026-11-21T23:00:00-0500', true],
    ['2026-11-22T05:00:00+0800', true],
    ['2026-11-22T12:00:00+0800', false],
  ])('%s is in it: %s', (text, isIn) => {
    const items = [{ row: { [time]: at(text) } }];
    expect(itemsWithin(items, query)).toEqual(isIn ? items : []);
  });

  it('keeps a row without a readable time', () => {
    const items = [{ row: {} }];
    expect(itemsWithin(items, query)).toBe(items);
  });
});

it('an end day alone keeps the 30 days before that day', () => {
  const query: ListQuery = {
    operation: 'directDebit.list',
    input: { query: { to_created_date: '2026-11-10' } },
  };
  expect(widened(query).input).toEqual({
    query: { from_created_date: '2026-10-11', to_created_date: '2026-11-11' },
  });
});

it('a query without an end day is sent as it is', () => {
  const query: ListQuery = {
    operation: 'account.balanceHistory',
    input: { query: { from_date: '2026-11-20' } },
  };
  expect(widened(query)).toBe(query);
  expect(widened({ operation: 'account.list', input: {} }).input).toEqual({});
});
