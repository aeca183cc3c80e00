// Views of a list under a name: its filters, its order and its columns. Pure.

import type { Visible } from '../lib/visible.ts';
import type { PlaceId } from './places.ts';
import type { State } from './state.ts';
import type { Sort, View } from './view.ts';
import { currentView, hiddenColumns, hideColumns, updateView } from './workspace.ts';

export interface SavedView {
  readonly name: string;
  readonly filter: string;
  /** The service filters, by the request's field name. */
  readonly server: View['server'];
  readonly sort?: Sort;
  /** IDs of hidden columns. */
  readonly hidden: readonly string[];
}

export type SavedViews = { readonly [Id in PlaceId]?: readonly SavedView[] };

/** A view that comes with Purser. */
export const givenView = (name: Visible, view: Partial<SavedView>): SavedView => ({
  name,
  filter: '',
  server: {},
  hidden: [],
  ...view,
});

/** The list as the view has it, from its first row. */
export function applied(state: State, { filter, server, sort, hidden }: SavedView): State {
  const { place } = currentView(state);
  return updateView(hideColumns(state, place, hidden), view => ({
    ...view,
    filter,
    server,
    sort,
    cursorIndex: 0,
    cursorKey: undefined,
    top: 0,
    panel: 'list',
    whole: false,
  }));
}

/** The list as it is now, under a name. One of the same name is replaced. */
export function saved(state: State, name: string): SavedViews {
  const { place, filter, server, sort } = currentView(state);
  const view: SavedView = {
    name,
    filter,
    server,
    ...(sort && { sort }),
    hidden: hiddenColumns(state, place),
  };
  const others = (state.views?.[place] ?? []).filter(other => !sameName(other.name, name));
  return { ...state.views, [place]: [...others, view] };
}

export function deleted({ views }: State, place: PlaceId, name: string): SavedViews {
  return { ...views, [place]: (views?.[place] ?? []).filter(other => !sameName(other.name, name)) };
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
