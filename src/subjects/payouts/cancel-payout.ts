// Asks for the cancellation of a payout, from its row or from the form.

import { samePayoutName } from '../../lib/identifier.ts';
import { t, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { withCurrentJournal } from '../../money/journal.ts';
import type { Ended } from '../../money/question.ts';
import { AMOUNT } from '../../money/shown-lines.ts';
import type { CancelTarget } from './cancel-target.ts';
import type { HistoryRow } from './history-row.ts';
import type { OwnPayout } from './own-payout.ts';
import { type CancelQuestion, cancelQuestion } from './payout-cancel.ts';

/** Opens the dialog, or shows a notice that says why not. `row` is the payout under the cursor. `ended` gets the outcome. */
export function askCancel(
  app: App,
  target: CancelTarget,
  {
    row,
    about,
    ended,
  }: {
    readonly row?: OwnPayout;
    /** The balance history's row from which the form was opened. */
    readonly about?: HistoryRow | undefined;
    readonly ended?: (ended: Ended) => void;
  } = {},
): void {
  // The question names earlier writes for this payout, which another console may have made.
  void withCurrentJournal(app, () => {
    const asked = cancelQuestion(target, app.store.getState(), row);
    if ('barred' in asked) app.store.setState({ notice: { text: asked.barred, tone: 'warning' } });
    else void app.writes.ask({ ...fromHistory(asked, about), ...(ended && { ended }) });
  });
}

/**
 * Adds the lines of the balance history's row, and a warning: nothing proves that the ID belongs to that row. Adds no
 * lines if the question has an amount of its own, or if the row names another payout.
 */
function fromHistory(asked: CancelQuestion, about: HistoryRow | undefined): CancelQuestion {
  if (about === undefined || asked.lines.some(({ label }) => label === AMOUNT)) return asked;
  const { lines, reference } = about;
  const typed = asked.input.body?.systemReferenceNumber;
  const isOther = reference !== undefined && typed !== undefined && !samePayoutName(reference, typed);
  const warning = isOther
    ? t`The balance history row names another payout, ${visible(reference, 60)}. Check which payout to cancel.`
    : t`The amount and the text are from the balance history row. Purser can't check that the ID belongs to that row.`;
  return {
    ...asked,
    lines: isOther ? asked.lines : [...asked.lines, ...lines],
    warnings: [...asked.warnings, warning],
  };
}
