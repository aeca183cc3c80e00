// The possible meaning of a typed search, as the header of its results shows it.

import { expect, it } from 'vitest';
import { couldBe, searchFor } from '../../../src/features/find/asked.ts';

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
