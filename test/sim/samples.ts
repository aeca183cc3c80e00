// A valid request for each operation. If it depends on other requests, they are sent first.
import type { Drift } from '../../src/api/contract/drift.ts';
import type { Input, OperationId } from '../../src/api/contract/operations.ts';
import type { Decimal } from '../../src/lib/decimal.ts';
import { amount, digitsOf } from '../../src/sim/world/amount.ts';
import { applicationOf } from '../../src/sim/world/users.ts';
import type { SimulatedCustomer } from '../../src/sim/world/world.ts';
import { customer, type Desk, type Sent } from './http.ts';
import {
  accountInput,
  american,
  beneficiaryInput,
  cardholderChange,
  cardholderInput,
  cardIn,
  changeInput,
  issueInput,
  mandateIn,
} from './inputs.ts';

/** The input for customer `i`. Undefined if this customer can't make the request. */
export async function sample(desk: Desk, id: OperationId, i = 0): Promise<Sent | undefined> {
  const person = customer(desk.sim, i);
  const input = await inputFor(desk, id, i);
  return input === undefined ? undefined : desk.good(id, input as Input<typeof id>, person);
}

/** The input for the first customer who can make the request. */
export async function goodSample(desk: Desk, id: OperationId): Promise<Sent> {
  for (const i of desk.sim.customers.keys()) {
    const sent = await sample(desk, id, i);
    if (sent !== undefined) return sent;
  }
  throw new Error(`there is no sample of ${id}`);
}

/** The input for a quote. `side` is the fixed amount. */
export function quoteInput(
  source: string,
  destination: string,
  digits: string,
  side: 'source_amount' | 'destination_amount' = 'source_amount',
): Input<'quote.create'> {
  return {
    query: {
      quote_type: 'conversion',
      lock_period: '24_hours',
      conversion_schedule: 'immediate',
      source_currencycode: source,
      destination_currencycode: destination,
      [side]: digits as Decimal,
    },
  };
}

export async function inputFor(desk: Desk, id: OperationId, i: number): Promise<object | undefined> {
  const person = customer(desk.sim, i);
  const own = desk.sim.world.customers[i];
  if (own === undefined) return undefined;
  const account = own.accounts.find(({ global }) => global)?.record.id ?? '';
  switch (id) {
    case 'globalAccount.get':
      return { params: { global_account_id: account } };
    case 'account.transactions':
      return { headers: { 'x-account-id': account } };
    case 'directDebit.get': {
      const now = debits(desk, own);
      return now[0] && { params: { transaction_id: now[0].transaction_id } };
    }
    case 'directDebit.cancel': {
      const open = debits(desk, own).find(
        ({ status, currency }) => status === 'PENDING' && currency === 'GBP',
      );
      return open && { params: { transaction_id: open.transaction_id } };
    }
    case 'mandate.list':
      return { params: { global_account_id: account }, query: { from_created_date: '2020-01-01' } };
    case 'mandate.get':
    case 'mandate.cancel':
      return mandateIn(own);
    case 'card.limits':
    case 'card.transactions':
    case 'card.details': {
      const card = cardIn(own, 'ACTIVE');
      return card && { query: { id: card.id } };
    }
    case 'card.activate': {
      const card = cardIn(own, 'INACTIVE');
      return card && { body: { id: card.id } };
    }
    case 'card.update':
      return changeInput(own);
    case 'card.close': {
      const card = cardIn(own, 'ACTIVE');
      return card && { body: { id: card.id, card_status: 'CLOSED' } };
    }
    case 'cardholder.create':
      return cardholderInput();
    case 'cardholder.update':
      return cardholderChange(own);
    case 'card.issue':
      return issueInput(own);
    case 'beneficiary.validate':
      return { body: american };
    case 'beneficiary.create':
      return beneficiaryInput();
    case 'beneficiary.update':
      return own.beneficiaries.count === 0
        ? undefined
        : {
            query: { beneficiary_id: own.beneficiaries.row(0).id },
            body: { full_name: 'Zoë Lindqvist', account_number: 'GB33BUKB20201555555555' },
          };
    case 'account.create':
      return accountInput();
    case 'beneficiary.get':
      return own.beneficiaries.count === 0
        ? undefined
        : { query: { beneficiary_id: own.beneficiaries.row(0).id } };
    case 'payout.create':
      return payoutInput(own);
    case 'payout.cancel': {
      const payout = payoutInput(own);
      if (payout === undefined) return undefined;
      await desk.control('/payout', { pending_s: 7_200 });
      await desk.ask('payout.create', payout, person);
      return { params: { version: 'v1' }, body: { id: desk.sim.world.payouts.all.at(-1)?.id } };
    }
    case 'quote.create':
      return quoteInput('GBP', 'USD', '100.00');
    case 'quote.get':
      return {
        query: { quote_id: await quoted(desk, quoteInput('USD', 'JPY', '5000', 'destination_amount'), i) },
      };
    case 'conversion.create':
      return await conversionInput(desk, own, i);
    case 'conversion.get': {
      const body = await conversionInput(desk, own, i);
      if (body === undefined) return undefined;
      const got = await desk.ask('conversion.create', body, person);
      return { query: { conversion_id: JSON.parse(got.text).data.id } };
    }
    case 'user.activate':
      return own.user.record().status === 'CREATED' ? {} : undefined;
    case 'user.create':
      return { body: applicant(own.name, i) };
    case 'rfi.get':
      return own.requests.record() && {};
    case 'rfi.respond':
      return responseInput(own);
    default:
      return {};
  }
}

/** Whether only the simulator has this value. INTERFACE.md says that there are more values than it lists. */
export function isInvented(id: OperationId, drift: Drift | string): boolean {
  if (typeof drift === 'string' || drift.kind !== 'unlisted-value') return false;
  return id === 'user.get' && ['status', 'view_type'].includes(drift.path);
}

/** The application of a new business. */
export function applicant(business: string, seed = 0): Input<'user.create'>['body'] {
  return applicationOf({ seed, name: 'applicant', business, currency: 'EUR', people: ['Ines', 'Jürgen'] });
}

/** The input to answer the customer's first open question. */
export function responseInput({ requests }: SimulatedCustomer): Input<'rfi.respond'> | undefined {
  const question = requests.record()?.active_request.questions[0];
  const place = { address_line1: '1 Quay', country_code: 'GB', postcode: 'B1', state: 'W', suburb: 'B' };
  return (
    question && {
      body: { id: question.id, type: 'ADDRESS', ...place, attachments: ['file_1'], note: 'since 2019' },
    }
  );
}

function debits(desk: Desk, { directDebits }: SimulatedCustomer) {
  const at = desk.sim.wire.at(-1)?.at ?? 0;
  const plan = directDebits.plan(at);
  return Array.from({ length: Math.min(12, plan.count) }, (_, n) => plan.row(n));
}

/** Requests a quote and returns its ID. */
export async function quoted(desk: Desk, input: Input<'quote.create'>, i = 0): Promise<string> {
  const got = await desk.ask('quote.create', input, customer(desk.sim, i));
  return JSON.parse(got.text).data.id;
}

/** A currency with more than 100,000 minor units available. */
function plenty({ wallet, balances }: SimulatedCustomer): string | undefined {
  return balances.find(({ currency }) => (wallet.available(currency) ?? 0n) > 100_000n)?.currency;
}

export function payoutInput(own: SimulatedCustomer): Input<'payout.create'> | undefined {
  const currency = plenty(own);
  if (currency === undefined) return undefined;
  const rows = Array.from({ length: Math.min(8, own.beneficiaries.count) }, (_, n) =>
    own.beneficiaries.row(n),
  );
  const verified = rows.find(({ status }) => status === 'VERIFIED');
  const digits = amount(1010n, digitsOf(currency)).source;
  return (
    verified && {
      body: { beneficiary_id: verified.id, amount: digits, currency, reference: 'INV 7', notes: 'é' },
    }
  );
}

/** A conversion against a new quote. */
export async function conversionInput(
  desk: Desk,
  own: SimulatedCustomer,
  i = 0,
): Promise<Input<'conversion.create'> | undefined> {
  const source = plenty(own);
  if (source === undefined) return undefined;
  const destination = source === 'USD' ? 'EUR' : 'USD';
  const digits = amount(10_000n, digitsOf(source)).source;
  const quote_id = await quoted(desk, quoteInput(source, destination, digits), i);
  return {
    body: {
      quote_id,
      source_amount: digits,
      source_currency: source,
      destination_currency: destination,
      validAmount: true,
    },
  };
}
