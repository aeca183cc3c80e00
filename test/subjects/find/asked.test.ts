// The possible meaning of a typed search, as the header of its results shows it.

import { expect, it } from 'vitest';
import { searchText } from '../../../src/lib/search-text.ts';
import { marksOf, rowsWith } from '../../../src/store/row-search.ts';
import { couldBe, fitsSign, searchFor, soughtFor } from '../../../src/subjects/find/asked.ts';
import { jsonOf } from '../../harness/answers.ts';

it.each([
  ['1,000.50', 'an amount'],
  ['€1,234.00', 'an amount'],
  ['-£5', 'an amount'],
  ['USDC 12', 'an amount'],
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

const rows = [
  { amount: '1234.00', currency: 'EUR', description: 'Payout PAY139988571160' },
  { amount: '-1234.56', currency: 'GBP', description: 'C250423-V53OOTQ' },
].map(({ amount, ...rest }) => {
  const text = searchText(jsonOf(JSON.stringify(rest).replace('{', `{"amount":${amount},`)));
  return { text, marks: marksOf(text) };
});

it.each([
  ['1234', [0, 1]],
  ['1,234', [0, 1]],
  ['1234 gbp', [1]],
  ['1,234.00', [0]],
  ['€1,234.00', [0]],
  ['1234.56', [1]],
  ['123', []],
  ['PAY139988571160', [0]],
  ['139988571160', [0]],
  ['988571160', []],
  ['c250423-v53ootq', [1]],
  ['V53OOTQ', [1]],
])('%s finds the amount or the reference in these rows: %j', (typed, found) => {
  const search = searchFor(typed);
  const hits = [...rowsWith(rows, soughtFor(search), 9)].filter(at => fitsSign(search)(rows[at]?.text ?? ''));
  expect(hits.toSorted()).toEqual(found);
});
