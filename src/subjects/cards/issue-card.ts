// The form of a new card: its cardholder, its kind and its limits. The form sends nothing.

import { t } from '../../lib/visible.ts';
import { isConfirmableId } from '../../money/tokens.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Form, State } from '../../store/state.ts';
import { reviewing } from '../../ui/screens/form-done.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { cardIssue, newCardForm, newCardQuestion } from './card-issue.ts';

const forms = keptForms('issue-card', (subject, { operator }) => ({
  fields: newCardForm.rows({ card_holder_id: subject ?? '', created_by: operator }),
  focus: subject === undefined ? 0 : 1,
}));

const checkNewCard = (form: Form, state: State) =>
  newCardForm.check(form, id => isConfirmableId(id, cardIssue, state));

export const issueCardForm: FormDeclaration = {
  place: 'issue-card',
  forms,
  button: t`Review card`,
  above: () => [
    { note: t`Issues a card to a cardholder of this customer. This form sends nothing.`, tone: 'plain' },
    {
      note: t`Purser can't read cardholders, so it can't check the cardholder's ID and type.`,
    },
  ],
  check: checkNewCard,
  review: reviewing(
    () => issueCardForm,
    checkNewCard,
    (app, { body }, ended) => void app.writes.ask({ ...newCardQuestion(body), ended }),
  ),
};
