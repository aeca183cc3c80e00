// Whether a key would lead nowhere, because its screen is already open: then it says so.

import type { App } from '../../effects/app.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { type PlaceId, places, type TabId } from '../../store/places.ts';
import { currentView, currentWorkspace, stackOf } from '../../store/workspace.ts';

/** The place is already open, as its key opens it. */
export function isOpen(app: App, place: PlaceId): Visible | undefined {
  const view = currentView(app.store.getState());
  return view.place === place && view.subject === undefined
    ? t`${places[place].title} is already open.`
    : undefined;
}

/** The same if the key would also take away filters and the views above. */
export function isFresh(app: App, tab: TabId): Visible | undefined {
  const state = app.store.getState();
  const { tab: open } = currentWorkspace(state);
  return open === tab && stackOf(currentWorkspace(state), tab).length < 2 ? isOpen(app, tab) : undefined;
}
