import { expect, it } from 'vitest';
import { fuzzyScore } from '../../src/lib/fuzzy.ts';

const best = (typed: string, ...names: readonly string[]): string | undefined =>
  names
    .map(name => ({ name, score: fuzzyScore(name, typed) }))
    .filter(({ score }) => score !== undefined)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0))[0]?.name;

it.each([
  ['can pay', 'cancel payout'],
  ['payout', 'cancel payout'],
  ['frz', 'freeze, unfreeze'],
  ['cnpay', 'cancel payout'],
  ['eeze', 'freeze, unfreeze'],
  ['QUOTE', 'quote and convert'],
])('the search text “%s” finds “%s”', (typed, name) => {
  expect(best(typed, 'cancel payout', 'freeze, unfreeze', 'quote and convert', 'copy the ID')).toBe(name);
});

it('the search looks for scattered letters only in the name', () => {
  expect(fuzzyScore('reload', 'evr', 'everywhere')).toBeUndefined();
  expect(fuzzyScore('reload', 'every', 'everywhere')).toBeGreaterThan(0);
});

it('the search finds nothing if a word is missing', () => {
  expect(fuzzyScore('cancel payout', 'cancel card')).toBeUndefined();
  expect(fuzzyScore('cancel payout', 'z')).toBeUndefined();
});

it('the search lists matches at the beginning first, then in the middle, then scattered letters', () => {
  const [begins = 0, inside = 0, scattered = 0] = ['pay', 'ayo', 'pyt'].map(typed =>
    fuzzyScore('cancel payout', typed),
  );
  expect(begins).toBeGreaterThan(inside);
  expect(inside).toBeGreaterThan(scattered);
  expect(fuzzyScore('anything', ' ')).toBe(0);
});
