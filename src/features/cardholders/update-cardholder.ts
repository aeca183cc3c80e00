// The form to change a cardholder: it starts empty, because Purser can't read cardholders. Purser sends only the filled fields.

import { t } from '../../lib/visible.ts';
import { isUsableId, whyNotUsable } from '../../records/last-four.ts';
import { type FieldErrors, type FormCheck, field, fieldValue, withErrors } from '../../store/form.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView, customerKey } from '../../store/workspace.ts';
import { formDone } from '../../ui/screens/form-done.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { type CardholderChange, cardholderUpdate, changeQuestion } from '../../writes/cardholder-update.ts';
import { isConfirmableId } from '../../writes/rules/tokens.ts';
import {
  address,
  fieldsOf,
  fullName,
  identification,
  postalAddress,
  readComposite,
  whyNoDay,
} from './composites.ts';

const UNCHANGED = t`if empty: not sent`;

const forms = keptForms('update-cardholder', subject => ({
  fields: [
    field('id', t`Cardholder ID`, subject ?? '', t`the cardholder's ID at the service`),
    ...fieldsOf(fullName, false),
    field('date_of_birth', t`Date of birth`, '', t`YYYY-MM-DD; ${UNCHANGED}`),
    field('mobile_number', t`Mobile number`, '', UNCHANGED),
    ...fieldsOf(address, false),
    ...fieldsOf(identification, false),
    ...fieldsOf(postalAddress, false),
    field('consent', t`Express consent`, '', UNCHANGED),
  ],
  focus: subject === undefined ? 0 : 1,
}));

export const updateCardholderForm: FormDeclaration = {
  place: 'update-cardholder',
  forms,
  button: t`Review change`,
  above: () => [
    {
      note: t`Purser can't read cardholders, so the fields start empty. Purser sends only the filled fields.`,
      tone: 'plain',
    },
    { note: t`Fill in a name, an address or an identification completely. This form sends nothing.` },
  ],
  check: (form, state) => checkCardholderChange(form, ableIn(state)),
  review(app, form) {
    const state = app.store.getState();
    const checked = checkCardholderChange(form, ableIn(app.store.getState()));
    if (!checked.ok) return app.store.setState(now => forms.set(now, withErrors(form, checked.errors)));
    const { customer } = state;
    const { subject } = currentView(state);
    if (!customer) return;
    const done = formDone(app, {
      declared: updateCardholderForm,
      owner: customerKey(customer),
      subject,
      form,
    });
    void app.writes.ask({ ...changeQuestion(checked.body), ended: done });
  },
};

const ableIn = (state: State) => (id: string) => isConfirmableId(id, cardholderUpdate, state);

/** `able`: whether staff can confirm an ID. */
export function checkCardholderChange(
  form: Form,
  able = isUsableId,
): FormCheck<{ readonly body: CardholderChange }> {
  const id = fieldValue(form, 'id');
  const name = readComposite(fullName, form, false);
  const home = readComposite(address, form, false);
  const proof = readComposite(identification, form, false);
  const postal = readComposite(postalAddress, form, false);
  const born = fieldValue(form, 'date_of_birth');
  const mobile = fieldValue(form, 'mobile_number');
  const consent = fieldValue(form, 'consent');
  const individual = {
    ...(name.value && { name: name.value }),
    ...(born !== '' && { date_of_birth: born }),
    ...(home.value && { address: home.value }),
    ...(proof.value && { identification: proof.value }),
    ...(consent !== '' && { express_consent_obtained: consent }),
  };
  const body = {
    id,
    ...(Object.keys(individual).length > 0 && { individual }),
    ...(mobile !== '' && { mobile_number: mobile }),
    ...(postal.value && { postal_address: postal.value }),
  };
  const errors: FieldErrors = {
    id: id === '' ? t`A cardholder ID is required.` : whyNotUsable(id, able),
    ...name.errors,
    date_of_birth: born === '' ? undefined : whyNoDay(born),
    ...home.errors,
    ...proof.errors,
    ...postal.errors,
  };
  if (Object.values(errors).some(Boolean)) return { ok: false, errors };
  if (Object.keys(body).length === 1)
    return { ok: false, errors: { 'name.first_name': t`Enter at least one change.` } };
  return { ok: true, body };
}
