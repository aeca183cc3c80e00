// The index finds every text that may have an amount, and hardly any other text.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AmountIndex } from '../../src/lib/amount-index.ts';
import { eachOf } from '../../src/lib/letter-index.ts';

function candidates(texts: readonly string[], amount: string): readonly number[] | undefined {
  const index = new AmountIndex();
  for (const [nth, text] of texts.entries()) index.add(text, nth);
  const bits = index.candidates(amount, texts.length);
  const found: number[] = [];
  if (bits) eachOf(texts, bits, (_, at) => found.push(at) < 0);
  return bits && found;
}

test.each([
  ['the same amount in another spelling', '500', ['500.00 500.00', '-500.0 −500.0', '0500 0500'], [0, 1, 2]],
  ['a fraction', '0.5', ['0.50 0.50', '00.5 00.5', '5 5', '0.05 0.05'], [0, 1]],
  ['zero', '0', ['0 0', '-0.00 −0.00', '000 000', '10 10'], [0, 1, 2]],
  ['zeros before the point', '100', ['100 100', '100.0 100.0', '1 1', '1000 1,000'], [0, 1]],
  ['any line', '7.25', ['id\n7.25 7.25\ngbp', '9 9\n7.25 7.25', 'paid 7.25 gbp'], [0, 1]],
  ['no other number', '2026', ['2026-11-20t09:00:00z', '2026', '2026abcd', '2026.1.1 '], []],
])('the candidates are right for %s', (_, amount, texts, found) => {
  expect(candidates(texts, amount)).toEqual(found);
});

test('the index does not know a text that is not an amount', () => {
  for (const text of ['', 'gbp', '1,000', '1e5', '−5']) expect(candidates(['5 5'], text)).toBeUndefined();
});

test('the index finds one amount among thousands', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2999 }), nth => {
      const texts = Array.from({ length: 3000 }, (_, i) => `id\n${i}.25 ${i}.25\n${i}.5 ${i}.5`);
      expect(candidates(texts, `${nth}.5`)).toEqual([nth]);
    }),
    { numRuns: 10 },
  );
});
