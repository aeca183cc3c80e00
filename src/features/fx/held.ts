// A quote that came, held against what was asked and against the clock: what may be converted from it, and until when.

import { Odd } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import type { QuoteAnswer } from '../../effects/quotes.ts';
import { compare, type Decimal, groupDigits, isNegative, isZero } from '../../lib/decimal.ts';
import { join, t, unsafeText, type Visible, visible } from '../../lib/visible.ts';
import { amountCell, idText, textCell } from '../../ui/screens/cells.ts';
import type { Terms } from './terms.ts';

type Quote = Result<'quote.create'>;

/** One moment on both clocks; the store's own, as of its last tick, is one. */
export interface Instant {
  /** Epoch ms by this machine's clock. */
  readonly now: number;
  /** Monotonic ms. */
  readonly tick: number;
}

export interface Held {
  readonly terms: Terms;
  readonly quote: Quote;
  /** Just before it was asked for. */
  readonly asked: Instant;
  /** Monotonic ms; undefined where the quote doesn't say when it ends. */
  readonly expiresAt: number | undefined;
  /** Ms before that in which it counts as over already. */
  readonly margin: number;
  /** Why it was thrown away, as whole sentences: from then on nothing can be converted from it. */
  readonly discarded: Visible | undefined;
}

/** Ms that a confirmation needs at the least to reach the service in time (FAULTS D11). */
const LEAST_MARGIN = 3000;

/** Ms by which the wall clock may run ahead of the monotonic one before the machine must have slept. */
const AHEAD = 3000;

export const hold = (terms: Terms, answer: Extract<QuoteAnswer, { ok: true }>, asked: Instant): Held => ({
  terms,
  quote: answer.quote,
  asked,
  expiresAt: expiryOf(answer),
  margin: Math.max(LEAST_MARGIN, 2 * answer.roundTrip),
  discarded: undefined,
});

/**
 * When it ends, on the monotonic clock, by the server's own times alone (INTERFACE.md, Quote). Two lengths are known: from
 * the capture of the rate, which may lie before the request, and from the answer's Date, which counts whole seconds. The
 * shorter one counts, from the moment before the request left: so neither the way nor a wrong clock here can lengthen it.
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

/** Where the quote isn't the one that was asked for (FAULTS D12); what it doesn't say is no difference. */
export function differencesOf({ terms, quote }: Held): readonly Difference[] {
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

const amountLabel = ({ side }: Terms): Visible => (side === 'source' ? t`Sell exactly` : t`Buy exactly`);

/** What a conversion needs of a quote. */
export interface Usable {
  readonly id: string;
  readonly sold: Decimal;
  readonly bought: Decimal;
  /** Monotonic ms. */
  readonly expiresAt: number;
}

/** All that a conversion needs, or the names of what is missing or unreadable. */
export function usableOf({ quote, expiresAt }: Held): Usable | { readonly missing: readonly Visible[] } {
  const id = idText(quote.id);
  const sold = money(quote.sourceAmount);
  const bought = money(quote.destinationAmount);
  const missing = [
    ...(id === undefined ? [t`ID`] : []),
    ...(idText(quote.sourceCurrencyCode) === undefined ? [t`currency to sell`] : []),
    ...(idText(quote.destinationCurrencyCode) === undefined ? [t`currency to buy`] : []),
    ...(sold === undefined ? [t`amount to sell`] : []),
    ...(bought === undefined ? [t`amount to buy`] : []),
    ...(expiresAt === undefined ? [t`time of expiry`] : []),
  ];
  if (id === undefined || sold === undefined || bought === undefined || expiresAt === undefined) {
    return { missing };
  }
  return missing.length > 0 ? { missing } : { id, sold, bought, expiresAt };
}

/** More than nothing: no other amount can leave or come. */
const money = (value: Decimal | Odd | undefined): Decimal | undefined =>
  value === undefined || value instanceof Odd || isNegative(value) || isZero(value) ? undefined : value;

/**
 * Whether the machine slept since it was asked for: on Linux the monotonic clock stands still meanwhile and the wall clock
 * goes on. One that was turned on looks the same, and counts as the same; one that was turned back shows nothing.
 */
const sleptSince = ({ asked }: Held, { now, tick }: Instant): boolean =>
  now - asked.now - (tick - asked.tick) > AHEAD;

/** Ms left at that moment, none within the margin; undefined where it isn't known. */
export function leftOf(held: Held, at: Instant): number | undefined {
  const { expiresAt, margin } = held;
  if (expiresAt === undefined) return undefined;
  return at.tick >= expiresAt - margin || sleptSince(held, at) ? 0 : expiresAt - at.tick;
}

/** Why nothing can be converted from it at that moment, as a sentence; nothing if it can. */
export function whyNotConvert(held: Held, at: Instant): Visible | undefined {
  if (held.discarded !== undefined) return held.discarded;
  if (differencesOf(held).length > 0)
    return t`This is not the quote that was asked for, so nothing can be converted from it. r asks again.`;
  if (held.terms.type === 'payout')
    return t`A payout quote is an indication: no call of the interface takes it, so nothing can be converted from it.`;
  const usable = usableOf(held);
  if ('missing' in usable)
    return t`The quote came without a usable ${join(usable.missing, ', ')}: nothing can be converted from it. r asks again.`;
  if (sleptSince(held, at))
    return t`This machine slept or its clock was turned since the quote was asked for, so the quote counts as expired: r asks for a new one.`;
  return leftOf(held, at) === 0 ? t`The quote has expired, or is about to: r asks for a new one.` : undefined;
}
