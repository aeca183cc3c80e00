// The facts of a quote as lines. The screen, the dialog and the last read before sending use the same lines.

import { Odd } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import { amountCell, idText, textCell, utcCell, worded } from '../../format/cells.ts';
import type { Cell } from '../../format/entry.ts';
import { currencyDigits } from '../../lib/currency.ts';
import {
  add,
  compare,
  type Decimal,
  isNegative,
  multiply,
  negate,
  parseDecimal,
  subtract,
} from '../../lib/decimal.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { type Balances, changeCell } from '../../money/available.ts';
import { LABELS } from '../../money/shown-lines.ts';
import type { ShownLine } from '../../store/shown-line.ts';

/** The fields that both quote responses have (INTERFACE.md, Quote). */
export type QuoteFields = Result<'quote.get'>;

/** Purser's words for the service's values. */
export const SCHEDULES = {
  immediate: t`immediate`,
  end_of_day: t`end of day`,
  next_day: t`next day`,
  '2_days': t`2 days`,
} as const satisfies Record<ValueOf<'conversionSchedule'>, Visible>;
export const LOCKS = {
  '5_mins': t`5 minutes`,
  '15_mins': t`15 minutes`,
  '1_hour': t`1 hour`,
  '4_hours': t`4 hours`,
  '8_hours': t`8 hours`,
  '24_hours': t`24 hours`,
} as const satisfies Record<ValueOf<'lockPeriod'>, Visible>;

type ValueOf<Field extends keyof QuoteFields> = Exclude<QuoteFields[Field], Odd | undefined>;

interface Fact {
  readonly label: Visible;
  readonly cell: Cell;
}

export function quoteFacts(quote: QuoteFields): readonly Fact[] {
  return [
    { label: LABELS.sold, cell: strong(amountCell(quote.sourceAmount, quote.sourceCurrencyCode)) },
    {
      label: LABELS.bought,
      cell: strong(amountCell(quote.destinationAmount, quote.destinationCurrencyCode)),
    },
    { label: LABELS.rate, cell: rateCell(quote) },
    { label: t`Settles`, cell: worded(quote.conversionSchedule, SCHEDULES) },
    { label: t`Expires at`, cell: utcCell(quote.expiryTime) },
    { label: t`Quote`, cell: textCell(quote.id) },
  ];
}

export const heldForFact = ({ lockPeriod }: QuoteFields): Fact => ({
  label: t`Rate held for`,
  cell: worded(lockPeriod, LOCKS),
});

const strong = (cell: Cell): Cell => (cell.tone ? cell : { ...cell, tone: 'strong' });

/** The available amounts before and after the conversion, in both currencies. */
export function balanceFacts(quote: QuoteFields, balances: Balances): readonly Fact[] {
  const sell = idText(quote.sourceCurrencyCode);
  const buy = idText(quote.destinationCurrencyCode);
  const changes = [
    ...(sell === undefined
      ? []
      : [{ currency: sell, amount: known(quote.sourceAmount), by: 'sell' } as const]),
    ...(buy === undefined
      ? []
      : [{ currency: buy, amount: known(quote.destinationAmount), by: 'buy' } as const]),
  ];
  return changes.map(change => ({
    label: t`Available ${textCell(change.currency).text}`,
    cell: changeCell(change, balances),
  }));
}

const known = (value: Decimal | Odd | undefined): Decimal | undefined =>
  value instanceof Odd ? undefined : value;

export const lineOf = ({ label, cell: { text, unit } }: Fact): ShownLine => ({
  label,
  value: unit ? t`${text} ${unit}` : text,
});

/** All lines that a person confirms. They depend only on the quote and the balances. */
export const conversionLines = (quote: QuoteFields, balances: Balances): readonly ShownLine[] =>
  [...quoteFacts(quote), ...balanceFacts(quote, balances)].map(lineOf);

/**
 * The rate as the service sent it, never calculated. INTERFACE.md does not say in which direction the rate works. Purser
 * shows "1 GBP = …" only if the two amounts fit this direction and not the other one.
 */
function rateCell(quote: QuoteFields): Cell {
  const { netExchangeRate: rate, sourceCurrencyCode: sell, destinationCurrencyCode: buy } = quote;
  const cell = amountCell(rate);
  const [sold, bought, price] = [known(quote.sourceAmount), known(quote.destinationAmount), known(rate)];
  const [from, to] = [idText(sell), idText(buy)];
  if (
    sold === undefined ||
    bought === undefined ||
    price === undefined ||
    from === undefined ||
    to === undefined
  )
    return cell;
  if (![sold, bought, price].every(isPlain)) return cell;
  const forth = agrees(sold, from, bought, to, price);
  const back = agrees(bought, to, sold, from, price);
  if (forth === back) return { ...cell, text: t`${cell.text} (direction not documented)` };
  const [one, other] = forth ? [from, to] : [to, from];
  return { ...cell, text: t`1 ${textCell(one).text} = ${cell.text} ${textCell(other).text}` };
}

/** Whether a number has the form of a usual amount or rate. Purser does not calculate with other numbers. */
const isPlain = (value: Decimal): boolean => value.length <= 40 && !/e/i.test(value);

/** Whether `amount` × `rate` is `other`, apart from the rounding of both amounts to the smallest unit. */
function agrees(
  amount: Decimal,
  currency: string,
  other: Decimal,
  otherCurrency: string,
  rate: Decimal,
): boolean {
  const [unit, otherUnit] = [smallest(currency), smallest(otherCurrency)];
  if (unit === undefined || otherUnit === undefined) return false;
  const off = subtract(multiply(amount, rate), other);
  const size = isNegative(off) ? negate(off) : off;
  return compare(size, add(otherUnit, multiply(unit, rate))) < 0;
}

const smallest = (currency: string): Decimal | undefined => {
  const digits = currencyDigits(currency);
  return digits === undefined ? undefined : parseDecimal(`1e-${digits}`);
};
