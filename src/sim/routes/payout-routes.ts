// Family B's beneficiaries and payouts (INTERFACE.md, Endpoints › Family B: beneficiaries and payouts).
import { fractionDigits } from '../../lib/decimal.ts';
import { sameId } from '../../lib/identifier.ts';
import { amount, digitsOf, minorUnits, number } from '../world/amount.ts';
import { total } from '../world/computed-rows.ts';
import type { BeneficiaryFields } from '../world/sim-beneficiaries.ts';
import type { SimulatedPayout } from '../world/sim-payouts.ts';
import { no, type Refused, type Routes } from './route.ts';

/** Ms until a new beneficiary is verified. Our choice: INTERFACE.md doesn't say. */
const verifiedAfter = 120_000;

export const payoutRoutes = {
  'beneficiary.list': ({ customer, query, page }) => {
    const { status, currency, limit = 20, offset = 0 } = query;
    const filter = {
      kind: (kind: { status: string; currency: string }) =>
        kind.status === (status ?? kind.status) && kind.currency === (currency ?? kind.currency),
    };
    const pagination = {
      total_count: number(String(total(customer.beneficiaries, filter))),
      limit: number(String(limit)),
      offset: number(String(offset)),
    };
    return { data: page(customer.beneficiaries, filter), pagination };
  },
  'beneficiary.get': ({ customer, query }) =>
    customer.beneficiaries.details(query.beneficiary_id) ?? no('Beneficiary not found.'),
  'beneficiary.validate': ({ body }) => misfit(body) ?? [],
  'beneficiary.create': ({ customer, body, world, clock, effect }) => {
    const { beneficiary_account_currency: currency, beneficiary_account_number: account_number } = body;
    const bad = misfit({ account_currency: currency, account_number, ...body });
    if (bad !== undefined) return bad;
    if (
      (body.account_currency ?? currency) !== currency ||
      (body.account_number ?? account_number) !== account_number
    )
      return no('The account is given twice, and differently.');
    const fields = { ...fieldsOf(body), account_number };
    const { id } = customer.beneficiaries.add(currency, body.bank_country_code ?? '', fields, clock.now());
    world.agenda.add(clock.now() + verifiedAfter, () => customer.beneficiaries.verify(id));
    effect(customer.userId, id);
    return { id, beneficiary_account_currency: currency, beneficiary_account_number: account_number };
  },
  'beneficiary.update': ({ customer, query, body, effect }) => {
    const found = customer.beneficiaries.find(query.beneficiary_id);
    if (found === undefined) return no('Beneficiary not found.');
    const bad = misshapen(body);
    if (bad !== undefined) return bad;
    customer.beneficiaries.change(found.id, fieldsOf(body));
    effect(customer.userId, found.id);
    return [];
  },
  'payout.create': ({ customer, body, bodyText, requestId = '', world, clock, effect }) => {
    const before = world.payouts.made(customer.userId, requestId);
    if (before?.body === bodyText) return shown(before.payout);
    if (before !== undefined) return no('This x-request-id was used for another payout.', 422);
    const beneficiary = customer.beneficiaries.find(body.beneficiary_id);
    if (beneficiary === undefined) return no('Beneficiary not found.');
    if (beneficiary.status !== 'VERIFIED') return no('The beneficiary is not verified.');
    const { currency } = body;
    if (fractionDigits(body.amount) > digitsOf(currency)) return no(`${currency} has fewer decimal places.`);
    const order = {
      userId: customer.userId,
      beneficiaryId: body.beneficiary_id,
      currency,
      minor: minorUnits(body.amount, digitsOf(currency)),
      reference: body.reference,
    };
    const payout = world.payouts.make(order, customer.wallet, clock.now());
    if (payout === undefined) return no('The available balance is too low.');
    world.payouts.remember(requestId, payout, bodyText);
    effect(customer.userId, payout.id);
    return shown(payout);
  },
  'payout.cancel': ({ customer, params, body, world, clock, effect }) => {
    if (params.version !== 'v1') return no('Version not found.');
    // The comparison of IDs ignores case. The system reference may be in either member.
    const payout = world.payouts.all.find(
      ({ id, systemReference, userId }) =>
        [id, systemReference].some(name => sameId(name, body.id ?? name)) &&
        sameId(systemReference, body.systemReferenceNumber ?? systemReference) &&
        userId === (customer?.userId ?? userId),
    );
    const owner = world.customers.find(({ userId }) => userId === payout?.userId);
    if (payout === undefined || owner === undefined) return no('Payout not found.');
    if (!world.payouts.cancel(payout, owner.wallet, clock.now()))
      return no("Payout cannot be cancelled as it's already processed");
    effect(owner.userId, payout.id);
    return {};
  },
} satisfies Partial<Routes>;

/** A guess: INTERFACE.md doesn't show the response to a new payout. */
function shown(payout: SimulatedPayout) {
  return {
    id: payout.id,
    systemReferenceNumber: payout.systemReference,
    status: 'PENDING',
    amount: amount(payout.minor, digitsOf(payout.currency)),
    currency: payout.currency,
    beneficiary_id: payout.beneficiaryId,
    reference: payout.reference,
  };
}

interface CorridorFields extends BeneficiaryFields {
  readonly bank_country_code?: string | undefined;
  readonly account_currency?: string | undefined;
}

/** In every corridor. A local transfer in the United States needs `american` too. */
const always = [
  ...(['account_number', 'full_name', 'bank_country_code', 'account_currency'] as const),
  ...(['entity_type', 'transfer_method'] as const),
];
const american = ['routing_number', 'account_type'] as const;

/** The rules are ours, because INTERFACE.md has none. */
function misfit(fields: CorridorFields): Refused | undefined {
  const local = fields.bank_country_code === 'US' && fields.transfer_method === 'LOCAL';
  const missing = [...always, ...(local ? american : [])].find(name => fields[name] === undefined);
  return missing === undefined ? misshapen(fields) : no(`${missing} is missing.`);
}

/** The text never contains the value, which is personal. */
function misshapen({ account_number, routing_number }: BeneficiaryFields): Refused | undefined {
  if (account_number !== undefined && !/^[A-Za-z0-9 ]{4,34}$/.test(account_number))
    return no('account_number is not valid.');
  if (routing_number !== undefined && !/^\d{9}$/.test(routing_number))
    return no('routing_number is not nine digits.');
  return undefined;
}

function fieldsOf(body: BeneficiaryFields): BeneficiaryFields {
  const { full_name, account_number, routing_number, account_type, entity_type, transfer_method } = body;
  return { full_name, account_number, routing_number, account_type, entity_type, transfer_method };
}
