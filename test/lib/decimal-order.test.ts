// The sort keys of decimals have the order of their values, to the last digit.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, type Decimal, orderKey, parseDecimal } from '../../src/lib/decimal.ts';

const decimal = (text: string): Decimal => {
  const value = parseDecimal(text);
  if (value === undefined) throw new Error(`${text} is no decimal`);
  return value;
};
const key = (text: string): string => orderKey(decimal(text));
const ordered = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const digits = (max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: max }).map(all => all.join(''));
const anyDecimal: fc.Arbitrary<Decimal> = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits(8).map(text => text.replace(/^0+(?=\d)/, '')),
    fc.option(digits(6)),
    fc.option(fc.integer({ min: -9, max: 9 })),
  )
  .map(([sign, whole, fraction, exponent]) =>
    decimal(
      `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`,
    ),
  );

describe('the order key of a decimal', () => {
  it('sorts like the number', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        expect(ordered(orderKey(a), orderKey(b))).toBe(compare(a, b));
      }),
      { seed: 20_261_121, numRuns: 3000 },
    );
  });

  it.each([
    ['9007199254740993.01', '9007199254740993.02'],
    ['-9007199254740993.02', '-9007199254740993.01'],
    ['-1.23', '-1.2'],
    ['-10', '-9.99'],
    ['-0.001', '0'],
    ['0', '1e-300'],
    ['0.0999', '0.1'],
    ['99', '1e2'],
    ['1e300', '1.0000000001e300'],
  ])('puts %s before %s', (smaller, larger) => {
    expect(key(smaller) < key(larger)).toBe(true);
  });

  it.each([
    ['1.10', '1.1'],
    ['100', '1e2'],
    ['-0', '0.00'],
    ['-2.50', '-25e-1'],
  ])('is the same for %s and %s', (a, b) => expect(key(a)).toBe(key(b)));
});
