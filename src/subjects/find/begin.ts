// Begins a search: opens its results, and searches the service.

import type { App } from '../../money/app.ts';
import type { State } from '../../store/state.ts';
import { currentView, currentWorkspace, goTo, stackOf, updateView } from '../../store/workspace.ts';
import { planFor } from './finding.ts';

/** In ms: a new text uses data up to this age, a repeated search reads all data again. */
const FRESH = 30_000;

export function findText(app: App, text: string): void {
  app.store.setState(state => withFreshData(goTo(state, 'find', text), state));
  searchService(app, text);
}

/** Data from before `after` is read again. */
function withFreshData(there: State, before: State): State {
  const { subject } = currentView(there);
  const workspace = currentWorkspace(before);
  const same = stackOf(workspace, workspace.tab).some(
    view => view.place === 'find' && view.subject === subject,
  );
  return updateView(there, view => ({ ...view, after: there.now - (same ? 0 : FRESH) }));
}

export function searchService(app: App, text: string): void {
  const isShown = (state: State): boolean => {
    const { place, subject } = currentView(state);
    return place === 'find' && subject === text;
  };
  void app.search.begin(text, planFor(text), isShown);
}
