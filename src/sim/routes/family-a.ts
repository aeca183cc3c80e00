// Family A: sign-in, Global Accounts, mandates and direct debits (INTERFACE.md, Endpoints › Family A).
import { offsetTimestamp } from '../service-clock.ts';
import type { SimulatedCustomer } from '../world/world.ts';
import { no, period, type Refused, type RouteCall, type Routes } from './route.ts';

const notFound = (what: string): Refused => no(`${what} not found.`, 404, 'resource_not_found');
const invalid = (refused: string): Refused => no(refused, 400, 'invalid_operation');

/** The external party tries one more debit this many ms after a mandate's cancellation. */
const nextAttempt = 60 * 60_000;
/** Without a start date: the 30 days before the end date, or before today (INTERFACE.md). */
const usualPeriod = 30 * 86_400_000;

export const familyARoutes = {
  login: ({ tokens }) => {
    const { token, expiresAt } = tokens.issue();
    return { token, expires_at: offsetTimestamp(expiresAt) };
  },
  'globalAccount.get': ({ customer, params }) =>
    globalAccount(customer, params.global_account_id) ?? notFound('Global Account'),
  'mandate.list': ({ customer, params, query, firstPage, piece }) => {
    const { global_account_id: id } = params;
    if (globalAccount(customer, id) === undefined) return notFound('Global Account');
    const days = listed(query, firstPage, 'The created-from date is after the created-to date.');
    if ('refused' in days) return days;
    return piece(customer.mandates.plan(id), {
      kind: ({ status }) => status === (query.status ?? status),
      ...days,
    });
  },
  'mandate.get': ({ customer, params }) =>
    customer.mandates.find(params.global_account_id, params.mandate_id) ?? notFound('Mandate'),
  'mandate.cancel': ({ customer, params, world, clock, effect }) => {
    const mandate = customer.mandates.find(params.global_account_id, params.mandate_id);
    if (mandate === undefined) return notFound('Mandate');
    if (!customer.mandates.cancel(mandate.id)) return invalid('The mandate is not in force.');
    // INTERFACE.md: "The service then rejects new direct debit payouts under it."
    world.agenda.add(clock.now() + nextAttempt, at => customer.directDebits.reject(mandate, at));
    effect(customer.userId, mandate.id);
    return true;
  },
  'directDebit.list': ({ customer, query, clock, firstPage, piece }) => {
    const days = listed(query, firstPage, 'from_created_date is after to_created_date.');
    if ('refused' in days) return days;
    const now = clock.now();
    const from = (days.before ?? now) - usualPeriod;
    return piece(customer.directDebits.plan(now), { from, ...days });
  },
  'directDebit.get': ({ customer, params, clock }) =>
    customer.directDebits.find(params.transaction_id, clock.now())?.record ?? notFound('Direct debit'),
  'directDebit.cancel': ({ customer, params, clock, effect }) => {
    const found = customer.directDebits.find(params.transaction_id, clock.now());
    if (found === undefined) return notFound('Direct debit');
    if (!found.british) return invalid('Only GBP direct debits in the United Kingdom can be cancelled.');
    if (found.record.status !== 'PENDING') return invalid('The direct debit is not pending.');
    customer.directDebits.cancel(params.transaction_id);
    effect(customer.userId, params.transaction_id);
    return true;
  },
} satisfies Partial<Routes>;

const globalAccount = ({ accounts }: SimulatedCustomer, id: string) =>
  accounts.find(({ record }) => record.id === id)?.global;

function listed(
  { from_created_date, to_created_date, page_num }: RouteCall<'mandate.list' | 'directDebit.list'>['query'],
  firstPage: number,
  reversed: string,
): ReturnType<typeof period> {
  const days = period(from_created_date, to_created_date, reversed);
  return !('refused' in days) && page_num !== undefined && page_num < firstPage
    ? no(`The first page_num is ${firstPage}.`)
    : days;
}
