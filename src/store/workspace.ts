// A customer's workspace: the stacks of its tabs, and its cached lists and documents.

import type { Customer } from '../api/client/call-context.ts';
import { canonicalId } from '../lib/identifier.ts';
import { remembered } from '../lib/remembered.ts';
import { type Document, emptyDocument, emptyList, type List } from './list.ts';
import { type PlaceId, places, type TabId } from './places.ts';
import type { State, Workspace } from './state.ts';
import { openView, type View } from './view.ts';

/** The user of Family B together with the connected account of Family A. */
export const customerKey = remembered((customer: Customer): string =>
  JSON.stringify([
    canonicalId(customer.userId),
    customer.onBehalfOf === undefined ? null : canonicalId(customer.onBehalfOf),
  ]),
);

interface CustomerIds {
  readonly userId: string;
  readonly onBehalfOf?: string | undefined;
}

/** Without the name and the other facts of a known customer. */
export const customerIds = ({ userId, onBehalfOf }: CustomerIds): Customer => ({
  userId,
  ...(onBehalfOf !== undefined && { onBehalfOf }),
});

const fresh: Workspace = {
  tab: 'overview',
  stacks: {},
  left: {},
  before: undefined,
  lists: {},
  documents: {},
  accountNames: {},
  hidden: {},
  flows: {},
};

export const currentWorkspace = (state: State): Workspace => workspaceOf(state, state.customer);

export const workspaceOf = ({ workspaces }: State, customer: Customer | undefined): Workspace =>
  (customer && workspaces[customerKey(customer)]) ?? fresh;

export function withWorkspace(state: State, key: string, change: (workspace: Workspace) => Workspace): State {
  return { ...state, workspaces: { ...state.workspaces, [key]: change(state.workspaces[key] ?? fresh) } };
}

export const inCurrent = (state: State, change: (workspace: Workspace) => Workspace): State =>
  state.customer ? withWorkspace(state, customerKey(state.customer), change) : state;

/** Of the current tab. */
const withStack = (state: State, to: (stack: readonly View[]) => readonly View[]): State =>
  inCurrent(state, w => ({ ...w, stacks: { ...w.stacks, [w.tab]: to(stackOf(w, w.tab)) } }));

export const stackOf = (workspace: Workspace, tab: TabId): readonly View[] =>
  workspace.stacks[tab] ?? [openView(tab)];

export function currentView(state: State): View {
  const workspace = currentWorkspace(state);
  return stackOf(workspace, workspace.tab).at(-1) ?? openView(workspace.tab);
}

/** The same while the same place of the same customer is in front. */
export function placeKey(state: State): string {
  const { place, subject } = currentView(state);
  return JSON.stringify([state.customer && customerKey(state.customer), place, subject]);
}

/** The same while the same view of the same customer is in front. */
export function frontKey(state: State): string {
  const workspace = currentWorkspace(state);
  const { tab } = workspace;
  return JSON.stringify([placeKey(state), tab, stackOf(workspace, tab).length, currentView(state).record]);
}

/** Somebody who left the form and comes back finds its text selected. */
export const withoutLeftForm = (state: State): State =>
  state.selectedIn !== undefined && state.selectedIn !== frontKey(state)
    ? { ...state, selectedIn: undefined }
    : state;

export const updateView = (state: State, part: Partial<View>): State =>
  replaceView(state, { ...currentView(state), ...part });

/** In place of the current view. */
export const replaceView = (state: State, view: View): State =>
  withStack(state, stack => [...stack.slice(0, -1), view]);

export const pushView = (state: State, view: View): State => withStack(state, stack => [...stack, view]);

/** To the tab that opened the view. Undefined at the root of a tab. */
export function popView(state: State): State | undefined {
  const workspace = currentWorkspace(state);
  const stack = stackOf(workspace, workspace.tab);
  const from = stack.at(-1)?.from;
  if (stack.length < 2) return undefined;
  const left = withStack(state, () => stack.slice(0, -1));
  return from === undefined ? left : switchTab(left, from);
}

export const switchTab = (state: State, tab: TabId): State =>
  inCurrent(state, w => (w.tab === tab ? w : { ...w, tab, before: w.tab }));

/** The first screen of the tab. From there the views that were left. */
export function openTab(state: State, tab: TabId): State {
  const left = leftIn(state, tab);
  return inCurrent(switchTab(state, tab), workspace => {
    const [root = openView(tab), ...above] = stackOf(workspace, tab);
    const stack = left ? [root, ...left] : [root];
    return {
      ...workspace,
      stacks: { ...workspace.stacks, [tab]: stack },
      left: { ...workspace.left, [tab]: above.length > 0 ? above : left ? undefined : workspace.left[tab] },
    };
  });
}

/** The views to which the key of the open tab goes back, if its first screen is shown. */
export function leftIn(state: State, tab: TabId): readonly View[] | undefined {
  const workspace = currentWorkspace(state);
  return workspace.tab === tab && stackOf(workspace, tab).length === 1 ? workspace.left[tab] : undefined;
}

/** Opens the tab with only its root and the place on the stack. */
export const goTo = (state: State, place: PlaceId, subject?: string): State =>
  goToView(state, viewOf(place, subject));

export function goToView(state: State, view: View): State {
  if (places[view.place].anywhere) return aboveAll(state, view);
  const { tab } = places[view.place];
  const stack = view.place === tab ? [view] : [openView(tab), view];
  return withStack(switchTab(state, tab), () => stack);
}

/** On top of the current view, or in its place if both show the same place. */
const aboveAll = (state: State, view: View): State =>
  withStack(state, stack => {
    const same = stack.length > 1 && stack.at(-1)?.place === view.place;
    return [...(same ? stack.slice(0, -1) : stack), view];
  });

/** Esc returns to the views below. */
export const visitFound = (state: State, place: PlaceId, subject?: string): State =>
  visitOnTop(state, viewOf(place, subject));

/** If the place has no subject but a filter for IDs, the ID becomes the filter. */
function viewOf(place: PlaceId, subject: string | undefined): View {
  const { filter, search } = places[place];
  if (subject === undefined || (filter === undefined && !search)) return openView(place, subject);
  return filter === undefined
    ? { ...openView(place), filter: subject }
    : { ...openView(place), server: { [filter]: subject } };
}

/** Remembers the current tab, so that going back leads there. */
function openedFrom({ from: _, ...view }: View, state: State): View {
  const { tab } = currentWorkspace(state);
  return tab === places[view.place].tab ? view : { ...view, from: tab };
}

/** Goes back to the place if it is on its tab's stack. `record`: see `View`. */
export function visit(state: State, place: PlaceId, subject?: string, record?: string): State {
  const { tab } = places[place];
  const there = switchTab(state, tab);
  const stack = stackOf(currentWorkspace(there), tab);
  const from = subject === undefined ? record : undefined;
  const at = stack.findIndex(
    view => view.place === place && view.subject === subject && view.record === from,
  );
  const known = at < 0 ? undefined : stack[at];
  // A view on the stack keeps its cursor and filters.
  const opened = { ...openView(place, subject), ...(from !== undefined && { record: from }) };
  const view = openedFrom(known ?? opened, state);
  return withStack(there, () => [...stack.slice(0, at < 0 ? stack.length : at), view]);
}

/** On top of its tab's views, which keep their filters. The same view is there only once. */
export function visitOnTop(state: State, view: View): State {
  const { tab } = places[view.place];
  const there = switchTab(state, tab);
  const stack = stackOf(currentWorkspace(there), tab);
  const top = stack.at(-1);
  // A root stays, because a view without one below can't go back.
  const below = stack.length > 1 && top && isSameView(top, view) ? stack.slice(0, -1) : stack;
  const isThere = below !== stack && currentWorkspace(state).tab === tab;
  const opened = isThere && top ? top : openedFrom(below === stack ? view : (top ?? view), state);
  return withStack(there, () => [...below, opened]);
}

const isSameView = (one: View, other: View): boolean =>
  one.place === other.place &&
  one.subject === other.subject &&
  one.filter === other.filter &&
  sameFilter(one.server, other.server);

const sameFilter = (one: View['server'], other: View['server']): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

export const hiddenColumns = (state: State, place: PlaceId): readonly string[] =>
  currentWorkspace(state).hidden[place] ?? [];

export const hideColumns = (state: State, place: PlaceId, ids: readonly string[]): State =>
  inCurrent(state, w => ({ ...w, hidden: { ...w.hidden, [place]: ids } }));

export const detailsWider = (state: State, place: PlaceId): number => state.wider[place] ?? 0;

export const listIn = (workspace: Workspace, key: string): List<unknown> =>
  workspace.lists[key] ?? emptyList();

export const documentIn = (workspace: Workspace, key: string): Document<unknown> =>
  workspace.documents[key] ?? emptyDocument();

export const withList = (workspace: Workspace, key: string, list: List<unknown>): Workspace => ({
  ...workspace,
  lists: { ...workspace.lists, [key]: list },
});

export const withDocument = (workspace: Workspace, key: string, document: Document<unknown>): Workspace => ({
  ...workspace,
  documents: { ...workspace.documents, [key]: document },
});

/** A longer list is dropped if its customer was not selected lately. */
const MOST_KEPT = 1000;

/** Purser reads a dropped list again. */
export function withoutLongLists(
  workspaces: State['workspaces'],
  recent: readonly string[],
): State['workspaces'] {
  const isLong = ({ pages }: List<unknown>): boolean => pages.items.length > MOST_KEPT;
  const others = Object.entries(workspaces).filter(
    ([key, { lists }]) => !recent.includes(key) && Object.values(lists).some(isLong),
  );
  if (others.length === 0) return workspaces;
  const short = others.map(([key, workspace]) => {
    const lists = Object.entries(workspace.lists).filter(([, list]) => !isLong(list));
    return [key, { ...workspace, lists: Object.fromEntries(lists) }] as const;
  });
  return { ...workspaces, ...Object.fromEntries(short) };
}
