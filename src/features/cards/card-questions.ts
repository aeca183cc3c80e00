// What is asked when a card's status is set: bound to its row of the list, which is read again before anything is sent.

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
} from '../../ui/screens/card-lines.ts';
import { tokenOf } from '../../writes/token-of.ts';

/** The card that is meant, as it was listed, and where that was. */
export interface Named {
  readonly id: string;
  readonly card: Card;
  readonly at: ListPlace;
}

/** Of this card, and read again; what is left to say is what each call is. */
const common = ({ id, card, at }: Named, what: Visible, becomes: CardStatus) => ({
  title: cardTitle(what, card),
  lines: cardLines(card, becomes),
  warnings: cardWarnings(card, becomes),
  reread: reread(cardReread(id, at, becomes)),
});

const LISTED = t`The status that it has now is in the list, which is read again.`;

export const activation = (named: Named): Question<'card.activate'> => ({
  ...common(named, t`Activate card`, 'ACTIVE'),
  operation: 'card.activate',
  input: { body: { id: named.id } },
  token: tokenOf('card.activate', { body: { id: named.id } }, { cardEnd: printedEnd(named.card) }),
  button: t`Activate the card`,
  done: () => [t`The service says that the card is activated. ${LISTED}`],
});

/** From which status a card may be frozen isn't given: from any but INACTIVE it is, which is the milder of the two. */
export function freezing(named: Named): Question<'card.update'> {
  const freezes = named.card.cardStatus !== 'INACTIVE';
  const becomes = freezes ? 'INACTIVE' : 'ACTIVE';
  const input = { body: { id: named.id, card_status: becomes } } as const;
  return {
    ...common(named, freezes ? t`Freeze card` : t`Unfreeze card`, becomes),
    operation: 'card.update',
    input,
    token: tokenOf('card.update', input, { cardEnd: printedEnd(named.card) }),
    button: freezes ? t`Freeze the card` : t`Unfreeze the card`,
    done: () => [t`The service says that the card is changed. ${LISTED}`],
  };
}

export function closing(named: Named): Question<'card.close'> {
  const input = { body: { id: named.id, card_status: 'CLOSED' } } as const;
  return {
    ...common(named, t`Close card`, 'CLOSED'),
    operation: 'card.close',
    input,
    token: tokenOf('card.close', input, { cardEnd: printedEnd(named.card) }),
    button: t`Close the card`,
    done: () => [t`The service says that the card is changed, so it is closed for good. ${LISTED}`],
  };
}

export type CardQuestion<Id extends WriteId> = (named: Named) => Question<Id>;
