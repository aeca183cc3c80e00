// The places of searched words in a text, as spans of the shown text.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { folded } from '../../src/lib/fold.ts';
import { matchesIn } from '../../src/lib/matches.ts';

const found = (text: string, wanted: readonly string[], skipped?: string): readonly string[] =>
  matchesIn(text, wanted, skipped).map(([from, to]) => text.slice(from, to));

it.each([
  ['Refund 727971 Ashdown', ['fund', 'ash'], ['fund', 'Ash']],
  ['a refund of a refund', ['refund'], ['refund', 'refund']],
  ['Straße', ['strasse'], ['Straße']],
  ['Straße', ['as'], ['aß']],
  ['Zoë Ltd', ['zoe'], ['Zoë']],
  ['Zoe\u0308 Ltd', ['zoe'], ['Zoe\u0308']],
  ['abcdef', ['abc', 'bcd', 'f'], ['abcd', 'f']],
  ['ﬁne', ['i'], ['ﬁ']],
  ['−821,185.66', ['-821'], ['−821']],
  ['nothing', ['x', ''], []],
  ['', ['x'], []],
])('the matches in %j of the words %j are %j', (text, wanted, spans) =>
  expect(found(text, wanted)).toEqual(spans),
);

it('a match may contain a skipped character, which is not searched', () => {
  expect(found('−821,185.66', ['821185'], ',')).toEqual(['821,185']);
  expect(found('1,000', ['1'], ',')).toEqual(['1,']);
});

it('each match contains a searched word apart from case and accents, and no match is missing', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'ß', 'e\u0301', '−', 'ﬁ', '中', '🇩', ' ') });
  fc.assert(
    fc.property(text, text, (all, part) => {
      const wanted = folded(part);
      const spans = found(all, [wanted]);
      expect(spans.length > 0).toBe(wanted !== '' && folded(all).includes(wanted));
      for (const span of spans) expect(folded(span)).toContain(wanted);
    }),
    { seed: 5 },
  );
});
