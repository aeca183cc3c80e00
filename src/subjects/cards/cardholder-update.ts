// A change of a cardholder.

import type { Input } from '../../api/contract/operations.ts';
import { changed } from '../../api/contract/write-meaning.ts';
import { t, visible } from '../../lib/visible.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import { PERSONAL } from '../../money/definition.ts';
import { asked } from '../../money/for-call.ts';
import { address, fullName, identification, postalAddress, wholeOrNone } from '../../money/form/composite.ts';
import { day, optional, recordId, text } from '../../money/form/parts.ts';
import { writeForm } from '../../money/form/write-form.ts';
import { CARDHOLDER, member, setting } from '../../money/same-thing.ts';
import { endingToken } from '../../money/write-tokens.ts';
import type { Question } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import { addressText, CONSENT, individualLines, line, own, shownText } from './cardholder-create.ts';

export const cardholderUpdate: WriteDefinition<'cardholder.update'> = {
  operation: 'cardholder.update',
  class: 'write',
  happened: () => t`Changed the cardholder.`,
  meaning: changed,
  token: endingToken(t`cardholder ID`, ({ body }) => body.id),
  question: ({ body }) => asked(changeQuestion(body)),
  duplicates: setting(CARDHOLDER, member('id')),
  neverAgain: PERSONAL,
  onScreen: { place: 'cards', key: 'U' },
};

export function changeQuestion(body: CardholderChange): Question<'cardholder.update'> {
  return {
    operation: 'cardholder.update',
    input: { body },
    title: t`Change cardholder`,
    button: t`Change cardholder`,
    lines: changeLines(body),
    warnings: [
      t`Purser can't read this cardholder, so this dialog does not show the values that you replace.`,
      t`The service may screen the name again after a change.`,
    ],
    token: cardholderUpdate.token.of({ body }, {}),
  };
}

export type CardholderChange = Input<'cardholder.update'>['body'];

const changeLines = (body: CardholderChange): readonly ShownLine[] => [
  { label: t`Cardholder ID`, value: visible(body.id) },
  ...individualLines(body.individual ?? {}),
  ...own(t`Mobile`, shownText(body.mobile_number)),
  ...own(t`Postal address`, addressText(body.postal_address)),
  ...line(CONSENT, shownText(body.individual?.express_consent_obtained)),
];

const UNCHANGED = t`if empty: not sent`;

const form = writeForm('cardholder.update')({
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
export const cardholderChangeForm: typeof form = {
  ...form,
  check(typed, able) {
    const checked = form.check(typed, able);
    return checked.ok && Object.keys(checked.body).length === 1
      ? { ok: false, errors: { 'name.first_name': t`Enter at least one change.` } }
      : checked;
  },
};
