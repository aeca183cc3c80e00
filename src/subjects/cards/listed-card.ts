// Finds cards in the loaded lists. Only lists have a card's name, because the API reads no card by its ID.

import { queryKey } from '../../effects/query.ts';
import { loadedRow } from '../../format/joined.ts';
import { type Card, cardsQuery } from '../../format/records.ts';
import { type Visible, visible } from '../../lib/visible.ts';
import type { State } from '../../store/state.ts';
import { currentView, currentWorkspace, listIn } from '../../store/workspace.ts';
import { cardName, type ListPlace } from './card-lines.ts';

/** The card with this ID in any loaded list; undefined if no list has it. */
export const listedCard = (id: string, state: State): Card | undefined => loadedRow(state, 'card.list', id);

/** The card's name if a list has the card, or else its ID. */
export function cardText(id: string, state: State): Visible {
  const card = listedCard(id, state);
  return card ? cardName(card) : visible(id, 40);
}

/** The card's place in the list of the current view, or the start of the list. */
export function placeInList(id: string, state: State): ListPlace {
  const view = currentView(state);
  const { pages } = listIn(currentWorkspace(state), queryKey(cardsQuery(view)));
  const at = pages.items.findIndex(({ key }) => key === id);
  return { filter: view.server, offset: Math.max(0, at) };
}
