// Refuses an amount with more digits than its currency has: nothing is rounded, here or by the service.

import type { OperationId } from '../api/contract/operations.ts';
import { currencyDigits } from '../lib/currency.ts';
import { fractionDigits, parseDecimal } from '../lib/decimal.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { definitionOf } from '../writes/registry.ts';
import type { CallInput } from './call-input.ts';

/** A quote is not a write, so its amounts are in no definition. */
const OF_QUOTE = [
  ['source_amount', 'source_currencycode'],
  ['destination_amount', 'destination_currencycode'],
] as const;

const amountsOf = (id: OperationId) => (id === 'quote.create' ? OF_QUOTE : (definitionOf(id)?.amounts ?? []));

/** Why the amount is refused, as a whole sentence; an unknown currency has no limit. */
export function tooManyDigits(id: OperationId, { query = {}, body = {} }: CallInput): Visible | undefined {
  const given = { ...query, ...body };
  for (const [amount, currency] of amountsOf(id)) {
    const [text, code] = [given[amount], given[currency]];
    if (typeof text !== 'string' || typeof code !== 'string') continue;
    const digits = parseDecimal(text);
    const most = currencyDigits(code);
    if (digits !== undefined && most !== undefined && fractionDigits(digits) > most)
      return t`${visible(amount)}: ${visible(code)} has ${most} decimal places, and ${visible(text, 40)} has more.`;
  }
  return undefined;
}
