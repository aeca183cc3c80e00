// Family B's cards and cardholders (INTERFACE.md, Endpoints › Family B: cards).

import {
  type Cards,
  fullName,
  type LimitsByInterval,
  limitRecords,
  type SimulatedCard,
} from '../world/sim-cards.ts';
import { no, period, type Refused, type RouteCall, type Routes } from './route.ts';

export const cardRoutes = {
  'card.list': ({ customer, query, page }) =>
    page(customer.cards.plan(), {
      kind: ({ status, type }) => status === (query.status ?? status) && type === (query.card_type ?? type),
    }),
  'card.limits': ({ customer, query }) => {
    const card = customer.cards.find(query.id);
    if (card === undefined) return no('Card not found.');
    const { currency, limits, cashLimits } = card;
    if ((query.currency ?? currency) !== currency) return no(`The card has no limits in ${query.currency}.`);
    return {
      currency,
      limits: limitRecords(limits, currency),
      cash_withdrawal_limits: limitRecords(cashLimits, currency),
    };
  },
  'card.transactions': ({ customer, query, piece }) => {
    const card = customer.cards.find(query.id);
    if (card === undefined) return no('Card not found.');
    const days = period(query.start_date, query.end_date, 'start_date is after end_date.');
    if ('refused' in days) return days;
    return piece(card.transactions, {
      kind: ({ status }) => status === (query.status ?? status),
      ...days,
    });
  },
  'card.details': ({ customer, query }) => {
    const card = open(customer.cards, query.id);
    if ('refused' in card) return card;
    // INTERFACE.md shows only "card number, CVV, expiry".
    return { cardNumber: card.number, cvv: card.cvv, expiry: card.expiry };
  },
  'card.activate': request =>
    changing(request, card =>
      card.status === 'ACTIVE' ? no('The card is active already.') : { status: 'ACTIVE' },
    ),
  'card.update': request =>
    changing(request, card => {
      const { currency = card.currency, card_status: status, transaction_limits: limits } = request.body;
      if (currency !== card.currency) return no('The card has another currency.');
      return { status, limits: limits?.map(({ type, value }) => ({ interval: type, digits: value })) };
    }),
  'card.close': request => changing(request, () => ({ status: 'CLOSED' })),
  'cardholder.create': ({ customer, body, effect }) => {
    const { name, address } = body.individual;
    const { mobile_number: mobile, postal_address: postalAddress } = body;
    const cardholder = customer.cardholders.add(body.type, { name, address, mobile, postalAddress });
    effect(customer.userId, cardholder.id);
    return { id: cardholder.id };
  },
  'cardholder.update': ({ customer, body, effect }) => {
    const cardholder = customer.cardholders.find(body.id);
    if (cardholder === undefined) return no('Cardholder not found.');
    const { details } = cardholder;
    cardholder.details = {
      name: body.individual?.name ?? details.name,
      address: body.individual?.address ?? details.address,
      mobile: body.mobile_number ?? details.mobile,
      postalAddress: body.postal_address ?? details.postalAddress,
    };
    effect(customer.userId, cardholder.id);
    return undefined;
  },
  'card.issue': ({ customer, body, bodyText, clock, effect }) => {
    const before = customer.cards.issued(body.request_id);
    if (before?.body === bodyText) return { id: before.card.id };
    if (before !== undefined) return no('This request_id was used for another card.', 422);
    const holder = customer.cardholders.find(body.card_holder_id);
    if (holder === undefined) return no('Cardholder not found.');
    if (holder.type === 'DELEGATE' && body.is_personalized)
      return no('A delegate has non-personalized cards only.');
    const virtual = body.card_type === 'GPR_VIR';
    if (virtual !== (body.issuance_mode === 'VIRTUAL'))
      return no('card_type and issuance_mode do not fit each other.');
    const { currency, limits } = body.authorization_controls.transaction_limits;
    if (customer.wallet.available(currency) === undefined) return no(`There is no balance in ${currency}.`);
    const card = customer.cards.issue(
      {
        type: virtual ? 'VIRTUAL' : 'PHY',
        holderId: holder.id,
        nameOnCard: body.is_personalized ? fullName(holder) : customer.name,
        currency,
        limits: limits.map(({ amount, interval }) => ({ interval, digits: amount })),
      },
      clock.now(),
    );
    customer.cards.remember(body.request_id, card, bodyText);
    effect(customer.userId, card.id);
    return { id: card.id };
  },
} satisfies Partial<Routes>;

/** Our choice, because INTERFACE.md doesn't say which cards accept changes. */
function open(cards: Cards, id: string): SimulatedCard | Refused {
  const card = cards.find(id);
  if (card === undefined) return no('Card not found.');
  return card.status === 'CLOSED' ? no('The card is closed.') : card;
}

type CardCall = Pick<RouteCall<'card.activate'>, 'customer' | 'clock' | 'effect'> & { body: { id: string } };

function changing(
  { customer, body, clock, effect }: CardCall,
  change: (
    card: SimulatedCard,
  ) => Refused | { status?: SimulatedCard['status'] | undefined; limits?: LimitsByInterval | undefined },
): Refused | undefined {
  const card = open(customer.cards, body.id);
  if ('refused' in card) return card;
  const wanted = change(card);
  if ('refused' in wanted) return wanted;
  customer.cards.change(card, wanted.status ?? card.status, wanted.limits ?? [], clock.now());
  effect(customer.userId, card.id);
  return undefined;
}
