// Saved views of a list: a name, filters, an order and columns.

import { isObject } from '../lib/json.ts';
import type { Visible } from '../lib/visible.ts';
import type { PlaceId } from './places.ts';
import type { SavedView, SavedViews, State } from './state.ts';
import { currentView, hiddenColumns, hideColumns, updateView } from './workspace.ts';

export const givenView = (name: Visible, view: Partial<SavedView>): SavedView => ({
  name,
  filter: '',
  server: {},
  hidden: [],
  ...view,
});

/** From the first row on. */
export function applied(state: State, { filter, server, sort, hidden }: SavedView): State {
  const { place } = currentView(state);
  return updateView(hideColumns(state, place, hidden), {
    filter,
    server,
    sort,
    cursorIndex: 0,
    cursorKey: undefined,
    top: 0,
    panel: 'list',
    whole: false,
  });
}

export function viewNow(state: State, name: string): SavedView {
  const { place, filter, server, sort } = currentView(state);
  return { name, filter, server, ...(sort && { sort }), hidden: hiddenColumns(state, place) };
}

export const withView = (views: SavedViews, place: PlaceId, view: SavedView): SavedViews => ({
  ...views,
  [place]: [...(views[place] ?? []).filter(other => !sameName(other.name, view.name)), view],
});

export const withoutView = (views: SavedViews, place: PlaceId, name: string): SavedViews => ({
  ...views,
  [place]: (views[place] ?? []).filter(other => !sameName(other.name, name)),
});

/** Ignores case, because two consoles may spell one name differently. */
const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 500;

/** From a file or from a colleague. */
export const isSavedView = (value: unknown): value is SavedView =>
  isObject(value) &&
  isText(value['name']) &&
  isText(value['filter']) &&
  isObject(value['server']) &&
  Object.values(value['server']).every(isText) &&
  (value['sort'] === undefined || isSort(value['sort'])) &&
  Array.isArray(value['hidden']) &&
  value['hidden'].every(isText);

const isSort = (value: unknown): boolean =>
  isObject(value) &&
  isText(value['column']) &&
  (value['direction'] === 'up' || value['direction'] === 'down');
