// The form to change a cardholder. It starts empty, because Purser can't read cardholders. Purser sends only the filled
// fields.

import { t } from '../../lib/visible.ts';
import { isConfirmableId } from '../../money/tokens.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Form, State } from '../../store/state.ts';
import { reviewing } from '../../ui/screens/form-done.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { cardholderChangeForm, cardholderUpdate, changeQuestion } from './cardholder-update.ts';

const forms = keptForms('update-cardholder', subject => ({
  fields: cardholderChangeForm.rows({ id: subject ?? '' }),
  focus: subject === undefined ? 0 : 1,
}));

const checkChange = (form: Form, state: State) =>
  cardholderChangeForm.check(form, id => isConfirmableId(id, cardholderUpdate, state));

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
  check: checkChange,
  review: reviewing(
    () => updateCardholderForm,
    checkChange,
    (app, { body }, ended) => void app.writes.ask({ ...changeQuestion(body), ended }),
  ),
};
