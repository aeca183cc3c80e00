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
import type { WriteDefinition } from '../../money/definition.ts';
import { asked } from '../../money/for-call.ts';
import { CHOOSE, currency, oneOf, text, yesOrNo } from '../../money/form/body-fields.ts';
import { questionForm } from '../../money/form/question-form.ts';
import { CARDHOLDER, madeWith, member, textOf } from '../../money/same-thing.ts';
import { endingToken } from '../../money/write-tokens.ts';
import { idText, isId } from '../../records/facts.ts';
import type { RowOf } from '../../records/query.ts';
import type { Question } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import { type BodyField, type FieldFacts, isBegun, screenForm } from '../../store/body-form.ts';
import { CARDHOLDER_ID, CREATED_BY } from './cardholder-fields.ts';
import { contradictions, type Interval, intervalNames, intervals } from './limit-lines.ts';

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
    evidence: {
      'card.list': ({ entries }, { row, outcomeCheck, moment }) =>
        issuedEntries(entries, row.intent, outcomeCheck.since, moment),
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

const limitRow = (interval: Interval): FieldFacts => ({
  label: t`Limit: ${intervalNames[interval]}`,
  hint: t`whole units, such as 1,000; at least one limit is required`,
  missing: place =>
    interval === intervals[0] && !isBegun(place) ? t`At least one limit is required.` : undefined,
  wrong(typed) {
    const limit = readLimit(typed);
    return limit.ok ? undefined : limit.why;
  },
  sent(typed) {
    const limit = readLimit(typed);
    return limit.ok ? limit.value : typed;
  },
});

const limits: BodyField<NewCard['authorization_controls']['transaction_limits']['limits']> = {
  label: t`Limits`,
  hint: t``,
  each: {
    rows: Object.fromEntries(intervals.map(interval => [interval, limitRow(interval)])),
    item: (interval, amount) => ({ amount, interval }),
  },
};

/** INTERFACE.md, create card body. */
export const newCardForm = screenForm<NewCard>()({
  card_holder_id: CARDHOLDER_ID,
  card_issuance_action: oneOf(
    t`Issuance`,
    ['NEW', 'REPLACEMENT'],
    t`${CHOOSE}: a new card or a replacement card`,
  ),
  card_type: oneOf(t`Card type`, ['GPR_PHY', 'GPR_VIR'], t`${CHOOSE}: GPR_PHY is physical, GPR_VIR virtual`),
  issuance_mode: {
    ...text(
      t`Issuance mode`,
      t`PHYSICAL, VIRTUAL or NORMAL_DELIVERY_LOCAL`,
      t`An issuance mode is required: PHYSICAL, VIRTUAL or another mode.`,
    ),
    sent: modeOf,
  },
  is_personalized: yesOrNo(t`Personalized`, t`${CHOOSE}; no for a delegate`),
  'program.purpose': oneOf(t`Program purpose`, ['COMMERCIAL', 'CONSUMER']),
  'program.type': oneOf(t`Program type`, ['DEBIT', 'CREDIT']),
  'program.sub_type': text(
    t`Program sub-type`,
    t`such as B2B_TRAVEL, the only documented sub-type`,
    t`A sub-type is required, such as B2B_TRAVEL.`,
  ),
  'authorization_controls.allowed_transaction_count': oneOf(
    t`Transactions`,
    ['SINGLE', 'MULTIPLE'],
    t`${CHOOSE}: for one transaction or for many`,
  ),
  'authorization_controls.transaction_limits.currency': currency(
    t`Limits in`,
    t`currency: three letters, such as GBP`,
  ),
  'authorization_controls.transaction_limits.limits': limits,
  created_by: CREATED_BY,
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

export const issueCardForm = questionForm({
  place: 'issue-card',
  write: cardIssue,
  form: newCardForm,
  initial: (subject, { operator }) => ({ card_holder_id: subject ?? '', created_by: operator }),
  button: t`Review card`,
  above: () => [
    noted(t`Issues a card to a cardholder of this customer. This form sends nothing.`, 'plain'),
    {
      note: t`Purser can't read cardholders, so it can't check the cardholder's ID and type.`,
    },
  ],
  question: newCardQuestion,
});
