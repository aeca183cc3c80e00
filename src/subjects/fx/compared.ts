// Compares a new quote with the previous quote: the customer's money first, then the rate.

import { Odd } from '../../api/contract/odd.ts';
import { amountCell } from '../../format/cells.ts';
import { type Decimal, groupDigits, isNegative, isZero, negate, subtract } from '../../lib/decimal.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { HeldQuote } from './held.ts';

/** Whole sentences about the differences. Empty if the quotes can't be compared. */
export function comparedWith(before: HeldQuote, { terms, quote }: HeldQuote): readonly Visible[] {
  const bySource = terms.side === 'source';
  const money = bySource
    ? moved(before.quote.destinationAmount, quote.destinationAmount)
    : moved(before.quote.sourceAmount, quote.sourceAmount);
  const rate = moved(before.quote.netExchangeRate, quote.netExchangeRate);
  const currency = visible(bySource ? terms.buy : terms.sell, 8);
  return [
    ...(money === undefined ? [] : [moneySentence(money, currency, bySource ? t`gets` : t`pays`)]),
    ...(rate === undefined || isZero(rate) ? [] : [t`The rate changed by ${signed(rate)}.`]),
  ];
}

/** The rows of a table with both quotes side by side: all digits of the prices, and the changes. */
export function sideBySide(before: HeldQuote, now: HeldQuote): readonly Readonly<Record<string, Visible>>[] {
  const row = (what: Visible, [then, value]: readonly [CellAmount, CellAmount], unit: Visible) => {
    const by = moved(then, value);
    return {
      Price: unit === '' ? what : t`${what} (${unit})`,
      Before: amountCell(then).text,
      Now: amountCell(value).text,
      Change: by === undefined ? t`–` : isZero(by) ? t`0` : signed(by),
    };
  };
  const { quote: then, terms } = before;
  const { quote: value } = now;
  return [
    row(t`Sold`, [then.sourceAmount, value.sourceAmount], visible(terms.sell, 8)),
    row(t`Bought`, [then.destinationAmount, value.destinationAmount], visible(terms.buy, 8)),
    row(t`Rate`, [then.netExchangeRate, value.netExchangeRate], t``),
  ];
}

type CellAmount = Parameters<typeof amountCell>[0];

function moved(before: Decimal | Odd | undefined, now: Decimal | Odd | undefined): Decimal | undefined {
  const known =
    before !== undefined && !(before instanceof Odd) && now !== undefined && !(now instanceof Odd);
  return known ? subtract(now, before) : undefined;
}

function moneySentence(by: Decimal, currency: Visible, verb: Visible): Visible {
  if (isZero(by)) return t`The customer ${verb} the same as with the last quote.`;
  const amount = groupDigits(isNegative(by) ? negate(by) : by);
  return t`The customer ${verb} ${amount} ${currency} ${isNegative(by) ? t`less` : t`more`} than with the last quote.`;
}

/** The number with its sign, also `+`. */
const signed = (by: Decimal): Visible => (isNegative(by) ? groupDigits(by) : t`+${groupDigits(by)}`);
