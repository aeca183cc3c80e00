// Family A's direct debits: list, details, cancellation (INTERFACE.md, Endpoints › Family A).

import { daysBetween } from '../world/rows.ts';
import type { Routes } from './route.ts';

type DirectDebitOperation = 'directDebit.list' | 'directDebit.get' | 'directDebit.cancel';

/** Without a start date: the 30 days before the end date, or before today (INTERFACE.md). */
const USUAL_DAYS = 30 * 86_400_000;
const missing = { refused: 'Direct debit not found.', status: 404, code: 'resource_not_found' };

export const directDebitRoutes: Pick<Routes, DirectDebitOperation> = {
  'directDebit.list': {
    failure: 'Get Direct Debits failed.',
    word: undefined,
    answer: ({ customer, query, clock, firstPage, piece }) => {
      const { from_created_date: from, to_created_date: to, page_num } = query;
      if (from !== undefined && to !== undefined && from > to)
        return { refused: 'from_created_date is after to_created_date.', status: 400 };
      if (page_num !== undefined && page_num < firstPage)
        return { refused: `The first page_num is ${firstPage}.`, status: 400 };
      const now = clock.now();
      const days = daysBetween(from, to);
      const { rows, more } = piece(customer.directDebits.plan(now), {
        from: (days.before ?? now) - USUAL_DAYS,
        ...days,
      });
      return { has_more: more, items: rows };
    },
  },
  'directDebit.get': {
    failure: 'Get Direct Debit failed.',
    word: undefined,
    answer: ({ customer, params, clock }) =>
      customer.directDebits.find(params.transaction_id, clock.now())?.record ?? missing,
  },
  'directDebit.cancel': {
    failure: 'Cancel Direct Debit failed.',
    word: undefined,
    answer: ({ customer, params, clock, effect }) => {
      const found = customer.directDebits.find(params.transaction_id, clock.now());
      if (found === undefined) return missing;
      const no = (refused: string) => ({ refused, status: 400, code: 'invalid_operation' });
      if (!found.british) return no('Only GBP direct debits in the United Kingdom can be cancelled.');
      if (found.record.status !== 'PENDING') return no('The direct debit is not pending.');
      customer.directDebits.cancel(params.transaction_id);
      effect(customer.userId, params.transaction_id);
      return true;
    },
  },
};
