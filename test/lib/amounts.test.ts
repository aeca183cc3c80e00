// One text has one amount, or none: never two.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountIn, directed, isDirected } from '../../src/lib/amounts.ts';
import { compare, type Decimal, groupDigits, isNegative, negate } from '../../src/lib/decimal.ts';
import { jsonOf } from '../harness/answers.ts';

const digits = fc
  .tuple(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 99 }))
  .map(([whole, part]) => `${whole}.${String(part).padStart(2, '0')}` as Decimal);

it('an amount is the same as a number, as a text, in groups, and with either minus', () => {
  fc.assert(
    fc.property(digits, fc.constantFrom('', '-', '\u2212'), (amount, minus) => {
      const due = minus === '' ? amount : negate(amount);
      const texts = [amount, groupDigits(amount), ` ${amount} `].map(text => minus + text.trim());
      expect(texts.map(text => compare(amountIn(text) ?? negate('1' as Decimal), due))).toEqual([0, 0, 0]);
      if (minus !== '\u2212') expect(amountIn(jsonOf(minus + amount))).toBe(due);
    }),
    { seed: 46 },
  );
});

it.each([
  ...['1,234', '1.234,50', '12,34.00', '', '-', '1e3', '0x10', '1 000', '£5', '--5'],
  // Perhaps the number of an account or a card.
  ...['123456789012', '4111111111111111', '-123456789012'],
])('%j is no amount', text => expect(amountIn(text)).toBeUndefined());

it.each([null, true, {}, [], undefined])('%j is no amount', sent => {
  expect(amountIn(sent === undefined ? undefined : jsonOf(JSON.stringify(sent)))).toBeUndefined();
});

it.each(['12345678901', '1,234,567', '123,456,789,012.00', '00012.50'])('%j is an amount', text =>
  expect(amountIn(text)).toBeDefined(),
);

it('a sign counts more than the word for the direction, in any case of letters', () => {
  for (const word of ['DEBIT', 'Debit', 'debit']) {
    expect(directed('5' as Decimal, word)).toBe('-5');
    expect(directed('-5' as Decimal, word)).toBe('-5');
    expect(directed('0' as Decimal, word)).toBe('0');
  }
  for (const word of ['CREDIT', 'credit', 'other', undefined, 1])
    for (const amount of ['5', '-5'] as Decimal[]) {
      expect(directed(amount, word)).toBe(amount);
      expect(isDirected(amount, word)).toBe(isNegative(amount) || /^credit$/i.test(String(word)));
    }
});
