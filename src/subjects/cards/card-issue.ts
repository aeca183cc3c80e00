// The issue of a card to a cardholder.

import { Odd } from '../../api/contract/odd.ts';
import type { Input } from '../../api/contract/operations.ts';
import { created } from '../../api/contract/write-meaning.ts';
import { type Moment, numberCell, textCell, timeCell } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import { readLimit } from '../../format/typed-amount.ts';
import type { Intent } from '../../journal/intent.ts';
import { textIn } from '../../journal/request-body.ts';
import { counted } from '../../lib/counted.ts';
import { groupDigits } from '../../lib/decimal.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { actOn, questionOf } from '../../money/act.ts';
import { readingOf } from '../../money/check/reconciliation.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import { asked } from '../../money/for-call.ts';
import { reviewing } from '../../money/form/form-done.ts';
import { currency, type FormPart, mapped, oneOf, recordId, text } from '../../money/form/parts.ts';
import { writeForm } from '../../money/form/write-form.ts';
import { CARDHOLDER, madeWith, member, textOf } from '../../money/same-thing.ts';
import { endingToken, isConfirmableId } from '../../money/write-tokens.ts';
import { idText, isId } from '../../records/facts.ts';
import type { RowOf } from '../../records/query.ts';
import type { Question } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import { field, fieldValue } from '../../store/form-state.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Form, State } from '../../store/state.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { contradictions, intervalNames, intervals } from './limit-lines.ts';

const ACT = actOn(t`Issue`, t`card`);

export const cardIssue: WriteDefinition<'card.issue'> = {
  operation: 'card.issue',
  class: 'write',
  happened: () => t`Issued a card.`,
  meaning: created,
  token: endingToken(t`cardholder ID`, ({ body }) => body.card_holder_id),
  question: ({ body }) => asked(newCardQuestion(body)),
  duplicates: {
    ...madeWith(CARDHOLDER, member('card_holder_id')),
    similar: {
      what: t`a card of this type for this cardholder`,
      of: intent => [textOf(intent, 'card_holder_id'), textOf(intent, 'card_type')],
    },
  },
  reconcile: {
    plan: () => [{ operation: 'card.list', input: {} }],
    reads: ['card.list'],
    entries: ({ row, outcomeCheck, moment }) => {
      const read = readingOf(outcomeCheck, 'card.list')?.value;
      return read === undefined ? [] : issuedEntries(read.entries, row.intent, outcomeCheck.since, moment);
    },
    proof: t`A newer card of this cardholder is a candidate, not a proof: another console may have issued it. Send again (p) keeps the request ID. The service documents one card for each request ID.`,
  },
  knownId: t`Same request ID, same content. The service documents one card for each request ID.`,
  onScreen: { place: 'cards', key: 'n' },
};

/** INTERFACE.md has the first two modes in a table and the third mode in an example. Other modes may exist. */
const NAMED_MODES: readonly string[] = ['PHYSICAL', 'VIRTUAL', 'NORMAL_DELIVERY_LOCAL'];

type NewCard = Input<'card.issue'>['body'];

function newCardQuestion(body: NewCard): Question<'card.issue'> {
  return {
    ...questionOf(cardIssue, ACT, { body }),
    lines: newCardLines(body),
    warnings: newCardWarnings(body),
    done({ id }) {
      const known = idText(id);
      return [
        known === undefined
          ? t`The service sent no card ID. The Cards tab (3) shows the newest cards.`
          : t`Card ID: ${visible(known)}.`,
      ];
    },
  };
}

function newCardLines(body: NewCard): readonly ShownLine[] {
  const { program, authorization_controls: controls } = body;
  const { currency, limits } = controls.transaction_limits;
  return [
    { label: t`Cardholder ID`, value: visible(body.card_holder_id) },
    { label: t`Issuance`, value: visible(body.card_issuance_action) },
    { label: t`Card`, value: t`${visible(body.card_type)} · ${visible(body.issuance_mode)}` },
    { label: t`Personalized`, value: body.is_personalized ? t`yes` : t`no` },
    {
      label: t`Program`,
      value: t`${visible(program.purpose)} · ${visible(program.type)} · ${visible(program.sub_type)}`,
    },
    { label: t`Transactions`, value: visible(controls.allowed_transaction_count) },
    {
      label: t`Limits`,
      value: join(
        limits.map(
          ({ amount, interval }) => t`${intervalNames[interval]} ${groupDigits(amount)} ${visible(currency)}`,
        ),
        ' · ',
      ),
    },
    { label: t`Created by`, value: visible(body.created_by) },
  ];
}

export function newCardWarnings(body: NewCard): readonly Visible[] {
  const { issuance_mode: mode, card_type: type, is_personalized: personalized } = body;
  const { limits } = body.authorization_controls.transaction_limits;
  return [
    ...contradictions(limits.map(({ amount, interval }) => ({ interval, value: amount }))),
    ...(NAMED_MODES.includes(mode)
      ? []
      : [t`The issuance mode ${visible(mode)} is not documented by the service. The service decides.`]),
    ...((type === 'GPR_VIR') === (mode === 'VIRTUAL')
      ? []
      : [
          t`The card type ${visible(type)} may not fit the issuance mode ${visible(mode)}. The service may refuse the request.`,
        ]),
    ...(personalized
      ? [
          t`A delegate can't have personalized cards. Purser can't read whether this cardholder is a delegate.`,
        ]
      : []),
    ...(body.card_issuance_action === 'REPLACEMENT'
      ? [t`The request can't name the old card. The effect on the old card is not documented by the service.`]
      : []),
  ];
}

/** Accepts a documented mode in upper or lower case. Leaves any other mode as typed. */
const modeOf = (typed: string): string => NAMED_MODES.find(mode => mode === typed.toUpperCase()) ?? typed;

const CHOOSE = t`← → to choose`;
const NOT_CHOSEN = t`Choose an option with ← and →.`;

const limits: FormPart<NewCard['authorization_controls']['transaction_limits']['limits']> = {
  rows: intervals.map(interval =>
    field(
      `limit.${interval}`,
      t`Limit: ${intervalNames[interval]}`,
      '',
      t`whole units, such as 1,000; at least one limit is required`,
    ),
  ),
  read(form) {
    const typed = intervals.flatMap(interval => {
      const id = `limit.${interval}`;
      const value = fieldValue(form, id);
      return value === '' ? [] : [{ id, interval, limit: readLimit(value) }];
    });
    if (typed.length === 0)
      return { value: undefined, errors: { 'limit.PER_TRANSACTION': t`At least one limit is required.` } };
    return {
      value: typed.flatMap(({ interval, limit }) => (limit.ok ? [{ interval, amount: limit.value }] : [])),
      errors: Object.fromEntries(typed.map(({ id, limit }) => [id, limit.ok ? undefined : limit.why])),
    };
  },
};

/** INTERFACE.md, create card body. */
export const newCardForm = writeForm('card.issue')({
  card_holder_id: recordId(
    'card_holder_id',
    t`Cardholder ID`,
    t`the cardholder's ID at the service`,
    t`A cardholder ID is required.`,
  ),
  card_issuance_action: oneOf(
    'action',
    [t`Issuance`, t`${CHOOSE}: a new card or a replacement card`, NOT_CHOSEN],
    { NEW: t`NEW`, REPLACEMENT: t`REPLACEMENT` },
  ),
  card_type: oneOf(
    'card_type',
    [t`Card type`, t`${CHOOSE}: GPR_PHY is physical, GPR_VIR virtual`, NOT_CHOSEN],
    { GPR_PHY: t`GPR_PHY`, GPR_VIR: t`GPR_VIR` },
  ),
  issuance_mode: mapped(
    text(
      'issuance_mode',
      t`Issuance mode`,
      t`PHYSICAL, VIRTUAL or NORMAL_DELIVERY_LOCAL`,
      t`An issuance mode is required: PHYSICAL, VIRTUAL or another mode.`,
    ),
    modeOf,
  ),
  is_personalized: mapped(
    oneOf('personalized', [t`Personalized`, t`${CHOOSE}; no for a delegate`, NOT_CHOSEN], {
      yes: t`yes`,
      no: t`no`,
    }),
    typed => typed === 'yes',
  ),
  'program.purpose': oneOf('purpose', [t`Program purpose`, CHOOSE, NOT_CHOSEN], {
    COMMERCIAL: t`COMMERCIAL`,
    CONSUMER: t`CONSUMER`,
  }),
  'program.type': oneOf('program_type', [t`Program type`, CHOOSE, NOT_CHOSEN], {
    DEBIT: t`DEBIT`,
    CREDIT: t`CREDIT`,
  }),
  'program.sub_type': text(
    'sub_type',
    t`Program sub-type`,
    t`such as B2B_TRAVEL, the only documented sub-type`,
    t`A sub-type is required, such as B2B_TRAVEL.`,
  ),
  'authorization_controls.allowed_transaction_count': oneOf(
    'count',
    [t`Transactions`, t`${CHOOSE}: for one transaction or for many`, NOT_CHOSEN],
    { SINGLE: t`SINGLE`, MULTIPLE: t`MULTIPLE` },
  ),
  'authorization_controls.transaction_limits.currency': currency(
    'currency',
    t`Limits in`,
    t`currency: three letters, such as GBP`,
  ),
  'authorization_controls.transaction_limits.limits': limits,
  created_by: text(
    'created_by',
    t`Created by`,
    t`the creator's name; required by the service`,
    t`The creator's name is required.`,
  ),
});

/** `since`: epoch ms of the service's clock. A card without a readable time is a candidate too. */
function issuedEntries(
  listed: readonly RowOf<'card.list'>[],
  intent: Intent,
  since: number,
  moment: Moment,
): readonly Entry[] {
  const holder = textIn(intent, 'card_holder_id');
  const candidates = listed.filter(
    ({ cardholderId, createdAt }) => isId(cardholderId, holder) && isSince(createdAt, since),
  );
  return [
    { note: t`Purser read ${counted(listed.length, t`card`)}.` },
    ...(candidates.length === 0
      ? [noted(t`No match: no card of this cardholder is as new as this request.`, 'plain')]
      : []),
    ...candidates.flatMap((card, i): readonly Entry[] => [
      { heading: t`Candidate ${i + 1} of ${candidates.length}` },
      { label: t`Number`, cell: numberCell(card.maskedCardNumber) },
      { label: t`Status`, cell: textCell(card.cardStatus) },
      { label: t`Type`, cell: textCell(card.cardType) },
      { label: t`Created`, cell: timeCell(card.createdAt, moment) },
      { label: t`ID`, cell: textCell(card.cardHashId) },
    ]),
  ];
}

const isSince = (created: RowOf<'card.list'>['createdAt'], since: number): boolean =>
  created === undefined || created instanceof Odd || created.epochMs >= since;

const forms = keptForms('issue-card', (subject, { operator }) => ({
  fields: newCardForm.rows({ card_holder_id: subject ?? '', created_by: operator }),
  focus: subject === undefined ? 0 : 1,
}));

const checkNewCard = (form: Form, state: State) =>
  newCardForm.check(form, id => isConfirmableId(id, cardIssue, state));

export const issueCardForm: FormDeclaration = {
  place: 'issue-card',
  forms: forms,
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
