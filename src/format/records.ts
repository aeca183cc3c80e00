// The records that several subjects show, and their reads. A list has one query, so Purser reads no list twice.

import { Odd } from '../api/contract/odd.ts';
import type { Result } from '../api/contract/operations.ts';
import type { DocumentQuery, ListQuery, RowOf } from '../effects/query.ts';
import { t } from '../lib/visible.ts';
import type { View } from '../store/view.ts';
import { amountCell, flagCell, type Moment, movedCell, textCell, timeCell } from './cells.ts';
import type { Cell, Entry } from './entry.ts';

export type Account = RowOf<'account.list'>;
export type HistoryEntry = RowOf<'account.balanceHistory'>;
export type DirectDebit = RowOf<'directDebit.list'>;
export type Card = RowOf<'card.list'>;
export type GlobalAccount = Result<'globalAccount.get'>;
export type Beneficiary = Result<'beneficiary.get'>;

export const historyEntries = (row: HistoryEntry, moment: Moment): readonly Entry[] => [
  { lead: movedCell(row.amount, row.currency) },
  { about: textCell(row.description) },
  { label: t`Fee`, cell: amountCell(row.fee, row.currency) },
  { label: t`Balance after`, cell: amountCell(row.balance, row.currency) },
  { label: t`Type`, cell: textCell(row.transaction_type) },
  { label: t`Source`, cell: textCell(row.source_type) },
  { label: t`Time`, cell: timeCell(row.create_time, moment) },
];

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

export const cardsQuery = ({ server }: Pick<View, 'server'>): ListQuery<'card.list'> => ({
  operation: 'card.list',
  input: { query: server },
});

export const debitQuery = (id: string): DocumentQuery<'directDebit.get'> => ({
  operation: 'directDebit.get',
  input: { params: { transaction_id: id } },
});

export const beneficiaryQuery = (id: string): DocumentQuery<'beneficiary.get'> => ({
  operation: 'beneficiary.get',
  input: { query: { beneficiary_id: id } },
});

export const mandateQuery = (account: string, id: string): DocumentQuery<'mandate.get'> => ({
  operation: 'mandate.get',
  input: { params: { global_account_id: account, mandate_id: id } },
});

export const globalAccountQuery = (id: string): DocumentQuery<'globalAccount.get'> => ({
  operation: 'globalAccount.get',
  input: { params: { global_account_id: id } },
});

/** Whether the account supports direct debits. */
export const directDebitCell = ({ capability }: GlobalAccount): Cell =>
  capability === undefined || capability instanceof Odd
    ? textCell(capability)
    : flagCell(capability.support_direct_debit);

/** INTERFACE.md shows no example of `country_code`, so both codes for the United Kingdom count. */
const UNITED_KINGDOM: ReadonlySet<string> = new Set(['GB', 'UK']);

export const isUnitedKingdom = (country: string): boolean => UNITED_KINGDOM.has(country);
