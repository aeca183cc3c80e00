// The lists that a search reads: the same queries as the screens have, so that Purser reads no list twice.

import type { ListQuery } from '../../effects/query.ts';

export const accountsQuery: ListQuery<'account.list'> = {
  operation: 'account.list',
  input: { query: {} },
  idField: 'id',
};

export const historyQuery: ListQuery<'account.balanceHistory'> = {
  operation: 'account.balanceHistory',
  input: { query: {} },
  idField: 'id',
};

export const debitsQuery: ListQuery<'directDebit.list'> = {
  operation: 'directDebit.list',
  input: { query: {} },
  idField: 'transaction_id',
};

export const beneficiariesQuery: ListQuery<'beneficiary.list'> = {
  operation: 'beneficiary.list',
  input: { query: {} },
  idField: 'id',
};

export const transactionsQuery = (account: string): ListQuery<'account.transactions'> => ({
  operation: 'account.transactions',
  input: { headers: { 'x-account-id': account }, query: {} },
  idField: 'id',
});

export const cardTransactionsQuery = (card: string): ListQuery<'card.transactions'> => ({
  operation: 'card.transactions',
  input: { query: { id: card } },
  idField: 'transaction_id',
});
