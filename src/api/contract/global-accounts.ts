/** global-accounts.ts: the Global Account of Family A. */

import * as z from 'zod';
import { t } from '../../lib/visible.ts';
import { flag, freeText, text } from './fields.ts';
import { declare, familyA } from './operation.ts';
import { someText } from './request-fields.ts';

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
  currency: text(),
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
    ...familyA,
    section: 'Endpoints › Family A',
    class: 'read',
    method: 'GET',
    path: '/api/v1/global_accounts/{global_account_id}',
    params: z.strictObject({ global_account_id: someText() }),
    result: globalAccount,
  },
});
