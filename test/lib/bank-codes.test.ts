// IBAN, BIC and routing number: their own checks find one wrong character.

import { describe, expect, it } from 'vitest';
import {
  countryName,
  isBic,
  isIban,
  isRoutingNumber,
  looksLikeIban,
  sentAccount,
  shownAccount,
} from '../../src/lib/bank-codes.ts';

// Norway has the shortest IBANs, and Saint Lucia long ones.
const IBANS = [
  'NO93 8601 1117 947',
  'LC55 HEMM 0001 0001 0012 0012 0002 3015',
  'GB29 NWBK 6016 1331 9268 19',
  'de89370400440532013000',
  'NL91-ABNA-0417-1643-00',
];

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

  it.each([
    'DE89 3704 0044 0532 0130 00',
    'de89-3704-0044-0532-0130-00',
    'DE89\u00A03704\u00A00044\u00A00532\u00A00130\u00A000',
    'DE89–3704–0044–0532–0130–00',
    '\u200BDE89 3704\u202F0044\t0532 0130 00 ',
    'ＤＥ８９ 3704 0044 0532 0130 00',
  ])('is sent without blanks and dashes, and shown in groups of four: %j', typed => {
    for (const name of ['account_number', 'beneficiary_account_number', 'iban', 'creditor_iban']) {
      expect(sentAccount(name, typed)).toBe('DE89370400440532013000');
      expect(shownAccount(name, typed)).toBe('DE89 3704 0044 0532 0130 00');
    }
    expect(sentAccount('full_name', typed)).toBe(typed);
  });

  it.each(['19-2000145399', '12 34 56', 'DE88 3704 0044 0532 0130 00', 'GB29-1', ''])(
    'leaves another number as it is typed: %j',
    typed => {
      expect([sentAccount('iban', typed), shownAccount('iban', typed)]).toEqual([typed, typed]);
    },
  );

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
