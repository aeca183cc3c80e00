// A quote read again before it is sent: whatever it says otherwise than it did throws it away.

import { describe, expect, it } from 'vitest';
import { whyDiscard } from '../../../src/features/fx/reread-quote.ts';
import { at, heldWith, quoteWith } from './quotes.ts';

const held = heldWith();
const soon = at(20_000);

describe('a quote read again', () => {
  it('that says the same, in other digits and another form of the same moment, may be converted', () => {
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
    ['ID', { id: '"quote_2"' }, 'Quote: it was quote_1, it is quote_2.'],
    ['amount sold', { sourceAmount: '1000.01' }, 'You sell: it was 1,000.00 GBP, it is 1,000.01 GBP.'],
    ['amount bought', { destinationAmount: '1.00' }, 'You buy: it was 1,265.43 USD, it is 1.00 USD.'],
    ['currency sold', { sourceCurrencyCode: '"EUR"' }, 'it was 1,000.00 GBP, it is 1,000.00 EUR.'],
    ['currency bought', { destinationCurrencyCode: '"CAD"' }, 'it was 1,265.43 USD, it is 1,265.43 CAD.'],
    ['rate', { netExchangeRate: '1.26544' }, 'Rate: it was 1.26543, it is 1.26544.'],
    ['schedule', { conversionSchedule: '"next_day"' }, 'Settles: it was immediate, it is next_day.'],
    ['lock', { lockPeriod: '"1_hour"' }, 'Rate held for: it was 5_mins, it is 1_hour.'],
    [
      'end, a second sooner',
      { expiryTime: '"2026-11-20T10:04:59+0000"' },
      'Good until: it was 2026-11-20 10:05:00 UTC, it is 2026-11-20 10:04:59 UTC.',
    ],
    ['ID, not said', { id: undefined }, 'Quote: it was quote_1, it is –.'],
    ['amount, not said', { destinationAmount: undefined }, 'it was 1,265.43 USD, it is – USD.'],
    ['amount, no number', { destinationAmount: '"1265.43"' }, 'it was 1,265.43 USD, it is ? 1265.43 USD.'],
    ['currency, not said', { sourceCurrencyCode: undefined }, 'it was 1,000.00 GBP, it is 1,000.00.'],
    ['end, not said', { expiryTime: undefined }, 'it is –.'],
    ['end, no time', { expiryTime: '"soon"' }, 'it is ? soon.'],
    ['rate, not said', { netExchangeRate: undefined }, 'Rate: it was 1.26543, it is –.'],
  ])('D13: with another %s is thrown away, with both in the sentence', (_, changed, said) => {
    const why = whyDiscard(held, quoteWith(changed), soon);
    expect(why).toContain(said);
    expect(why).toContain('Nothing can be converted from it: back at the quote, r asks for a new one.');
  });

  it('names everything that is another', () => {
    const why = whyDiscard(held, quoteWith({ id: '"quote_2"', netExchangeRate: '1.3' }), soon);
    expect(why).toContain('quote_2');
    expect(why).toContain('it is 1.3.');
  });

  it('that says now what it didn’t say, or ends later, isn’t another', () => {
    const silent = heldWith({ netExchangeRate: undefined, lockPeriod: undefined });
    expect(whyDiscard(silent, quoteWith(), soon)).toBeUndefined();
    expect(whyDiscard(held, quoteWith({ expiryTime: '"2026-11-20T10:06:00+0000"' }), soon)).toBeUndefined();
  });

  it('is thrown away where it is over by now, or the machine slept meanwhile', () => {
    expect(whyDiscard(held, quoteWith(), at(310_000))).toContain('has expired');
    expect(whyDiscard(held, quoteWith(), at(20_000, 60_000))).toContain('slept');
  });
});
