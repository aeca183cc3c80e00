// The action that cancels the selected direct debit.

import { documentOf } from '../../format/joined.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { isUsableId, unusableId } from '../../money/write-tokens.ts';
import { idText, isId, withId } from '../../records/facts.ts';
import type { DocumentQuery } from '../../records/query.ts';
import { type DirectDebit, debitQuery, type GlobalAccount, globalAccountQuery } from '../../records/reads.ts';
import type { State } from '../../store/state.ts';
import { whyNotWrite } from '../../store/writing.ts';
import type { RowAction } from '../../ui/screens/resource.ts';
import { whyNotCancellable } from './debit-cancelling.ts';
import { cancelDebitQuestion } from './direct-debit-cancel.ts';

export const debitJoins = (row: DirectDebit): readonly DocumentQuery[] =>
  [withId(row.transaction_id, debitQuery), withId(row.global_account_id, globalAccountQuery)].filter(
    query => query !== undefined,
  );

export const cancelDirectDebit: RowAction<DirectDebit> = {
  id: 'cancel',
  title: t`cancel debit`,
  key: 'x',
  footer: 2.5,
  barred: (row, state) => whyNotWrite(state) ?? whyNotThis(row, state),
  run(app, row) {
    const state = app.store.getState();
    const debit = latest(row, state);
    const account = accountOf(debit, state);
    const id = idText(debit.transaction_id);
    if (id !== undefined && account) void app.dialog.ask(cancelDebitQuestion(id, debit, account, state));
  },
};

/** The read by ID is newer than the list. */
function latest(row: DirectDebit, state: State): DirectDebit {
  const id = idText(row.transaction_id);
  const read = id === undefined ? undefined : documentOf(state, debitQuery(id)).value;
  return read && isId(read.transaction_id, id) ? read : row;
}

const accountOf = (debit: DirectDebit, state: State): GlobalAccount | undefined =>
  withId(debit.global_account_id, id => documentOf(state, globalAccountQuery(id)).value);

function whyNotThis(row: DirectDebit, state: State): Visible | undefined {
  const debit = latest(row, state);
  const id = idText(debit.transaction_id);
  return (
    whyNotCancellable(debit, accountOf(debit, state)) ??
    (id !== undefined && isUsableId(id) ? undefined : unusableId(t`transaction ID`))
  );
}
