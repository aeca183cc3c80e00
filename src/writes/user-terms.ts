// A customer's agreement to the terms.

import { Odd } from '../api/contract/odd.ts';
import { t } from '../lib/visible.ts';
import type { Entry } from '../ui/kit/details.ts';
import { flagCell, idText, textCell } from '../ui/screens/cells.ts';
import { unread } from './again/readings.ts';
import type { WriteDefinition } from './definition.ts';
import { ANOTHER } from './reconcile/another.ts';
import { readingOf } from './reconcile/reading.ts';
import type { Told } from './reconcile/reconciliation.ts';
import { ofCustomer } from './rules/same-thing.ts';
import { customerToken } from './rules/tokens.ts';

export const userTerms: WriteDefinition<'user.terms'> = {
  class: 'write',
  meaning: {
    not: t`this request did not accept the terms`,
    may: t`the service may have recorded that the customer accepts the terms, or not`,
  },
  token: customerToken,
  duplicates: ofCustomer,
  reconcile: {
    plan: () => [{ operation: 'user.get', input: {} }],
    reads: ['user.get'],
    tell: customerNow,
    proof: t`The customer's record shows whether they agreed to the terms, but not when, and not by which request.`,
  },
  again: {
    title: t`Ask for the terms: send it again`,
    button: t`Ask for the terms`,
    names: () => true,
    reading: () => unread(t`Purser does not read the customer first. See the Customer tab (9).`),
  },
  onScreen: { place: 'customer', key: 'a' },
};

function customerNow({ row, readBack }: Told): readonly Entry[] {
  const read = readingOf(readBack, 'user.get')?.value;
  if (read === undefined) return [];
  const { customer_agreements: agreements } = read;
  const terms =
    agreements === undefined || agreements instanceof Odd
      ? agreements
      : agreements.agreed_to_terms_and_conditions;
  return [
    { heading: t`The customer now` },
    ...(idText(read.id) === row.intent.customer.userId ? [] : [ANOTHER]),
    { label: t`Agreed to the terms`, cell: flagCell(terms) },
    { label: t`ID`, cell: textCell(read.id) },
  ];
}
