// The form of a new cardholder. The form sends nothing.

import { t } from '../../lib/visible.ts';
import { keptForms } from '../../store/kept-forms.ts';
import { reviewing } from '../../ui/screens/form-done.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { newCardholderForm, newCardholderQuestion } from './cardholder-create.ts';

const forms = keptForms('new-cardholder', (_, { operator }) => ({
  fields: newCardholderForm.rows({ created_by: operator }),
  focus: 0,
}));

export const newCardholderScreen: FormDeclaration = {
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
  check: form => newCardholderForm.check(form),
  review: reviewing(
    () => newCardholderScreen,
    form => newCardholderForm.check(form),
    (app, { body }, ended) => void app.writes.ask({ ...newCardholderQuestion(body), ended }),
  ),
};
