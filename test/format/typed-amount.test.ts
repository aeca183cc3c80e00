// The one grammar for typed amounts, and a sentence for each mistake.

import { expect, it } from 'vitest';
import { readAmount, readLimit } from '../../src/format/typed-amount.ts';

it.each([
  ['1000', 'GBP', '1000.00'],
  ['1,000.5', 'GBP', '1000.50'],
  ['1.005', 'KWD', '1.005'],
  [' 0.01 ', 'USD', '0.01'],
])('a form reads the amount %j in %s', (text, currency, value) => {
  expect(readAmount(text, currency)).toEqual({ ok: true, value });
});

it.each([
  ['', 'GBP', 'Type an amount'],
  ['a lot', 'GBP', 'only digits, commas and one decimal point'],
  ['1000,50', 'GBP', 'Use a point for decimals'],
  ['10,00.50', 'GBP', 'Commas come only'],
  ['1.005', 'GBP', 'GBP has at most 2 decimal places.'],
  ['1.5', 'JPY', 'JPY has no decimal places.'],
  ['-1', 'GBP', 'without a sign'],
  ['0', 'GBP', 'The amount must be more than 0.'],
  ['10', '', 'Type the currency first'],
  ['10', 'XAU', 'Type the currency first'],
])('a form refuses the amount %j in %s, and says why', (text, currency, why) => {
  const read = readAmount(text, currency);
  expect(read.ok ? '' : read.why.replaceAll("'", '’')).toContain(why);
});

it.each([
  ['1000', '1000'],
  [' 1,000 ', '1000'],
  ['1', '1'],
])('a form reads the limit %j', (text, value) => {
  expect(readLimit(text)).toEqual({ ok: true, value });
});

it.each([
  ['', 'A limit is a whole number, such as 1000 or 1,000.'],
  ['a lot', 'A limit is a whole number, such as 1000 or 1,000.'],
  ['1000,50', 'A limit is a whole number. Use commas only between groups of three digits: 1000 or 1,000.'],
  ['1,00,000', 'A limit is a whole number. Use commas only between groups of three digits: 1000 or 1,000.'],
  ['10.5', 'A limit has no decimal places.'],
  ['-5', 'A limit must be more than 0, without a sign.'],
  ['0', 'A limit must be more than 0, without a sign.'],
])('a form refuses the limit %j, and says why', (text, why) => {
  expect(readLimit(text)).toEqual({ ok: false, why });
});
