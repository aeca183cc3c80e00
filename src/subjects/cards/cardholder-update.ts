// A change of a cardholder.

import type { Input } from '../../api/contract/operations.ts';
import { changed } from '../../api/contract/write-meaning.ts';
import { noted } from '../../format/entry.ts';
import { t, visible } from '../../lib/visible.ts';
import { actOn, questionOf } from '../../money/act.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import { NO_CHECK, PERSONAL } from '../../money/definition.ts';
import { asked } from '../../money/for-call.ts';
import { address, fullName, identification, postalAddress, wholeOrNone } from '../../money/form/composite.ts';
import { reviewing } from '../../money/form/form-done.ts';
import { day, optional, recordId, text } from '../../money/form/parts.ts';
import { writeForm } from '../../money/form/write-form.ts';
import { CARDHOLDER, member, setting } from '../../money/same-thing.ts';
import { endingToken, isConfirmableId } from '../../money/write-tokens.ts';
import type { Question } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Form, State } from '../../store/state.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { addressText, CONSENT, individualLines, line, own, shownText } from './cardholder-create.ts';

const ACT = actOn(t`Change`, t`cardholder`);

export const cardholderUpdate: WriteDefinition<'cardholder.update'> = {
  operation: 'cardholder.update',
  class: 'write',
  happened: () => t`Changed the cardholder.`,
  meaning: changed,
  token: endingToken(t`cardholder ID`, ({ body }) => body.id),
  question: ({ body }) => asked(changeQuestion(body)),
  duplicates: setting(CARDHOLDER, member('id')),
  reconcile: NO_CHECK,
  neverAgain: PERSONAL,
  onScreen: { place: 'cards', key: 'U' },
};

const changeQuestion = (body: CardholderChange): Question<'cardholder.update'> => ({
  ...questionOf(cardholderUpdate, ACT, { body }),
  lines: changeLines(body),
  warnings: [
    t`Purser can't read this cardholder, so this dialog does not show the values that you replace.`,
    t`The service may screen the name again after a change.`,
  ],
});

type CardholderChange = Input<'cardholder.update'>['body'];

const changeLines = (body: CardholderChange): readonly ShownLine[] => [
  { label: t`Cardholder ID`, value: visible(body.id) },
  ...individualLines(body.individual ?? {}),
  ...own(t`Mobile`, shownText(body.mobile_number)),
  ...own(t`Postal address`, addressText(body.postal_address)),
  ...line(CONSENT, shownText(body.individual?.express_consent_obtained)),
];

const UNCHANGED = t`if empty: not sent`;

const changeForm = writeForm('cardholder.update')({
  id: recordId(
    'id',
    t`Cardholder ID`,
    t`the cardholder's ID at the service`,
    t`A cardholder ID is required.`,
  ),
  'individual.name': wholeOrNone(fullName),
  'individual.date_of_birth': optional(day('date_of_birth', t`Date of birth`, t`YYYY-MM-DD; ${UNCHANGED}`)),
  mobile_number: optional(text('mobile_number', t`Mobile number`, UNCHANGED, t``)),
  'individual.address': wholeOrNone(address),
  'individual.identification': wholeOrNone(identification),
  postal_address: wholeOrNone(postalAddress),
  'individual.express_consent_obtained': optional(text('consent', t`Express consent`, UNCHANGED, t``)),
});

/** A change has the ID and at least one other value. */
export const cardholderChangeForm: typeof changeForm = {
  ...changeForm,
  check(typed, able) {
    const checked = changeForm.check(typed, able);
    return checked.ok && Object.keys(checked.body).length === 1
      ? { ok: false, errors: { 'name.first_name': t`Enter at least one change.` } }
      : checked;
  },
};

const forms = keptForms('update-cardholder', subject => ({
  fields: cardholderChangeForm.rows({ id: subject ?? '' }),
  focus: subject === undefined ? 0 : 1,
}));

const checkChange = (form: Form, state: State) =>
  cardholderChangeForm.check(form, id => isConfirmableId(id, cardholderUpdate, state));

export const updateCardholderForm: FormDeclaration = {
  place: 'update-cardholder',
  forms: forms,
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
