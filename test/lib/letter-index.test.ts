// The index finds all texts that a search without the index finds.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LetterIndex, picked } from '../../src/lib/letter-index.ts';

const letters = fc.constantFrom('a', 'b', 'c', 'z', '1', '.', '-', ' ', 'é', '中');
const text = fc.array(letters, { maxLength: 12 }).map(some => some.join(''));
const word = fc.array(letters, { minLength: 1, maxLength: 4 }).map(some => some.join(''));

test('the candidates include every match, and the index says if all candidates match', () => {
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

test('the index alone finds the matches of one or two letters, but not of three', () => {
  const index = new LetterIndex();
  for (let i = 0; i < 5000; i++) index.add(i % 7 === 0 ? 'fab' : 'bag');
  const places = Array.from({ length: 5000 }, (_, i) => i);
  const left = (typed: string) => picked(places, index.candidates([typed])?.bits ?? new Uint32Array());
  expect(left('fa')).toEqual(places.filter(i => i % 7 === 0));
  expect([index.candidates(['f'])?.exact, index.candidates(['fa'])?.exact]).toEqual([true, true]);
  expect([index.candidates(['fab'])?.exact, index.candidates(['f-'])?.exact]).toEqual([false, false]);
  expect(left('xy')).toEqual([]);
});

test('the index gives up if any text is unknown', () => {
  const index = new LetterIndex();
  index.add('one');
  index.add(undefined);
  index.add('three');
  expect(index.size).toBeUndefined();
});

test('the index finds the only text with a letter among thousands', () => {
  const index = new LetterIndex();
  const texts = Array.from({ length: 3000 }, (_, i) => (i === 2999 ? 'fab' : '12 34'));
  for (const one of texts) index.add(one);
  expect(picked(texts, index.candidates(['fa'])?.bits ?? new Uint32Array())).toEqual(['fab']);
});
