// The fields of a beneficiary in its three forms, and what a value says about itself. Only warnings: INTERFACE.md shows no
// corridor's schema.

import type { Cell } from '../../format/entry.ts';
import { type KnownMember, membersOf, OPTIONAL, REQUIRED } from '../../format/member-rows.ts';
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
import { fieldValue } from '../../store/form-state.ts';
import type { Form } from '../../store/state.ts';

const seen = t`the only documented value; the service may take other values`;
/** INTERFACE.md does not show which fields a corridor requires. */
const may = t`may be required`;

/** In the body of a creation. */
export const CURRENCY = 'beneficiary_account_currency';
export const NUMBER = 'beneficiary_account_number';

const number = {
  name: 'account_number',
  label: t`Account number`,
  hint: t`the full number or IBAN, not masked`,
  need: REQUIRED,
};
const currency = {
  name: 'account_currency',
  label: t`Account currency`,
  hint: t`three letters, such as USD`,
  need: REQUIRED,
};
const common: readonly KnownMember[] = [
  { name: 'full_name', label: t`Account holder`, hint: t`the full name`, need: may },
  {
    name: 'routing_number',
    label: t`Routing number`,
    hint: t`of the bank; nine digits in the US`,
    need: may,
  },
  { name: 'account_type', label: t`Account type`, hint: seen, need: may, value: 'CHECKING' },
  { name: 'bank_country_code', label: t`Bank country`, hint: t`two letters, such as US`, need: may },
  { name: 'entity_type', label: t`Holder type`, hint: seen, need: may, value: 'PERSONAL' },
  { name: 'transfer_method', label: t`Transfer method`, hint: seen, need: may, value: 'LOCAL' },
];

/** US local personal: the only documented corridor (INTERFACE.md, Endpoints › Family B: beneficiaries and payouts). */
export const VALIDATED: readonly KnownMember[] = [number, currency, ...common];

/** INTERFACE.md: "the body must follow the schema of the corridor". The validation has two other names. */
export const CREATED: readonly KnownMember[] = [
  { ...currency, name: CURRENCY },
  { ...number, name: NUMBER },
  ...common,
  { name: 'account_number', hint: t`the account number again, as in the validation`, need: OPTIONAL },
  { name: 'account_currency', hint: t`the account currency again, as in the validation`, need: OPTIONAL },
];

/** INTERFACE.md on the body of a change: "only the fields that change". So the form starts empty. */
export const CHANGEABLE: readonly KnownMember[] = [
  ...common.slice(0, 1),
  number,
  ...common.slice(1),
  currency,
].map(({ name, label = visible(name), hint }) => ({
  name,
  label,
  hint: hint === seen ? t`if empty: no change` : hint,
  need: t`no change`,
}));

/** About the typed value, in place of the hint. */
export const aboutField = (
  fieldId: string,
  form: Form,
  members: readonly KnownMember[],
): Cell | undefined => {
  const { known, others } = membersOf(form, members);
  const body = { ...known, ...others };
  const other = /^other\.(\d+)\.value$/.exec(fieldId)?.[1];
  const name = other === undefined ? fieldId : fieldValue(form, `other.${other}.name`);
  return aboutValue(name, fieldValue(form, fieldId), body);
};

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
