// Cancelling a payout, from its row or from the form.

import type { App } from '../../effects/app.ts';
import { withCurrentJournal } from '../../effects/current-journal.ts';
import type { Ended } from '../../effects/question.ts';
import type { OwnPayout } from '../../records/own-payout.ts';
import { cancelQuestion } from '../../writes/payout-cancel.ts';
import type { CancelTarget } from '../../writes/rules/cancel-target.ts';

/** Opens the dialog, or says why it can't. `row` is the payout under the cursor, if any; `ended` receives the outcome. */
export function askCancel(
  app: App,
  target: CancelTarget,
  { row, ended }: { readonly row?: OwnPayout; readonly ended?: (ended: Ended) => void } = {},
): void {
  // The question names what was written for this payout, also by another console.
  void withCurrentJournal(app, () => {
    const asked = cancelQuestion(target, app.store.getState(), row);
    if ('barred' in asked) app.store.setState({ notice: { text: asked.barred, tone: 'warning' } });
    else void app.writes.ask({ ...asked, ...(ended && { ended }) });
  });
}
