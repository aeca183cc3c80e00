/** Digits of currencies, those that are not two in full. */
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
])('%s has %s digits', (code, digits) => {
  expect(currencyDigits(code)).toBe(digits);
});

it('knows which codes are listed', () => {
  expect(['EUR', 'XAU', 'XQZ', 'eur', ''].map(isCurrencyCode)).toEqual([true, true, false, false, false]);
});
