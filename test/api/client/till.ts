/** till.ts: a client of a simulator, and a prepared write of each kind, for records that the simulator has. */

import type { Customer } from '../../../src/api/client/call-context.ts';
import type { Failure, Outcome } from '../../../src/api/client/failure.ts';
import { type OutcomeWord, outcomeOf } from '../../../src/api/client/outcome.ts';
import type { Prepared } from '../../../src/api/client/writes.ts';
import type { Input, WriteId } from '../../../src/api/contract/operations.ts';
import type { Decimal } from '../../../src/lib/decimal.ts';
import { Secret } from '../../../src/lib/redact.ts';
import { unsafeText } from '../../../src/lib/visible.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../../src/sim/simulator.ts';
import { cardIn, issueInput, mandateIn } from '../../sim/inputs.ts';
import { applicant, responseInput } from '../../sim/samples.ts';
import { must } from '../../sim/teller.ts';
import { newClock, resultOf, type TestClient, testClient } from './test-client.ts';

export const writeIds = [
  'conversion.create',
  'payout.create',
  'payout.cancel',
  'directDebit.cancel',
  'mandate.cancel',
  'card.close',
  'card.issue',
  'user.activate',
  'user.create',
  'rfi.respond',
] as const;

type TillWrite = (typeof writeIds)[number];

/** Whether the answer to a success is only the word true. */
export const answersTrue = (id: TillWrite): boolean => id === 'directDebit.cancel' || id === 'mandate.cancel';

export interface Till {
  readonly sim: Simulator;
  readonly client: TestClient;
  readonly customer: Customer;
  /** Prepares a write that the simulator allows, with the records that it needs. */
  ready(id: TillWrite): Promise<Prepared>;
  /** Sends the write. `departures` counts the calls of `before`, which precede the first byte. */
  send(prepared: Prepared): Promise<Sending>;
  /** Gives the simulator a fault. */
  breaks(rule: string): Promise<void>;
  /** The number of effects in the simulator's ledger since `ready`. */
  effects(): number;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Sending {
  readonly word: OutcomeWord;
  readonly failure: Failure | undefined;
  readonly outcome: Outcome<unknown>;
  readonly departures: number;
}

export async function sendOnce(client: TestClient, prepared: Prepared): Promise<Sending> {
  let departures = 0;
  const mayLeave = async () => {
    departures += 1;
    return true;
  };
  const outcome = await client.writes.send(prepared, mayLeave);
  const failure = outcome.ok ? undefined : outcome.failure;
  return { word: outcomeOf(outcome), failure, outcome, departures };
}

export async function openTill(options: SimulatorOptions = {}): Promise<Till> {
  const clock = newClock();
  const sim = await startSimulator({ clock: '2026-11-20T10:00:00Z', time: clock, ...options });
  const { clientId, apiKey, programId } = sim.credentials;
  const service = { clientId, apiKey: new Secret(apiKey), programId, dialect: { ...options.dialect } };
  const client = testClient(sim.url, { clock, signedIn: false, service });
  const [first] = sim.customers;
  const own = sim.world.customers[0];
  if (first === undefined || own === undefined) throw new Error('nobody is there');
  const { userId, onBehalfOf } = first;
  const customer: Customer = { userId, ...(onBehalfOf !== undefined && { onBehalfOf }) };
  let before = 0;

  const prepare = <Id extends WriteId>(id: Id, input: Input<Id>, who = customer): Prepared => {
    const made = client.writes.prepare(id, input, { customer: who });
    if (!made.ok) throw new Error(JSON.stringify(made.failure));
    // The type of the outcome does not matter here.
    return made.prepared as Prepared;
  };

  async function ready(id: TillWrite): Promise<Prepared> {
    switch (id) {
      case 'conversion.create': {
        const quote = resultOf(await client.perform('quote.create', quoteOf('100.00'), { customer }));
        const quote_id = unsafeText(quote.id as Parameters<typeof unsafeText>[0]);
        const currencies = { source_currency: 'GBP', destination_currency: 'USD', validAmount: true };
        return prepare(id, { body: { quote_id, source_amount: '100.00' as Decimal, ...currencies } });
      }
      case 'payout.create': {
        const payee = [0, 1].map(n => own?.beneficiaries.row(n)).find(row => row?.status === 'VERIFIED');
        const money = { amount: '10.10' as Decimal, currency: 'GBP', reference: 'INV 7' };
        return prepare(id, { body: { beneficiary_id: payee?.id ?? '', ...money } });
      }
      case 'payout.cancel': {
        await sendOnce(client, await ready('payout.create'));
        const payout = sim.world.payouts.all.at(-1)?.id ?? '';
        return prepare(id, { params: { version: 'v1' }, body: { id: payout } });
      }
      case 'directDebit.cancel': {
        const now = Date.parse('2026-11-20T10:00:00Z');
        const plan = own?.directDebits.plan(now);
        const rows = Array.from({ length: 12 }, (_, n) => plan?.row(n));
        const open = rows.find(row => row?.status === 'PENDING' && row.currency === 'GBP');
        return prepare(id, { params: { transaction_id: open?.transaction_id ?? '' } });
      }
      case 'mandate.cancel':
        return prepare(id, must(own && mandateIn(own)));
      case 'card.close':
        return prepare(id, { body: { id: must(own && cardIn(own, 'ACTIVE')).id, card_status: 'CLOSED' } });
      case 'card.issue':
        return prepare(id, must(own && issueInput(own)));
      case 'user.activate': {
        const fresh = sim.world.customers.find(({ user }) => user.record().status === 'CREATED');
        return prepare(id, {}, { userId: fresh?.userId ?? '' });
      }
      case 'user.create':
        return prepare(id, { body: applicant('Höß & Söhne') });
      case 'rfi.respond':
        return prepare(id, (own && responseInput(own)) ?? { body: { id: '', type: 'TEXT' } });
    }
  }

  return {
    sim,
    client,
    customer,
    async ready(id) {
      const prepared = await ready(id);
      // The client is already signed in, so that a fault on all operations hits the write.
      resultOf(await client.perform('account.balances', {}, { customer }));
      before = sim.world.ledger.effects.length;
      return prepared;
    },
    send: prepared => sendOnce(client, prepared),
    async breaks(rule) {
      const got = await fetch(`${sim.url}/__sim/faults`, { method: 'POST', body: JSON.stringify(rule) });
      if (!got.ok) throw new Error(await got.text());
    },
    effects: () => sim.world.ledger.effects.length - before,
    async [Symbol.asyncDispose]() {
      await client.close();
      await sim.close();
    },
  };
}

export function quoteOf(source_amount: string): Input<'quote.create'> {
  return {
    query: {
      quote_type: 'conversion',
      lock_period: '5_mins',
      conversion_schedule: 'immediate',
      source_currencycode: 'GBP',
      destination_currencycode: 'USD',
      source_amount: source_amount as Decimal,
    },
  };
}
