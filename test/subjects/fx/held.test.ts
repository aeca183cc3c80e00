// A quote compared with its request and with the clock.

import { describe, expect, it } from 'vitest';
import { leftOf } from '../../../src/store/live-quote.ts';
import { barConvert, differencesOf, usableOf } from '../../../src/subjects/fx/quote-facts.ts';
import { at, decimal, heldWith, SERVER_NOW, terms } from './quotes.ts';

const T = 310_000;

describe('the end of a quote', () => {
  it("is calculated on the monotonic clock from the service's own times and the moment before the request [D8c]", () => {
    expect(heldWith().expiresAt).toBe(T);
    // No figure from the service depends on the local clock, which is 2 h wrong here.
    expect(heldWith({}, { serverNow: undefined }).expiresAt).toBe(T);
    expect(heldWith({ rateCaptureTime: undefined }).expiresAt).toBe(T);
  });

  it('is earlier if the rate was captured before the request, or if the answer came late', () => {
    expect(heldWith({ rateCaptureTime: '"2026-11-20T09:55:00+0000"' }).expiresAt).toBe(T);
    expect(heldWith({}, { serverNow: SERVER_NOW + 60_000 }).expiresAt).toBe(T - 60_000);
  });

  it('is unknown without an expiry, or without a time to count from', () => {
    expect(heldWith({ expiryTime: undefined }).expiresAt).toBeUndefined();
    expect(heldWith({ expiryTime: '"soon"' }).expiresAt).toBeUndefined();
    expect(heldWith({ rateCaptureTime: undefined }, { serverNow: undefined }).expiresAt).toBeUndefined();
  });

  it('comes 3 s early, and even earlier on a slow connection; after that only the service decides [D11a D11e]', () => {
    const quick = heldWith();
    expect(barConvert(quick, at(T - 3001))).toBeUndefined();
    for (const tick of [T - 3000, T - 1000, T, T + 1000]) {
      expect(barConvert(quick, at(tick))).toContain('Too late to convert this quote');
      expect(leftOf(quick, at(tick))).toBe(0);
    }
    const slow = heldWith({}, { roundTrip: 4000 });
    expect(barConvert(slow, at(T - 8001))).toBeUndefined();
    expect(barConvert(slow, at(T - 8000))).toContain('Too late to convert this quote');
  });
});

describe('a sleep of the machine', () => {
  const held = heldWith();

  it('expires the quote, because only the wall clock runs during sleep', () => {
    expect(leftOf(held, at(20_000, 3001))).toBe(0);
    expect(barConvert(held, at(20_000, 3001))).toContain('slept or its clock changed');
    expect(barConvert(held, at(20_000, 8 * 3_600_000))).toContain('slept or its clock changed');
  });

  it('is not confused with clocks that drift a little', () => {
    expect(barConvert(held, at(20_000, 3000))).toBeUndefined();
    expect(leftOf(held, at(20_000, 3000))).toBe(T - 20_000);
  });

  it('is not confused with a clock that is set back', () => {
    expect(barConvert(held, at(20_000, -3_600_000))).toBeUndefined();
    expect(leftOf(held, at(20_000, -3_600_000))).toBe(T - 20_000);
  });
});

describe('the request of a quote', () => {
  it('equals the quote if digits and capitals differ only in ways that the contract ignores', () => {
    expect(differencesOf(heldWith({ sourceAmount: '1.0e3', conversionSchedule: '"IMMEDIATE"' }))).toEqual([]);
  });

  it('is compared only by the buy amount if the buy amount is fixed', () => {
    const buying = { ...terms, side: 'destination', amount: decimal('1265.43') } as const;
    expect(differencesOf(heldWith({ sourceAmount: '1.00' }, { terms: buying }))).toEqual([]);
    expect(differencesOf(heldWith({ destinationAmount: '1265.44' }, { terms: buying }))).toEqual([
      { label: 'Buy amount', asked: '1,265.43', quoted: '1,265.44' },
    ]);
  });

  it('is shown next to a quote that differs, and that quote cannot be converted [D12a–b]', () => {
    const other = heldWith({ destinationCurrencyCode: '"EUR"', sourceAmount: '100.00' });
    expect(differencesOf(other)).toEqual([
      { label: 'Buy', asked: 'USD', quoted: 'EUR' },
      { label: 'Sell amount', asked: '1,000', quoted: '100.00' },
    ]);
    expect(barConvert(other, at(20_000))).toContain('differs from the request');
  });

  it.each([
    [{ sourceCurrencyCode: '"EUR"' }, 'Sell', 'GBP', 'EUR'],
    [{ conversionSchedule: '"next_day"' }, 'Settles', 'immediate', 'next day'],
    [{ conversionSchedule: '"never"' }, 'Settles', 'immediate', '? never'],
    [{ lockPeriod: '"24_hours"' }, 'Lock period', '5 minutes', '24 hours'],
    [{ quoteType: '"payout"' }, 'Quote for', 'conversion', 'payout'],
  ])('is compared with the quote in every value: %j [D12a–b]', (changed, label, asked, quoted) => {
    expect(differencesOf(heldWith(changed))).toEqual([{ label, asked, quoted }]);
  });

  it('equals the quote even if values of the quote are missing', () => {
    const silent = heldWith({ quoteType: undefined, lockPeriod: undefined, conversionSchedule: 'null' });
    expect(differencesOf(silent)).toEqual([]);
    expect(barConvert(silent, at(20_000))).toBeUndefined();
  });
});

describe('a quote', () => {
  it('has all values that a conversion needs', () => {
    expect(usableOf(heldWith())).toEqual({ id: 'quote_1', sold: '1000.00', expiresAt: T });
  });

  it('names all its missing or unusable values', () => {
    expect(usableOf(heldWith({ id: '""', destinationAmount: '0.00', expiryTime: undefined }))).toEqual({
      missing: ['ID', 'buy amount', 'expiry time'],
    });
    for (const destinationAmount of ['"1.265,43"', '-5'])
      expect(barConvert(heldWith({ destinationAmount }), at(20_000))).toContain('no usable buy amount');
    expect(usableOf(heldWith({ expiryTime: '"soon"', sourceCurrencyCode: undefined }))).toEqual({
      missing: ['sell currency', 'expiry time'],
    });
  });

  it('is only an indication if it is for a payout', () => {
    const payout = { ...terms, type: 'payout' } as const;
    const held = heldWith({ quoteType: '"payout"' }, { terms: payout });
    expect(barConvert(held, at(20_000))).toContain('no call of the API takes a payout quote');
  });
});
