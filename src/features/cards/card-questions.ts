// The dialogs that set a card's status: Purser reads the list's row again before it sends anything.

import type { WriteId } from '../../api/contract/operations.ts';
import { type Question, reread } from '../../effects/question.ts';
import { t, type Visible } from '../../lib/visible.ts';
import {
  type Card,
  type CardStatus,
  cardLines,
  cardReread,
  cardTitle,
  cardWarnings,
  type ListPlace,
  printedEnd,
} from '../../records/card-lines.ts';
import { tokenOf } from '../../writes/token-of.ts';

/** The chosen card as listed, and its list. */
export interface Named {
  readonly id: string;
  readonly card: Card;
  readonly at: ListPlace;
}

/** The part of the question that all calls share. */
const common = ({ id, card, at }: Named, what: Visible, becomes: CardStatus) => ({
  title: cardTitle(what, card),
  lines: cardLines(card, becomes),
  warnings: cardWarnings(card, becomes),
  reread: reread(cardReread(id, at, becomes)),
});

const LISTED = t`Purser reads the list again. The list shows the new status.`;

export const activation = (named: Named): Question<'card.activate'> => ({
  ...common(named, t`Activate card`, 'ACTIVE'),
  operation: 'card.activate',
  input: { body: { id: named.id } },
  token: tokenOf('card.activate', { body: { id: named.id } }, { cardEnd: printedEnd(named.card) }),
  button: t`Activate card`,
  done: () => [t`The service activated the card. ${LISTED}`],
});

/** INTERFACE.md doesn't say which statuses allow a freeze. Any status but INACTIVE freezes, which is the safer act. */
export function freezing(named: Named): Question<'card.update'> {
  const freezes = named.card.cardStatus !== 'INACTIVE';
  const becomes = freezes ? 'INACTIVE' : 'ACTIVE';
  const input = { body: { id: named.id, card_status: becomes } } as const;
  return {
    ...common(named, freezes ? t`Freeze card` : t`Unfreeze card`, becomes),
    operation: 'card.update',
    input,
    token: tokenOf('card.update', input, { cardEnd: printedEnd(named.card) }),
    button: freezes ? t`Freeze card` : t`Unfreeze card`,
    done: () => [t`The service changed the card. ${LISTED}`],
  };
}

export function closing(named: Named): Question<'card.close'> {
  const input = { body: { id: named.id, card_status: 'CLOSED' } } as const;
  return {
    ...common(named, t`Close card`, 'CLOSED'),
    operation: 'card.close',
    input,
    token: tokenOf('card.close', input, { cardEnd: printedEnd(named.card) }),
    button: t`Close card`,
    done: () => [t`The service accepted the change to CLOSED, and documents no way back. ${LISTED}`],
  };
}

export type CardQuestion<Id extends WriteId> = (named: Named) => Question<Id>;
