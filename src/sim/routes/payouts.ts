// Family B's payouts (INTERFACE.md, Endpoints › Family B: beneficiaries and payouts).
import { fractionDigits } from '../../lib/decimal.ts';
import { sameId } from '../../lib/identifier.ts';
import { amount, minorUnits } from '../world/amount.ts';
import type { SimulatedPayout } from '../world/payouts.ts';
import { digitsOf } from '../world/wallet.ts';
import type { Refused, Routes } from './route.ts';

type PayoutOperation = 'payout.create' | 'payout.cancel';

const no = (refused: string, status = 400): Refused => ({ refused, status });

export const payoutRoutes: Pick<Routes, PayoutOperation> = {
  'payout.create': {
    failure: 'Create Payout failed!',
    word: 'success',
    answer: ({ customer, body, bodyText, requestId = '', world, clock, effect }) => {
      const before = world.payouts.made(customer.userId, requestId);
      if (before?.body === bodyText) return shown(before.payout);
      if (before !== undefined) return no('This x-request-id was used for another payout.', 422);
      const beneficiary = customer.beneficiaries.find(body.beneficiary_id);
      if (beneficiary === undefined) return no('Beneficiary not found.');
      if (beneficiary.status !== 'VERIFIED') return no('The beneficiary is not verified.');
      const { currency } = body;
      if (fractionDigits(body.amount) > digitsOf(currency))
        return no(`${currency} has fewer decimal places.`);
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
  },
  'payout.cancel': {
    failure: '',
    word: 'success',
    message: 'Payout cancelled successfully',
    answer: ({ customer, params, body, world, clock, effect }) => {
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
  },
};

/** The response to a new payout. INTERFACE.md doesn't show this response, so these fields are a guess. */
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
