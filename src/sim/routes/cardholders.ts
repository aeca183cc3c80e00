// Family B's cardholders, and the cards issued to them (INTERFACE.md, Endpoints › Family B: cards).
import { fullName } from '../world/cardholders.ts';
import type { Refused, Routes } from './route.ts';

type CardholderOperation = 'cardholder.create' | 'cardholder.update' | 'card.issue';

const no = (refused: string, status = 400): Refused => ({ refused, status });

export const cardholderRoutes: Pick<Routes, CardholderOperation> = {
  'cardholder.create': {
    failure: 'Create Cardholder failed!',
    word: 'success',
    answer: ({ customer, body, effect }) => {
      const { name, address } = body.individual;
      const cardholder = customer.cardholders.add(body.type, {
        ...{ name, address, mobile: body.mobile_number, postalAddress: body.postal_address },
      });
      effect(customer.userId, cardholder.id);
      return { id: cardholder.id };
    },
  },
  'cardholder.update': {
    failure: 'Update Cardholder failed!',
    word: 'Success',
    answer: ({ customer, body, effect }) => {
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
  },
  'card.issue': {
    failure: 'Create Card failed!',
    word: 'success',
    answer: ({ customer, body, bodyText, clock, effect }) => {
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
  },
};
