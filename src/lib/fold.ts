// Folds text for searches: case, accents, ligatures and widths are removed, so that "zoe" finds "Zoë".

import { lazy } from './lazy.ts';

const NOT_ASCII = /[^\0-\x7f]/;
const MARKS = /\p{M}+/gu;
/** Letters that Unicode does not decompose, as people type them on other keyboards. */
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

/** Each character is decomposed once, because a letter typed in the filter makes Purser fold every loaded record. */
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

/**
 * Folds "Zoë" to "zoe", "Straße" to "strasse", "ﬁ" to "fi". If a text contains a word, the folded text contains the
 * folded word.
 */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  if (!NOT_ASCII.test(lower)) return lower;
  let plain = '';
  // A regular expression takes three times as long, and one key press may fold a page of foreign names.
  for (const character of lower) plain += character < '\x80' ? character : foldedCharacter(character);
  return plain;
}

/** For two texts that people typed: blanks, invisible characters and the kind of a dash don't count either. */
export const foldedText = (text: string): string =>
  folded(text)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\p{Dash_Punctuation}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim();
