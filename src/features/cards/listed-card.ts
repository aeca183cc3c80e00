// A card as the list has it: the only place that names it, since nothing reads one card by its ID.

import type { ListQuery, RowOf } from '../../effects/query.ts';
import { queryKey } from '../../effects/query.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import type { State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import { currentView, currentWorkspace, listIn } from '../../store/workspace.ts';
import { textCell } from '../../ui/screens/cells.ts';
import { loadedRow } from '../../ui/screens/joined.ts';

export type Card = RowOf<'card.list'>;

const CELLS = 80;
export const short = (value: Parameters<typeof textCell>[0]): Visible => cut(textCell(value).text, CELLS);

export const cardsQuery = ({ server }: Pick<View, 'server'>): ListQuery<'card.list'> => ({
  operation: 'card.list',
  input: { query: server },
  idField: 'cardHashId',
});

/** What a person calls it: whose name is on it, and the end of its number. */
export const cardName = ({ nameOnCard, maskedCardNumber }: Card): Visible =>
  t`${short(nameOnCard)} · ${short(maskedCardNumber)}`;

/** The card of this ID in any list that is loaded. */
export const listedCard = (id: string, state: State): Card | undefined => loadedRow(state, 'card.list', id);

/** By its name where a list has it, else by its ID. */
export function cardText(id: string, state: State): Visible {
  const card = listedCard(id, state);
  return card ? cardName(card) : visible(id, 40);
}

/** Where a card was listed: the server's filter then, and the service's offset of the row. */
export interface ListPlace {
  readonly filter: View['server'];
  readonly offset: number;
}

export function placeInList(id: string, state: State): ListPlace {
  const view = currentView(state);
  const { pages } = listIn(currentWorkspace(state), queryKey(cardsQuery(view)));
  const at = pages.items.findIndex(({ key }) => key === id);
  return { filter: view.server, offset: Math.max(0, at) };
}
