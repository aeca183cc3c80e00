// The index finds exactly the texts that contain some letters.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachOf } from '../../src/lib/letter-index.ts';
import { WordIndex } from '../../src/lib/word-index.ts';

function found(texts: readonly string[], part: string): readonly number[] | undefined {
  const index = new WordIndex();
  for (const text of texts) index.add(text);
  const bits = index.withPart(part, texts.length);
  const places: number[] = [];
  if (bits) eachOf(texts, bits, (_, at) => places.push(at) < 0);
  return bits && places;
}

const letters = fc.constantFrom('a', 'b', 'c', 'a', 'b', 'é', '中', '1', '-', ' ', '\n');
const text = fc.array(letters, { maxLength: 14 }).map(some => some.join(''));
const part = fc.stringMatching(/^[abc]{3,4}$/);

test('the index finds the same texts as a search of all texts', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 90 }), part, (texts, typed) => {
      expect(found(texts, typed)).toEqual(texts.flatMap((one, at) => (one.includes(typed) ? [at] : [])));
    }),
  );
});

test('the index does not know fewer than three letters, or other signs', () => {
  for (const typed of ['', 'ab', 'ab1', 'top-up', 'söhne', 'ABC'])
    expect(found(['abc'], typed)).toBeUndefined();
});

test('the index finds each of many words', () => {
  const name = (n: number) => `w${n.toString(26).replace(/\d/g, digit => 'qrstuvwxyz'[Number(digit)] ?? '')}`;
  const texts = Array.from({ length: 9000 }, (_, n) => `12 ${name(n + 1000)} 34 paid ${name(n + 1001)}`);
  for (const n of [0, 1, 4711, 8999]) {
    const typed = name(n + 1000);
    const expected = texts.flatMap((one, at) => (one.includes(typed) ? [at] : []));
    expect(found(texts, typed)).toEqual(expected);
  }
});

test('the index gives up if a word is very long, or if there are too many words', () => {
  expect(found(['abc', 'a'.repeat(65)], 'abc')).toBeUndefined();
  expect(found(['abc', 'a'.repeat(64)], 'abc')).toEqual([0]);
  const word = (n: number) => `x${n.toString(2).padStart(15, '0').replaceAll('0', 'y').replaceAll('1', 'z')}`;
  expect(
    found(
      Array.from({ length: 20_000 }, (_, n) => word(n)),
      word(7),
    ),
  ).toEqual([7]);
  expect(
    found(
      Array.from({ length: 20_001 }, (_, n) => word(n)),
      word(7),
    ),
  ).toBeUndefined();
});
