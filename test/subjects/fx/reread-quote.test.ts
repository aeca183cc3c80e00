// The read of a quote before sending: any difference rejects the quote.

import { describe, expect, it } from 'vitest';
import { whyDiscard } from '../../../src/subjects/fx/reread-quote.ts';
import { at, heldWith, quoteWith } from './quotes.ts';

const held = heldWith();
const soon = at(20_000);

describe('a quote read again', () => {
  it('may be converted if its values are equal, even in another form', () => {
    expect(whyDiscard(held, quoteWith(), soon)).toBeUndefined();
    const alike = {
      sourceAmount: '1000',
      netExchangeRate: '1.265430',
      expiryTime: '"2026-11-20T11:05:00+0100"',
      quoteType: undefined,
      createdTime: undefined,
    };
    expect(whyDiscard(held, quoteWith(alike), soon)).toBeUndefined();
  });

  it.each([
    ['ID', { id: '"quote_2"' }, 'Quote: was quote_1, now quote_2.'],
    ['amount sold', { sourceAmount: '1000.01' }, 'Customer sells: was 1,000.00 GBP, now 1,000.01 GBP.'],
    ['amount bought', { destinationAmount: '1.00' }, 'Customer buys: was 1,265.43 USD, now 1.00 USD.'],
    ['currency sold', { sourceCurrencyCode: '"EUR"' }, 'was 1,000.00 GBP, now 1,000.00 EUR.'],
    ['currency bought', { destinationCurrencyCode: '"CAD"' }, 'was 1,265.43 USD, now 1,265.43 CAD.'],
    ['rate', { netExchangeRate: '1.26544' }, 'Rate: was 1.26543, now 1.26544.'],
    ['schedule', { conversionSchedule: '"next_day"' }, 'Settles: was immediate, now next day.'],
    ['lock', { lockPeriod: '"1_hour"' }, 'Rate held for: was 5 minutes, now 1 hour.'],
    [
      'end one second earlier',
      { expiryTime: '"2026-11-20T10:04:59+0000"' },
      'Expires at: was 20 Nov 2026 10:05:00 UTC, now 20 Nov 2026 10:04:59 UTC.',
    ],
    ['missing ID', { id: undefined }, 'Quote: was quote_1, now –.'],
    ['missing amount', { destinationAmount: undefined }, 'was 1,265.43 USD, now – USD.'],
    ['amount that is no number', { destinationAmount: '"1265.43"' }, 'was 1,265.43 USD, now ? 1265.43 USD.'],
    ['missing currency', { sourceCurrencyCode: undefined }, 'was 1,000.00 GBP, now 1,000.00.'],
    ['missing end', { expiryTime: undefined }, 'now –.'],
    ['end that is no time', { expiryTime: '"soon"' }, 'now ? soon.'],
    ['missing rate', { netExchangeRate: undefined }, 'Rate: was 1.26543, now –.'],
  ])('is discarded with a sentence that has both values if this differs: %s [D13a]', (_, changed, said) => {
    const why = whyDiscard(held, quoteWith(changed), soon);
    expect(why).toContain(said);
    expect(why).toContain("You can't convert from this quote. Go back and press r for a new quote.");
  });

  it('names every difference', () => {
    const why = whyDiscard(held, quoteWith({ id: '"quote_2"', netExchangeRate: '1.3' }), soon);
    expect(why).toContain('quote_2');
    expect(why).toContain('now 1.3.');
  });

  it('counts as the same quote if it has a value that the first quote lacked, or a later expiry', () => {
    const silent = heldWith({ netExchangeRate: undefined, lockPeriod: undefined });
    expect(whyDiscard(silent, quoteWith(), soon)).toBeUndefined();
    expect(whyDiscard(held, quoteWith({ expiryTime: '"2026-11-20T10:06:00+0000"' }), soon)).toBeUndefined();
  });

  it('is discarded if it has expired, or if the machine slept', () => {
    expect(whyDiscard(held, quoteWith(), at(310_000))).toContain('has expired');
    expect(whyDiscard(held, quoteWith(), at(20_000, 60_000))).toContain('slept');
  });
});
