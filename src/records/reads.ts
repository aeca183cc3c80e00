// How the records that several subjects show are read. A list has one query, so Purser reads no list twice.

import type { Result } from '../api/contract/operations.ts';
import type { DocumentQuery, ListQuery, RowOf } from './query.ts';

export type Account = RowOf<'account.list'>;
export type HistoryEntry = RowOf<'account.balanceHistory'>;
export type Transaction = RowOf<'account.transactions'>;
export type CardTransaction = RowOf<'card.transactions'>;
export type CardLimits = Result<'card.limits'>;
export type DirectDebit = RowOf<'directDebit.list'>;
export type Card = RowOf<'card.list'>;
export type GlobalAccount = Result<'globalAccount.get'>;
export type Beneficiary = Result<'beneficiary.get'>;

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

/** How many rows Purser reads: the default page size (INTERFACE.md, Limits), which every service accepts. */
const WINDOW = 20;

/** The API reads no card by its ID. Purser reads the rows around it. */
export const cardsAround = (
  offset: number,
  filter: Readonly<Record<string, string>> = {},
): ListQuery<'card.list'> => ({
  operation: 'card.list',
  input: { query: { ...filter, limit: WINDOW, offset: Math.max(0, offset - WINDOW / 2) } },
});

/** `server`: the filter of a view. */
export const cardsQuery = ({
  server,
}: {
  readonly server: Readonly<Record<string, string>>;
}): ListQuery<'card.list'> => ({ operation: 'card.list', input: { query: server } });

export const debitQuery = (id: string): DocumentQuery<'directDebit.get'> => ({
  operation: 'directDebit.get',
  input: { params: { transaction_id: id } },
});

export const beneficiaryQuery = (id: string): DocumentQuery<'beneficiary.get'> => ({
  operation: 'beneficiary.get',
  input: { query: { beneficiary_id: id } },
});

export const mandatesQuery = (account: string): ListQuery<'mandate.list'> => ({
  operation: 'mandate.list',
  input: { params: { global_account_id: account }, query: {} },
});

export const mandateQuery = (account: string, id: string): DocumentQuery<'mandate.get'> => ({
  operation: 'mandate.get',
  input: { params: { global_account_id: account, mandate_id: id } },
});

export const globalAccountQuery = (id: string): DocumentQuery<'globalAccount.get'> => ({
  operation: 'globalAccount.get',
  input: { params: { global_account_id: id } },
});

export const quoteQuery = (id: string): DocumentQuery<'quote.get'> => ({
  operation: 'quote.get',
  input: { query: { quote_id: id } },
});

export const conversionQuery = (id: string): DocumentQuery<'conversion.get'> => ({
  operation: 'conversion.get',
  input: { query: { conversion_id: id } },
});

export const rfiQuery: DocumentQuery<'rfi.get'> = { operation: 'rfi.get', input: {} };

/** INTERFACE.md shows no example of `country_code`, so both codes for the United Kingdom count. */
const UNITED_KINGDOM: ReadonlySet<string> = new Set(['GB', 'UK']);

export const isUnitedKingdom = (country: string): boolean => UNITED_KINGDOM.has(country);
