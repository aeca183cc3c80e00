// Cards and limits for the tests, decoded by the contract as the client decodes them.

import { Odd } from '../../../src/api/contract/odd.ts';
import type { Card, CardLimits } from '../../../src/records/reads.ts';
import { resultOf } from '../../harness/answers.ts';

/** `limits` as JSON. The currency is GBP if no other is given. */
export const limitsOf = (limits: string, { currency = '"GBP"', cash = '[]' } = {}): CardLimits =>
  resultOf(
    'card.limits',
    `{"currency": ${currency}, "limits": ${limits}, "cash_withdrawal_limits": ${cash}}`,
  );

/** One limit as JSON. */
export const limit = (interval: string, amount: string, remaining = amount): string =>
  `{"interval": "${interval}", "amount": ${amount}, "remaining": ${remaining}}`;

/** A card of the list, with the changes in `fields`. */
export function cardOf(fields: Readonly<Record<string, string>> = {}): Card {
  const sent = {
    cardHashId: 'card-0001',
    cardStatus: 'ACTIVE',
    maskedCardNumber: '400000******0148',
    nameOnCard: 'A Vale',
    cardType: 'PHY',
    currency: 'GBP',
    ...fields,
  };
  const [card] = resultOf('card.list', [sent]);
  if (!card || card instanceof Odd) throw new Error('no card');
  return card;
}
