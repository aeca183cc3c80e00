// The activation of a customer.

import { t } from '../lib/visible.ts';
import { confirmedLine, STATUS } from '../records/shown-lines.ts';
import type { Entry } from '../ui/kit/details.ts';
import { isId, textCell } from '../ui/screens/cells.ts';
import { unread } from './again/readings.ts';
import type { WriteDefinition } from './definition.ts';
import { ANOTHER } from './reconcile/another.ts';
import { readingOf } from './reconcile/reading.ts';
import type { Told } from './reconcile/reconciliation.ts';
import { ofCustomer } from './rules/same-thing.ts';
import { customerToken } from './rules/tokens.ts';

export const userActivate: WriteDefinition<'user.activate'> = {
  class: 'write',
  meaning: {
    not: t`this request did not activate the customer`,
    may: t`the customer may have been activated, or not`,
  },
  token: customerToken,
  duplicates: ofCustomer,
  reconcile: {
    plan: () => [{ operation: 'user.get', input: {} }],
    reads: ['user.get'],
    tell: customerNow,
    proof: t`The service does not document which status follows an activation. CREATED: probably not activated so far. Any other new status may come from this request, or from somebody else's.`,
  },
  again: {
    title: t`Activate the customer: send it again`,
    button: t`Activate the customer`,
    names: () => true,
    reading: () => unread(t`Purser does not read the customer first. See the Customer tab (9).`),
  },
  onScreen: { place: 'customer', key: 'v' },
};

function customerNow({ row, readBack }: Told): readonly Entry[] {
  const read = readingOf(readBack, 'user.get')?.value;
  if (read === undefined) return [];
  return [
    { heading: t`The customer now` },
    ...(isId(read.id, row.intent.customer.userId) ? [] : [ANOTHER]),
    { label: t`Status then`, cell: textCell(confirmedLine(row, STATUS)) },
    { label: t`Status now`, cell: textCell(read.status, 'strong') },
    { label: t`Nickname`, cell: textCell(read.nickname) },
    { label: t`ID`, cell: textCell(read.id) },
  ];
}
