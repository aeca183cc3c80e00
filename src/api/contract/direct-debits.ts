/** direct-debits.ts: direct debits of Family A. */

import * as z from 'zod';
import { t } from '../../lib/visible.ts';
import { amount, flag, freeText, oneOf, text, timestamp } from './fields.ts';
import { declare, familyA } from './operation.ts';
import { count, day, someText, whole } from './request-fields.ts';

const CALL = { ...familyA, section: 'Endpoints › Family A' } as const;

/** INTERFACE.md, Direct debit payout; its statuses are under States and transitions. */
const directDebit = z.object({
  transaction_id: text(),
  mandate_id: text(),
  global_account_id: text(),
  amount: amount(),
  currency: text(),
  debtor_name: freeText(),
  statement_ref: freeText(),
  status: oneOf(['NEW', 'IN_REVIEW', 'PENDING', 'SETTLED', 'REJECTED', 'RETURNED']),
  created_at: timestamp(),
});

const transaction = z.strictObject({ transaction_id: someText() });

export const directDebits = declare({
  'directDebit.list': {
    title: t`Direct debits`,
    ...CALL,
    class: 'read',
    method: 'GET',
    path: '/api/v1/direct_debits',
    query: z.strictObject({
      from_created_date: day().optional(),
      to_created_date: day().optional(),
      // INTERFACE.md does not say whether the first page is 0 or 1.
      page_num: whole(0).optional(),
      page_size: count().optional(),
    }),
    paging: { style: 'has-more', page: 'page_num', size: 'page_size' },
    result: z.object({ has_more: flag(), items: z.array(directDebit) }),
  },
  'directDebit.get': {
    title: t`Direct debit`,
    ...CALL,
    class: 'read',
    method: 'GET',
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
