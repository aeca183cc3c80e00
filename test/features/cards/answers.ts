// Cards and limits for the tests, decoded by the contract as the client decodes them.

import { decode } from '../../../src/api/contract/decode.ts';
import { Odd } from '../../../src/api/contract/odd.ts';
import { operations } from '../../../src/api/contract/operations.ts';
import { parseJson } from '../../../src/lib/json.ts';
import type { Card } from '../../../src/records/card-lines.ts';
import type { Limits } from '../../../src/records/limit-lines.ts';

function json(text: string) {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.value;
}

/** `limits` as JSON; the currency is GBP where no other is given. */
export function limitsOf(limits: string, { currency = '"GBP"', cash = '[]' } = {}): Limits {
  const sent = json(`{"currency": ${currency}, "limits": ${limits}, "cash_withdrawal_limits": ${cash}}`);
  const read = decode(operations['card.limits'].result, sent);
  if ('shapeError' in read) throw new Error(read.shapeError);
  return read.value;
}

/** One limit as JSON. */
export const limit = (interval: string, amount: string, remaining = amount): string =>
  `{"interval": "${interval}", "amount": ${amount}, "remaining": ${remaining}}`;

/** A card of the list, changed where `fields` says so. */
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
  const read = decode(operations['card.list'].result, json(JSON.stringify([sent])));
  const [card] = 'shapeError' in read ? [] : read.value;
  if (!card || card instanceof Odd) throw new Error('no card');
  return card;
}
