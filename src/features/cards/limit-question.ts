// What is asked when a card's limits are set: bound to the limits as read, which are read again before anything is sent.

import { type Ended, type Question, reread } from '../../effects/question.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { type Card, cardTitle, printedEnd } from '../../ui/screens/card-lines.ts';
import {
  type LimitOrder,
  type Limits,
  limitLines,
  limitsQuery,
  limitWarnings,
} from '../../ui/screens/limit-lines.ts';
import { tokenOf } from '../../writes/token-of.ts';

interface LimitedCard {
  readonly id: string;
  readonly card: Visible;
  /** Its row of the list, where that is loaded. */
  readonly listed: Card | undefined;
}

/** `ended` is told the limits as they were last read before it was sent. */
export function limitQuestion(
  { id, card, listed }: LimitedCard,
  order: LimitOrder,
  read: Limits,
  ended: (ended: Ended, before: Limits) => void,
): Question<'card.update'> {
  const warnings = (now: Limits): readonly Visible[] => [
    ...(listed?.cardStatus === 'CLOSED'
      ? [t`The list has this card as CLOSED: the service may refuse it.`]
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
    button: t`Set the limits`,
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
      t`The service says that the card is changed, and not to what: the limits are read again, and the form shows what became of each.`,
    ],
    ended: how => ended(how, before),
  };
}
