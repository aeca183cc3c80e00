// Rates, quotes and conversions (INTERFACE.md, Quote; Conversion).

import { dice } from '../random.ts';
import { type Agenda, offsetTimestamp } from '../service-clock.ts';
import { amount, digitsOf, number } from './amount.ts';
import type { Wallet } from './wallet.ts';
import type { BookRule } from './wrong-history.ts';
import { isWrong, wrongRate } from './wrong-records.ts';

const second = 1000;
const minute = 60 * second;
const day = 86_400 * second;

const dollars: Readonly<Record<string, number>> = {
  ...{ USD: 1, GBP: 1.2714, EUR: 1.0853, CHF: 1.1302, CAD: 0.7193, AUD: 0.6512, JPY: 0.006642, KWD: 3.2541 },
  ...{ IDR: 0.0000629, PLN: 0.2512, INR: 0.01183, THB: 0.02884, ILS: 0.2691, SEK: 0.0948, SGD: 0.7431 },
};

/**
 * The amount of `destination` for one unit of `source`, as digits. It changes every second. The same seed and time give
 * the same rate.
 */
export function rateAt(seed: number, source: string, destination: string, now: number): string | undefined {
  const [from, to] = [dollars[source], dollars[destination]];
  if (from === undefined || to === undefined || source === destination) return undefined;
  const rate = (from * drift(seed, source, now)) / (to * drift(seed, destination, now));
  return rate.toPrecision(8);
}

/** Two waves, of 67 seconds and 15 minutes. Each currency has its own phases. */
function drift(seed: number, currency: string, now: number): number {
  const luck = dice(seed, `rate/${currency}`);
  const seconds = Math.floor(now / second);
  const wave = (period: number): number => Math.sin(2 * Math.PI * (seconds / period + luck.next()));
  return 1 + 0.004 * wave(900) + 0.001 * wave(67);
}

/** Rounded half up. */
function bought(minor: bigint, source: string, destination: string, rate: string): bigint {
  const { top, bottom } = fraction(source, destination, rate);
  return rounded(minor * top, bottom);
}

/** The source amount that buys `minor`, rounded half up. */
export function sold(minor: bigint, source: string, destination: string, rate: string): bigint {
  const { top, bottom } = fraction(source, destination, rate);
  return rounded(minor * bottom, top);
}

function fraction(source: string, destination: string, rate: string): { top: bigint; bottom: bigint } {
  const [whole = '0', places = ''] = rate.split('.');
  return {
    top: BigInt(whole + places) * 10n ** BigInt(digitsOf(destination)),
    bottom: 10n ** BigInt(digitsOf(source) + places.length),
  };
}

const rounded = (top: bigint, bottom: bigint): bigint => (2n * top + bottom) / (2n * bottom);

interface QuoteTerms {
  readonly userId: string;
  readonly type: 'payout' | 'conversion';
  readonly schedule: 'immediate' | 'end_of_day' | 'next_day' | '2_days';
  readonly lockPeriod: keyof typeof locks;
  readonly source: string;
  readonly destination: string;
  readonly fixed: { readonly side: 'source' | 'destination'; readonly minor: bigint };
}

export interface SimulatedQuote extends QuoteTerms {
  readonly id: string;
  readonly rate: string;
  readonly sourceMinor: bigint;
  readonly destinationMinor: bigint;
  /** Epoch ms, cut to whole seconds as in the response. */
  readonly created: number;
  readonly expires: number;
}

/** INTERFACE.md, Limits: quote lock_period. */
const locks = {
  '5_mins': 5 * minute,
  '15_mins': 15 * minute,
  '1_hour': 60 * minute,
  '4_hours': 240 * minute,
  '8_hours': 480 * minute,
  '24_hours': 1440 * minute,
} as const;

/** Each quote is held for one customer until it expires on the service's clock. */
export function createQuotes(seed: number) {
  const made = new Map<string, SimulatedQuote>();
  let life: number | undefined;
  return {
    /** Undefined if there is no rate, or if the amount rounds to zero. */
    make: (terms: QuoteTerms, now: number): SimulatedQuote | undefined => {
      const { source, destination, fixed, lockPeriod } = terms;
      const rate = rateAt(seed, source, destination, now);
      if (rate === undefined) return undefined;
      const sourceMinor =
        fixed.side === 'source' ? fixed.minor : sold(fixed.minor, source, destination, rate);
      const destinationMinor =
        fixed.side === 'destination' ? fixed.minor : bought(fixed.minor, source, destination, rate);
      if (sourceMinor === 0n || destinationMinor === 0n) return undefined;
      const created = Math.floor(now / second) * second;
      const quote: SimulatedQuote = {
        ...terms,
        id: `quote_${dice(seed, `quote/${made.size}`).hex(20)}`,
        rate,
        sourceMinor,
        destinationMinor,
        created,
        expires: created + (life ?? locks[lockPeriod]),
      };
      made.set(quote.id, quote);
      return quote;
    },
    find: (id: string, userId: string): SimulatedQuote | undefined => {
      const quote = made.get(id);
      return quote?.userId === userId ? quote : undefined;
    },
    /** Undefined: as long as the lock period. */
    setLife: (ms: number | undefined): void => {
      life = ms;
    },
  };
}

export function quoteDetails(quote: SimulatedQuote) {
  return {
    id: quote.id,
    netExchangeRate: number(quote.rate),
    expiryTime: offsetTimestamp(quote.expires),
    sourceCurrencyCode: quote.source,
    destinationCurrencyCode: quote.destination,
    conversionSchedule: quote.schedule,
    lockPeriod: quote.lockPeriod,
    rateCaptureTime: offsetTimestamp(quote.created),
    sourceAmount: amount(quote.sourceMinor, digitsOf(quote.source)),
    destinationAmount: amount(quote.destinationMinor, digitsOf(quote.destination)),
  };
}

export interface SimulatedConversion {
  readonly id: string;
  readonly reference: string;
  readonly quote: SimulatedQuote;
  readonly created: number;
  readonly settles: number;
  status: 'processing' | 'SETTLED';
  /** As its record says later. */
  readonly laterRate: string;
}

/** A conversion is processing until it settles on the service's clock. */
export function createConversions(seed: number, agenda: Agenda, books: readonly BookRule[] = []) {
  const made = new Map<string, SimulatedConversion>();

  const settle = (conversion: SimulatedConversion, wallet: Wallet, at: number): void => {
    const { source, destination, sourceMinor, destinationMinor } = conversion.quote;
    conversion.status = 'SETTLED';
    wallet.change(at, { currency: source, reserved: -sourceMinor });
    const description = `Conversion bought ${conversion.reference}`;
    wallet.change(at, {
      currency: destination,
      available: destinationMinor,
      pending: -destinationMinor,
      entry: { source: 'CONVERSION', transaction: 'CONVERSION_BUY', description },
    });
  };

  return {
    /** Undefined if the balance is too low. */
    make: (quote: SimulatedQuote, wallet: Wallet, now: number): SimulatedConversion | undefined => {
      const { source, destination, sourceMinor, destinationMinor } = quote;
      if ((wallet.available(source) ?? 0n) < sourceMinor) return undefined;
      const luck = dice(seed, `conversion/${made.size}`);
      const conversion: SimulatedConversion = {
        id: `conversion_${luck.hex(20)}`,
        reference: `CNV${luck.digits(10)}`,
        quote,
        created: now,
        settles: settlementOf(quote.schedule, now),
        status: 'processing',
        laterRate:
          books.includes('conversion-rate') && isWrong(seed, made.size) ? wrongRate(quote.rate) : quote.rate,
      };
      made.set(conversion.id, conversion);
      const description = `Held for conversion ${conversion.reference}`;
      wallet.change(now, {
        currency: source,
        available: -sourceMinor,
        reserved: sourceMinor,
        entry: { source: 'CONVERSION', transaction: 'HOLD', description },
      });
      wallet.change(now, { currency: destination, pending: destinationMinor });
      agenda.add(conversion.settles, at => settle(conversion, wallet, at));
      return conversion;
    },
    all: (): readonly SimulatedConversion[] => [...made.values()],
    find: (id: string, userId: string): SimulatedConversion | undefined => {
      const conversion = made.get(id);
      return conversion?.quote.userId === userId ? conversion : undefined;
    },
  };
}

/** Our choice, because INTERFACE.md has no settlement times. */
function settlementOf(schedule: SimulatedQuote['schedule'], now: number): number {
  const five = Math.floor(now / day) * day + 17 * 3600 * second;
  const end_of_day = five > now ? five : five + day;
  return { immediate: now + 20 * second, end_of_day, next_day: now + day, '2_days': now + 2 * day }[schedule];
}
