// A change of a cardholder.

import type { Input } from '../../api/contract/operations.ts';
import { changed } from '../../api/contract/write-meaning.ts';
import { noted } from '../../format/entry.ts';
import { t, visible } from '../../lib/visible.ts';
import { actOn, questionOf } from '../../money/act.ts';
import { NO_CHECK, PERSONAL, type WriteDefinition } from '../../money/definition.ts';
import { asked } from '../../money/for-call.ts';
import { day, optional, text } from '../../money/form/body-fields.ts';
import { questionForm } from '../../money/form/question-form.ts';
import { CARDHOLDER, member, setting } from '../../money/same-thing.ts';
import { endingToken } from '../../money/write-tokens.ts';
import type { Question } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import { screenForm } from '../../store/body-form.ts';
import { addressText, CONSENT, individualLines, line, own, shownText } from './cardholder-create.ts';
import {
  address,
  CARDHOLDER_ID,
  fullName,
  identification,
  postalAddress,
  wholeOrNone,
} from './cardholder-fields.ts';

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

const changeForm = screenForm<CardholderChange>()({
  id: CARDHOLDER_ID,
  ...wholeOrNone('individual.name', fullName, t`name`),
  'individual.date_of_birth': optional(day(t`Date of birth`, t`YYYY-MM-DD; ${UNCHANGED}`)),
  mobile_number: optional(text(t`Mobile number`, UNCHANGED)),
  ...wholeOrNone('individual.address', address, t`address`),
  ...wholeOrNone('individual.identification', identification, t`identification`),
  ...wholeOrNone('postal_address', postalAddress, t`postal address`),
  'individual.express_consent_obtained': optional(text(CONSENT, UNCHANGED)),
});

/** A change has the ID and at least one other value. */
export const cardholderChangeForm: typeof changeForm = {
  ...changeForm,
  check(typed, able) {
    const checked = changeForm.check(typed, able);
    return checked.ok && Object.keys(checked.body).length === 1
      ? { ok: false, errors: { 'individual.name.first_name': t`Enter at least one change.` } }
      : checked;
  },
};

export const updateCardholderForm = questionForm({
  place: 'update-cardholder',
  write: cardholderUpdate,
  form: cardholderChangeForm,
  initial: subject => ({ id: subject ?? '' }),
  button: t`Review change`,
  above: () => [
    noted(
      t`Purser can't read cardholders, so the fields start empty. Purser sends only the filled fields.`,
      'plain',
    ),
    { note: t`Fill in a name, an address or an identification completely. This form sends nothing.` },
  ],
  question: changeQuestion,
});
