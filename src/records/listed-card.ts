// A card from a list: only lists have its name, because the API reads no card by its ID.

import { queryKey } from '../effects/query.ts';
import { type Visible, visible } from '../lib/visible.ts';
import type { State } from '../store/state.ts';
import { currentView, currentWorkspace, listIn } from '../store/workspace.ts';
import { loadedRow } from '../ui/screens/joined.ts';
import { type Card, cardName, cardsQuery, type ListPlace } from './card-lines.ts';

/** The card of this ID in any loaded list. */
export const listedCard = (id: string, state: State): Card | undefined => loadedRow(state, 'card.list', id);

/** By its name if a list has it, otherwise by its ID. */
export function cardText(id: string, state: State): Visible {
  const card = listedCard(id, state);
  return card ? cardName(card) : visible(id, 40);
}

export function placeInList(id: string, state: State): ListPlace {
  const view = currentView(state);
  const { pages } = listIn(currentWorkspace(state), queryKey(cardsQuery(view)));
  const at = pages.items.findIndex(({ key }) => key === id);
  return { filter: view.server, offset: Math.max(0, at) };
}
