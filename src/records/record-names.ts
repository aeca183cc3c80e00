// The IDs and references that a text names. Pure.

import { canonicalId, isSystemReference } from '../lib/identifier.ts';

const PLAIN = /^[a-z0-9]+$/i;

/** Equal for two spellings of one ID or reference. */
export const nameKey = (name: string): string => (PLAIN.test(name) ? name.toUpperCase() : canonicalId(name));

const WORDS = /[A-Za-z0-9_-]{7,}/g;
const LONGEST = 80;
const UUID = /^(?:[a-z]+_)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** In characters. */
const READ = 4000;

/** The words of a text that may be an ID or a reference, as `nameKey` writes them. */
export function namesIn(text: string | undefined): readonly string[] {
  const names: string[] = [];
  for (const { 0: word, index, input } of text?.slice(0, READ).matchAll(WORDS) ?? []) {
    const isName = word.length <= LONGEST && /\d/.test(word);
    if (isName && isEnd(input[index - 1]) && isEnd(input[index + word.length])) names.push(nameKey(word));
  }
  return names;
}

/** A letter of another script, an accent or an invisible character makes another word. */
const isEnd = (next: string | undefined): boolean =>
  next === undefined || next < '\x80' || /[\p{P}\p{Z}\p{S}]/u.test(next);

/** Not a number or a date, which unrelated records may share. */
export const isReference = (name: string): boolean => isSystemReference(name) || UUID.test(name);
