// The row of the balance history that a cancellation was asked from: its facts go into the form and the dialog.

import { type ListQuery, queryKey, type RowOf } from '../../effects/query.ts';
import { isSystemReference } from '../../lib/identifier.ts';
import { t, visible } from '../../lib/visible.ts';
import { AMOUNT } from '../../records/shown-lines.ts';
import type { ShownLine } from '../../store/dialog.ts';
import type { List } from '../../store/list.ts';
import type { State } from '../../store/state.ts';
import { currentView, currentWorkspace, listIn } from '../../store/workspace.ts';
import { amountCell, idText, momentOf, textCell, timeCell } from '../../ui/screens/cells.ts';

export const PAYOUT = 'PAYOUT';

export const payoutHistory: ListQuery<'account.balanceHistory'> = {
  operation: 'account.balanceHistory',
  input: { query: { transaction_type: PAYOUT } },
  idField: 'id',
};

interface HistoryRow {
  readonly lines: readonly ShownLine[];
  /** The system reference number that its description has. */
  readonly reference: string | undefined;
}

/** The row that the form was opened from; nothing if it was opened without one. */
export function historyRowOf(state: State): HistoryRow | undefined {
  const { record } = currentView(state);
  if (record === undefined) return undefined;
  // The cache key is the operation that filled it.
  const list = listIn(currentWorkspace(state), queryKey(payoutHistory)) as List<
    RowOf<'account.balanceHistory'>
  >;
  const row = list.pages.items.find(({ key }) => key === record)?.row;
  // A row without its own ID is known by its position: after a reload another payout may be there.
  if (!row || idText(row.id) !== record) return undefined;
  const { text, unit } = amountCell(row.amount, row.currency);
  const words = (idText(row.description) ?? '').split(/[^A-Za-z0-9-]+/);
  return {
    lines: [
      { label: AMOUNT, value: t`${text} ${unit ?? t``}` },
      { label: t`Description`, value: textCell(row.description).text },
      { label: t`Time`, value: visible(timeCell(row.create_time, momentOf(state)).text) },
    ],
    reference: words.find(isSystemReference),
  };
}
