// Issuing a card: the confirmed lines come from the body alone, because there is nothing to read first.

import type { Question } from '../../effects/question.ts';
import { groupDigits } from '../../lib/decimal.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { contradictions } from '../../records/limit-lines.ts';
import type { ShownLine } from '../../store/dialog.ts';
import { idText } from '../../ui/screens/cells.ts';
import { tokenOf } from '../../writes/token-of.ts';
import { NAMED_MODES, type NewCard } from './check-card.ts';

export function newCardQuestion(body: NewCard): Question<'card.issue'> {
  const input = { body };
  return {
    operation: 'card.issue',
    input,
    title: t`Issue card`,
    button: t`Issue card`,
    lines: newCardLines(body),
    warnings: newCardWarnings(body),
    token: tokenOf('card.issue', input),
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
