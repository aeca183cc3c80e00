// What a list screen reads: its rows, the joined records, and which of these again on a timer. Pure.

import { isUnknownThere, type Need } from '../../effects/needs.ts';
import { type DocumentQuery, queryKey } from '../../effects/query.ts';
import type { State } from '../../store/state.ts';
import { underOf, type View } from '../../store/view.ts';
import { documentOf } from './joined.ts';
import type { ListModel } from './list-model.ts';
import type { Listing } from './resource.ts';

/** Rows past the window that are loaded before a person gets there. */
const AHEAD = 40;

/** Records of a list that are searched for those that belong to another record. */
const LOOKED_THROUGH = 1000;

/** Whether rows are in the service's own order. */
export const asSent = ({ filter, sort }: View): boolean => filter === '' && sort === undefined;

/** Whether Purser requested this record and the service no longer finds it. */
export const isGone = (itself: DocumentQuery | undefined, state: State): boolean =>
  itself !== undefined && isUnknownThere(documentOf(state, itself).failure);

export function listNeeds<Row>(listing: Listing<Row>, model: (state: State) => ListModel<Row>) {
  /** For the selected record; for all records on the screen, if their columns show it. */
  const joinsOf = (state: State): readonly DocumentQuery[] => {
    const { current, items, top, height } = model(state);
    const shown = listing.withJoins ? items.slice(top, top + height) : current ? [current] : [];
    return shown.flatMap(({ row }) => listing.joins?.(row) ?? []);
  };

  function needs(state: State): readonly Need[] {
    const { query, local, current, cursor, top, height, view } = model(state);
    // A filter hides rows and a sort moves them; neither loads more, because their count is shown. Records of another
    // record are searched to the end, within the limit.
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
