// The suggestion after a typo is a similar word. If no word is similar, there is no suggestion.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearest } from '../../src/lib/nearest.ts';

const words = ['overview', 'accounts', 'cards', 'fx', 'rfi', 'customer', 'beneficiaries'];

test.each([
  ['acconts', 'accounts'],
  ['accuonts', 'accounts'],
  ['Accounts', 'accounts'],
  ['benef', 'beneficiaries'],
  ['rf', 'rfi'],
  ['xf', 'fx'],
  ['c', undefined],
  ['', undefined],
  ['qqqqqq', undefined],
  ['a'.repeat(5000), undefined],
])('the typo %s gets the intended word as its suggestion, or none', (typed, meant) => {
  expect(nearest(typed, words)).toBe(meant);
});

test('a known word is its own suggestion, and a long word is found with one typo', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('overview', 'accounts', 'customer', 'beneficiaries'),
      fc.nat(),
      (word, seed) => {
        const at = seed % word.length;
        expect(nearest(word, words)).toBe(word);
        expect(nearest(word.slice(0, at) + word.slice(at + 1), words)).toBe(word);
      },
    ),
    { seed: 7 },
  );
});
