// What a list screen reads: its rows and the joined documents, some of them again on a timer. Pure.

import type { Need } from '../../effects/needs.ts';
import { documentOf } from '../../format/joined.ts';
import type { App } from '../../money/app.ts';
import { type DocumentQuery, queryKey } from '../../records/query.ts';
import { isNotFound } from '../../store/list.ts';
import type { State } from '../../store/state.ts';
import { underOf, type View } from '../../store/view.ts';
import type { ListModel } from './list-model.ts';
import type { Listing } from './resource.ts';

/** Loaded in advance below the visible rows. */
const AHEAD = 40;

/** To find the records that belong to another one. */
const LOOKED_THROUGH = 1000;

/** To find the selected row in a dropped list. */
const SOUGHT = 2000;

/** Each list as far as its need says. */
export function readAgain({ lists, documents }: App, needs: readonly Need[]): void {
  for (const need of needs) {
    if (need.kind === 'list') void lists.load(need.query, 'again', need.through);
    else void documents.load(need.query);
  }
}

/** False if nothing was read. */
export const abandonReads = ({ lists, documents }: App, needs: readonly Need[]): boolean =>
  needs
    .map(need => (need.kind === 'list' ? lists.abandon(need.query) : documents.abandon(need.query)))
    .includes(true);

/** In the service's own order. */
export const asSent = ({ filter, sort }: View): boolean => filter === '' && sort === undefined;

export const isGone = (itself: DocumentQuery | undefined, state: State): boolean =>
  itself !== undefined && isNotFound(documentOf(state, itself).failure);

export function listNeeds<Row>(listing: Listing<Row>, model: (state: State) => ListModel<Row>) {
  /** Of the selected record, or of all visible ones if columns show them. */
  const joinsOf = (state: State): readonly DocumentQuery[] => {
    const { current, items, top, height } = model(state);
    const shown = listing.adaptRows ? items.slice(top, top + height) : current ? [current] : [];
    return shown.flatMap(({ row }) => listing.joins?.(row) ?? []);
  };

  /** After a list was dropped, so that the selected row stays selected. */
  function soughtIn({ list, current, view, height }: ListModel<Row>): number {
    if (list.pages.taken > 0 || view.cursorKey === undefined || view.cursorKey === current?.key) return 0;
    const rows = asSent(view) ? view.cursorIndex + height : LOOKED_THROUGH;
    return view.cursorIndex === 0 || rows > SOUGHT ? 0 : rows;
  }

  function needs(state: State): readonly Need[] {
    const shown = model(state);
    const { query, local, current, cursor, top, height, view, outside } = shown;
    const sought = soughtIn(shown);
    // A filtered or sorted list loads nothing in advance, but a view of related rows loads up to the limit.
    const through = underOf(view)
      ? LOOKED_THROUGH
      : asSent(view)
        ? Math.max(cursor, top + height) + AHEAD - local.length
        : 0;
    const rows = { through: Math.max(0, through, sought) + outside, ...(sought > 0 && { atOnce: true }) };
    const list = query && ({ kind: 'list', query, ...rows } as const);
    const itself = current && listing.itself?.(current.row);
    const again = current && listing.rereadsDocuments?.(current.row);
    return [
      ...(list ? [{ ...list, ...listing.rereadsList?.(list.query, state) }] : []),
      ...(listing.document ? [{ kind: 'document', query: listing.document.query } as const] : []),
      ...joinsOf(state).map(join => ({
        kind: 'document' as const,
        query: join,
        again,
        ...(list && itself && queryKey(itself) === queryKey(join) && { of: list }),
      })),
    ];
  }

  return { joinsOf, needs };
}
