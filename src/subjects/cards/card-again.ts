// Reads a card before a write to it is sent again.

import { queryKey } from '../../effects/query.ts';
import { type Card, cardsQuery } from '../../format/records.ts';
import { countText } from '../../lib/decimal.ts';
import { t } from '../../lib/visible.ts';
import { checked, KEY, type RecordReading } from '../../money/again/readings.ts';
import { notRead } from '../../money/read-again.ts';
import { currentWorkspace, listIn } from '../../store/workspace.ts';
import { type CardStatus, cardReread } from './card-lines.ts';

/** The whole list, because the service can't read one card by its ID. `MOST_CARDS` is also the limit of a reconciliation. */
const CARDS = cardsQuery({ server: {} });
const MOST_CARDS = 1000;

/** Reads the list and finds the card's row and position in the list. */
export const ofCard = (id: string, becomes: CardStatus): RecordReading => ({
  load: app => app.lists.load(CARDS, 'again', MOST_CARDS),
  found({ store }) {
    const { pages, failure } = listIn(currentWorkspace(store.getState()), queryKey(CARDS));
    if (failure && failure.kind !== 'abandoned') return { barred: notRead(failure, t`Cards`, KEY) };
    const at = pages.items.findIndex(({ key }) => key === id);
    if (at < 0)
      return {
        barred:
          pages.end === undefined
            ? t`Not sent. The card is not among the ${countText(pages.items.length)} cards read. Change the card on Cards (3).`
            : t`Not sent. Card not found in the customer's list.`,
      };
    // The query is for card.list, so the rows are cards.
    const rows = pages.items.map(({ row }) => row as Card);
    return checked(cardReread(id, { filter: {}, offset: at }, becomes), rows);
  },
});
