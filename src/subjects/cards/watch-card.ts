// Watches a card. The service can't read one card, so Purser reads the part of the list that has the card.

import { Odd } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import type { Watcher } from '../../effects/keep-watches.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { idText, isId } from '../../records/facts.ts';
import type { Card } from '../../records/reads.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { type WatchOffer, watchKey } from '../../store/watches.ts';
import { cardName, placeInList, WINDOW } from './card-lines.ts';

/** In ms. */
const EVERY = 60_000;

const kind = 'card';

export const cardKey = (id: string): string => watchKey({ kind, id });

export const cardWatcher: Watcher = {
  kind,
  every: EVERY,
  query: ({ at = {} }) => ({
    operation: 'card.list',
    input: { query: { limit: WINDOW, offset: Math.max(0, (Number(at['offset']) || 0) - WINDOW / 2) } },
  }),
  statusIn(answer, { id }) {
    // The query reads a part of the list.
    const cards = answer as Result<'card.list'>;
    const found = cards.find((card): card is Card => !(card instanceof Odd) && isId(card.cardHashId, id));
    return found && statusOf(found);
  },
  isLast: status => status === 'CLOSED',
  to: ({ id }) => ({ ...openView('cards'), cursorKey: id }),
};

/** An undocumented value may be damaged, so Purser does not announce it. */
const statusOf = ({ cardStatus }: Card): string | undefined =>
  cardStatus instanceof Odd ? undefined : cardStatus;

export function watchCard(card: Card, state: State): WatchOffer | Visible {
  const id = idText(card.cardHashId);
  const status = statusOf(card);
  if (id === undefined) return t`The service sent no usable card ID, so Purser can't find this card again.`;
  const { filter, offset } = placeInList(id, state);
  const whyNot =
    status === 'CLOSED'
      ? t`This card is CLOSED, so there is nothing left to watch.`
      : Object.keys(filter).length > 0
        ? t`Purser finds a card by its place in the whole list. Press Esc to remove the filter, then W.`
        : undefined;
  return { kind, id, name: t`Card ${cardName(card)}`, status, at: { offset: String(offset) }, whyNot };
}
