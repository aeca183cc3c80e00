// The cancellation of a mandate.

import { t } from '../lib/visible.ts';
import { mandateReread } from '../records/mandate-lines.ts';
import { confirmedLine, STATUS } from '../records/shown-lines.ts';
import type { Entry } from '../ui/kit/details.ts';
import { isId, textCell, timeCell } from '../ui/screens/cells.ts';
import { usable } from './again/again-rule.ts';
import { ofDocument } from './again/readings.ts';
import type { WriteDefinition } from './definition.ts';
import { ANOTHER } from './reconcile/another.ts';
import { asOf } from './reconcile/as-of.ts';
import { readingOf } from './reconcile/reading.ts';
import type { Told } from './reconcile/reconciliation.ts';
import { cancelledMandate } from './rules/in-path.ts';
import { changing } from './rules/same-thing.ts';
import { endingToken } from './rules/tokens.ts';

export const mandateCancel: WriteDefinition<'mandate.cancel'> = {
  class: 'money',
  meaning: {
    not: t`this request did not cancel the mandate`,
    may: t`new direct debits may still be made under the mandate, or not`,
  },
  token: endingToken(t`mandate ID`, ({ params }) => params.mandate_id),
  duplicates: changing(t`this mandate`, intent => cancelledMandate(intent)?.mandate_id),
  reconcile: {
    plan: intent => {
      const named = cancelledMandate(intent);
      return named === undefined ? [] : [{ operation: 'mandate.get', input: { params: named } }];
    },
    reads: ['mandate.get'],
    tell: mandateNow,
    proof: t`The service does not document which status follows a cancellation. ACTIVE: not cancelled so far. Any other status: not active, but the external party may have cancelled it.`,
  },
  again: {
    title: t`Cancel the mandate: send it again`,
    button: t`Cancel the mandate`,
    names: usable(intent => cancelledMandate(intent)?.mandate_id),
    reading: ({ intent }) => {
      const named = cancelledMandate(intent);
      if (!named) return undefined;
      const asked = { account: named.global_account_id, id: named.mandate_id };
      return ofDocument(t`Mandate`, ({ customer }) => mandateReread(asked, customer));
    },
  },
  onScreen: { place: 'account-mandates', key: 'x' },
};

function mandateNow({ row, readBack, moment }: Told): readonly Entry[] {
  const read = readingOf(readBack, 'mandate.get')?.value;
  if (read === undefined) return [];
  return [
    { heading: asOf(t`The mandate now`, readBack, 'mandate.get', moment) },
    ...(isId(read.id, cancelledMandate(row.intent)?.mandate_id) ? [] : [ANOTHER]),
    { label: t`Status then`, cell: textCell(confirmedLine(row, STATUS)) },
    { label: t`Status now`, cell: textCell(read.status, 'strong') },
    { label: t`Creditor`, cell: textCell(read.creditor_name) },
    { label: t`Created`, cell: timeCell(read.created_at, moment) },
    { label: t`ID`, cell: textCell(read.id) },
  ];
}
