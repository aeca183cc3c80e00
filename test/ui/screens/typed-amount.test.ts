// One grammar for every amount that is typed, and a sentence for each way to miss it.

import { expect, it } from 'vitest';
import { readAmount } from '../../../src/ui/screens/typed-amount.ts';

it.each([
  ['1000', 'GBP', '1000.00'],
  ['1,000.5', 'GBP', '1000.50'],
  ['1.005', 'KWD', '1.005'],
  [' 0.01 ', 'USD', '0.01'],
])('reads %j in %s', (text, currency, value) => {
  expect(readAmount(text, currency)).toEqual({ ok: true, value });
});

it.each([
  ['', 'GBP', 'Type an amount'],
  ['a lot', 'GBP', 'digits with at most one decimal point'],
  ['1000,50', 'GBP', 'The decimal sign is a point'],
  ['10,00.50', 'GBP', 'The commas don’t stand'],
  ['1.005', 'GBP', 'GBP has 2 digits after the point, no more.'],
  ['1.5', 'JPY', 'JPY has no digits after the point.'],
  ['-1', 'GBP', 'without a sign'],
  ['0', 'GBP', 'An amount is more than 0.'],
  ['10', '', 'Its currency comes first'],
  ['10', 'XAU', 'Its currency comes first'],
])('refuses %j in %s, and says why', (text, currency, why) => {
  const read = readAmount(text, currency);
  expect(read.ok ? '' : read.why.replaceAll("'", '’')).toContain(why);
});
