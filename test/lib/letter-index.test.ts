// The index finds what a search of each text finds.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LetterIndex, picked } from '../../src/lib/letter-index.ts';

const letters = fc.constantFrom('a', 'b', 'c', 'z', '1', '.', '-', ' ', 'é', '中');
const text = fc.array(letters, { maxLength: 12 }).map(some => some.join(''));
const word = fc.array(letters, { minLength: 1, maxLength: 4 }).map(some => some.join(''));

test('the index keeps every match, and says if it keeps nothing else', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 90 }), word, (texts, typed) => {
      const index = new LetterIndex();
      for (const one of texts) index.add(one);
      expect(index.size).toBe(texts.length);
      const candidates = index.candidates([typed]);
      expect(candidates === undefined).toBe(!/[a-z\d.]/.test(typed));
      if (!candidates) return;
      const matching = texts.filter(one => one.includes(typed));
      expect(picked(texts, candidates.bits).filter(one => one.includes(typed))).toEqual(matching);
      if (candidates.exact) expect(picked(texts, candidates.bits)).toEqual(matching);
    }),
  );
});

test('one or two letters need no look at the texts, but more do', () => {
  const index = new LetterIndex();
  for (let i = 0; i < 5000; i++) index.add(i % 7 === 0 ? 'fab' : 'bag');
  const places = Array.from({ length: 5000 }, (_, i) => i);
  const left = (typed: string) => picked(places, index.candidates([typed])?.bits ?? new Uint32Array());
  expect(left('fa')).toEqual(places.filter(i => i % 7 === 0));
  expect([index.candidates(['f'])?.exact, index.candidates(['fa'])?.exact]).toEqual([true, true]);
  expect([index.candidates(['fab'])?.exact, index.candidates(['f-'])?.exact]).toEqual([false, false]);
  expect(left('xy')).toEqual([]);
});

test('an unknown text makes the index useless', () => {
  const index = new LetterIndex();
  index.add('one');
  index.add(undefined);
  index.add('three');
  expect(index.size).toBeUndefined();
});

test('the index finds the first text with a letter behind a thousand without', () => {
  const index = new LetterIndex();
  const texts = Array.from({ length: 3000 }, (_, i) => (i === 2999 ? 'fab' : '12 34'));
  for (const one of texts) index.add(one);
  expect(picked(texts, index.candidates(['fa'])?.bits ?? new Uint32Array())).toEqual(['fab']);
});
