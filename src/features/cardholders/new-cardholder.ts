// The form of a new cardholder. The form sends nothing.

import type { Input } from '../../api/contract/operations.ts';
import { t } from '../../lib/visible.ts';
import { choice, type FieldErrors, type FormCheck, field, fieldValue, withErrors } from '../../store/form.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Form } from '../../store/state.ts';
import { currentView, customerKey } from '../../store/workspace.ts';
import { formDone } from '../../ui/screens/form-done.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { newCardholderQuestion } from '../../writes/cardholder-create.ts';
import {
  address,
  fieldsOf,
  fullName,
  identification,
  postalAddress,
  readComposite,
  whyNoDay,
} from './composites.ts';

type Body = Input<'cardholder.create'>['body'];

const TYPES = [
  { value: 'INDIVIDUAL', label: t`INDIVIDUAL` },
  { value: 'DELEGATE', label: t`DELEGATE` },
] as const;

const forms = keptForms('new-cardholder', (_, { operator }) => ({
  fields: [
    choice('type', t`Type`, '', t`INDIVIDUAL: a named person; DELEGATE: non-personalized cards only`, TYPES),
    ...fieldsOf(fullName, true),
    field('date_of_birth', t`Date of birth`, '', t`YYYY-MM-DD`),
    field('email', t`E-mail`, '', t`such as name@example.com`),
    field('mobile_number', t`Mobile number`, '', t`optional`),
    ...fieldsOf(address, true),
    ...fieldsOf(identification, false),
    ...fieldsOf(postalAddress, false),
    field('consent', t`Express consent`, '', t`optional; default: YES`),
    field('created_by', t`Created by`, operator, t`the creator's name; required by the service`),
  ],
  focus: 0,
}));

export const newCardholderForm: FormDeclaration = {
  place: 'new-cardholder',
  forms,
  button: t`Review cardholder`,
  above: () => [
    {
      note: t`A cardholder is a person or a delegate who gets cards. This form sends nothing.`,
      tone: 'plain',
    },
    { note: t`Purser can't read a cardholder later. Keep the ID from the service's response.` },
  ],
  check: checkNewCardholder,
  review(app, form) {
    const state = app.store.getState();
    const checked = checkNewCardholder(form);
    if (!checked.ok) return app.store.setState(now => forms.set(now, withErrors(form, checked.errors)));
    const { customer } = state;
    const { subject } = currentView(state);
    if (!customer) return;
    const done = formDone(app, { declared: newCardholderForm, owner: customerKey(customer), subject, form });
    void app.writes.ask({ ...newCardholderQuestion(checked.body), ended: done });
  },
};

/** Local part, one @, and a domain with a dot: the same as the contract's check. */
const EMAIL =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export function checkNewCardholder(form: Form): FormCheck<{ readonly body: Body }> {
  const type = TYPES.find(({ value }) => value === fieldValue(form, 'type'))?.value;
  const name = readComposite(fullName, form, true);
  const home = readComposite(address, form, true);
  const proof = readComposite(identification, form, false);
  const postal = readComposite(postalAddress, form, false);
  const born = fieldValue(form, 'date_of_birth');
  const email = fieldValue(form, 'email');
  const mobile = fieldValue(form, 'mobile_number');
  const consent = fieldValue(form, 'consent');
  const createdBy = fieldValue(form, 'created_by');
  const errors: FieldErrors = {
    type: type === undefined ? t`Choose the type with ← and →.` : undefined,
    ...name.errors,
    date_of_birth: whyNoDay(born),
    email: EMAIL.test(email) ? undefined : t`An e-mail address is required, such as name@example.com.`,
    ...home.errors,
    ...proof.errors,
    ...postal.errors,
    created_by: createdBy === '' ? t`The creator's name is required.` : undefined,
  };
  if (!type || !name.value || !home.value || Object.values(errors).some(Boolean))
    return { ok: false, errors };
  return {
    ok: true,
    body: {
      type,
      email,
      ...(mobile !== '' && { mobile_number: mobile }),
      individual: {
        name: name.value,
        date_of_birth: born,
        address: home.value,
        ...(proof.value && { identification: proof.value }),
        ...(consent !== '' && { express_consent_obtained: consent }),
      },
      ...(postal.value && { postal_address: postal.value }),
      created_by: createdBy,
    },
  };
}
