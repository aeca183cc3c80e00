/** Keeps personal data out of everything that is kept or shown, except the one screen that it is meant for. */
import { bareObject, isJsonList, type Json, JsonNumber, parseJson, writeJson } from './json.ts';

export const HIDDEN = '•••';

/** Members by name, or all except some, for bodies with members of unknown names. */
export type PersonalMembers = readonly string[] | { readonly allBut: readonly string[] };

const isListed = (names: PersonalMembers): names is readonly string[] => Array.isArray(names);

const isIn = (names: PersonalMembers, name: string): boolean =>
  isListed(names) ? names.includes(name) : !names.allBut.includes(name);

/**
 * A JSON text with every text and number hidden in these members, at any depth; undefined for text that is not
 * complete JSON.
 */
export function withoutPersonal(text: string, names: PersonalMembers): string | undefined {
  const parsed = parseJson(text);
  if (parsed.ok) return writeJson(masked(parsed.value, names, false));
  return /^\s*[[{"]/.test(text) ? undefined : text;
}

function masked(value: Json, names: PersonalMembers, personal: boolean): Json {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string' || value instanceof JsonNumber) return personal ? HIDDEN : value;
  if (isJsonList(value)) return value.map(item => masked(item, names, personal));
  // Without a prototype, as it was parsed: "__proto__" is a name like any other.
  const left = bareObject();
  for (const [name, member] of Object.entries(value))
    left[name] = masked(member, names, personal || isIn(names, name));
  return left;
}

/** Shorter texts occur in too many other texts. */
const SHORTEST = 5;

/**
 * Hides the values of `body`'s personal members in any text, because a service may repeat what it received, also in
 * capitals. Texts under five characters stay, because they occur everywhere; so do `ownWords`, which identify
 * nobody.
 */
export function echoHidden(
  body: string,
  names: PersonalMembers,
  ownWords: readonly string[] = [],
): (text: string) => string {
  const parsed = parseJson(body);
  const words = parsed.ok ? [...new Set(personalTexts(parsed.value, names, false))] : [];
  // The longest first, so that no part of one stays.
  const telling = words
    .filter(word => word.length >= SHORTEST && !ownWords.includes(word))
    .toSorted((a, b) => b.length - a.length)
    .flatMap(word => [word, JSON.stringify(word).slice(1, -1)])
    .map(word => new RegExp(RegExp.escape(word), 'giu'));
  return text => telling.reduce((so, word) => so.replaceAll(word, HIDDEN), text);
}

function personalTexts(value: Json, names: PersonalMembers, personal: boolean): readonly string[] {
  if (typeof value === 'string') return personal ? [value] : [];
  if (value === null || typeof value !== 'object' || value instanceof JsonNumber) return [];
  if (isJsonList(value)) return value.flatMap(item => personalTexts(item, names, personal));
  return Object.entries(value).flatMap(([name, member]) =>
    personalTexts(member, names, personal || isIn(names, name)),
  );
}
