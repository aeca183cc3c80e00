// The row of the balance history from which staff opened the form for a cancellation. The form and the dialog show the
// row's amount, text and time, under labels that no reader of the journal takes for the payout's own.

import { type ListQuery, queryKey, type RowOf } from '../../effects/query.ts';
import { amountCell, idText, momentOf, textCell, timeCell } from '../../format/cells.ts';
import { isSystemReference } from '../../lib/identifier.ts';
import { t, visible } from '../../lib/visible.ts';
import type { List } from '../../store/list.ts';
import type { ShownLine } from '../../store/shown-line.ts';
import type { State } from '../../store/state.ts';
import { currentView, currentWorkspace, listIn } from '../../store/workspace.ts';

export const PAYOUT = 'PAYOUT';

export const payoutHistory: ListQuery<'account.balanceHistory'> = {
  operation: 'account.balanceHistory',
  input: { query: { transaction_type: PAYOUT } },
};

export interface HistoryRow {
  readonly lines: readonly ShownLine[];
  /** The system reference number in the row's description, if there is one. */
  readonly reference: string | undefined;
}

/** The row from which the form was opened; undefined if there is none. */
export function historyRowOf(state: State): HistoryRow | undefined {
  const { record } = currentView(state);
  if (record === undefined) return undefined;
  // The key of a list contains the operation, so the rows have the operation's type.
  const list = listIn(currentWorkspace(state), queryKey(payoutHistory)) as List<
    RowOf<'account.balanceHistory'>
  >;
  const row = list.pages.items.find(({ key }) => key === record)?.row;
  // The key of a row without an ID is its position. After a reload another payout may have that position, so Purser
  // ignores a row without an ID.
  if (!row || idText(row.id) !== record) return undefined;
  const { text, unit } = amountCell(row.amount, row.currency);
  const words = (idText(row.description) ?? '').split(/[^A-Za-z0-9-]+/);
  return {
    lines: [
      { label: t`History amount`, value: t`${text} ${unit ?? t``}` },
      { label: t`History text`, value: textCell(row.description).text },
      { label: t`History time`, value: visible(timeCell(row.create_time, momentOf(state)).text) },
    ],
    reference: words.find(isSystemReference),
  };
}
