// A new card for a cardholder.

import type { Input } from '../api/contract/operations.ts';
import type { Question } from '../effects/question.ts';
import type { Visible } from '../lib/brand.ts';
import { groupDigits } from '../lib/decimal.ts';
import { join, t, visible } from '../lib/visible.ts';
import { contradictions } from '../records/limit-lines.ts';
import type { ShownLine } from '../store/dialog.ts';
import { idText } from '../ui/screens/cells.ts';
import { usable } from './again/again-rule.ts';
import { unread } from './again/readings.ts';
import { asked } from './called.ts';
import type { WriteDefinition } from './definition.ts';
import { issuedEntries } from './reconcile/issued-entries.ts';
import { readingOf } from './reconcile/reading.ts';
import { created } from './rules/meanings.ts';
import { CARDHOLDER, madeWith, member, textOf } from './rules/same-thing.ts';
import { endingToken } from './rules/tokens.ts';

export const cardIssue: WriteDefinition<'card.issue'> = {
  operation: 'card.issue',
  class: 'write',
  meaning: created,
  token: endingToken(t`cardholder ID`, ({ body }) => body.card_holder_id),
  question: ({ body }) => asked(newCardQuestion(body)),
  duplicates: {
    ...madeWith(CARDHOLDER, member('card_holder_id')),
    alike: {
      what: t`a card of this type for this cardholder`,
      of: intent => [textOf(intent, 'card_holder_id'), textOf(intent, 'card_type')],
    },
  },
  reconcile: {
    plan: () => [{ operation: 'card.list', input: {} }],
    reads: ['card.list'],
    tell: ({ row, readBack, moment }) => {
      const read = readingOf(readBack, 'card.list')?.value;
      return read === undefined ? [] : issuedEntries(read.entries, row.intent, readBack.since, moment);
    },
    proof: t`A newer card of this cardholder is a candidate, not a proof: another console may have issued it. Send again (p) keeps the request ID. The service documents one card for each request ID.`,
  },
  again: {
    title: t`Issue the card: send it again`,
    button: t`Issue the card`,
    names: usable(member('card_holder_id')),
    reading: () =>
      unread(t`Same request ID, same content. The service documents one card for each request ID.`),
  },
  onScreen: { place: 'cards', key: 'n' },
};

/** The field table has the first two and the example has the third, so others may exist. */
export const NAMED_MODES: readonly string[] = ['PHYSICAL', 'VIRTUAL', 'NORMAL_DELIVERY_LOCAL'];

export type NewCard = Input<'card.issue'>['body'];

export function newCardQuestion(body: NewCard): Question<'card.issue'> {
  const input = { body };
  return {
    operation: 'card.issue',
    input,
    title: t`Issue card`,
    button: t`Issue card`,
    lines: newCardLines(body),
    warnings: newCardWarnings(body),
    token: cardIssue.token.of(input, {}),
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
          ({ amount, interval }) => t`${visible(interval)} ${groupDigits(amount)} ${visible(currency)}`,
        ),
        ' · ',
      ),
    },
    { label: t`Created by`, value: visible(body.created_by) },
  ];
}

/** Warnings that don't bar the request. */
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
