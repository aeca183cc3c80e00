// The facts of a quote as lines, whether it may be converted, and until when.

import { Odd, readable } from '../../api/contract/odd.ts';
import type { Input, Result } from '../../api/contract/operations.ts';
import type { QuoteAnswer } from '../../effects/quotes.ts';
import { amountCell, textCell, utcCell, worded } from '../../format/cells.ts';
import { type Cell, cellText } from '../../format/entry.ts';
import type { Row } from '../../journal/intent.ts';
import { publishedDigits } from '../../lib/currency.ts';
import {
  add,
  compare,
  type Decimal,
  fractionDigits,
  groupDigits,
  isNegative,
  isZero,
  multiply,
  sizeOf,
  subtract,
  ZERO,
} from '../../lib/decimal.ts';
import { join, t, unsafeText, type Visible, visible } from '../../lib/visible.ts';
import { type Balances, changeCell } from '../../money/available.ts';
import { LABELS } from '../../money/shown-lines.ts';
import { epochOf, idText, isId } from '../../records/facts.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import { isUnresolved } from '../../store/journal-view.ts';
import { type Instant, leftOf, type QuoteTime, sleptSince } from '../../store/live-quote.ts';

type Query = Input<'quote.create'>['query'];

/** Two ISO 4217 codes in capitals. */
export interface CurrencyPair {
  readonly sell: string;
  readonly buy: string;
}

/** INTERFACE.md, Endpoints › Family B: foreign exchange. `side`: the side with the given amount. */
export interface Terms extends CurrencyPair {
  readonly amount: Decimal;
  readonly side: 'source' | 'destination';
  readonly schedule: Query['conversion_schedule'];
  readonly lock: Query['lock_period'];
  readonly type: Query['quote_type'];
}

/** The service calculates the other amount. */
export const givenAmount = ({ side, amount }: Terms) =>
  side === 'source' ? { source_amount: amount } : { destination_amount: amount };

/** The fields that both quote responses have (INTERFACE.md, Quote). */
export type QuoteFields = Result<'quote.get'>;

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

export interface Fact {
  readonly label: Visible;
  readonly cell: Cell;
}

/** As the service's field names begin: INTERFACE.md, foreign exchange. */
export const SIDES = [
  { side: 'source', by: 'sell', label: LABELS.sold, done: t`Sold` },
  { side: 'destination', by: 'buy', label: LABELS.bought, done: t`Bought` },
] as const;

export const sidesOf = (quote: QuoteFields) =>
  SIDES.map(one => ({
    ...one,
    amount: quote[`${one.side}Amount`],
    currency: quote[`${one.side}CurrencyCode`],
  }));

export const quoteFacts = (quote: QuoteFields): readonly Fact[] => [
  ...sidesOf(quote).map(({ label, amount, currency }) => ({
    label,
    cell: strong(amountCell(amount, currency)),
  })),
  { label: LABELS.rate, cell: rateCell(quote) },
  { label: t`Settles`, cell: worded(quote.conversionSchedule, SCHEDULES) },
  { label: t`Expires at`, cell: utcCell(quote.expiryTime) },
  { label: t`Quote`, cell: textCell(quote.id) },
];

export const lockFact = ({ lockPeriod }: QuoteFields): Fact => ({
  label: t`Lock period`,
  cell: worded(lockPeriod, LOCKS),
});

const strong = (cell: Cell): Cell => (cell.tone ? cell : { ...cell, tone: 'strong' });

export const balanceFacts = (quote: QuoteFields, balances: Balances): readonly Fact[] =>
  sidesOf(quote).flatMap(({ by, amount, currency: sent }) => {
    const currency = idText(sent);
    return currency === undefined
      ? []
      : {
          label: t`Available ${textCell(currency).text}`,
          cell: changeCell({ currency, amount: readable(amount), by }, balances),
        };
  });

const lineOf = ({ label, cell }: Fact): ShownLine => ({ label, value: cellText(cell) });

export const conversionLines = (quote: QuoteFields, balances: Balances): readonly ShownLine[] =>
  [...quoteFacts(quote), ...balanceFacts(quote, balances)].map(lineOf);

type QuoteSide = ReturnType<typeof sidesOf>[number];

type Direction = 'forth' | 'back' | 'both' | 'neither';

/** In which direction the rate gives the amounts (INTERFACE.md names none). Undefined if Purser can't calculate with them. */
function directionOf(quote: QuoteFields): Direction | undefined {
  const rate = plain(quote.netExchangeRate);
  if (rate !== undefined && (isZero(rate) || isNegative(rate))) return 'neither';
  const [sold, bought] = sidesOf(quote).map(roundedIn);
  if (!sold || !bought || !rate) return undefined;
  const [forth, back] = [gives(sold, bought, rate), gives(bought, sold, rate)];
  if (forth && back) return 'both';
  return forth ? 'forth' : back ? 'back' : 'neither';
}

function rateCell(quote: QuoteFields): Cell {
  const cell = amountCell(quote.netExchangeRate);
  const [sell, buy] = [textCell(quote.sourceCurrencyCode).text, textCell(quote.destinationCurrencyCode).text];
  switch (directionOf(quote)) {
    case undefined:
      return cell;
    case 'forth':
      return { ...cell, text: t`1 ${sell} = ${cell.text} ${buy}` };
    case 'back':
      return { ...cell, text: t`1 ${buy} = ${cell.text} ${sell}` };
    case 'both':
      return { ...cell, text: t`${cell.text} (direction not documented)` };
    case 'neither':
      return { ...cell, text: t`${cell.text} (does not fit the amounts)`, tone: 'bad' };
  }
}

const MISFIT = t`The quote's rate does not fit its amounts.`;

/** Nobody can say what such a conversion costs. */
const checkRate = (quote: QuoteFields): Visible | undefined =>
  directionOf(quote) === 'neither' ? MISFIT : undefined;

/** Without an exponent. Undefined for a length that no amount or rate has. */
function plain(value: Decimal | Odd | undefined): Decimal | undefined {
  const digits = readable(value);
  if (digits === undefined || digits.length > 40) return undefined;
  const exponent = Number(/e(.*)$/i.exec(digits)?.[1] ?? 0);
  return Math.abs(exponent) > 40 ? undefined : add(digits, ZERO);
}

interface Rounded {
  readonly amount: Decimal;
  /** The smallest unit that the amount may be rounded to. The service may publish fewer digits than ISO 4217 has. */
  readonly unit: Decimal;
}

function roundedIn({ amount: sent, currency }: QuoteSide): Rounded | undefined {
  const [amount, code] = [plain(sent), idText(currency)];
  return amount === undefined || code === undefined
    ? undefined
    : { amount, unit: smallestUnit(publishedDigits(code) ?? fractionDigits(amount)) };
}

/** Amounts and rate may each be off by one of their last digits, in any mode of rounding. */
function gives(one: Rounded, other: Rounded, rate: Decimal): boolean {
  const step = smallestUnit(fractionDigits(rate));
  const off = subtract(multiply(one.amount, rate), other.amount);
  const most = [other.unit, multiply(one.unit, add(rate, step)), multiply(one.amount, step)].reduce(add);
  return compare(sizeOf(off), most) < 0;
}

/** As text, because `10 ** -digits` is a float. */
const smallestUnit = (digits: number): Decimal =>
  (digits === 0 ? '1' : `0.${'0'.repeat(digits - 1)}1`) as Decimal;

/** In the short form, the body has only the quote ID and one amount. */
interface ConversionOrder {
  readonly quote_id: string;
  readonly source_amount?: Decimal | undefined;
  readonly destination_amount?: Decimal | undefined;
  readonly source_currency?: string | undefined;
  readonly destination_currency?: string | undefined;
  readonly validAmount?: boolean | undefined;
}

/** In ms. A quote counts as expired this long before its expiry, because the request needs time (FAULTS D11). */
export const MARGIN = 3000;
export const EXPIRES_IN = t`Quote expires in`;

/** Undefined unless readable and above zero. */
export function quotedAmount(sent: QuoteFields['sourceAmount']): Decimal | undefined {
  const amount = readable(sent);
  return amount === undefined || isNegative(amount) || isZero(amount) ? undefined : amount;
}

/** From the facts that need no read: `validAmount`, and an earlier conversion. */
export function checkOrder({ validAmount }: ConversionOrder, taken: Row | undefined): Visible | undefined {
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

/** In ms by the service's clock. Undefined if the quote has no expiry. */
export function timeLeft({ expiryTime }: QuoteFields, serverNow: number): number | undefined {
  const expiry = epochOf(expiryTime);
  return expiry === undefined ? undefined : expiry - serverNow;
}

export function checkTimeLeft(left: number | undefined): Visible | undefined {
  if (left === undefined) return t`The quote has no expiry time.`;
  return left <= MARGIN ? t`Too late to convert this quote. Create a new quote.` : undefined;
}

/** INTERFACE.md, foreign exchange: "must match the quote". */
export function checkMatch(quote: QuoteFields, body: ConversionOrder): Visible | undefined {
  if (!isId(quote.id, body.quote_id)) return t`The service returned a different quote.`;
  for (const { side, by, amount, currency } of sidesOf(quote)) {
    const what = visible(by);
    const quoted = quotedAmount(amount);
    const [asked, given] = [body[`${side}_currency`], body[`${side}_amount`]];
    if (idText(currency) === undefined || quoted === undefined) return t`The quote has no ${what} amount.`;
    if (asked !== undefined && idText(currency) !== asked)
      return t`The ${what} currency is ${textCell(currency).text} in the quote; you gave ${textCell(asked).text}.`;
    if (given !== undefined && compare(quoted, given) !== 0)
      return t`The ${what} amount is ${amountCell(amount).text} in the quote; you gave ${textCell(given).text}.`;
  }
  return checkRate(quote);
}

type Quote = Result<'quote.create'>;

export interface HeldQuote extends QuoteTime {
  readonly terms: Terms;
  readonly quote: Quote;
  /** Whole sentences. Undefined if staff can still convert from the quote. */
  readonly discarded: Visible | undefined;
}

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
  const expiry = epochOf(quote.expiryTime);
  const starts = [epochOf(quote.rateCaptureTime), serverNow].filter(start => start !== undefined);
  return expiry === undefined || starts.length === 0 ? undefined : sentAt + expiry - Math.max(...starts);
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
    ...wordDifference(t`Lock period`, terms.lock, quote.lockPeriod, LOCKS),
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
  if (quoted === undefined || (!(quoted instanceof Odd) && exact(quoted) === asked)) return [];
  const shown = quoted instanceof Odd ? undefined : words?.[exact(quoted)];
  return [{ label, asked: words?.[asked] ?? visible(asked), quoted: shown ?? textCell(quoted).text }];
}

/** As sent. */
export const exact = (word: NonNullable<Quote['id']> | string): string =>
  typeof word === 'string' ? word : word instanceof Odd ? textCell(word).text : unsafeText(word);

const amountLabel = ({ side }: Terms): Visible => (side === 'source' ? t`Sell amount` : t`Buy amount`);

export interface Usable {
  readonly id: string;
  readonly sold: Decimal;
  /** Monotonic ms. */
  readonly expiresAt: number;
}

/** The parts that a conversion needs, or the names of missing and unreadable parts. */
export function usableOf({ quote, expiresAt }: HeldQuote): Usable | { readonly missing: readonly Visible[] } {
  const id = idText(quote.id);
  const sides = sidesOf(quote);
  const [sold, bought] = sides.map(({ amount }) => quotedAmount(amount));
  const parts: readonly (readonly [name: Visible, part: unknown])[] = [
    [t`ID`, id],
    ...sides.map(({ by, currency }) => [t`${visible(by)} currency`, idText(currency)] as const),
    [t`sell amount`, sold],
    [t`buy amount`, bought],
    [t`expiry time`, expiresAt],
  ];
  const missing = parts.flatMap(([name, part]) => (part === undefined ? [name] : []));
  return id === undefined || sold === undefined || expiresAt === undefined || missing.length > 0
    ? { missing }
    : { id, sold, expiresAt };
}

export const EXPIRED = t`Too late to convert this quote. Press r for a new quote.`;

export function barConvert(held: HeldQuote, at: Instant): Visible | undefined {
  const why = barForever(held);
  if (why !== undefined) return why;
  if (sleptSince(held, at))
    return t`The quote counts as expired, because this machine slept or its clock changed. Press r for a new quote.`;
  return leftOf(held, at) === 0 ? EXPIRED : undefined;
}

/** At any time. */
export function barForever(held: HeldQuote): Visible | undefined {
  if (held.discarded !== undefined) return held.discarded;
  if (differencesOf(held).length > 0)
    return t`You can't convert from this quote, because it differs from the request. Press r for a new quote.`;
  if (held.terms.type === 'payout')
    return t`You can't convert from a payout quote. A payout quote is only an indication, and no call of the API takes a payout quote.`;
  const usable = usableOf(held);
  if ('missing' in usable)
    return t`You can't convert from this quote. The service sent no usable ${join(usable.missing)}. Press r for a new quote.`;
  const misfit = checkRate(held.quote);
  return misfit && t`You can't convert from this quote. ${misfit} Press r for a new quote.`;
}
