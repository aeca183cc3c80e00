// The dialog that sets a card's status and limits in one request: Purser reads both again before it sends anything.

import { linesOfBoth, type Question, reread, rereadBoth } from '../../effects/question.ts';
import { t } from '../../lib/visible.ts';
import { cardName, cardTitle } from '../../records/card-lines.ts';
import { type LimitOrder, type Limits, limitReread } from '../../records/limit-lines.ts';
import { freezing, type Named } from './card-questions.ts';
import { limitQuestion } from './limit-question.ts';

/** The status changes as in `freezing`. */
export function changing(named: Named, order: LimitOrder, read: Limits): Question<'card.update'> {
  const status = freezing(named);
  const limited = { id: named.id, card: cardName(named.card) };
  const limits = limitQuestion({ ...limited, listed: named.card }, order, read, () => {});
  const freezes = status.input.body.card_status === 'INACTIVE';
  return {
    ...limits,
    input: { body: { ...limits.input.body, ...status.input.body } },
    title: cardTitle(freezes ? t`Freeze card and set limits` : t`Unfreeze card and set limits`, named.card),
    button: freezes ? t`Freeze card and set limits` : t`Unfreeze card and set limits`,
    lines: linesOfBoth(status.lines, limits.lines),
    warnings: [...status.warnings, ...limits.warnings],
    ...(status.reread && { reread: rereadBoth(status.reread, reread(limitReread(limited, order))) }),
  };
}
