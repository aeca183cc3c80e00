// Cancelling a mandate: bound to the record as it is shown, read again before anything is sent.

import { type Question, reread } from '../../effects/question.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import { idText } from '../../ui/screens/cells.ts';
import { documentOf } from '../../ui/screens/joined.ts';
import { isUsableId } from '../../ui/screens/last-four.ts';
import {
  type Mandate,
  mandateLines,
  mandateReread,
  mandateWarnings,
  whyAnotherMandate,
} from '../../ui/screens/mandate-lines.ts';
import type { RowAction } from '../../ui/screens/resource.ts';
import { tokenOf } from '../../writes/token-of.ts';
import { queryOf } from './mandate-details.ts';

export const cancelMandate: RowAction<Mandate> = {
  id: 'cancel',
  title: t`cancel this`,
  key: 'x',
  footer: 2.5,
  barred: (row, state) => whyNotWrite(state) ?? whyNotThis(row, state),
  run(app, row) {
    const state = app.store.getState();
    const [account, id] = [idText(row.global_account_id), idText(row.id)];
    if (account !== undefined && id !== undefined)
      void app.writes.ask(cancelMandateQuestion({ account, id }, latest(row, state), state));
  },
};

/** What was read by its ID is newer than the list. */
function latest(row: Mandate, state: State): Mandate {
  const query = queryOf(row);
  const read = query && documentOf(state, query).value;
  return read &&
    whyAnotherMandate(read, { account: idText(row.global_account_id), id: idText(row.id) }) === undefined
    ? read
    : row;
}

/** No status bars it: INTERFACE.md, Mandate, names one and doesn't say which of them can be cancelled. */
function whyNotThis(row: Mandate, state: State): Visible | undefined {
  const [account, id] = [idText(row.global_account_id), idText(row.id)];
  if (account === undefined || id === undefined)
    return t`It came without its own ID or its account's, so it can't be named in a cancellation.`;
  if (account !== currentView(state).subject)
    return t`It says that it is of another account (${visible(account, 40)}) than it was listed under, so it isn't cancelled from here.`;
  return isUsableId(id)
    ? undefined
    : t`Its ID can't be told apart by its end, so it can't be confirmed by typing that.`;
}

export function cancelMandateQuestion(
  { account, id }: { readonly account: string; readonly id: string },
  mandate: Mandate,
  { customer }: Pick<State, 'customer'>,
): Question<'mandate.cancel'> {
  const input = { params: { global_account_id: account, mandate_id: id } };
  return {
    operation: 'mandate.cancel',
    input,
    title: t`Cancel mandate`,
    button: t`Cancel the mandate`,
    lines: mandateLines(mandate),
    warnings: mandateWarnings(mandate, customer),
    token: tokenOf('mandate.cancel', input),
    reread: reread(mandateReread({ account, id }, customer)),
    done: () => [
      t`The service says that the mandate is cancelled: new direct debit payouts under it are rejected. What its status is called now is in the list.`,
    ],
  };
}
