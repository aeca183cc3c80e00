// The dialog's lines for the cancellation of a direct debit, and the read of the direct debit before sending.

import { amountCell, isId, utcCell } from '../../format/cells.ts';
import type { DirectDebit, GlobalAccount } from '../../format/records.ts';
import { debitQuery } from '../../format/records.ts';
import { join, t } from '../../lib/visible.ts';
import { type Reread, reread } from '../../money/question.ts';
import { AMOUNT, DEBTOR, REFERENCE, STATUS, TRANSACTION_ID, wholeText } from '../../money/shown-lines.ts';
import type { ShownLine } from '../../store/shown-line.ts';
import { whyNotCancellable } from './debit-cancelling.ts';

/** The dialog's lines. They depend only on the two records. */
export function debitLines(debit: DirectDebit, account: GlobalAccount): readonly ShownLine[] {
  const { text, unit } = amountCell(debit.amount, debit.currency);
  return [
    { label: DEBTOR, value: wholeText(debit.debtor_name) },
    { label: AMOUNT, value: unit === undefined ? text : t`${text} ${unit}` },
    { label: REFERENCE, value: wholeText(debit.statement_ref) },
    { label: STATUS, value: wholeText(debit.status) },
    { label: t`Created`, value: utcCell(debit.created_at).text },
    { label: TRANSACTION_ID, value: wholeText(debit.transaction_id) },
    { label: t`Mandate`, value: wholeText(debit.mandate_id) },
    { label: t`Account`, value: join([debit.global_account_id, account.country_code].map(wholeText), ' · ') },
  ];
}

/**
 * Reads the direct debit again. A different direct debit in the answer bars the cancellation. So does a direct debit that can
 * no longer be cancelled.
 */
export const debitReread = (id: string, account: GlobalAccount): Reread =>
  reread({
    ...debitQuery(id),
    check(read) {
      if (!isId(read.transaction_id, id))
        return { barred: t`The service returned a different direct debit.` };
      const barred = whyNotCancellable(read, account);
      return barred === undefined ? { lines: debitLines(read, account) } : { barred };
    },
  });
