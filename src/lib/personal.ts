/**
 * Hides the personal data of a request and of its answer in stored and later shown texts. Only the confirmation dialog
 * shows the data.
 */
import { bareObject, isJsonList, type Json, JsonNumber, parseJson, writeJson } from './json.ts';

export const HIDDEN = '•••';

/** The names of personal members. `allBut` means all members except these, for bodies with unknown names. */
export type PersonalMembers = readonly string[] | { readonly allBut: readonly string[] };

const isListed = (names: PersonalMembers): names is readonly string[] => Array.isArray(names);

const isIn = (names: PersonalMembers, name: string): boolean =>
  isListed(names) ? names.includes(name) : !names.allBut.includes(name);

/**
 * Returns a JSON text in which every text and number of the members `names` is hidden, at any depth. Text that is not
 * JSON stays unchanged. Undefined for broken JSON.
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
  // No prototype, so "__proto__" is a name like any other.
  const left = bareObject();
  for (const [name, member] of Object.entries(value))
    left[name] = masked(member, names, personal || isIn(names, name));
  return left;
}

const SHORTEST = 5;

/**
 * Returns a function that hides the values of `body`'s personal members in any text. A service may repeat these values
 * in its answer, also in capitals. Values under five characters stay, because they occur in too many other texts.
 * `impersonalWords` stay too, because they identify nobody.
 */
export function echoHidden(
  body: string,
  names: PersonalMembers,
  impersonalWords: readonly string[] = [],
): (text: string) => string {
  const parsed = parseJson(body);
  const words = parsed.ok ? [...new Set(personalTexts(parsed.value, names, false))] : [];
  // The longest value comes first, so that no part of it stays.
  const telling = words
    .filter(word => word.length >= SHORTEST && !impersonalWords.includes(word))
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
