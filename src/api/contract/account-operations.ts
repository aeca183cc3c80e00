/** The accounts of Family B, their balances, transactions and balance history. */

import * as z from 'zod';
import { t } from '../../lib/visible.ts';
import { amount, currencyCode, freeText, oneOf, text, timestamp } from './fields.ts';
import { declare, familyB, type Paging } from './operation.ts';
import { count, country, currency, currencyFilter, day, someText } from './request-fields.ts';

const CALL = { ...familyB, section: 'Endpoints › Family B: accounts' } as const;
const READ = { ...CALL, class: 'read', method: 'GET' } as const;

/** INTERFACE.md, Limits: account transactions and balance history. */
const byPage = {
  style: 'page',
  page: 'page',
  size: 'size',
  first: 1,
  defaultSize: 20,
} as const satisfies Paging;

const pageQuery = {
  page: count().optional(),
  size: count().optional(),
  from_date: day().optional(),
  to_date: day().optional(),
  currency: currencyFilter().optional(),
};

/** INTERFACE.md, Account (Family B). */
const account = z.object({
  id: text(),
  status: oneOf(['INACTIVE', 'ACTIVE']),
  account_number: text(),
  label: freeText(),
  account_type: text(),
  country_code: text(),
  institution: z.object({ address: text(), city: text(), name: text(), zip_code: text() }),
  supported_features: z.array(
    z.object({
      currency: currencyCode(),
      local_clearing_system: oneOf(['ACH', 'FEDWIRE']).nullish(),
      transfer_method: oneOf(['LOCAL', 'SWIFT']),
      type: oneOf(['DEPOSIT']),
      routing_codes: z.array(z.object({ type: oneOf(['ach', 'fedwire', 'swift']), value: text() })),
    }),
  ),
  // INTERFACE.md, `swift_code`: "in the answer to a creation". So a list may omit it.
  swift_code: text().optional(),
});

/** INTERFACE.md, Balance. */
const balance = z.object({
  currency: currencyCode(),
  available_balance: amount(),
  pending_amount: amount(),
  reserved_amount: amount(),
});

/** INTERFACE.md, Account transaction. */
const accountTransaction = z.object({
  id: text(),
  amount: amount(),
  currency: currencyCode(),
  type: oneOf(['CREDIT', 'DEBIT']),
  status: oneOf(['SETTLED', 'PENDING']),
  create_time: timestamp(),
  description: freeText(),
});

/** INTERFACE.md, Balance history entry: `amount` is positive for credit; `balance` is after the change. */
const balanceHistoryEntry = z.object({
  id: text(),
  amount: amount(),
  currency: currencyCode(),
  balance: amount(),
  description: freeText(),
  fee: amount(),
  create_time: timestamp(),
  source_type: oneOf(['DEPOSIT', 'PAYOUT', 'CONVERSION']),
  transaction_type: oneOf(['DEPOSIT', 'PAYOUT', 'CONVERSION_BUY', 'HOLD']),
});

export const accounts = declare({
  'account.list': {
    title: t`Accounts`,
    ...READ,
    path: '/svc/api/v1/account',
    query: z.strictObject({
      id: someText().optional(),
      currency: currencyFilter().optional(),
      status: z.enum(['ACTIVE', 'INACTIVE']).optional(),
    }),
    listOf: ['accounts'],
    result: z.array(account),
  },
  'account.create': {
    title: t`New account`,
    ...CALL,
    class: 'write',
    method: 'POST',
    path: '/svc/api/v1/account',
    body: z.strictObject({
      type: z.enum(['global_account', 'virtual_account']),
      country: country(),
      currency: currency(),
      label: someText().optional(),
      required_features: z
        .array(z.strictObject({ currency: currency(), transfer_method: z.enum(['LOCAL', 'SWIFT']) }))
        .min(1, { error: 'at least one feature is required' }),
    }),
    result: z.array(account),
    success: { data: 'payload', words: ['ACTIVE', 'INACTIVE'] },
  },
  'account.balances': {
    title: t`Balances`,
    ...READ,
    path: '/svc/api/v1/account/balance',
    listOf: ['balances'],
    result: z.array(balance),
  },
  'account.transactions': {
    title: t`Account transactions`,
    ...READ,
    path: '/svc/api/v1/account/transactions',
    headers: z.strictObject({ 'x-account-id': someText() }),
    query: z.strictObject({ ...pageQuery, status: someText().optional() }),
    paging: byPage,
    listOf: ['transactions'],
    result: z.array(accountTransaction),
  },
  'account.balanceHistory': {
    title: t`Balance history`,
    ...READ,
    path: '/svc/api/v1/account/balance/history',
    query: z.strictObject({ ...pageQuery, transaction_type: someText().optional() }),
    paging: byPage,
    listOf: ['transactions', 'entries', 'balance history', 'history'],
    result: z.array(balanceHistoryEntry),
  },
});
