// Switches to the customer of a waiting request, then opens the request's dialog.

import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type { Waiting } from '../../store/approvals.ts';
import { isHere } from '../../store/journal.ts';
import { customerKey, visit } from '../../store/workspace.ts';

export function openWaiting(app: App, { row }: Waiting): void {
  const state = app.store.getState();
  const { requestId, customer } = row.intent;
  const warn = (text: Visible): void => app.store.setState({ notice: { text, tone: 'warning' } });
  if (!isHere(row, state)) {
    warn(t`This request belongs to another service. Sign in there first.`);
    return;
  }
  // The dialog reads the record of the selected customer, so Purser selects the request's customer first.
  if (state.customer === undefined || customerKey(state.customer) !== customerKey(customer)) {
    app.customers.switchTo(customer);
    app.store.setState(now => visit(now, 'approvals'));
  }
  void app.writes.openWaiting(requestId);
}
