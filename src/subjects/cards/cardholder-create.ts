// A new cardholder, and the dialog's lines for a cardholder: exactly the parts that Purser sends.

import type { Input } from '../../api/contract/operations.ts';
import { created } from '../../api/contract/write-meaning.ts';
import { noted } from '../../format/entry.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { creating, questionOf } from '../../money/act.ts';
import { NO_CHECK, PERSONAL, type WriteDefinition } from '../../money/definition.ts';
import { asked } from '../../money/for-call.ts';
import { day, email, oneOf, optional, text } from '../../money/form/body-fields.ts';
import { questionForm } from '../../money/form/question-form.ts';
import { idText } from '../../records/facts.ts';
import type { Question } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import { screenForm } from '../../store/body-form.ts';
import {
  address,
  CREATED_BY,
  fullName,
  identification,
  postalAddress,
  whole,
  wholeOrNone,
} from './cardholder-fields.ts';

const ACT = creating(t`cardholder`);

export const CONSENT = t`Express consent`;

export const cardholderCreate: WriteDefinition<'cardholder.create'> = {
  operation: 'cardholder.create',
  class: 'write',
  happened: () => t`Created the cardholder.`,
  meaning: created,
  token: {
    words: t`the date of birth`,
    of: ({ body }) => ({ text: body.individual.date_of_birth, name: t`the date of birth` }),
  },
  question: ({ body }) => asked(newCardholderQuestion(body)),
  duplicates: { similar: { what: t`a new cardholder (the journal does not store the name)` } },
  reconcile: NO_CHECK,
  neverAgain: PERSONAL,
  onScreen: { place: 'cards', key: 'N' },
};

function newCardholderQuestion(body: NewCardholder): Question<'cardholder.create'> {
  return {
    ...questionOf(cardholderCreate, ACT, { body }),
    lines: newCardholderLines(body),
    warnings: [
      t`The service screens the name. Purser can't read the cardholder later.`,
      ...(body.type === 'DELEGATE'
        ? [t`A delegate can have only non-personalized cards, which show the business's name.`]
        : []),
    ],
    done({ id }) {
      const known = idText(id);
      return known === undefined
        ? [t`The service sent no cardholder ID. The journal (0) has the raw response.`]
        : [
            t`Cardholder ID: ${visible(known)}.`,
            t`To issue a card to this cardholder, type : and then issue-card/${visible(known)}`,
          ];
    },
  };
}

export type NewCardholder = Input<'cardholder.create'>['body'];

function newCardholderLines(body: NewCardholder): readonly ShownLine[] {
  const { individual } = body;
  return [
    // The type comes first, because the journal names a write by its first line and keeps no personal lines.
    { label: t`Type`, value: visible(body.type) },
    ...individualLines(individual),
    ...own(t`E-mail`, visible(body.email)),
    ...own(t`Mobile`, shownText(body.mobile_number)),
    ...own(t`Postal address`, addressText(body.postal_address)),
    { label: CONSENT, value: shownText(individual.express_consent_obtained) ?? t`not sent (default: YES)` },
    { label: t`Created by`, value: visible(body.created_by) },
  ];
}

export const newCardholderForm = screenForm<NewCardholder>()({
  type: oneOf(
    t`Type`,
    ['INDIVIDUAL', 'DELEGATE'],
    t`INDIVIDUAL: a named person; DELEGATE: non-personalized cards only`,
    t`Choose the type with ← and →.`,
  ),
  ...whole('individual.name', fullName),
  'individual.date_of_birth': day(t`Date of birth`),
  email: email(t`E-mail`, t`such as name@example.com`),
  mobile_number: optional(text(t`Mobile number`, t`optional`)),
  ...whole('individual.address', address),
  ...wholeOrNone('individual.identification', identification, t`identification`),
  ...wholeOrNone('postal_address', postalAddress, t`postal address`),
  'individual.express_consent_obtained': optional(text(CONSENT, t`optional; default: YES`)),
  created_by: CREATED_BY,
});

/** Each part is sent complete or not at all. */
type Individual = {
  readonly [Name in keyof NewCardholder['individual']]?: NewCardholder['individual'][Name] | undefined;
};

const dotted = (...parts: readonly string[]): Visible =>
  join(
    parts.map(part => visible(part)),
    ' · ',
  );

export function line(label: Visible, value: Visible | undefined): readonly ShownLine[] {
  return value === undefined ? [] : [{ label, value }];
}

/** A personal line: shown in the dialog, never stored. */
export const own = (label: Visible, value: Visible | undefined): readonly ShownLine[] =>
  line(label, value).map(shown => ({ ...shown, personal: true }));

export const shownText = (value: string | undefined): Visible | undefined =>
  value === undefined ? undefined : visible(value);

export const addressText = (given: NewCardholder['postal_address']): Visible | undefined =>
  given && dotted(given.line1, given.city, given.state, given.postcode, given.country);

export function individualLines({
  name,
  date_of_birth,
  address,
  identification,
}: Individual): readonly ShownLine[] {
  return [
    ...own(t`Name`, name && t`${visible(name.first_name)} ${visible(name.last_name)}`),
    ...own(t`Date of birth`, shownText(date_of_birth)),
    ...own(t`Address`, addressText(address)),
    ...own(
      t`Identification`,
      identification &&
        t`${dotted(identification.type, identification.number, identification.country)} · expires ${visible(identification.expiry_date)}`,
    ),
  ];
}

export const newCardholderScreen = questionForm({
  place: 'new-cardholder',
  write: cardholderCreate,
  form: newCardholderForm,
  initial: (_, { operator }) => ({ created_by: operator }),
  button: t`Review cardholder`,
  above: () => [
    noted(t`A cardholder is a person or a delegate who gets cards. This form sends nothing.`, 'plain'),
    { note: t`Purser can't read a cardholder later. Keep the ID from the service's response.` },
  ],
  question: newCardholderQuestion,
});
