// The documented fields of three beneficiary calls: validate, create, change. INTERFACE.md documents only one corridor:
// local personal accounts in the United States.

import type { KnownMember } from '../../format/member-rows.ts';
import { t } from '../../lib/visible.ts';

const seen = t`the only documented value; the service may take other values`;

const number = { name: 'account_number', hint: t`the full number, not masked` };
const currency = { name: 'account_currency', hint: t`three letters, such as USD` };
const common: readonly KnownMember[] = [
  { name: 'full_name', hint: t`of the account's holder` },
  { name: 'routing_number', hint: t`of the bank` },
  { name: 'account_type', hint: seen, value: 'CHECKING' },
  { name: 'bank_country_code', hint: t`two letters, such as US` },
  { name: 'entity_type', hint: seen, value: 'PERSONAL' },
  { name: 'transfer_method', hint: seen, value: 'LOCAL' },
];

/** The validation of a US local personal account (INTERFACE.md, Endpoints › Family B: beneficiaries and payouts). */
export const validated: readonly KnownMember[] = [number, currency, ...common];

/**
 * The creation requires two fields, for which the validation has different names. INTERFACE.md: "the body must follow
 * the schema of the corridor". So all other fields are the same as in the validation.
 */
export const created: readonly KnownMember[] = [
  { name: 'beneficiary_account_currency', hint: t`required; three letters, such as USD` },
  { name: 'beneficiary_account_number', hint: t`required; the full number, not masked` },
  ...common,
  { ...number, hint: t`optional: already in beneficiary_account_number` },
  { ...currency, hint: t`optional: already in beneficiary_account_currency` },
];

/** INTERFACE.md on the body of a change: "only the fields that change". So the form starts empty. */
export const changeable: readonly KnownMember[] = [
  ...common.slice(0, 1),
  number,
  ...common.slice(1),
  currency,
].map(({ name, hint }) => ({ name, hint: hint === seen ? t`if empty: no change` : hint }));
