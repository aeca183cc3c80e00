/** Decimals keep their digits and calculate exactly (FAULTS C11, C12, C14). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compare,
  countText,
  type Decimal,
  fractionDigits,
  fromUnits,
  groupDigits,
  isNegative,
  isZero,
  minusAsSent,
  multiply,
  negate,
  padFraction,
  parseDecimal,
  parseShown,
  parseTypedAmount,
  roundValues,
  stepOf,
  subtract,
  toUnits,
} from '../../src/lib/decimal.ts';
import { visible } from '../../src/lib/visible.ts';

function d(text: string): Decimal {
  const decimal = parseDecimal(text);
  if (decimal === undefined) throw new Error(`${text} is no decimal`);
  return decimal;
}

/** The value in units of 10^-40. The tests compare every decimal with this model. */
function units(text: string): bigint {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const size = BigInt(
    (whole + fraction).padEnd(whole.length + fraction.length + 40 + Number(exponent) - fraction.length, '0'),
  );
  return mantissa.startsWith('-') ? -size : size;
}

const decimals = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.bigInt({ min: 0n, max: 10n ** 25n }),
    fc.option(fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 12 })),
    fc.option(fc.integer({ min: -12, max: 12 })),
  )
  .map(([sign, whole, fraction, exponent]) =>
    d(`${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`),
  );

describe('for any numbers', () => {
  const seed = 417;

  it('digits stay unchanged', () => {
    fc.assert(
      fc.property(decimals, decimal => {
        expect(parseDecimal(decimal)).toBe(decimal);
        expect(parseShown(groupDigits(decimal))).toBe(decimal);
      }),
      { seed },
    );
  });

  it('sums, differences and order match those of whole numbers [C12c]', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        expect(units(add(a, b))).toBe(units(a) + units(b));
        expect(units(subtract(a, b))).toBe(units(a) - units(b));
        expect(units(negate(a))).toBe(-units(a));
        expect(compare(a, b)).toBe(units(a) < units(b) ? -1 : units(a) > units(b) ? 1 : 0);
        expect(isZero(a)).toBe(units(a) === 0n);
        expect(isNegative(a)).toBe(units(a) < 0n);
        expect(fractionDigits(add(a, b))).toBe(Math.max(fractionDigits(a), fractionDigits(b)));
        expect(parseDecimal(add(a, b))).toBe(add(a, b));
      }),
      { seed, numRuns: 1000 },
    );
  });
});

it.each([
  ['1000.00', '1.26543', '1265.4300000'],
  ['-0.1', '0.10', '-0.010'],
  ['1e-2', '2E+3', '20.00'],
  ['9007199254740993.01', '9007199254740993.01', '81129638414606699890331499720868.8601'],
])('%s times %s is exactly %s', (a, b, product) => {
  expect(multiply(d(a), d(b))).toBe(product);
});

it.each(['0', '-0', '1.10', '1e-7', '1E+5', '12345678901234567.89', '0.000'])(
  'parseDecimal accepts %s',
  text => {
    expect(parseDecimal(text)).toBe(text);
  },
);

it.each([
  '',
  '01',
  '.5',
  '5.',
  '+1',
  '1,000',
  'NaN',
  'Infinity',
  '0x10',
  '1e',
  ' 1',
  '1\n',
  '١',
  '1e400',
  '1e-999999999',
  '9'.repeat(401),
])('parseDecimal refuses %j', text => {
  expect(parseDecimal(text)).toBeUndefined();
});

it('a sum has as many decimal places as the longer fraction', () => {
  expect(add(d('0.1'), d('0.2'))).toBe('0.3');
  expect(add(d('1.10'), d('0.9'))).toBe('2.00');
  expect(add(d('9007199254740993.01'), d('0.01'))).toBe('9007199254740993.02');
  expect(add(d('1e-7'), d('1'))).toBe('1.0000001');
  expect(subtract(d('1'), d('1.00'))).toBe('0.00');
  expect(subtract(d('0.05'), d('1'))).toBe('-0.95');
  expect(add(d('-0'), d('0'))).toBe('0');
});

it('negation changes the sign, but zero never gets a sign', () => {
  expect(negate(d('1.50'))).toBe('-1.50');
  expect(negate(d('-1.50'))).toBe('1.50');
  expect([negate(d('0.00')), negate(d('-0'))]).toEqual(['0.00', '0']);
});

it('arithmetic with a number that is too large is an error, and writes no endless zeros', () => {
  expect(() => add('1e999999999' as Decimal, d('1'))).toThrow(new RangeError('a decimal out of range'));
});

it('arithmetic is exact for every number that parseDecimal accepts', () => {
  const smallest = d(`0.${'0'.repeat(392)}1e-300`);
  expect(add(smallest, d('0'))).toBe(`0.${'0'.repeat(692)}1`);
  expect(fractionDigits(smallest)).toBe(693);
  const largest = d(`${'9'.repeat(395)}e300`);
  expect(subtract(largest, d('1'))).toBe(`${'9'.repeat(394)}8${'9'.repeat(300)}`);
  expect(compare(largest, smallest)).toBe(1);
  expect(parseDecimal('9'.repeat(400))).toBe('9'.repeat(400));
  expect([parseDecimal('1e300'), parseDecimal('1e-300')]).toEqual(['1e300', '1e-300']);
  expect([parseDecimal('1e301'), parseDecimal('1e-301')]).toEqual([undefined, undefined]);
});

it('zero is zero with any digits and any exponent', () => {
  expect(['0', '-0', '0.00', '0e5', '-0.0E-12', '0.0e+7'].map(d).map(isZero)).toEqual(Array(6).fill(true));
  expect(['1', '-0.01', '0.10e-7', '-20'].map(d).map(isZero)).toEqual(Array(4).fill(false));
  expect(['-0', '-0.00e3', '-1', '1'].map(d).map(isNegative)).toEqual([false, false, true, false]);
});

it.each([
  ['-5', '0', '10', 4, 0],
  ['0', '0', '10', 4, 0],
  ['1.24', '0', '10', 4, 0],
  ['1.25', '0', '10', 4, 1],
  ['5', '0', '10', 4, 2],
  ['10', '0', '10', 4, 4],
  ['11', '0', '10', 4, 4],
  ['-2.5', '-5', '5', 4, 1],
  ['103', '100', '110', 10, 3],
  ['7', '7', '7', 4, 0],
  ['9007199254740993.01', '9007199254740993.00', '9007199254740993.02', 2, 1],
])('%s between %s and %s, in %i steps, is at step %i', (value, low, high, steps, step) => {
  expect(stepOf(d(value), d(low), d(high), steps)).toBe(step);
});

it('grouping adds only separators', () => {
  expect([d('-0.00'), d('-0'), d('-0.01')].map(groupDigits)).toEqual(['0.00', '0', '−0.01']);
  expect(groupDigits(d('9007199254740993.01'))).toBe('9,007,199,254,740,993.01');
  expect([d('100'), d('-1000'), d('0.1000'), d('1e-7')].map(groupDigits)).toEqual([
    '100',
    '−1,000',
    '0.1000',
    '1e-7',
  ]);
});

it('grouping covers all digits that an amount can have, and longer numbers are cut', () => {
  expect(groupDigits('1'.repeat(400) as Decimal).startsWith('1,111,111')).toBe(true);
  expect(groupDigits('1'.repeat(401) as Decimal)).toBe('1'.repeat(401));
  expect(groupDigits(`0.${'0'.repeat(5000)}` as Decimal)).toMatch(/^0\.0+…\(\+906 chars\)$/);
});

it('fraction digits include the exponent', () => {
  expect(['1', '1.10', '1e-7', '1.5e1', '1.5e3', '-0.00'].map(d).map(fractionDigits)).toEqual([
    0, 2, 7, 0, 0, 2,
  ]);
});

describe('a typed amount', () => {
  it.each([
    ['1000', '1000'],
    [' 1,000.50 ', '1000.50'],
    ['1,234,567', '1234567'],
    ['0.10', '0.10'],
    ['007.5', '7.5'],
    ['9007199254740993.01', '9007199254740993.01'],
    ['000', '0'],
    ['0.00', '0.00'],
    ['9'.repeat(400), '9'.repeat(400)],
  ])('is read from %j as %s', (text, value) => {
    expect(parseTypedAmount(text, 2)).toEqual({ ok: true, value });
  });

  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['abc', 'not-a-number'],
    ['1e5', 'not-a-number'],
    ['+5', 'not-a-number'],
    ['.5', 'not-a-number'],
    ['5.', 'not-a-number'],
    ['1.2.3', 'not-a-number'],
    ['1 000', 'not-a-number'],
    ['１', 'not-a-number'],
    ['9'.repeat(500), 'not-a-number'],
    ['1.000,50', 'comma-decimal'],
    ['1.000.000,50', 'comma-decimal'],
    ['.5,5', 'comma-decimal'],
    ['1.000,', 'comma-decimal'],
    ['€1.000,50', 'not-a-number'],
    ['1.000,50 €', 'not-a-number'],
    ['1.000,5a', 'not-a-number'],
    ['-', 'negative'],
    ['5-', 'not-a-number'],
    ['5\u2212', 'not-a-number'],
    ['9'.repeat(401), 'not-a-number'],
    [`-${'9'.repeat(400)}`, 'not-a-number'],
    ['1000,50', 'comma-decimal'],
    [',50', 'comma-decimal'],
    ['5,', 'comma-decimal'],
    ['0,500', 'comma-decimal'],
    ['1,00,000', 'bad-grouping'],
    ['1,00.50', 'bad-grouping'],
    ['1000,000.00', 'bad-grouping'],
    ['1,000,0000', 'bad-grouping'],
    [',1,000', 'bad-grouping'],
    ['0,001,000', 'bad-grouping'],
    ['1.005', 'too-many-fraction-digits'],
    ['-5', 'negative'],
    ['\u22125', 'negative'],
  ])('%j is refused: %s', (text, reason) => {
    expect(parseTypedAmount(text, 2)).toEqual({ ok: false, reason });
  });

  it('has the decimal places of its currency, which may be none [C14c]', () => {
    expect(parseTypedAmount('100', 0)).toEqual({ ok: true, value: '100' });
    expect(parseTypedAmount('100.0', 0)).toEqual({ ok: false, reason: 'too-many-fraction-digits' });
    expect(parseTypedAmount('1.234', 3)).toEqual({ ok: true, value: '1.234' });
  });

  it('with thousands separators reads back as the same number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.nat(99), (whole, cents) => {
        const amount = d(`${whole}.${String(cents).padStart(2, '0')}`);
        expect(parseTypedAmount(groupDigits(amount), 2)).toEqual({ ok: true, value: amount });
      }),
      { seed: 5 },
    );
  });
});

it('a count has thousands separators', () => {
  expect([0, 999, 1000, 100_000].map(countText)).toEqual(['0', '999', '1,000', '100,000']);
});

it.each([
  ['1000', 2, '1000.00'],
  ['1000.5', 2, '1000.50'],
  ['1000.50', 2, '1000.50'],
  ['1.005', 2, '1.005'],
  ['7', 0, '7'],
  ['1e3', 2, '1e3'],
])('%s with at least %i fraction digits is %s', (digits, count, padded) => {
  expect(padFraction(d(digits), count)).toBe(padded);
});

it('a shown number is read with one sign before it, and with no sign inside it', () => {
  expect(['+1,000.50', '\u22121,000.50', '7'].map(text => parseShown(visible(text)))).toEqual([
    '1000.50',
    '-1000.50',
    '7',
  ]);
  for (const text of ['1+5', '1\u22125', '1e\u22125', '++5', 'x5', '5+'])
    expect(parseShown(visible(text)), text).toBeUndefined();
  expect(minusAsSent(visible('1\u22125'))).toBe('1\u22125');
});

describe('round values for an axis', () => {
  const values = (low: string, high: string, most: number) =>
    roundValues(low as Decimal, high as Decimal, most).map(String);

  it.each([
    ['0', '10', 5, ['0', '2', '4', '6', '8', '10']],
    ['0', '1152.94', 7, ['0', '200', '400', '600', '800', '1000']],
    ['3', '10', 4, ['4', '6', '8', '10']],
    ['4', '10', 4, ['4', '6', '8', '10']],
    ['-3', '4', 4, ['-2', '0', '2', '4']],
    ['-100', '100', 4, ['-100', '-50', '0', '50', '100']],
    ['0.1', '0.35', 5, ['0.1', '0.15', '0.2', '0.25', '0.3', '0.35']],
    ['184000', '184090', 4, ['184000', '184020', '184040', '184060', '184080']],
    ['9007199254740993.01', '9007199254740993.02', 3, ['9007199254740993.01', '9007199254740993.02']],
    ['5', '5', 4, []],
  ])('from %s to %s, about %i', (low, high, most, expected) => {
    expect(values(low, high, most)).toEqual(expected);
  });
});

describe('units of a scale', () => {
  it.each([
    ['12.5', 2, 1250n],
    ['-0.05', 2, -5n],
    ['3', 0, 3n],
    ['1e-7', 7, 1n],
    ['2E3', 1, 20_000n],
  ] as const)('%s at %i', (text, scale, expected) => {
    expect(toUnits(d(text), scale)).toBe(expected);
    expect(compare(fromUnits(expected, scale), d(text))).toBe(0);
  });

  it('write every digit of the scale', () => {
    expect([fromUnits(5n, 3), fromUnits(-1250n, 2), fromUnits(0n, 2), fromUnits(7n, 0)]).toEqual([
      '0.005',
      '-12.50',
      '0.00',
      '7',
    ]);
  });
});
