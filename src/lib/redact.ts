/** Keeps secrets and card numbers out of everything that is shown, logged or stored. */

import { isIban } from './bank-codes.ts';
import { maskLongNumber, maskLuhnNumbers, mayHoldCardNumber } from './card-numbers.ts';
import { bareObject, isJsonList, type Json, JsonNumber, parseJson, writeJson } from './json.ts';

export const HIDDEN = '•••';

/** Only `reveal` gives the text, so no log, JSON, template or inspection reveals it by accident. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [Symbol.toPrimitive](): string {
    return HIDDEN;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return HIDDEN;
  }
}

/** Names match in any case. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  secretNames: ReadonlySet<string>,
): Record<string, string> {
  const secret = new Set([...secretNames].map(name => name.toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secret.has(name.toLowerCase()) ? HIDDEN : value]),
  );
}

/** INTERFACE.md, Card: the service promises to mask these, so Purser does even if Luhn's test fails. */
const MASKED_NUMBER = /masked_?card_?number$/i;
export const isMaskedName = (name: string): boolean => MASKED_NUMBER.test(name);
const PROMISED = /masked_?card_?number/i;

/** Amounts and rates are never card numbers. */
const AMOUNT =
  /(?:^|_)(?:amount|balance|fee|rate|exchangerate|remaining)$|[a-z](?:Amount|Balance|Fee|Rate|Exchangerate|Remaining)$/;

export const isAmountName = (name: string): boolean => AMOUNT.test(name);

/** IDs and account numbers may be as long as card numbers, and every tenth passes Luhn's test by chance. */
const REFERENCE =
  /^(?:id|identifier|auth_code|retrieval_ref|account_number|beneficiary_account_number|system_reference_number|systemReferenceNumber)$|_id$|_identifier$|[a-z]Id$/;

export const isReferenceName = (name: string): boolean => REFERENCE.test(name);

/** A member of JSON. The end of its text may be missing. */
const MEMBER = /("([^"\\]{1,64})"\s*:\s*)("(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*)/g;

const UUID = '(?<![0-9A-Za-z])[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![0-9A-Za-z])';
const DATE = String.raw`(?<!\d)(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)`;
/** In one piece, or in groups of four as on paper. */
const IBAN = String.raw`(?<![0-9A-Za-z])[A-Z]{2}\d\d(?:[0-9A-Z]{11,30}|(?: [0-9A-Z]{4}){2,7}(?: [0-9A-Z]{1,3})?)(?![0-9A-Za-z])`;
const NAME = new RegExp(`(?<fixed>${UUID}|${DATE})|${IBAN}`, 'g');

/** Keeps the last four digits (FAULTS C26), also of a promised mask (C28). UUIDs, dates, IBANs and amounts stay. */
export function maskCardNumbers(text: string): string {
  if (!mayHoldCardNumber(text) && !PROMISED.test(text)) return text;
  return around(text, MEMBER, ownOfMember, maskOutsideNames);
}

/** In a JSON body, the members that identify something stay too. */
export function maskBody(text: string): string {
  if (!/^\s*[[{]/.test(text)) return maskCardNumbers(text);
  if (!mayHoldCardNumber(text) && !PROMISED.test(text)) return text;
  return around(text, MEMBER, ownOfBody, maskOutsideNames);
}

const UUID_ONLY = new RegExp(`^${UUID}$`);
/** An ID of the service, such as acct_ec6dd444ac467a7afb10, but no key such as sk_live. */
const ID_WORD = /^(?!(?:api|apikey|key|pk|rk|secret|sk|token)_)[a-z]{2,12}_[0-9a-z]+$/i;
const NAMES_SECRET = /\b(?:api[\s_-]?key|bearer|cvc|cvv|passw(?:or)?d|pin|secret|token)\b/i;
/** Letters and digits without a blank, as long as a key. */
const LONG_WORD = /(?=\w*[a-z])(?=\w*\d)[\w+=.~-]{20,}/i;

/** A card number, a CVV or a key, by its form. Some other texts look the same. */
export const looksSecret = (text: string): boolean =>
  mayHoldCardNumber(text) ||
  /^\s*\d{3,4}\s*$/.test(text) ||
  NAMES_SECRET.test(text) ||
  text.split(/[\s/:=]+/).some(word => LONG_WORD.test(word) && !UUID_ONLY.test(word) && !ID_WORD.test(word));

function maskOutsideNames(text: string): string {
  // Most texts need no search for UUIDs, dates and IBANs.
  return maskLuhnNumbers(text) === text ? text : around(text, NAME, ownOfName, maskLuhnNumbers);
}

/** What identifies something stays whole. A promised mask hides a number even if Luhn's test fails. */
export const maskField = (name: string, text: string): string =>
  isReferenceName(name) ? text : maskCardNumbers(isMaskedName(name) ? maskLongNumber(text) : text);

/** A match without a result of `own` goes to `rest`. */
function around(
  text: string,
  pattern: RegExp,
  own: (found: RegExpMatchArray) => string | undefined,
  rest: (between: string) => string,
): string {
  let done = '';
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    const said = own(found);
    if (said === undefined) continue;
    done += rest(text.slice(at, found.index)) + said;
    at = found.index + found[0].length;
  }
  return done + rest(text.slice(at));
}

function ownOfMember([member, label = '', name = '', value = '']: RegExpMatchArray): string | undefined {
  if (isMaskedName(name)) return maskLuhnNumbers(label) + maskLongNumber(value);
  return isAmountName(name) && !value.startsWith('"') ? member : undefined;
}

const ownOfBody = (found: RegExpMatchArray): string | undefined =>
  isReferenceName(found[2] ?? '') ? found[0] : ownOfMember(found);

function ownOfName({ 0: name, groups = {} }: RegExpMatchArray): string | undefined {
  if (groups['fixed'] !== undefined || isIban(name)) return name;
  // A word after an IBAN may look like its last group.
  const shorter = name.slice(0, Math.max(0, name.lastIndexOf(' ')));
  return isIban(shorter) ? name : undefined;
}

/** Names of members. `allBut` is for bodies with unknown names. */
export type PersonalMembers = readonly string[] | { readonly allBut: readonly string[] };

const isListed = (names: PersonalMembers): names is readonly string[] => Array.isArray(names);

const isIn = (names: PersonalMembers, name: string): boolean =>
  isListed(names) ? names.includes(name) : !names.allBut.includes(name);

/** At any depth. Text that is not JSON stays. Undefined for broken JSON. */
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

/** A service may repeat these values, also in capitals. Shorter values occur in too many other texts. */
export function echoHidden(
  body: string,
  names: PersonalMembers,
  impersonalWords: readonly string[] = [],
): (text: string) => string {
  const parsed = parseJson(body);
  const words = parsed.ok ? [...new Set(personalTexts(parsed.value, names, false))] : [];
  // The longest first, so that no part of it stays.
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
