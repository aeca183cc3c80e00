// Text in the form that a search compares: without case, accents, ligatures and widths, so that typed text finds it.

import { lazy } from './lazy.ts';

const NOT_ASCII = /[^\0-\x7f]/;
const MARKS = /\p{M}+/gu;
/** Letters and signs that Unicode doesn't take apart, as people type them who don't have them. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  '−': '-',
};
const SPELLABLE = new RegExp(`[${Object.keys(SPELLED).join('')}]`, 'g');

/** A letter in the filter looks at every loaded record, so each character is decomposed once. */
const known = lazy(() => new Map<number, string>());

function foldedCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const before = known().get(code);
  if (before !== undefined) return before;
  const after = character
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(SPELLABLE, letter => SPELLED[letter] ?? letter);
  known().set(code, after);
  return after;
}

/** "Zoë" and "ZOE" to "zoe", "Straße" to "strasse", "ﬁ" to "fi". A part of a text folds to a part of its fold. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  if (!NOT_ASCII.test(lower)) return lower;
  let plain = '';
  // A replacing pattern takes three times as long, and a page of foreign names is folded at one key.
  for (const character of lower) plain += character < '\x80' ? character : foldedCharacter(character);
  return plain;
}
