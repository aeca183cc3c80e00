// The dialog that sets a card's limits: Purser reads the limits again before it sends anything.

import { type Ended, type Question, reread } from '../../effects/question.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { type Card, cardTitle, printedEnd } from '../../records/card-lines.ts';
import {
  type LimitOrder,
  type Limits,
  limitLines,
  limitsQuery,
  limitWarnings,
} from '../../records/limit-lines.ts';
import { tokenOf } from '../../writes/token-of.ts';

interface LimitedCard {
  readonly id: string;
  readonly card: Visible;
  /** The card's row of the list, if loaded. */
  readonly listed: Card | undefined;
}

/** `ended` receives the limits as last read before the request. */
export function limitQuestion(
  { id, card, listed }: LimitedCard,
  order: LimitOrder,
  read: Limits,
  ended: (ended: Ended, before: Limits) => void,
): Question<'card.update'> {
  const warnings = (now: Limits): readonly Visible[] => [
    ...(listed?.cardStatus === 'CLOSED'
      ? [t`The list shows this card as CLOSED. The service may refuse the change.`]
      : []),
    ...limitWarnings(order, now),
  ];
  let before = read;
  const input = {
    body: {
      id,
      currency: order.currency,
      transaction_limits: order.limits.map(({ interval, value }) => ({ type: interval, value })),
    },
  };
  return {
    operation: 'card.update',
    input,
    title: cardTitle(t`Set card limits`, listed),
    button: t`Set limits`,
    lines: limitLines({ id, card }, order, read),
    warnings: warnings(read),
    token: tokenOf('card.update', input, { cardEnd: printedEnd(listed) }),
    reread: reread({
      ...limitsQuery(id),
      check(now) {
        before = now;
        return { lines: limitLines({ id, card }, order, now), warnings: warnings(now) };
      },
    }),
    done: () => [
      t`The service changed the card but did not return the limits. Purser reads the limits again. The form shows each result.`,
    ],
    ended: how => ended(how, before),
  };
}
