/** mandates.ts: Family A's mandates, which allow direct debits. */

import * as z from 'zod';
import { t } from '../../lib/visible.ts';
import { flag, freeText, oneOf, text, timestamp } from './fields.ts';
import { declare, familyA } from './operation.ts';
import { count, day, someText, whole } from './request-fields.ts';

const CALL = { ...familyA, section: 'Endpoints › Family A' } as const;

/** INTERFACE.md, Direct debit payout mandate. INTERFACE.md does not show the status of a cancelled mandate. */
const mandate = z.object({
  id: text(),
  global_account_id: text(),
  created_at: timestamp(),
  setup_time: timestamp(),
  creditor_name: freeText(),
  debtor_name: freeText(),
  currency: text(),
  payment_scheme: oneOf(['Bacs']),
  status: oneOf(['ACTIVE']),
});

const account = { global_account_id: someText() };
const one = z.strictObject({ ...account, mandate_id: someText() });

export const mandates = declare({
  'mandate.list': {
    title: t`Mandates`,
    ...CALL,
    class: 'read',
    method: 'GET',
    path: '/api/v1/global_accounts/{global_account_id}/mandates',
    params: z.strictObject(account),
    query: z.strictObject({
      status: someText().optional(),
      from_created_date: day().optional(),
      to_created_date: day().optional(),
      // INTERFACE.md does not say whether the first page is 0 or 1.
      page_num: whole(0).optional(),
      page_size: count().optional(),
    }),
    /** INTERFACE.md, Endpoints › Family A, rule 4: the text and the example use different names for the dates. */
    dialect: ({ mandateDates }) =>
      mandateDates === 'from_created_at'
        ? { renamed: { from_created_date: 'from_created_at', to_created_date: 'to_created_at' } }
        : {},
    paging: { style: 'has-more', page: 'page_num', size: 'page_size' },
    result: z.object({ has_more: flag(), items: z.array(mandate) }),
  },
  'mandate.get': {
    title: t`Mandate`,
    ...CALL,
    class: 'read',
    method: 'GET',
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
