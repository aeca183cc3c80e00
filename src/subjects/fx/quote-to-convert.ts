// Compares the request for a conversion with the quote as just read: may the request convert the quote?

import { Odd } from '../../api/contract/odd.ts';
import { amountCell, idText, isId, textCell } from '../../format/cells.ts';
import type { Row } from '../../journal/intent.ts';
import { compare, type Decimal, isNegative, isZero } from '../../lib/decimal.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { isUnresolved } from '../../store/journal.ts';
import type { QuoteFields } from './quote-facts.ts';

/** The body of a conversion. In the short form, the body has only the quote ID and one amount. */
interface ConversionOrder {
  readonly quote_id: string;
  readonly source_amount?: Decimal | undefined;
  readonly destination_amount?: Decimal | undefined;
  readonly source_currency?: string | undefined;
  readonly destination_currency?: string | undefined;
  readonly validAmount?: boolean | undefined;
}

/** A quote counts as expired this long before its expiry, in ms, because the request needs time (FAULTS D11). */
export const MARGIN = 3000;

/** Undefined for a missing or unreadable amount, and for an amount that is zero or negative. */
export const quotedAmount = (amount: QuoteFields['sourceAmount']): Decimal | undefined =>
  amount === undefined || amount instanceof Odd || isNegative(amount) || isZero(amount) ? undefined : amount;

/**
 * Why the request can't convert the quote, from the facts that need no read: `validAmount`, and an earlier conversion.
 */
export function whyNotOrder({ validAmount }: ConversionOrder, taken: Row | undefined): Visible | undefined {
  if (validAmount === false)
    return t`Not sent. validAmount must be true: it confirms that the amount is valid.`;
  if (!taken) return undefined;
  const id = visible(taken.intent.requestId);
  if (taken.state === 'WAITING')
    return t`This quote's conversion waits for approval already: request ID ${id}.`;
  return isUnresolved(taken)
    ? t`This quote may be converted already: request ID ${id} is ${visible(taken.state)}. Check that request in the journal first.`
    : t`This quote is converted already, with request ID ${id}. Create a new quote.`;
}

/** The time until the quote expires by the service's clock, in ms. Undefined if the quote has no expiry. */
export const timeLeft = ({ expiryTime }: QuoteFields, serverNow: number): number | undefined =>
  expiryTime !== undefined && 'epochMs' in expiryTime ? expiryTime.epochMs - serverNow : undefined;

export function whyOver(left: number | undefined): Visible | undefined {
  if (left === undefined) return t`The quote has no expiry time.`;
  return left <= MARGIN ? t`The quote has expired, or is about to expire. Create a new quote.` : undefined;
}

/** Why the request does not match the quote, or undefined (INTERFACE.md, foreign exchange: "must match the quote"). */
export function whyNotQuote(quote: QuoteFields, body: ConversionOrder): Visible | undefined {
  if (!isId(quote.id, body.quote_id)) return t`The service returned a different quote.`;
  const pairs = [
    [t`sell`, quote.sourceCurrencyCode, body.source_currency, quote.sourceAmount, body.source_amount],
    [
      t`buy`,
      quote.destinationCurrencyCode,
      body.destination_currency,
      quote.destinationAmount,
      body.destination_amount,
    ],
  ] as const;
  for (const [what, currency, asked, amount, given] of pairs) {
    if (idText(currency) === undefined || quotedAmount(amount) === undefined)
      return t`The quote has no ${what} amount.`;
    if (asked !== undefined && idText(currency) !== asked)
      return t`The ${what} currency is ${textCell(currency).text} in the quote; you gave ${textCell(asked).text}.`;
    const quoted = quotedAmount(amount);
    if (given !== undefined && (quoted === undefined || compare(quoted, given) !== 0))
      return t`The ${what} amount is ${amountCell(amount).text} in the quote; you gave ${textCell(given).text}.`;
  }
  return undefined;
}
