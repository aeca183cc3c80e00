// Codes of banks and accounts that carry their own check: IBAN, BIC, US routing number, and names of countries.

import { lazy } from './lazy.ts';

const compact = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Dash_Punctuation}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase();

/** ISO 13616: the digits modulo 97 are one. */
export function isIban(text: string): boolean {
  const code = compact(text);
  let rest = 0;
  for (const character of code.slice(4) + code.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Nobody types this form for another kind of account number. */
export const looksLikeIban = (text: string): boolean => /^[A-Z]{2}\d\d[A-Z0-9]{11,30}$/.test(compact(text));

export const namesAccount = (name: string): boolean => /(?:^|_)(?:account_number|iban)$/.test(name);

function ibanIn(name: string, typed: string): string | undefined {
  // People copy the label too.
  const text = typed.trim().replace(/^iban[\s:.]+/i, '');
  return namesAccount(name) && looksLikeIban(text) && isIban(text) ? compact(text) : undefined;
}

/** An IBAN without blanks and dashes. Another number keeps those inside: 19-2000145399 is another account without. */
export const sentAccount = (name: string, text: string): string =>
  ibanIn(name, text) ?? (namesAccount(name) ? text.trim() : text);

/** An IBAN in groups of four, as on paper. */
export const shownAccount = (name: string, text: string): string =>
  ibanIn(name, text)?.replaceAll(/.{4}(?=.)/g, '$& ') ?? text;

/** ISO 9362. */
export const isBic = (text: string): boolean =>
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(compact(text));

/** Nine digits. Their sum with the weights 3, 7 and 1 is a multiple of ten. */
export function isRoutingNumber(text: string): boolean {
  const digits = compact(text);
  const sum = [...digits].reduce((so, digit, at) => so + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0);
  return /^\d{9}$/.test(digits) && sum % 10 === 0;
}

const COUNTRIES = lazy(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }));

/** Of two capital letters. Undefined if no country has this code. */
export const countryName = (code: string): string | undefined => COUNTRIES().of(code);
