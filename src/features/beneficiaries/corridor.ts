// The fields of a beneficiary that INTERFACE.md names, for each of the three calls; what other corridors take isn't shown.

import { t } from '../../lib/visible.ts';
import type { KnownMember } from '../../ui/screens/member-rows.ts';

const seen = t`the only value that the interface shows; others may be taken`;

const number = { name: 'account_number', hint: t`the whole number, without a mask` };
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

/** The two that the creation requires by names of its own; what else its body must have "follows the corridor". */
export const created: readonly KnownMember[] = [
  { name: 'beneficiary_account_currency', hint: t`needed; three letters, such as USD` },
  { name: 'beneficiary_account_number', hint: t`needed; the whole number, without a mask` },
  ...common,
  { ...number, hint: t`may be left empty: the number stands under the name above` },
  { ...currency, hint: t`may be left empty: the currency stands under the name above` },
];

/** "Only the fields to change": nothing is filled in. */
export const changeable: readonly KnownMember[] = [
  ...common.slice(0, 1),
  number,
  ...common.slice(1),
  currency,
].map(({ name, hint }) => ({ name, hint: hint === seen ? t`left empty, it stays` : hint }));
