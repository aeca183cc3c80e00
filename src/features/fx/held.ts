// A quote compared with the request and the clock: whether staff may convert from it, and until when.

import { Odd } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import type { QuoteAnswer } from '../../effects/quotes.ts';
import { compare, type Decimal, groupDigits } from '../../lib/decimal.ts';
import { join, t, unsafeText, type Visible, visible } from '../../lib/visible.ts';
import { amountCell, idText, textCell } from '../../ui/screens/cells.ts';
import { MARGIN, quotedAmount } from '../../writes/rules/quote-to-convert.ts';
import type { Terms } from './terms.ts';

type Quote = Result<'quote.create'>;

/** A moment on both clocks, such as the store's last tick. */
export interface Instant {
  /** Epoch ms by this machine's clock. */
  readonly now: number;
  /** Monotonic ms. */
  readonly tick: number;
}

export interface HeldQuote {
  readonly terms: Terms;
  readonly quote: Quote;
  /** Just before the request. */
  readonly asked: Instant;
  /** Monotonic ms; undefined if the quote has no expiry. */
  readonly expiresAt: number | undefined;
  /** Ms before the expiry in which the quote already counts as expired. */
  readonly margin: number;
  /** Why Purser rejected the quote, in whole sentences: nobody can convert from it after that. */
  readonly discarded: Visible | undefined;
}

/** Ms by which the wall clock may run ahead of the monotonic one before the machine must have slept. */
const AHEAD = 3000;

export const hold = (
  terms: Terms,
  answer: Extract<QuoteAnswer, { ok: true }>,
  asked: Instant,
): HeldQuote => ({
  terms,
  quote: answer.quote,
  asked,
  expiresAt: expiryOf(answer),
  margin: Math.max(MARGIN, 2 * answer.roundTrip),
  discarded: undefined,
});

/**
 * The expiry on the monotonic clock, from the service's own times (INTERFACE.md, Quote). There are two lengths: from the
 * capture of the rate, which may precede the request, and from the response's Date, in whole seconds. The shorter one
 * counts from the moment before the request. So network delay or a wrong local clock can't make the quote last longer.
 */
function expiryOf({ quote, sentAt, serverNow }: Extract<QuoteAnswer, { ok: true }>): number | undefined {
  const { expiryTime, rateCaptureTime } = quote;
  if (expiryTime === undefined || expiryTime instanceof Odd) return undefined;
  const captured =
    rateCaptureTime === undefined || rateCaptureTime instanceof Odd ? undefined : rateCaptureTime.epochMs;
  const starts = [captured, serverNow].filter(start => start !== undefined);
  return starts.length === 0 ? undefined : sentAt + expiryTime.epochMs - Math.max(...starts);
}

export interface Difference {
  readonly label: Visible;
  readonly asked: Visible;
  readonly quoted: Visible;
}

/** Where the quote differs from the request (FAULTS D12); a missing value is no difference. */
export function differencesOf({ terms, quote }: HeldQuote): readonly Difference[] {
  const given = terms.side === 'source' ? quote.sourceAmount : quote.destinationAmount;
  const words = [
    [t`Sell`, terms.sell, quote.sourceCurrencyCode],
    [t`Buy`, terms.buy, quote.destinationCurrencyCode],
    [t`Settles`, terms.schedule, quote.conversionSchedule],
    [t`Rate held for`, terms.lock, quote.lockPeriod],
    [t`Quote for`, terms.type, quote.quoteType],
  ] as const;
  const amount =
    given === undefined || (!(given instanceof Odd) && compare(given, terms.amount) === 0)
      ? []
      : [{ label: amountLabel(terms), asked: groupDigits(terms.amount), quoted: amountCell(given).text }];
  return [
    ...words.flatMap(([label, asked, quoted]) =>
      quoted === undefined || (!(quoted instanceof Odd) && textOf(quoted) === asked)
        ? []
        : [{ label, asked: visible(asked), quoted: textCell(quoted).text }],
    ),
    ...amount,
  ];
}

const textOf = (word: Exclude<Quote['id'], Odd | undefined> | string): string =>
  typeof word === 'string' ? word : unsafeText(word);

const amountLabel = ({ side }: Terms): Visible => (side === 'source' ? t`Sell amount` : t`Buy amount`);

/** The parts of a quote that a conversion needs. */
export interface Usable {
  readonly id: string;
  readonly sold: Decimal;
  readonly bought: Decimal;
  /** Monotonic ms. */
  readonly expiresAt: number;
}

/** The parts that a conversion needs, or the names of missing or unreadable parts. */
export function usableOf({ quote, expiresAt }: HeldQuote): Usable | { readonly missing: readonly Visible[] } {
  const id = idText(quote.id);
  const sold = quotedAmount(quote.sourceAmount);
  const bought = quotedAmount(quote.destinationAmount);
  const missing = [
    ...(id === undefined ? [t`ID`] : []),
    ...(idText(quote.sourceCurrencyCode) === undefined ? [t`sell currency`] : []),
    ...(idText(quote.destinationCurrencyCode) === undefined ? [t`buy currency`] : []),
    ...(sold === undefined ? [t`sell amount`] : []),
    ...(bought === undefined ? [t`buy amount`] : []),
    ...(expiresAt === undefined ? [t`expiry time`] : []),
  ];
  if (id === undefined || sold === undefined || bought === undefined || expiresAt === undefined) {
    return { missing };
  }
  return missing.length > 0 ? { missing } : { id, sold, bought, expiresAt };
}

/**
 * Whether the machine slept since the request: on Linux the monotonic clock stops during sleep and the wall clock doesn't.
 * A wall clock set forward looks the same and counts as sleep; a wall clock set back is not visible.
 */
const sleptSince = ({ asked }: HeldQuote, { now, tick }: Instant): boolean =>
  now - asked.now - (tick - asked.tick) > AHEAD;

/** Ms left at that moment, 0 within the margin; undefined if not known. */
export function leftOf(held: HeldQuote, at: Instant): number | undefined {
  const { expiresAt, margin } = held;
  if (expiresAt === undefined) return undefined;
  return at.tick >= expiresAt - margin || sleptSince(held, at) ? 0 : expiresAt - at.tick;
}

export const EXPIRED = t`The quote has expired, or is about to expire. Press r for a new quote.`;

/** Why staff can't convert from the quote at that moment, as a sentence; undefined if they can. */
export function whyNotConvert(held: HeldQuote, at: Instant): Visible | undefined {
  if (held.discarded !== undefined) return held.discarded;
  if (differencesOf(held).length > 0)
    return t`You can't convert from this quote, because it differs from the request. Press r for a new quote.`;
  if (held.terms.type === 'payout')
    return t`You can't convert from a payout quote. A payout quote is only an indication, and no call of the API takes a payout quote.`;
  const usable = usableOf(held);
  if ('missing' in usable)
    return t`You can't convert from this quote. The service sent no usable ${join(usable.missing, ', ')}. Press r for a new quote.`;
  if (sleptSince(held, at))
    return t`The quote counts as expired, because this machine slept or its clock changed. Press r for a new quote.`;
  return leftOf(held, at) === 0 ? EXPIRED : undefined;
}
