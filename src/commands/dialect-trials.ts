// The trials of the dialect's switches, with records of the customer and with quotes that nobody converts.

import type { Client } from '../api/client/client.ts';
import type { Customer } from '../api/client/service.ts';
import type { Dialect } from '../api/contract/dialect.ts';
import { parseDecimal } from '../lib/decimal.ts';
import { t } from '../lib/visible.ts';
import { type DialectTrial, rowsIn, textsIn, triedOf } from './dialect-trial.ts';

export interface ServiceQuestions {
  readonly dialect: Dialect;
  readonly customer: Customer | undefined;
  /** IDs of conversions made in Purser, newest first. */
  readonly conversions: readonly string[];
}

/** A period without mandates. */
const LONG_AGO = { from_created_date: '2000-01-01', to_created_date: '2000-01-02' };
const MADE_UP = 'conversion_00000000-0000-4000-8000-000000000000';
/** The amount of a trial quote, in whole units of any currency. */
const HUNDRED = parseDecimal('100');
/** How many accounts Purser looks at for mandates. Only some accounts have mandates. */
const ACCOUNTS = 5;

/** Reads the records that the trials need. Each quote is new at the service, but nobody converts it. */
export async function preparedTrials(
  client: Client,
  { customer, conversions }: ServiceQuestions,
): Promise<readonly DialectTrial[]> {
  if (!customer) {
    const lacking = { lacking: t`no customer is known` };
    return [
      { switches: ['quote', 'nullAmount'], attempt: lacking },
      { switches: ['conversion'], attempt: lacking },
      { switches: ['cardTransactions'], attempt: lacking },
      { switches: ['mandateDates'], attempt: lacking },
    ];
  }
  return [
    await quoteTrial(client, customer),
    conversionTrial(customer, conversions),
    await cardTrial(client, customer),
    await mandateTrial(client, customer),
  ];
}

/** The other trials of Family B need the right base path, so this trial comes first. */
export const basePathTrial = (customer: Customer | undefined): DialectTrial => ({
  switches: ['basePath'],
  attempt: customer
    ? async client => triedOf(await client.perform('account.balances', {}, { customer }))
    : { lacking: t`no customer is known` },
});

async function quoteTrial(client: Client, customer: Customer): Promise<DialectTrial> {
  const balances = await client.perform('account.balances', {}, { customer });
  const held = textsIn(balances, 'currency');
  const [source, destination] = [...new Set([...held, 'USD', 'EUR'])];
  if (source === undefined || destination === undefined || HUNDRED === undefined)
    return { switches: ['quote', 'nullAmount'], attempt: { lacking: t`no two currencies are known` } };
  return {
    switches: ['quote', 'nullAmount'],
    attempt: async client =>
      triedOf(
        await client.perform(
          'quote.create',
          {
            query: {
              quote_type: 'conversion',
              lock_period: '5_mins',
              conversion_schedule: 'immediate',
              source_currencycode: source,
              destination_currencycode: destination,
              source_amount: HUNDRED,
            },
          },
          { customer },
        ),
      ),
  };
}

function conversionTrial(customer: Customer, [own]: readonly string[]): DialectTrial {
  return {
    switches: ['conversion'],
    attempt: async client =>
      triedOf(
        await client.perform('conversion.get', { query: { conversion_id: own ?? MADE_UP } }, { customer }),
      ),
    ...(own === undefined && { madeUp: true }),
  };
}

async function cardTrial(client: Client, customer: Customer): Promise<DialectTrial> {
  const cards = await client.perform('card.list', { query: { limit: 1 } }, { customer });
  const [id] = textsIn(cards, 'cardHashId');
  return {
    switches: ['cardTransactions'],
    attempt:
      id === undefined
        ? { lacking: t`the customer has no card to try` }
        : async client =>
            triedOf(await client.perform('card.transactions', { query: { id, limit: 1 } }, { customer })),
  };
}

async function mandateTrial(client: Client, customer: Customer): Promise<DialectTrial> {
  const accounts = await client.perform('account.list', { query: {} }, { customer });
  const ids = textsIn(accounts, 'id');
  let listed: { readonly id: string; readonly any: boolean } | undefined;
  for (const id of ids.slice(0, ACCOUNTS)) {
    const read = await client.perform(
      'mandate.list',
      { params: { global_account_id: id }, query: { page_size: 1 } },
      { customer },
    );
    if (!read.ok) continue;
    listed = { id, any: rowsIn(read).length > 0 };
    if (listed.any) break;
  }
  if (!listed)
    return { switches: ['mandateDates'], attempt: { lacking: t`no account of the customer lists mandates` } };
  const { id, any } = listed;
  return {
    switches: ['mandateDates'],
    async attempt(client) {
      const input = { params: { global_account_id: id }, query: { ...LONG_AGO, page_size: 1 } };
      const read = await client.perform('mandate.list', input, { customer });
      // Rows show that the service ignored the filter, so it doesn't know this form.
      return rowsIn(read).length > 0 ? { kind: 'refused', status: 200 } : triedOf(read);
    },
    ...(any ? {} : { weak: t`there is no mandate to compare` }),
  };
}
