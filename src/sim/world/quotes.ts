// Quotes: a rate held for a customer until it expires on the service's clock (INTERFACE.md, Quote).
import { offsetTimestamp } from '../clock.ts';
import { dice } from '../random.ts';
import { amount, number } from './amount.ts';
import { bought, rateAt, sold } from './rates.ts';
import { digitsOf } from './wallet.ts';

interface QuoteTerms {
  readonly userId: string;
  readonly type: 'payout' | 'conversion';
  readonly schedule: 'immediate' | 'end_of_day' | 'next_day' | '2_days';
  readonly lockPeriod: keyof typeof locks;
  readonly source: string;
  readonly destination: string;
  /** The side whose amount the request gives, and that amount in minor units. */
  readonly fixed: { readonly side: 'source' | 'destination'; readonly minor: bigint };
}

export interface SimulatedQuote extends QuoteTerms {
  readonly id: string;
  readonly rate: string;
  readonly sourceMinor: bigint;
  readonly destinationMinor: bigint;
  /** Epoch milliseconds, cut to whole seconds as in the response. */
  readonly created: number;
  readonly expires: number;
}

const minute = 60_000;

/** INTERFACE.md, Limits: quote lock_period. */
const locks = {
  '5_mins': 5 * minute,
  '15_mins': 15 * minute,
  '1_hour': 60 * minute,
  '4_hours': 240 * minute,
  '8_hours': 480 * minute,
  '24_hours': 1440 * minute,
} as const;

export interface QuoteBook {
  /** Undefined if there is no rate, or if the amount rounds to zero. */
  make(terms: QuoteTerms, now: number): SimulatedQuote | undefined;
  /** A quote of this customer, expired or not. */
  find(id: string, userId: string): SimulatedQuote | undefined;
  /** Sets how long new quotes live. Undefined: as long as their lock period. */
  setLife(ms: number | undefined): void;
}

export function createQuotes(seed: number): QuoteBook {
  const made = new Map<string, SimulatedQuote>();
  let life: number | undefined;
  return {
    make: (terms, now) => {
      const { source, destination, fixed, lockPeriod } = terms;
      const rate = rateAt(seed, source, destination, now);
      if (rate === undefined) return undefined;
      const sourceMinor =
        fixed.side === 'source' ? fixed.minor : sold(fixed.minor, source, destination, rate);
      const destinationMinor =
        fixed.side === 'destination' ? fixed.minor : bought(fixed.minor, source, destination, rate);
      if (sourceMinor === 0n || destinationMinor === 0n) return undefined;
      const created = Math.floor(now / 1000) * 1000;
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
    find: (id, userId) => {
      const quote = made.get(id);
      return quote?.userId === userId ? quote : undefined;
    },
    setLife: ms => {
      life = ms;
    },
  };
}

/** The payload of quote.get. */
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
