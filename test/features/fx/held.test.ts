// A quote against what was asked and against the clock.

import { describe, expect, it } from 'vitest';
import { differencesOf, leftOf, usableOf, whyNotConvert } from '../../../src/features/fx/held.ts';
import { at, decimal, heldWith, SERVER_NOW, terms } from './quotes.ts';

const T = 310_000;

describe('the end of a quote', () => {
  it("is calculated from the service's own times, on the monotonic clock, from before the request", () => {
    expect(heldWith().expiresAt).toBe(T);
    // A local clock that is wrong shows in no figure of the server's; one of 2 h never gets in here.
    expect(heldWith({}, { serverNow: undefined }).expiresAt).toBe(T);
    expect(heldWith({ rateCaptureTime: undefined }).expiresAt).toBe(T);
  });

  it('is the earlier of the two if the rate was captured before, or the answer came late', () => {
    expect(heldWith({ rateCaptureTime: '"2026-11-20T09:55:00+0000"' }).expiresAt).toBe(T);
    expect(heldWith({}, { serverNow: SERVER_NOW + 60_000 }).expiresAt).toBe(T - 60_000);
  });

  it('is unknown without an expiry, or without a time to count from', () => {
    expect(heldWith({ expiryTime: undefined }).expiresAt).toBeUndefined();
    expect(heldWith({ expiryTime: '"soon"' }).expiresAt).toBeUndefined();
    expect(heldWith({ rateCaptureTime: undefined }, { serverNow: undefined }).expiresAt).toBeUndefined();
  });

  it('counts as expired 3 s before its end, and more on a slow line; then the service decides [D11]', () => {
    const quick = heldWith();
    expect(whyNotConvert(quick, at(T - 3001))).toBeUndefined();
    for (const tick of [T - 3000, T - 1000, T, T + 1000]) {
      expect(whyNotConvert(quick, at(tick))).toContain('has expired, or is about to');
      expect(leftOf(quick, at(tick))).toBe(0);
    }
    const slow = heldWith({}, { roundTrip: 4000 });
    expect(whyNotConvert(slow, at(T - 8001))).toBeUndefined();
    expect(whyNotConvert(slow, at(T - 8000))).toContain('has expired');
  });
});

describe('a machine that sleeps', () => {
  const held = heldWith();

  it("expires the quote: the monotonic clock stops meanwhile, the wall clock doesn't", () => {
    expect(leftOf(held, at(20_000, 3001))).toBe(0);
    expect(whyNotConvert(held, at(20_000, 3001))).toContain('slept or its clock changed');
    expect(whyNotConvert(held, at(20_000, 8 * 3_600_000))).toContain('slept or its clock changed');
  });

  it('is told apart from clocks that drift a little', () => {
    expect(whyNotConvert(held, at(20_000, 3000))).toBeUndefined();
    expect(leftOf(held, at(20_000, 3000))).toBe(T - 20_000);
  });

  it('is told apart from a clock that is set back', () => {
    expect(whyNotConvert(held, at(20_000, -3_600_000))).toBeUndefined();
    expect(leftOf(held, at(20_000, -3_600_000))).toBe(T - 20_000);
  });
});

describe('the request of a quote', () => {
  it('equals the quote in any digits and capitals that the contract reads alike', () => {
    expect(differencesOf(heldWith({ sourceAmount: '1.0e3', conversionSchedule: '"IMMEDIATE"' }))).toEqual([]);
  });

  it('with a fixed buy amount is compared on that side alone', () => {
    const buying = { ...terms, side: 'destination', amount: decimal('1265.43') } as const;
    expect(differencesOf(heldWith({ sourceAmount: '1.00' }, { terms: buying }))).toEqual([]);
    expect(differencesOf(heldWith({ destinationAmount: '1265.44' }, { terms: buying }))).toEqual([
      { label: 'Buy amount', asked: '1,265.43', quoted: '1,265.44' },
    ]);
  });

  it('is shown next to a quote that differs, and nothing can be converted [D12]', () => {
    const other = heldWith({ destinationCurrencyCode: '"EUR"', sourceAmount: '100.00' });
    expect(differencesOf(other)).toEqual([
      { label: 'Buy', asked: 'USD', quoted: 'EUR' },
      { label: 'Sell amount', asked: '1,000', quoted: '100.00' },
    ]);
    expect(whyNotConvert(other, at(20_000))).toContain('differs from the request');
  });

  it('is not contradicted by missing values of a quote', () => {
    const silent = heldWith({ quoteType: undefined, lockPeriod: undefined, conversionSchedule: 'null' });
    expect(differencesOf(silent)).toEqual([]);
    expect(whyNotConvert(silent, at(20_000))).toBeUndefined();
  });
});

describe('a quote', () => {
  it('has all values that a conversion needs', () => {
    expect(usableOf(heldWith())).toEqual({ id: 'quote_1', sold: '1000.00', bought: '1265.43', expiresAt: T });
  });

  it('names all its missing or unusable values', () => {
    expect(usableOf(heldWith({ id: '""', destinationAmount: '0.00', expiryTime: undefined }))).toEqual({
      missing: ['ID', 'buy amount', 'expiry time'],
    });
    expect(whyNotConvert(heldWith({ destinationAmount: '"1265.43"' }), at(20_000))).toContain(
      'no usable buy amount',
    );
  });

  it('for a payout is only an indication', () => {
    const payout = { ...terms, type: 'payout' } as const;
    const held = heldWith({ quoteType: '"payout"' }, { terms: payout });
    expect(whyNotConvert(held, at(20_000))).toContain('no call of the API takes a payout quote');
  });
});
