import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSearchIndex } from '../../src/lib/search-index.ts';
import { pageParts, type SearchPart } from '../../src/lib/search-text.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '\0', 'щ'), maxLength: 6 });
const page = fc.array(text, { maxLength: 6 });

function indexOf(parts: readonly SearchPart[]) {
  const index = createSearchIndex();
  for (const part of parts) index.add(part);
  return index;
}

it('finds the texts of several pages that have a word, letter after letter, and no word across two texts', () => {
  fc.assert(
    fc.property(page, page, fc.boolean(), text, text, (one, other, backwards, before, word) => {
      const texts = [...one, ...other, ...one];
      const parts = [...pageParts(one), ...pageParts(other), ...pageParts(one)];
      if (backwards) for (const list of [texts, parts]) list.reverse();
      const index = indexOf(parts);
      const having = (part: string) => texts.flatMap((all, row) => (all.includes(part) ? [row] : []));
      const hits = index.find(before, undefined);
      expect([...hits.rows]).toEqual(having(before));
      for (const longer of [before + word, word + before, word + before + word])
        expect([...index.find(longer, hits).rows]).toEqual(having(longer));
    }),
    { seed: 11, numRuns: 3000 },
  );
});

it('has room for any number of texts', () => {
  const texts = Array.from({ length: 1000 }, (_, i) => `text ${i}.`);
  const index = indexOf(texts.flatMap(one => pageParts([one])));
  expect(index.length).toBe(1000);
  expect([...index.find(' 99', undefined).rows]).toEqual([
    99, 990, 991, 992, 993, 994, 995, 996, 997, 998, 999,
  ]);
});
