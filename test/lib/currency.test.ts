/** The decimal places of all currencies that do not have two. */
import { expect, it } from 'vitest';
import { currencyDigits, isCurrencyCode } from '../../src/lib/currency.ts';

it.each([
  ['EUR', 2],
  ['HUF', 2],
  ['IDR', 2],
  ['JPY', 0],
  ['ISK', 0],
  ['UGX', 0],
  ['KWD', 3],
  ['IQD', 3],
  ['CLF', 4],
  ['XAU', undefined],
  ['XQZ', undefined],
  ['eur', undefined],
  ['toString', undefined],
])('%s has %s decimal places', (code, digits) => {
  expect(currencyDigits(code)).toBe(digits);
});

it('unlisted codes are unknown', () => {
  expect(['EUR', 'XAU', 'XQZ', 'eur', ''].map(isCurrencyCode)).toEqual([true, true, false, false, false]);
});
