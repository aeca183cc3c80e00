/** The operations of Family A: login, Global Account, mandates, and the direct debits that they allow. */

import * as z from 'zod';
import { t } from '../../lib/visible.ts';
import { amount, currencyCode, flag, freeText, oneOf, secret, text, timestamp } from './fields.ts';
import { declare, familyA } from './operation.ts';
import { count, day, someText, whole } from './request-fields.ts';

const CALL = { ...familyA, section: 'Endpoints › Family A' } as const;
const READ = { ...CALL, class: 'read', method: 'GET' } as const;

/** INTERFACE.md, Access token result. */
const accessToken = z.object({ token: secret(), expires_at: timestamp() });

export const login = declare({
  login: {
    title: t`Sign in`,
    section: 'Endpoints › Family A; Authentication',
    class: 'sensitive',
    family: 'A',
    auth: 'login',
    method: 'POST',
    path: '/api/v1/authentication/login',
    body: 'empty',
    dialect: ({ scope }) => (scope === 'none' ? {} : { headers: { scope } }),
    paging: { style: 'none' },
    envelope: 'bare',
    result: accessToken,
  },
});

/** INTERFACE.md, Global Account (Family A). */
const globalAccount = z.object({
  id: text(),
  account_name: freeText(),
  account_number: text(),
  account_type: text(),
  capability: z.object({
    clearing_systems: z.array(text()),
    payment_methods: z.array(text()),
    support_direct_debit: flag(),
  }),
  country_code: text(),
  currency: currencyCode(),
  iban: text(),
  institution: z.object({
    address: text(),
    branch_name: text(),
    city: text(),
    name: text(),
    zip_code: text(),
  }),
  nick_name: freeText(),
  request_id: text(),
  routing_codes: z.array(z.object({ type: text(), value: text() })),
});

export const globalAccounts = declare({
  'globalAccount.get': {
    title: t`Global Account`,
    ...READ,
    path: '/api/v1/global_accounts/{global_account_id}',
    params: z.strictObject({ global_account_id: someText() }),
    result: globalAccount,
  },
});

/** INTERFACE.md, Direct debit payout mandate, does not show the status of a cancelled mandate. */
const mandate = z.object({
  id: text(),
  global_account_id: text(),
  created_at: timestamp(),
  setup_time: timestamp(),
  creditor_name: freeText(),
  debtor_name: freeText(),
  currency: currencyCode(),
  payment_scheme: oneOf(['Bacs']),
  status: oneOf(['ACTIVE']),
});

const createdPages = {
  from_created_date: day().optional(),
  to_created_date: day().optional(),
  // INTERFACE.md does not say whether the first page is 0 or 1.
  page_num: whole(0).optional(),
  page_size: count().optional(),
};
const paging = { style: 'has-more', page: 'page_num', size: 'page_size' } as const;

const account = { global_account_id: someText() };
const one = z.strictObject({ ...account, mandate_id: someText() });

export const mandates = declare({
  'mandate.list': {
    title: t`Mandates`,
    ...READ,
    path: '/api/v1/global_accounts/{global_account_id}/mandates',
    params: z.strictObject(account),
    query: z.strictObject({ status: someText().optional(), ...createdPages }),
    /** INTERFACE.md, Endpoints › Family A, rule 4: text and example name the dates differently. */
    dialect: ({ mandateDates }) =>
      mandateDates === 'from_created_at'
        ? { renamed: { from_created_date: 'from_created_at', to_created_date: 'to_created_at' } }
        : {},
    paging,
    listOf: ['mandates'],
    result: z.object({ has_more: flag(), items: z.array(mandate) }),
  },
  'mandate.get': {
    title: t`Mandate`,
    ...READ,
    path: '/api/v1/global_accounts/{global_account_id}/mandates/{mandate_id}',
    params: one,
    result: mandate,
  },
  'mandate.cancel': {
    title: t`Mandate cancellation`,
    ...CALL,
    class: 'money',
    method: 'POST',
    path: '/api/v1/global_accounts/{global_account_id}/mandates/{mandate_id}/cancel',
    params: one,
    body: 'empty',
    envelope: 'true',
    result: z.literal(true),
  },
});

/** INTERFACE.md, Direct debit payout, and States and transitions. */
const directDebit = z.object({
  transaction_id: text(),
  mandate_id: text(),
  global_account_id: text(),
  amount: amount(),
  currency: currencyCode(),
  debtor_name: freeText(),
  statement_ref: freeText(),
  status: oneOf(['NEW', 'IN_REVIEW', 'PENDING', 'SETTLED', 'REJECTED', 'RETURNED']),
  created_at: timestamp(),
});

const transaction = z.strictObject({ transaction_id: someText() });

export const directDebits = declare({
  'directDebit.list': {
    title: t`Direct debits`,
    ...READ,
    path: '/api/v1/direct_debits',
    query: z.strictObject(createdPages),
    paging,
    listOf: ['direct debits'],
    result: z.object({ has_more: flag(), items: z.array(directDebit) }),
  },
  'directDebit.get': {
    title: t`Direct debit`,
    ...READ,
    path: '/api/v1/direct_debits/{transaction_id}',
    params: transaction,
    result: directDebit,
  },
  'directDebit.cancel': {
    title: t`Direct debit cancellation`,
    ...CALL,
    class: 'money',
    method: 'POST',
    path: '/api/v1/direct_debits/{transaction_id}/cancel',
    params: transaction,
    envelope: 'true',
    result: z.literal(true),
  },
});
