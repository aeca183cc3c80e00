// The forms that issue a card, and create or change a cardholder. The forms send nothing.

import { noted } from '../../format/entry.ts';
import { t } from '../../lib/visible.ts';
import { reviewing } from '../../money/form/form-done.ts';
import { isConfirmableId } from '../../money/write-tokens.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Form, State } from '../../store/state.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { cardIssue, newCardForm, newCardQuestion } from './card-issue.ts';
import { newCardholderForm, newCardholderQuestion } from './cardholder-create.ts';
import { cardholderChangeForm, cardholderUpdate, changeQuestion } from './cardholder-update.ts';

const issueForms = keptForms('issue-card', (subject, { operator }) => ({
  fields: newCardForm.rows({ card_holder_id: subject ?? '', created_by: operator }),
  focus: subject === undefined ? 0 : 1,
}));

const checkNewCard = (form: Form, state: State) =>
  newCardForm.check(form, id => isConfirmableId(id, cardIssue, state));

export const issueCardForm: FormDeclaration = {
  place: 'issue-card',
  forms: issueForms,
  button: t`Review card`,
  above: () => [
    noted(t`Issues a card to a cardholder of this customer. This form sends nothing.`, 'plain'),
    {
      note: t`Purser can't read cardholders, so it can't check the cardholder's ID and type.`,
    },
  ],
  check: checkNewCard,
  review: reviewing(
    () => issueCardForm,
    checkNewCard,
    (app, { body }, ended) => void app.dialog.ask({ ...newCardQuestion(body), ended }),
  ),
};

const cardholderForms = keptForms('new-cardholder', (_, { operator }) => ({
  fields: newCardholderForm.rows({ created_by: operator }),
  focus: 0,
}));

export const newCardholderScreen: FormDeclaration = {
  place: 'new-cardholder',
  forms: cardholderForms,
  button: t`Review cardholder`,
  above: () => [
    noted(t`A cardholder is a person or a delegate who gets cards. This form sends nothing.`, 'plain'),
    { note: t`Purser can't read a cardholder later. Keep the ID from the service's response.` },
  ],
  check: form => newCardholderForm.check(form),
  review: reviewing(
    () => newCardholderScreen,
    form => newCardholderForm.check(form),
    (app, { body }, ended) => void app.dialog.ask({ ...newCardholderQuestion(body), ended }),
  ),
};

const changeForms = keptForms('update-cardholder', subject => ({
  fields: cardholderChangeForm.rows({ id: subject ?? '' }),
  focus: subject === undefined ? 0 : 1,
}));

const checkChange = (form: Form, state: State) =>
  cardholderChangeForm.check(form, id => isConfirmableId(id, cardholderUpdate, state));

export const updateCardholderForm: FormDeclaration = {
  place: 'update-cardholder',
  forms: changeForms,
  button: t`Review change`,
  above: () => [
    noted(
      t`Purser can't read cardholders, so the fields start empty. Purser sends only the filled fields.`,
      'plain',
    ),
    { note: t`Fill in a name, an address or an identification completely. This form sends nothing.` },
  ],
  check: checkChange,
  review: reviewing(
    () => updateCardholderForm,
    checkChange,
    (app, { body }, ended) => void app.dialog.ask({ ...changeQuestion(body), ended }),
  ),
};
