/** Keeps secrets and card numbers out of everything that is shown, logged or kept. */

import { maskLongNumber, maskLuhnNumbers, mayHoldCardNumber } from './card-numbers.ts';

const HIDDEN = '•••';

/** A secret that no log, JSON, template or inspection shows by accident; only `reveal` gives it. */
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

/** The headers with the values of `secretNames` hidden, whatever the case of either's letters. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  secretNames: ReadonlySet<string>,
): Record<string, string> {
  const secret = new Set([...secretNames].map(name => name.toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secret.has(name.toLowerCase()) ? HIDDEN : value]),
  );
}

/** Fields whose number the service promises to have masked (INTERFACE.md, Card): no check digit is needed to mask it again. */
const MASKED_NUMBER = /masked_?card_?number$/i;
export const isMaskedName = (name: string): boolean => MASKED_NUMBER.test(name);
const PROMISED = /masked_?card_?number/i;

/** Fields that are amounts and rates of the interface: no number of theirs is a card's. */
const AMOUNT =
  /(?:^|_)(?:amount|balance|fee|rate|exchangerate|remaining)$|[a-z](?:Amount|Balance|Fee|Rate|Exchangerate|Remaining)$/;

export const isAmountName = (name: string): boolean => AMOUNT.test(name);

/**
 * Fields that name something by the interface: IDs, references of the card network, account numbers. Many of them are
 * as long as card numbers, and every tenth passes Luhn's test by chance: masked it would name nothing any more.
 */
const REFERENCE =
  /^(?:id|identifier|auth_code|retrieval_ref|account_number|beneficiary_account_number|system_reference_number|systemReferenceNumber)$|_id$|_identifier$|[a-z]Id$/;

export const isReferenceName = (name: string): boolean => REFERENCE.test(name);

/** A member of a JSON text whose value is a text or a number, as far as it is there. */
const MEMBER = /("([^"\\]{1,64})"\s*:\s*)("(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*)/g;

const UUID = '(?<![0-9A-Za-z])[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![0-9A-Za-z])';
const DATE = String.raw`(?<!\d)(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)`;
/** In one piece, or as it is printed, in groups of four. */
const IBAN = String.raw`(?<![0-9A-Za-z])[A-Z]{2}\d\d(?:[0-9A-Z]{11,30}|(?: [0-9A-Z]{4}){2,7}(?: [0-9A-Z]{1,3})?)(?![0-9A-Za-z])`;
const NAME = new RegExp(`(?<fixed>${UUID}|${DATE})|${IBAN}`, 'g');

/**
 * The text with every card number but its last four digits as "•" (FAULTS C26), and in a JSON text also every number of
 * a field that is promised to be masked (C28). What only looks like one to those who count digits stays: UUIDs, dates
 * and IBANs, which masked would name nothing, and members that are amounts.
 */
export function maskCardNumbers(text: string): string {
  if (!mayHoldCardNumber(text) && !PROMISED.test(text)) return text;
  return around(text, MEMBER, ownOfMember, maskOutsideNames);
}

/** The same for a whole body or record as JSON: members that name something stay in it. Any other text is masked as such. */
export function maskBody(text: string): string {
  if (!/^\s*[[{]/.test(text)) return maskCardNumbers(text);
  if (!mayHoldCardNumber(text) && !PROMISED.test(text)) return text;
  return around(text, MEMBER, ownOfBody, maskOutsideNames);
}

function maskOutsideNames(text: string): string {
  // Most texts have no number, and then there is no need to know the names in them.
  return maskLuhnNumbers(text) === text ? text : around(text, NAME, ownOfName, maskLuhnNumbers);
}

/** The value of a field by its name: masked where a number is promised to be, whole where it names something, otherwise as any text. */
export const maskField = (name: string, text: string): string =>
  isReferenceName(name) ? text : maskCardNumbers(isMaskedName(name) ? maskLongNumber(text) : text);

/** `own` says what becomes of a place that fits `pattern`; where it says nothing, and between such places, `rest` does. */
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
  // A word behind an IBAN may look like its last group.
  const shorter = name.slice(0, Math.max(0, name.lastIndexOf(' ')));
  return isIban(shorter) ? name : undefined;
}

/** By the check that IBANs have (ISO 13616): the remainder of its digits by 97 is one. */
function isIban(text: string): boolean {
  const compact = text.replaceAll(' ', '');
  let rest = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
