// Family A's mandates: list, details, cancellation (INTERFACE.md, Endpoints › Family A).

import { daysBetween } from '../world/rows.ts';
import type { SimulatedCustomer } from '../world/world.ts';
import type { Refused, Routes } from './route.ts';

type MandateOperation = 'mandate.list' | 'mandate.get' | 'mandate.cancel';

const no = (refused: string, status: number, code?: string): Refused => ({
  ...{ refused, status },
  ...(code !== undefined && { code }),
});
const missing = no('Mandate not found.', 404, 'resource_not_found');

/** The external party tries one more debit this many ms after a cancellation. */
const nextAttempt = 60 * 60_000;

export const mandateRoutes: Pick<Routes, MandateOperation> = {
  'mandate.list': {
    failure: 'Get Mandates failed.',
    word: undefined,
    answer: ({ customer, params, query, firstPage, piece }) => {
      if (!has(customer, params.global_account_id))
        return no('Global Account not found.', 404, 'resource_not_found');
      const { from_created_date: from, to_created_date: to, page_num, status } = query;
      if (from !== undefined && to !== undefined && from > to)
        return no('The created-from date is after the created-to date.', 400);
      if (page_num !== undefined && page_num < firstPage)
        return no(`The first page_num is ${firstPage}.`, 400);
      const { rows, more } = piece(customer.mandates.plan(params.global_account_id), {
        kind: kind => kind.status === (status ?? kind.status),
        ...daysBetween(from, to),
      });
      return { has_more: more, items: rows };
    },
  },
  'mandate.get': {
    failure: 'Get Mandate failed.',
    word: undefined,
    answer: ({ customer, params }) =>
      customer.mandates.find(params.global_account_id, params.mandate_id)?.record ?? missing,
  },
  'mandate.cancel': {
    failure: 'Cancel Mandate failed.',
    word: undefined,
    answer: ({ customer, params, world, clock, effect }) => {
      const mandate = customer.mandates.find(params.global_account_id, params.mandate_id);
      if (mandate === undefined) return missing;
      if (!customer.mandates.cancel(mandate))
        return no('The mandate is not in force.', 400, 'invalid_operation');
      // INTERFACE.md: "The service then rejects new direct debit payouts under it."
      world.agenda.add(clock.now() + nextAttempt, at => customer.directDebits.reject(mandate.record, at));
      effect(customer.userId, mandate.id);
      return true;
    },
  },
};

function has({ accounts }: SimulatedCustomer, globalAccountId: string): boolean {
  return accounts.some(({ global }) => global?.id === globalAccountId);
}
