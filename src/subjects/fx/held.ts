// Compares a quote with its request and the clock: may staff convert from the quote, and until when?

import { Odd } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import type { QuoteAnswer } from '../../effects/quotes.ts';
import { amountCell, idText, textCell } from '../../format/cells.ts';
import { compare, type Decimal, groupDigits } from '../../lib/decimal.ts';
import { join, t, unsafeText, type Visible, visible } from '../../lib/visible.ts';
import { LOCKS, MARGIN, quotedAmount, SCHEDULES } from './quote-facts.ts';
import type { Terms } from './terms.ts';

type Quote = Result<'quote.create'>;

export interface Instant {
  /** Epoch ms by this machine's clock. */
  readonly now: number;
  /** Monotonic ms. */
  readonly tick: number;
}

export interface HeldQuote {
  readonly terms: Terms;
  readonly quote: Quote;
  /** The moment just before the request. */
  readonly asked: Instant;
  /** Monotonic ms; undefined if the quote has no expiry. */
  readonly expiresAt: number | undefined;
  /** The quote counts as expired this many ms before its expiry. */
  readonly margin: number;
  /** Whole sentences. Undefined if staff can still convert from the quote. */
  readonly discarded: Visible | undefined;
}

/** If the wall clock advances this many ms more than the monotonic clock, the machine has slept. */
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
 * The expiry on the monotonic clock, from the service's own times (INTERFACE.md, Quote). The lifetime begins at the
 * rate's capture, or at the response's Date if that is later, and Purser counts it from the moment before the request.
 * So neither network delay nor a wrong local clock makes the quote last longer.
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

/** FAULTS D12. A missing value is no difference. */
export function differencesOf({ terms, quote }: HeldQuote): readonly Difference[] {
  const given = terms.side === 'source' ? quote.sourceAmount : quote.destinationAmount;
  const amount =
    given === undefined || (!(given instanceof Odd) && compare(given, terms.amount) === 0)
      ? []
      : [{ label: amountLabel(terms), asked: groupDigits(terms.amount), quoted: amountCell(given).text }];
  return [
    ...wordDifference(t`Sell`, terms.sell, quote.sourceCurrencyCode),
    ...wordDifference(t`Buy`, terms.buy, quote.destinationCurrencyCode),
    ...wordDifference(t`Settles`, terms.schedule, quote.conversionSchedule, SCHEDULES),
    ...wordDifference(t`Rate held for`, terms.lock, quote.lockPeriod, LOCKS),
    ...wordDifference(t`Quote for`, terms.type, quote.quoteType),
    ...amount,
  ];
}

/** `words`: Purser's words, only for a field with documented values. */
function wordDifference(
  label: Visible,
  asked: string,
  quoted: Quote['id'] | string,
  words?: Readonly<Record<string, Visible>>,
): readonly Difference[] {
  if (quoted === undefined || (!(quoted instanceof Odd) && textOf(quoted) === asked)) return [];
  const shown = quoted instanceof Odd ? undefined : words?.[textOf(quoted)];
  return [{ label, asked: words?.[asked] ?? visible(asked), quoted: shown ?? textCell(quoted).text }];
}

const textOf = (word: Exclude<Quote['id'], Odd | undefined> | string): string =>
  typeof word === 'string' ? word : unsafeText(word);

const amountLabel = ({ side }: Terms): Visible => (side === 'source' ? t`Sell amount` : t`Buy amount`);

export interface Usable {
  readonly id: string;
  readonly sold: Decimal;
  readonly bought: Decimal;
  /** Monotonic ms. */
  readonly expiresAt: number;
}

/** The parts that a conversion needs, or the names of missing and unreadable parts. */
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
 * On Linux the monotonic clock stops during sleep, and the wall clock does not. A wall clock that was set forward
 * counts as sleep too. A wall clock that was set back can't be noticed.
 */
const sleptSince = ({ asked }: HeldQuote, { now, tick }: Instant): boolean =>
  now - asked.now - (tick - asked.tick) > AHEAD;

/** In ms, or 0 from the margin on. Undefined if the expiry is not known. */
export function leftOf(held: HeldQuote, at: Instant): number | undefined {
  const { expiresAt, margin } = held;
  if (expiresAt === undefined) return undefined;
  return at.tick >= expiresAt - margin || sleptSince(held, at) ? 0 : expiresAt - at.tick;
}

export const EXPIRED = t`The quote has expired, or is about to expire. Press r for a new quote.`;

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
