/** Keeps secrets and card numbers out of everything that is shown, logged or stored. */

import { maskLongNumber, maskLuhnNumbers, mayHoldCardNumber } from './card-numbers.ts';

const HIDDEN = '•••';

/** A secret that no log, JSON, template or inspection reveals by accident. Only `reveal` gives the text. */
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

/** The headers with the values of `secretNames` hidden, in any case. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  secretNames: ReadonlySet<string>,
): Record<string, string> {
  const secret = new Set([...secretNames].map(name => name.toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secret.has(name.toLowerCase()) ? HIDDEN : value]),
  );
}

/**
 * Fields whose number the service promises to mask (INTERFACE.md, Card), so masking them again needs no check
 * digit.
 */
const MASKED_NUMBER = /masked_?card_?number$/i;
export const isMaskedName = (name: string): boolean => MASKED_NUMBER.test(name);
const PROMISED = /masked_?card_?number/i;

/** Fields of INTERFACE.md with amounts and rates, which are never card numbers. */
const AMOUNT =
  /(?:^|_)(?:amount|balance|fee|rate|exchangerate|remaining)$|[a-z](?:Amount|Balance|Fee|Rate|Exchangerate|Remaining)$/;

export const isAmountName = (name: string): boolean => AMOUNT.test(name);

/**
 * Fields of INTERFACE.md that identify something: IDs, card network references, account numbers. Many are as long
 * as card numbers, and every tenth passes Luhn's test by chance. Masked, they would identify nothing.
 */
const REFERENCE =
  /^(?:id|identifier|auth_code|retrieval_ref|account_number|beneficiary_account_number|system_reference_number|systemReferenceNumber)$|_id$|_identifier$|[a-z]Id$/;

export const isReferenceName = (name: string): boolean => REFERENCE.test(name);

/** A member of a JSON text with a text or a number, also if its end is missing. */
const MEMBER = /("([^"\\]{1,64})"\s*:\s*)("(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*)/g;

const UUID = '(?<![0-9A-Za-z])[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![0-9A-Za-z])';
const DATE = String.raw`(?<!\d)(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)`;
/** In one piece or, as printed, in groups of four. */
const IBAN = String.raw`(?<![0-9A-Za-z])[A-Z]{2}\d\d(?:[0-9A-Z]{11,30}|(?: [0-9A-Z]{4}){2,7}(?: [0-9A-Z]{1,3})?)(?![0-9A-Za-z])`;
const NAME = new RegExp(`(?<fixed>${UUID}|${DATE})|${IBAN}`, 'g');

/**
 * The text with every card number as "•" except its last four digits (FAULTS C26), and in JSON also every number
 * that the service promised to mask (C28). Similar digits stay: UUIDs, dates, IBANs and amounts.
 */
export function maskCardNumbers(text: string): string {
  if (!mayHoldCardNumber(text) && !PROMISED.test(text)) return text;
  return around(text, MEMBER, ownOfMember, maskOutsideNames);
}

/** For a whole JSON body or record: identifying members stay too. Other text is masked as text. */
export function maskBody(text: string): string {
  if (!/^\s*[[{]/.test(text)) return maskCardNumbers(text);
  if (!mayHoldCardNumber(text) && !PROMISED.test(text)) return text;
  return around(text, MEMBER, ownOfBody, maskOutsideNames);
}

function maskOutsideNames(text: string): string {
  // Most texts have no number, and then there is no need to know the names in them.
  return maskLuhnNumbers(text) === text ? text : around(text, NAME, ownOfName, maskLuhnNumbers);
}

/**
 * Masks a field by its name: a promised mask applies to every number, an identifying field stays whole, and other
 * fields are masked as text.
 */
export const maskField = (name: string, text: string): string =>
  isReferenceName(name) ? text : maskCardNumbers(isMaskedName(name) ? maskLongNumber(text) : text);

/** Applies `own` to each match of `pattern`, and `rest` to the text between matches and to matches without a result. */
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

/** The check of an IBAN (ISO 13616): its digits modulo 97 are one. */
function isIban(text: string): boolean {
  const compact = text.replaceAll(' ', '');
  let rest = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
