// Family B's cards: list, limits, transactions, details, activation, changes, closure (INTERFACE.md, Endpoints › Family B: cards).
import { type LimitsByInterval, limitRecords } from '../world/card-limits.ts';
import type { Cards, SimulatedCard } from '../world/cards.ts';
import { daysBetween } from '../world/rows.ts';
import type { Refused, RouteCall, Routes } from './route.ts';

type CardOperation =
  | 'card.list'
  | 'card.limits'
  | 'card.transactions'
  | 'card.details'
  | 'card.activate'
  | 'card.update'
  | 'card.close';

const no = (refused: string): Refused => ({ refused, status: 400 });

export const cardRoutes: Pick<Routes, CardOperation> = {
  'card.list': {
    failure: 'Get Cards failed!',
    word: 'success',
    answer: ({ customer, query, page }) =>
      page(customer.cards.plan(), {
        kind: ({ status, type }) => status === (query.status ?? status) && type === (query.card_type ?? type),
      }),
  },
  'card.limits': {
    failure: 'Get Card Limit failed!',
    word: 'Success',
    answer: ({ customer, query }) => {
      const card = customer.cards.find(query.id);
      if (card === undefined) return no('Card not found.');
      const { currency, limits, cashLimits } = card;
      if ((query.currency ?? currency) !== currency)
        return no(`The card has no limits in ${query.currency}.`);
      return {
        currency,
        limits: limitRecords(limits, currency),
        cash_withdrawal_limits: limitRecords(cashLimits, currency),
      };
    },
  },
  'card.transactions': {
    failure: 'Get Card Transaction failed!',
    word: 'success',
    answer: ({ customer, query, piece }) => {
      const card = customer.cards.find(query.id);
      if (card === undefined) return no('Card not found.');
      const { start_date: from, end_date: to, status } = query;
      if (from !== undefined && to !== undefined && from > to) return no('start_date is after end_date.');
      const { rows, more } = piece(card.transactions, {
        kind: kind => kind.status === (status ?? kind.status),
        ...daysBetween(from, to),
      });
      return { has_more: more, items: rows };
    },
  },
  'card.details': {
    failure: 'Get Card Details failed!',
    word: 'success',
    answer: ({ customer, query }) => {
      const card = open(customer.cards, query.id);
      if ('refused' in card) return card;
      // INTERFACE.md shows only "card number, CVV, expiry".
      return { cardNumber: card.number, cvv: card.cvv, expiry: card.expiry };
    },
  },
  'card.activate': {
    failure: 'Activate card failed!',
    word: 'success',
    message: 'card activated successfully',
    answer: request =>
      changing(request, card =>
        card.status === 'ACTIVE' ? no('The card is active already.') : { status: 'ACTIVE' },
      ),
  },
  'card.update': {
    failure: 'Update card failed!',
    word: 'success',
    message: 'card updated successfully',
    answer: request =>
      changing(request, card => {
        const { currency = card.currency, card_status: status, transaction_limits: limits } = request.body;
        if (currency !== card.currency) return no('The card has another currency.');
        return { status, limits: limits?.map(({ type, value }) => ({ interval: type, digits: value })) };
      }),
  },
  'card.close': {
    failure: 'Update card failed!',
    word: 'success',
    message: 'card updated successfully',
    answer: request => changing(request, () => ({ status: 'CLOSED' })),
  },
};

/** A card that accepts changes: any but a closed card. Our choice, because INTERFACE.md doesn't say. */
function open(cards: Cards, id: string): SimulatedCard | Refused {
  const card = cards.find(id);
  if (card === undefined) return no('Card not found.');
  return card.status === 'CLOSED' ? no('The card is closed.') : card;
}

type CardCall = Pick<RouteCall<'card.close'>, 'customer' | 'clock' | 'effect'> & {
  readonly body: { readonly id: string };
};

/** Changes an open card, or returns why not. */
function changing(
  { customer, body, clock, effect }: CardCall,
  change: (card: SimulatedCard) =>
    | Refused
    | {
        readonly status?: SimulatedCard['status'] | undefined;
        readonly limits?: LimitsByInterval | undefined;
      },
): Refused | undefined {
  const card = open(customer.cards, body.id);
  if ('refused' in card) return card;
  const wanted = change(card);
  if ('refused' in wanted) return wanted;
  customer.cards.change(card, wanted.status ?? card.status, wanted.limits ?? [], clock.now());
  effect(customer.userId, card.id);
  return undefined;
}
