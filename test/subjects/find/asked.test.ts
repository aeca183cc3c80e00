// The possible meaning of a typed search, as the header of its results shows it.

import { expect, it } from 'vitest';
import { searchText } from '../../../src/lib/search-text.ts';
import { couldBe, fitsSign, searchFor } from '../../../src/subjects/find/asked.ts';
import { jsonOf } from '../../harness/answers.ts';

it.each([
  ['1,000.50', 'an amount'],
  ['-821185.66 gbp', 'an amount'],
  ['1.000,50', 'not an amount: amounts are written as 12,345.67'],
  ['EUR 12,5', 'not an amount: amounts are written as 12,345.67'],
  ['ashdown & vale', 'a name or other words'],
  ['…', 'a name or other words'],
])('the header for %s says: %s', (text, said) => {
  expect(couldBe(searchFor(text))).toBe(said);
});

it.each([
  ['587.58', ['in', 'out', 'debit', 'credit']],
  ['-587.58', ['out', 'debit']],
  ['\u2212587.58 gbp', ['out', 'debit']],
  ['+587.58', ['in', 'credit']],
])(
  '%s means both directions, or the typed one: the sign of the amount counts, not that of the balance',
  (typed, kept) => {
    const rows = {
      in: searchText(jsonOf('{"amount": 587.58, "balance": -20.00}')),
      out: searchText(jsonOf('{"amount": -587.580, "balance": 20.00}')),
      debit: searchText(jsonOf('{"amount": 587.58, "type": "DEBIT"}')),
      credit: searchText(jsonOf('{"amount": 587.58, "type": "CREDIT"}')),
    };
    const fits = fitsSign(searchFor(typed));
    expect(Object.entries(rows).flatMap(([name, text]) => (fits(text) ? [name] : []))).toEqual(kept);
  },
);
