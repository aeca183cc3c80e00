// The dialog that cancels a payout, from its row or from a form that takes its ID, its system reference number, or both.

import { momentOf } from '../../format/cells.ts';
import { noted } from '../../format/entry.ts';
import { listOf } from '../../format/joined.ts';
import { isSystemReference, samePayoutName } from '../../lib/identifier.ts';
import { t, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { reviewing } from '../../money/form/form-done.ts';
import { withCurrentJournal } from '../../money/journal-effects.ts';
import { referenceIn } from '../../money/related-money.ts';
import { AMOUNT } from '../../money/shown-lines.ts';
import { whyNotUsable } from '../../money/write-tokens.ts';
import { idText } from '../../records/facts.ts';
import type { ListQuery } from '../../records/query.ts';
import { historyQuery } from '../../records/reads.ts';
import type { Ended } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import { type FormCheck, field, fieldValue } from '../../store/form-state.ts';
import { keptForms } from '../../store/kept-forms.ts';
import { warn } from '../../store/notices.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import type { OwnPayout } from './own-payout.ts';
import { type CancelQuestion, type CancelTarget, cancelQuestion } from './payout-cancel.ts';
import { entryCell, entryLines } from './payout-entries.ts';

const ID = 'id';
const REFERENCE = 'systemReferenceNumber';

const forms = keptForms('cancel-payout', (given, state) => {
  const subject = given ?? historyRowOf(state)?.reference ?? '';
  const reference = isSystemReference(subject);
  return {
    fields: [
      field(ID, t`Payout ID`, reference ? '' : subject, t`the payout's ID at the service`),
      field(
        REFERENCE,
        t`System reference number`,
        reference ? subject : '',
        t`instead of the ID, or together with it`,
      ),
    ],
    focus: reference ? 1 : 0,
  };
});

export const cancelPayoutForm: FormDeclaration = {
  place: 'cancel-payout',
  forms,
  button: t`Review cancellation`,
  above: state => [
    ...(historyRowOf(state)?.lines ?? []).map(({ label, value }) => ({ label, cell: { text: value } })),
    noted(t`Cancels one pending payout of this customer, by its ID or its system reference number.`, 'plain'),
    { note: t`This form sends nothing. The next step shows the cancellation and asks you to confirm.` },
  ],
  needs: () => [{ kind: 'list', query: historyQuery, through: 1 }],
  aside: (fieldId, state, form) => entryCell(fieldValue(form, fieldId), state),
  check: checkCancelForm,
  enough: form => checkCancelForm(form).ok && form.fields[form.focus]?.value.trim() !== '',
  // `reviewing` clears the form after a cancellation, so that the ID is not used for another payout.
  review: reviewing(
    () => cancelPayoutForm,
    checkCancelForm,
    (app, { target }, ended) => askCancel(app, target, { about: historyRowOf(app.store.getState()), ended }),
  ),
};

export function checkCancelForm(form: Form): FormCheck<{ readonly target: CancelTarget }> {
  const id = fieldValue(form, ID);
  const reference = fieldValue(form, REFERENCE);
  if (id === '' && reference === '')
    return { ok: false, errors: { [ID]: t`Enter the payout ID or the system reference number.` } };
  const errors = { [ID]: whyNotUsable(id), [REFERENCE]: whyNotUsable(reference) };
  if (Object.values(errors).some(Boolean)) return { ok: false, errors };
  const named = reference === '' ? {} : { systemReferenceNumber: reference };
  return { ok: true, target: id === '' ? { systemReferenceNumber: reference } : { id, ...named } };
}

export function askCancel(
  app: App,
  target: CancelTarget,
  {
    row,
    about,
    ended,
  }: {
    readonly row?: OwnPayout;
    readonly about?: HistoryRow | undefined;
    readonly ended?: (ended: Ended) => void;
  } = {},
): void {
  // The question names earlier writes for this payout, which another console may have made.
  void withCurrentJournal(app, () => {
    const asked = cancelQuestion(target, app.store.getState(), row);
    if ('barred' in asked) warn(app.store, asked.barred);
    else void app.dialog.ask({ ...fromHistory(asked, about), ...(ended && { ended }) });
  });
}

/** A row's amount is only shown if the row names the payout: see `payout-entries.ts`. */
function fromHistory(asked: CancelQuestion, about: HistoryRow | undefined): CancelQuestion {
  if (about === undefined || asked.lines.some(({ label }) => label === AMOUNT)) return asked;
  const { reference } = about;
  const typed = asked.input.body?.systemReferenceNumber;
  if (reference !== undefined && typed !== undefined && samePayoutName(reference, typed)) return asked;
  const warning =
    reference !== undefined && typed !== undefined
      ? t`The selected balance history row names another payout, ${visible(reference, 60)}. Check which payout to cancel.`
      : t`Purser can't check that this payout is the selected balance history row.`;
  return { ...asked, warnings: [...asked.warnings, warning] };
}

export const PAYOUT = 'PAYOUT';

export const payoutHistory: ListQuery<'account.balanceHistory'> = {
  operation: 'account.balanceHistory',
  input: { query: { transaction_type: PAYOUT } },
};

interface HistoryRow {
  readonly lines: readonly ShownLine[];
  readonly reference: string | undefined;
}

function historyRowOf(state: State): HistoryRow | undefined {
  const { record } = currentView(state);
  if (record === undefined) return undefined;
  const row = listOf(state, payoutHistory).pages.items.find(({ key }) => key === record)?.row;
  // The key of a row without an ID is its position, which another payout may have after a reload.
  if (!row || idText(row.id) !== record) return undefined;
  return { lines: entryLines(row, momentOf(state)), reference: referenceIn(row) };
}
