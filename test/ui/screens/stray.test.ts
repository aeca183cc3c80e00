import { expect, it } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import type { ListQuery } from '../../../src/records/query.ts';
import { emptyList } from '../../../src/store/list.ts';
import { strayReason } from '../../../src/ui/screens/stray.ts';

const query: ListQuery<'mandate.list'> = {
  operation: 'mandate.list',
  input: { params: { global_account_id: 'ga-1' }, query: { status: 'ACTIVE' } },
};
const history: ListQuery<'account.balanceHistory'> = {
  operation: 'account.balanceHistory',
  input: { query: { currency: 'GBP' } },
};
const empty = emptyList<unknown>();
const list = { ...empty, pages: { ...empty.pages, keys: new Set(['k']) } };
const why = (of: ListQuery | undefined, raw: Json, key = 'k') =>
  strayReason({ query: of, list }, { key, row: raw, raw });

it('a record of another account or currency than the request is a stray [C23a]', () => {
  expect(why(query, { global_account_id: 'ga-2' })).toContain(
    'The account of this row (ga-2) differs from the request (ga-1)',
  );
  expect(why(history, { currency: 'EUR' })).toContain(
    'The currency of this row (EUR) differs from the request (GBP)',
  );
});

it('a record of another type than the request is a stray', () => {
  const payouts: ListQuery = { ...history, input: { query: { transaction_type: 'PAYOUT' } } };
  expect(why(payouts, { transaction_type: 'DEPOSIT' })).toContain('The type of this row (DEPOSIT) differs');
  expect(why(payouts, { transaction_type: 'payout' })).toBeUndefined();
});

it('a matching record, a record without these values, and a local record are no strays', () => {
  expect(why(query, { global_account_id: 'ga-1', status: 'CANCELLED', currency: 'EUR' })).toBeUndefined();
  expect(why(history, { currency: 'gbp' })).toBeUndefined();
  for (const raw of [{}, { currency: null }, null, 'EUR', ['EUR']] as const)
    expect(why(history, raw)).toBeUndefined();
  expect(why(history, { currency: 'EUR' }, 'local')).toBeUndefined();
  expect(why(undefined, { currency: 'EUR' })).toBeUndefined();
});

it('every record with the ID of another one is a stray [C22c]', () => {
  const pages = { ...empty.pages, keys: new Set(['k', 'k~2', 'other', 'other~3']), sameId: 1 };
  const twin = (key: string) =>
    strayReason({ query: undefined, list: { ...empty, pages } }, { key, row: {}, raw: {} });
  for (const key of ['k', 'k~2'])
    expect(twin(key)).toBe('Another row has the same ID. Purser offers no action for this row.');
  for (const key of ['other', 'other~3', 'local~2']) expect(twin(key)).toBeUndefined();
});
