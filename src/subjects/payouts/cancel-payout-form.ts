// The form to cancel a payout by its ID, its system reference number, or both.

import { isSystemReference } from '../../lib/identifier.ts';
import { t } from '../../lib/visible.ts';
import { whyNotUsable } from '../../money/tokens.ts';
import { type FormCheck, field, fieldValue } from '../../store/form.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Form } from '../../store/state.ts';
import { reviewing } from '../../ui/screens/form-done.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { askCancel } from './cancel-payout.ts';
import type { CancelTarget } from './cancel-target.ts';
import { historyRowOf } from './history-row.ts';

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
    focus: 0,
  };
});

export const cancelPayoutForm: FormDeclaration = {
  place: 'cancel-payout',
  forms,
  button: t`Review cancellation`,
  above: state => [
    ...(historyRowOf(state)?.lines ?? []).map(({ label, value }) => ({ label, cell: { text: value } })),
    {
      note: t`Cancels one pending payout of this customer, by its ID or its system reference number.`,
      tone: 'plain',
    },
    { note: t`This form sends nothing. The next step shows the cancellation and asks you to confirm.` },
  ],
  check: checkCancelForm,
  // The payout ID alone is enough, and so is the reference.
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
