// The fields of a beneficiary that INTERFACE.md names for the three calls; it doesn't document other corridors.

import { t } from '../../lib/visible.ts';
import type { KnownMember } from '../../ui/screens/member-rows.ts';

const seen = t`the only documented value; the service may take others`;

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

/** INTERFACE.md, Endpoints › Family B: beneficiaries and payouts: the validation of a US local personal account. */
export const validated: readonly KnownMember[] = [number, currency, ...common];

/** The two fields that the creation requires under its own names; the rest of its body "follows the corridor". */
export const created: readonly KnownMember[] = [
  { name: 'beneficiary_account_currency', hint: t`required; three letters, such as USD` },
  { name: 'beneficiary_account_number', hint: t`required; the full number, not masked` },
  ...common,
  { ...number, hint: t`optional: the field above has the number` },
  { ...currency, hint: t`optional: the field above has the currency` },
];

/** "Only the fields to change", so the form starts empty. */
export const changeable: readonly KnownMember[] = [
  ...common.slice(0, 1),
  number,
  ...common.slice(1),
  currency,
].map(({ name, hint }) => ({ name, hint: hint === seen ? t`if empty: no change` : hint }));
