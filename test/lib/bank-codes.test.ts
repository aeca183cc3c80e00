// IBAN, BIC and routing number: their own checks find one wrong character.

import { describe, expect, it } from 'vitest';
import { countryName, isBic, isIban, isRoutingNumber, looksLikeIban } from '../../src/lib/bank-codes.ts';

const IBANS = ['GB29 NWBK 6016 1331 9268 19', 'de89370400440532013000', 'NL91-ABNA-0417-1643-00'];

describe('an IBAN', () => {
  it.each(IBANS)('%s is correct, with blanks, hyphens and small letters', iban => {
    expect([looksLikeIban(iban), isIban(iban)]).toEqual([true, true]);
  });

  it('is wrong with any one digit changed, or with two neighbours swapped', () => {
    const iban = 'DE89370400440532013000';
    for (let at = 2; at < iban.length; at++) {
      const other = (Number(iban[at]) + 1) % 10;
      expect(isIban(iban.slice(0, at) + other + iban.slice(at + 1))).toBe(false);
      if (at === iban.length - 1 || iban[at] === iban[at + 1]) continue;
      expect(isIban(iban.slice(0, at) + iban[at + 1] + iban[at] + iban.slice(at + 2))).toBe(false);
    }
  });

  it.each(['12345678', '*****7088', 'AB12', 'INVOICE 7'])('is not meant by %s', text => {
    expect(looksLikeIban(text)).toBe(false);
  });
});

it.each<[string, boolean]>([
  ['021000021', true],
  ['021000022', false],
  ['02100002', false],
  ['0210000210', false],
])('the routing number %s is valid: %s', (text, valid) => {
  expect(isRoutingNumber(text)).toBe(valid);
});

it.each<[string, boolean]>([
  ['DEUTDEFF', true],
  ['deutdeff500', true],
  ['AINHNL22', true],
  ['DEUTDEF', false],
  ['DEUT1EFF', false],
  ['DEUTDEFF50', false],
])('the BIC %s is valid: %s', (text, valid) => {
  expect(isBic(text)).toBe(valid);
});

it('a country has a name if ISO 3166 has its code', () => {
  expect([countryName('US'), countryName('GB'), countryName('QY')]).toEqual([
    'United States',
    'United Kingdom',
    undefined,
  ]);
});
