// Beginning a search: the place with its results, and the service asked for what is not loaded.

import type { App } from '../../effects/app.ts';
import type { State } from '../../store/state.ts';
import { currentView, currentWorkspace, goTo, stackOf, updateView } from '../../store/workspace.ts';
import { planFor } from './finding.ts';

/** What was read so short a time ago, in ms, is good enough for another text; who searches for the same one again expects news. */
const FRESH = 30_000;

/** Opens the results of this text, and asks the service. */
export function findText(app: App, text: string): void {
  app.store.setState(state => askedAnew(goTo(state, 'find', text), state));
  searchService(app, text);
}

function askedAnew(there: State, before: State): State {
  const { subject } = currentView(there);
  const workspace = currentWorkspace(before);
  const same = stackOf(workspace, workspace.tab).some(
    view => view.place === 'find' && view.subject === subject,
  );
  return updateView(there, view => ({ ...view, after: there.now - (same ? 0 : FRESH) }));
}

/** Searches while the results are on the screen. */
export function searchService(app: App, text: string): void {
  const isShown = (state: State): boolean => {
    const { place, subject } = currentView(state);
    return place === 'find' && subject === text;
  };
  void app.search.begin(text, planFor(text), isShown);
}
