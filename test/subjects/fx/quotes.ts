// Quotes and answers for the tests of FX, decoded by the contract as the client decodes them.

import type { QuoteAnswer } from '../../../src/effects/quotes.ts';
import { type Decimal, parseDecimal } from '../../../src/lib/decimal.ts';
import type { Instant } from '../../../src/store/live-quote.ts';
import { hold, type Terms } from '../../../src/subjects/fx/quote-facts.ts';
import { resultOf } from '../../harness/answers.ts';

export function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === undefined) throw new Error(`${text} is no decimal`);
  return value;
}

export const terms: Terms = {
  sell: 'GBP',
  buy: 'USD',
  amount: decimal('1000'),
  side: 'source',
  schedule: 'immediate',
  lock: '5_mins',
  type: 'conversion',
};

const FIELDS: Readonly<Record<string, string>> = {
  id: '"quote_1"',
  netExchangeRate: '1.26543',
  expiryTime: '"2026-11-20T10:05:00+0000"',
  sourceCurrencyCode: '"GBP"',
  destinationCurrencyCode: '"USD"',
  quoteType: '"conversion"',
  conversionSchedule: '"immediate"',
  lockPeriod: '"5_mins"',
  rateCaptureTime: '"2026-11-20T10:00:00+0000"',
  sourceAmount: '1000.00',
  destinationAmount: '1265.43',
  createdTime: '"2026-11-20T10:00:00+0000"',
};

/** A good quote with these changes: JSON texts by field. Undefined leaves a field out. */
export function quoteWith(changed: Readonly<Record<string, string | undefined>> = {}) {
  const members = Object.entries({ ...FIELDS, ...changed })
    .filter(([, json]) => json !== undefined)
    .map(([name, json]) => `"${name}":${json}`);
  return resultOf('quote.create', `{${members.join(',')}}`);
}

export const SERVER_NOW = Date.parse('2026-11-20T10:00:00Z');

type Answered = Extract<QuoteAnswer, { ok: true }>;

export const answerWith = (
  changed: Readonly<Record<string, string | undefined>> = {},
  around: Partial<Answered> = {},
): Answered => ({
  ok: true,
  quote: quoteWith(changed),
  sentAt: 10_000,
  roundTrip: 100,
  serverNow: SERVER_NOW,
  ...around,
});

/** A quote from 10 s on the monotonic clock, which expires at 310 s. */
export const heldWith = (
  changed: Readonly<Record<string, string | undefined>> = {},
  around: Partial<Answered> & { readonly terms?: Terms } = {},
) => hold(around.terms ?? terms, answerWith(changed, around), at(10_000));

/** The moment of `tick` on the monotonic clock. The wall clock is `ahead` ms ahead of it. */
export const at = (tick: number, ahead = 0): Instant => ({ tick, now: SERVER_NOW + tick + ahead });
