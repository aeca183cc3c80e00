// The cancellation of a direct debit payout.

import { t } from '../lib/visible.ts';
import { confirmedLine, STATUS } from '../records/shown-lines.ts';
import type { Entry } from '../ui/kit/details.ts';
import { amountCell, textCell, timeCell } from '../ui/screens/cells.ts';
import { usable } from './again/again-rule.ts';
import { ofDebit } from './again/readings.ts';
import type { WriteDefinition } from './definition.ts';
import { asOf } from './reconcile/as-of.ts';
import { byId } from './reconcile/plan.ts';
import { readingOf } from './reconcile/reading.ts';
import type { Told } from './reconcile/reconciliation.ts';
import { cancelledDebit } from './rules/in-path.ts';
import { changing } from './rules/same-thing.ts';
import { endingToken } from './rules/tokens.ts';

export const directDebitCancel: WriteDefinition<'directDebit.cancel'> = {
  class: 'money',
  meaning: {
    not: t`this request did not cancel the direct debit`,
    may: t`the debit may still be taken, or not`,
  },
  token: endingToken(t`transaction ID`, ({ params }) => params.transaction_id),
  duplicates: changing(t`this direct debit`, cancelledDebit),
  reconcile: {
    plan: intent =>
      byId(cancelledDebit(intent), transaction_id => ({
        operation: 'directDebit.get',
        input: { params: { transaction_id } },
      })),
    reads: ['directDebit.get'],
    tell: debitNow,
    proof: t`The service does not document which status follows a cancellation. PENDING: not cancelled so far. SETTLED: debited. Any other status only shows that the payout is no longer waiting.`,
  },
  again: {
    title: t`Cancel the direct debit: send it again`,
    button: t`Cancel the direct debit`,
    names: usable(cancelledDebit),
    reading: ({ intent }) => {
      const id = cancelledDebit(intent);
      return id === undefined ? undefined : ofDebit(id);
    },
  },
  onScreen: { place: 'direct-debits', key: 'x' },
};

function debitNow({ row, readBack, moment }: Told): readonly Entry[] {
  const read = readingOf(readBack, 'directDebit.get')?.value;
  if (read === undefined) return [];
  const then = confirmedLine(row, STATUS);
  return [
    { heading: asOf(t`The direct debit payout now`, readBack, 'directDebit.get', moment) },
    { label: t`Status then`, cell: textCell(then) },
    { label: t`Status now`, cell: textCell(read.status, 'strong') },
    { label: t`Amount`, cell: amountCell(read.amount, read.currency) },
    { label: t`Debtor`, cell: textCell(read.debtor_name) },
    { label: t`Created`, cell: timeCell(read.created_at, moment) },
    { label: t`ID`, cell: textCell(read.transaction_id) },
  ];
}
