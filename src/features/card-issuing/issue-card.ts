// The form of a new card: its cardholder, its kind and its limits. The form sends nothing.

import { t, visible } from '../../lib/visible.ts';
import { intervalNames, intervals } from '../../records/limit-lines.ts';
import { choice, field, withErrors } from '../../store/form.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Option, State } from '../../store/state.ts';
import { currentView, customerKey } from '../../store/workspace.ts';
import { formDone } from '../../ui/screens/form-done.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { cardIssue, newCardQuestion } from '../../writes/card-issue.ts';
import { isConfirmableId } from '../../writes/rules/tokens.ts';
import { checkNewCard, limitField, OFFERED } from './check-card.ts';

const optionsOf = (values: readonly string[]): readonly Option[] =>
  values.map(value => ({ value, label: visible(value) }));

const CHOOSE = t`← → to choose`;

const forms = keptForms('issue-card', (subject, { operator }) => ({
  fields: [
    field('card_holder_id', t`Cardholder ID`, subject ?? '', t`the cardholder's ID at the service`),
    choice(
      'action',
      t`Issuance`,
      '',
      t`${CHOOSE}: a new card or a replacement card`,
      optionsOf(OFFERED.action),
    ),
    choice(
      'card_type',
      t`Card type`,
      '',
      t`${CHOOSE}: GPR_PHY is physical, GPR_VIR virtual`,
      optionsOf(OFFERED.type),
    ),
    field('issuance_mode', t`Issuance mode`, '', t`PHYSICAL, VIRTUAL or NORMAL_DELIVERY_LOCAL`),
    choice('personalized', t`Personalized`, '', t`${CHOOSE}; no for a delegate`, [
      { value: 'yes', label: t`yes` },
      { value: 'no', label: t`no` },
    ]),
    choice('purpose', t`Program purpose`, '', CHOOSE, optionsOf(OFFERED.purpose)),
    choice('program_type', t`Program type`, '', CHOOSE, optionsOf(OFFERED.programType)),
    field('sub_type', t`Program sub-type`, '', t`such as B2B_TRAVEL, the only documented sub-type`),
    choice(
      'count',
      t`Transactions`,
      '',
      t`${CHOOSE}: for one transaction or for many`,
      optionsOf(OFFERED.count),
    ),
    field('currency', t`Limits in`, '', t`currency: three letters, such as GBP`),
    ...intervals.map(interval =>
      field(
        limitField(interval),
        t`Limit: ${intervalNames[interval]}`,
        '',
        t`whole units, such as 1,000; at least one limit is required`,
      ),
    ),
    field('created_by', t`Created by`, operator, t`the creator's name; required by the service`),
  ],
  focus: subject === undefined ? 0 : 1,
}));

const ableIn = (state: State) => (id: string) => isConfirmableId(id, cardIssue, state);

export const issueCardForm: FormDeclaration = {
  place: 'issue-card',
  forms,
  button: t`Review card`,
  above: () => [
    { note: t`Issues a card to a cardholder of this customer. This form sends nothing.`, tone: 'plain' },
    {
      note: t`Purser can't read cardholders. Only the service knows whether the ID is a cardholder's, and the cardholder's type.`,
    },
  ],
  check: (form, state) => checkNewCard(form, ableIn(state)),
  review(app, form) {
    const state = app.store.getState();
    const checked = checkNewCard(form, ableIn(state));
    if (!checked.ok) return app.store.setState(now => forms.set(now, withErrors(form, checked.errors)));
    const { customer } = state;
    const { subject } = currentView(state);
    if (!customer) return;
    const done = formDone(app, { declared: issueCardForm, owner: customerKey(customer), subject, form });
    void app.writes.ask({ ...newCardQuestion(checked.body), ended: done });
  },
};
