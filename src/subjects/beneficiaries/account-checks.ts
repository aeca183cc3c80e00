// What the values of a beneficiary say about themselves. Only warnings: INTERFACE.md shows no corridor's schema.

import type { Cell } from '../../format/entry.ts';
import {
  countryName,
  isBic,
  isIban,
  isRoutingNumber,
  looksLikeIban,
  namesAccount,
} from '../../lib/bank-codes.ts';
import { isCountryForm } from '../../lib/currency.ts';
import type { Json } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';

type Body = Readonly<Record<string, Json>>;

const BIC = /(?:^|_)(?:bic|swift)(?:_code)?$/;

/** Undefined if Purser knows nothing about the value. */
export function aboutValue(name: string, value: string, body: Body): Cell | undefined {
  if (value === '') return undefined;
  if (namesAccount(name) && looksLikeIban(value))
    return isIban(value)
      ? { text: t`IBAN: the check digits are correct`, tone: 'good' }
      : wrong(t`The check digits of this IBAN are wrong.`);
  if (namesAccount(name) && /\s/.test(value))
    return wrong(t`This account number has blanks. Purser sends them.`);
  if (BIC.test(name) && !isBic(value)) return wrong(t`A BIC has 8 or 11 letters and digits.`);
  if (name === 'routing_number' && inUnitedStates(body) && !isRoutingNumber(value))
    return wrong(t`This is no US routing number: check its nine digits.`);
  return name === 'bank_country_code' ? aboutCountry(value.toUpperCase()) : undefined;
}

const wrong = (text: Visible): Cell => ({ text, tone: 'warn' });

function aboutCountry(code: string): Cell | undefined {
  if (!isCountryForm(code)) return undefined;
  const name = countryName(code);
  return name === undefined ? wrong(t`No country has the code ${visible(code)}.`) : { text: visible(name) };
}

const inUnitedStates = ({ bank_country_code: country }: Body): boolean =>
  typeof country === 'string' && country.toUpperCase() === 'US';

/** For the dialog, in the order of the body. */
export const bodyWarnings = (body: Body): readonly Visible[] =>
  Object.entries(body).flatMap(([name, value]) => {
    const about = typeof value === 'string' ? aboutValue(name, value, body) : undefined;
    return about?.tone === 'warn' ? [t`${visible(name)}: ${about.text} The service may refuse.`] : [];
  });
