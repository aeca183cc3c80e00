// The queries of the lists that a search reads. The screens use the same queries, so Purser reads no list twice.

import type { ListQuery } from '../../effects/query.ts';

export const accountsQuery: ListQuery<'account.list'> = { operation: 'account.list', input: { query: {} } };

export const historyQuery: ListQuery<'account.balanceHistory'> = {
  operation: 'account.balanceHistory',
  input: { query: {} },
};

export const debitsQuery: ListQuery<'directDebit.list'> = {
  operation: 'directDebit.list',
  input: { query: {} },
};

export const beneficiariesQuery: ListQuery<'beneficiary.list'> = {
  operation: 'beneficiary.list',
  input: { query: {} },
};

export const transactionsQuery = (account: string): ListQuery<'account.transactions'> => ({
  operation: 'account.transactions',
  input: { headers: { 'x-account-id': account }, query: {} },
});

export const cardTransactionsQuery = (card: string): ListQuery<'card.transactions'> => ({
  operation: 'card.transactions',
  input: { query: { id: card } },
});
