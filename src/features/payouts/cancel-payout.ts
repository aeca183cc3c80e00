// Asks for the cancellation of a payout, from its row or from the form.

import type { App } from '../../effects/app.ts';
import { withCurrentJournal } from '../../effects/current-journal.ts';
import type { Ended, Question } from '../../effects/question.ts';
import { t } from '../../lib/visible.ts';
import type { OwnPayout } from '../../records/own-payout.ts';
import { AMOUNT } from '../../records/shown-lines.ts';
import type { ShownLine } from '../../store/shown-line.ts';
import { cancelQuestion } from '../../writes/payout-cancel.ts';
import type { CancelTarget } from '../../writes/rules/cancel-target.ts';

/** Opens the dialog, or shows a notice that says why not. `row` is the payout under the cursor. `ended` gets the outcome. */
export function askCancel(
  app: App,
  target: CancelTarget,
  {
    row,
    about = [],
    ended,
  }: {
    readonly row?: OwnPayout;
    /** Lines of the balance history's row from which the form was opened. */
    readonly about?: readonly ShownLine[];
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
 * Adds the lines of the balance history's row, and a warning: nothing proves that the ID belongs to that row. If the
 * question has an amount of its own, adds nothing.
 */
const fromHistory = <Asked extends Pick<Question, 'lines' | 'warnings'>>(
  asked: Asked,
  about: readonly ShownLine[],
): Asked =>
  about.length === 0 || asked.lines.some(({ label }) => label === AMOUNT)
    ? asked
    : {
        ...asked,
        lines: [...asked.lines, ...about],
        warnings: [
          ...asked.warnings,
          t`The amount and the description are from the balance history row. Purser can't check that the ID belongs to that row.`,
        ],
      };
