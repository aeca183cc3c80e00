// The form to cancel a payout that has no row: by its ID, its system reference number, or both.

import type { App } from '../../effects/app.ts';
import { isSystemReference } from '../../lib/identifier.ts';
import { t } from '../../lib/visible.ts';
import { whyNotUsable } from '../../records/last-four.ts';
import { type FormCheck, field, fieldValue, withErrors } from '../../store/form.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Form } from '../../store/state.ts';
import { currentView, customerKey } from '../../store/workspace.ts';
import { formDone } from '../../ui/screens/form-done.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import type { CancelTarget } from '../../writes/rules/cancel-target.ts';
import { askCancel } from './cancel-payout.ts';

const ID = 'id';
const REFERENCE = 'systemReferenceNumber';

const forms = keptForms('cancel-payout', (subject = '') => {
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
  above: () => [
    {
      note: t`Cancels one pending payout of this customer, by its ID or its system reference number.`,
      tone: 'plain',
    },
    { note: t`This form sends nothing. The next step shows the cancellation and asks you to confirm.` },
  ],
  check: checkCancelForm,
  review(app, form) {
    const checked = checkCancelForm(form);
    if (!checked.ok) return keep(app, withErrors(form, checked.errors));
    const state = app.store.getState();
    const { customer } = state;
    if (!customer) return;
    const { subject, record } = currentView(state);
    // The form must not offer a cancelled payout's ID for another payout.
    const reviewed = { declared: cancelPayoutForm, owner: customerKey(customer), subject, record, form };
    askCancel(app, checked.target, { ended: formDone(app, reviewed) });
  },
};

const keep = (app: App, form: Form): void => app.store.setState(state => forms.set(state, form));

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
