// What a list screen reads: its rows, what is joined to them, and which of it again by itself; pure.

import { isUnknownThere, type Need } from '../../effects/needs.ts';
import { type DocumentQuery, queryKey } from '../../effects/query.ts';
import type { State } from '../../store/state.ts';
import { underOf, type View } from '../../store/view.ts';
import { documentOf } from './joined.ts';
import type { ListModel } from './list-model.ts';
import type { Listing } from './resource.ts';

/** Rows past the window that are loaded before a person gets there. */
const AHEAD = 40;

/** Records of a list that are looked through for those that belong to another record. */
const LOOKED_THROUGH = 1000;

/** Whether rows stand where the service put them. */
export const asSent = ({ filter, sort }: View): boolean => filter === '' && sort === undefined;

/** Whether the service was asked for this very record, and knows it no more. */
export const isGone = (itself: DocumentQuery | undefined, state: State): boolean =>
  itself !== undefined && isUnknownThere(documentOf(state, itself).failure);

export function listNeeds<Row>(listing: Listing<Row>, model: (state: State) => ListModel<Row>) {
  /** Of the record under the cursor; of all that are on the screen, where their columns show it. */
  const joinsOf = (state: State): readonly DocumentQuery[] => {
    const { current, items, top, height } = model(state);
    const shown = listing.withJoins ? items.slice(top, top + height) : current ? [current] : [];
    return shown.flatMap(({ row }) => listing.joins?.(row) ?? []);
  };

  function needs(state: State): readonly Need[] {
    const { query, local, current, cursor, top, height, view } = model(state);
    // A filter hides rows and a sort moves them, neither asks for more: of how many they are is said beside them.
    // What belongs to a record is looked for to the end, as far as a list is looked through.
    const through = underOf(view)
      ? LOOKED_THROUGH
      : asSent(view)
        ? Math.max(cursor, top + height) + AHEAD - local.length
        : 0;
    const list = query && ({ kind: 'list', query, through: Math.max(0, through) } as const);
    const itself = current && listing.itself?.(current.row);
    const again = current && listing.follows?.(current.row);
    return [
      ...(list ? [{ ...list, ...listing.moves?.(list.query, state) }] : []),
      ...(listing.document ? [{ kind: 'document', query: listing.document.query } as const] : []),
      ...joinsOf(state).map(join => ({
        kind: 'document' as const,
        query: join,
        ...(again !== undefined && { again }),
        ...(list && itself && queryKey(itself) === queryKey(join) && { of: list }),
      })),
    ];
  }

  return { joinsOf, needs };
}
