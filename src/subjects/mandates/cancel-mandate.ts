// The action that cancels the selected mandate.

import { idText } from '../../format/cells.ts';
import { documentOf } from '../../format/joined.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { isUsableId, unusableId } from '../../money/tokens.ts';
import type { State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import type { RowAction } from '../../ui/screens/resource.ts';
import { cancelMandateQuestion } from './mandate-cancel.ts';
import { queryOf } from './mandate-details.ts';
import { type Mandate, whyAnotherMandate } from './mandate-lines.ts';

export const cancelMandate: RowAction<Mandate> = {
  id: 'cancel',
  title: t`cancel mandate`,
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

/** The mandate as read by its ID, because this read is newer than the list. Without a read of this mandate: `row`. */
function latest(row: Mandate, state: State): Mandate {
  const query = queryOf(row);
  const read = query && documentOf(state, query).value;
  return read &&
    whyAnotherMandate(read, { account: idText(row.global_account_id), id: idText(row.id) }) === undefined
    ? read
    : row;
}

/** Why this mandate can't be cancelled. A status is no reason: INTERFACE.md, Mandate, has no rule about the status. */
function whyNotThis(row: Mandate, state: State): Visible | undefined {
  const [account, id] = [idText(row.global_account_id), idText(row.id)];
  if (account === undefined || id === undefined)
    return t`The service sent no mandate ID or no account ID, so Purser can't cancel this mandate.`;
  if (account !== currentView(state).subject)
    return t`Purser can't cancel this mandate: its account (${visible(account, 40)}) differs from the account of this list.`;
  return isUsableId(id) ? undefined : unusableId(t`mandate ID`);
}
