// The keys that work on every screen.

import { type Binding, bindingsIn } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { waitingFor } from '../../store/approval-view.ts';
import { callBefore, nextCall, sendingIn, workIn } from '../../store/calls.ts';
import { info, tell, warning, withoutNotice } from '../../store/notices.ts';
import { overlayWith } from '../../store/open-overlays.ts';
import { type PlaceId, places, TABS, type TabId, tabKey } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { ownFilter, type View } from '../../store/view.ts';
import { NOT_WATCHED, watchOn } from '../../store/watches.ts';
import {
  currentView,
  currentWorkspace,
  goTo,
  leftIn,
  openTab,
  popView,
  stackOf,
  switchTab,
  updateView,
  visit,
} from '../../store/workspace.ts';
import { whyNotWrite, writingOf } from '../../store/writing.ts';
import { openWaiting } from '../../subjects/approvals/approval-list.ts';
import { checkFrom } from '../../subjects/books/check-screen.ts';
import { barReturn, returnToQuote } from '../../subjects/fx/quoting.ts';
import { openTimeline } from '../../subjects/timeline/timeline.ts';
import type { Screen } from '../screens/screen.ts';
import { arm } from './chords.ts';
import { customerBefore, customersOverlay, endCall, SENDING } from './customers.tsx';
import { grantOverlay } from './form-overlays.tsx';
import { exportsFromHere } from './message.tsx';
import { notesBinding } from './notes-overlay.ts';
import { welcomeBinding } from './text-overlays.tsx';
import { themeBinding } from './theme-overlay.ts';

function alreadyOpen(app: App, place: PlaceId): Visible | undefined {
  const view = currentView(app.store.getState());
  return view.place === place && view.subject === undefined
    ? t`${places[place].title} is already open.`
    : undefined;
}

/** From a deeper view the tab's key goes to the first view, and from there back. */
function tabAlreadyOpen(app: App, tab: TabId): Visible | undefined {
  const state = app.store.getState();
  const { tab: open } = currentWorkspace(state);
  const alone = stackOf(currentWorkspace(state), tab).length < 2 && !leftIn(state, tab);
  return open === tab && alone ? alreadyOpen(app, tab) : undefined;
}

const TIMES = ['local', 'utc', 'relative'] as const;

function back(app: App, screen: Screen) {
  const { store } = app;
  const state = store.getState();
  if (exportsFromHere(state) && app.exports.stop()) return;
  if (app.session.abandon() || app.dialog.abandon() || screen.abandon?.(app)) return;
  const view = currentView(state);
  const to = (part: Partial<View>): void => store.setState(updateView(state, part));
  if (view.panel === 'details') return to({ panel: 'list', whole: false });
  if (view.marks.size > 0) return to({ marks: new Set() });
  if (ownFilter(view) !== '') return to({ filter: view.under?.filter ?? '' });
  if (view.server !== view.opened && Object.keys(view.server).length > 0)
    return to({ server: view.opened ?? {}, cursorIndex: 0, cursorKey: undefined });
  const popped = popView(state);
  if (popped) return store.setState(popped);
  // A row of the overview may have opened this tab.
  const { before } = currentWorkspace(state);
  const last = before ? t`- for ${places[before].title}, ` : t``;
  tell(store, t`You are at the start of this tab. Press ${last}q to quit.`);
}

/** The binding whose key a screen may use for another action. */
export const GIVES_WAY = 'cancel-payout';

const ONE_CALL = t`There is no other call. Press u to open another customer.`;

function endCallProblem(state: State): Visible | undefined {
  if (!state.customer || !callBefore(state)) return ONE_CALL;
  return sendingIn(state, state.customer) ? SENDING : undefined;
}

const NO_TEAM = t`This profile has no team journal, or Purser hasn't read the journal yet.`;

type Change = (state: State) => State | Partial<State>;

const changes = (change: Change) => ({ run: (app: App) => app.store.setState(change) });

const bind = bindingsIn<App>(t`everywhere`);
const bindChange = (id: string, title: Visible, key: Key, change: Change): Binding<App> =>
  bind(id, title, [key], changes(change));
const bindTab = bindingsIn<App>(t`tabs`);

/** The palette's key is not one of `chords`, because opening the palette would close a dialog or a prompt. */
export const palette = bindChange('palette', t`commands`, 'ctrl-p', () => ({
  overlay: overlayWith({ kind: 'palette', filter: '', cursor: 0 }),
}));

/** The filter of a record stays: typing adds to it. */
const filterPrompt = (before: View): State['prompt'] => ({
  kind: 'filter',
  before,
  ...(before.filter !== '' && !before.under && { kept: true }),
});

function watchBinding(screenOf: (state: State) => Screen): Binding<App> {
  const watchable = ({ store }: App) => {
    const state = store.getState();
    return state.customer ? (screenOf(state).watchable?.(state) ?? NOT_WATCHED) : t`Choose a customer first.`;
  };
  return bind('watch', t`watch, stop watching`, ['W'], {
    enabled(app) {
      const found = watchable(app);
      if (typeof found === 'string') return found;
      return watchOn(app.store.getState(), found) ? true : (found.whyNot ?? true);
    },
    run(app) {
      const found = watchable(app);
      if (typeof found !== 'string') app.watches.toggle(found);
    },
  });
}

export const everywhere = (screenOf: (state: State) => Screen): readonly Binding<App>[] => [
  bindChange('help', t`help`, '?', () => ({ overlay: overlayWith({ kind: 'help', filter: '', cursor: 0 }) })),
  palette,
  bind('goto', t`go to`, [':'], { footer: 6, ...changes(() => ({ prompt: { kind: 'goto', value: '' } })) }),
  bind('filter', t`filter`, ['/'], {
    footer: 2,
    enabled: app =>
      screenOf(app.store.getState()).filterable ? true : t`This screen has no list to filter.`,
    // Details that fill the screen give way to the list, so that the typed letters do not act as keys.
    ...changes(state => ({
      ...(screenOf(state).hiddenReason?.(state) ? updateView(state, { panel: 'list', whole: false }) : state),
      prompt: filterPrompt(currentView(state)),
    })),
  }),
  bind('back', t`one step back`, ['esc'], { run: app => back(app, screenOf(app.store.getState())) }),
  bind('last-view', t`last tab`, ['-'], {
    enabled: app =>
      currentWorkspace(app.store.getState()).before ? true : t`No other tab was open before this one.`,
    ...changes(state => {
      const { before } = currentWorkspace(state);
      return before ? switchTab(state, before) : state;
    }),
  }),
  bindChange(
    'close',
    t`back, or quit`,
    'q',
    state => popView(state) ?? { overlay: overlayWith({ kind: 'quit' }) },
  ),
  bind('reload', t`reload`, ['r'], {
    footer: 4,
    enabled(app) {
      const state = app.store.getState();
      const screen = screenOf(state);
      return screen.needs?.(state).length || screen.filterable || screen.checkedWrite?.(state)
        ? true
        : t`This screen has nothing to reload.`;
    },
    run: app => screenOf(app.store.getState()).reload?.(app),
  }),
  // Forgotten data is read again, because the screen needs it.
  bind('reload-all', t`reload all`, ['R'], { run: app => app.forget() }),
  bind('customer', t`customer`, ['u'], { footer: 5, ...changes(() => ({ overlay: customersOverlay() })) }),
  bind('customer-before', t`previous customer`, ['_'], {
    enabled: app => (customerBefore(app.store.getState()) ? true : t`No other customer was open before.`),
    run(app) {
      const before = customerBefore(app.store.getState());
      if (before) app.customers.switchTo(before);
    },
  }),
  bind('call-next', t`next call`, ['c'], {
    enabled: app => (nextCall(app.store.getState()) ? true : ONE_CALL),
    run(app) {
      const next = nextCall(app.store.getState());
      if (next) app.customers.switchTo(next);
    },
  }),
  bind('call-end', t`end call`, ['K'], {
    enabled: app => endCallProblem(app.store.getState()) ?? true,
    run(app) {
      const state = app.store.getState();
      const { customer, armed } = state;
      const work = customer && workIn(state, customer);
      if (work && armed !== 'end')
        return arm(app, 'end', warning(t`This call has ${work}. Press K again to end the call.`));
      if (customer) endCall(app, customer);
    },
  }),
  bind(GIVES_WAY, t`cancel payout by ID or reference`, ['X'], {
    enabled: app => whyNotWrite(app.store.getState()) ?? true,
    ...changes(state => visit(state, 'cancel-payout')),
  }),
  bind('write', t`write access`, ['w'], {
    enabled(app) {
      const writing = writingOf(app.store.getState(), app.clock.monotonic());
      return writing.mode === 'barred' ? writing.why : true;
    },
    run(app) {
      const writing = writingOf(app.store.getState(), app.clock.monotonic());
      if (writing.mode === 'write') app.grant.giveUp();
      else app.store.setState({ overlay: grantOverlay() });
    },
  }),
  bind('quote', t`back to the quote`, ['Q'], {
    enabled: app => barReturn(app.store.getState()) ?? true,
    run: returnToQuote,
  }),
  bind('lock', t`lock`, ['L'], { run: app => app.lock.lock() }),
  bindChange('inspector', t`requests`, '@', () => ({
    overlay: overlayWith({ kind: 'inspector', exchange: undefined, top: 0 }),
  })),
  bindChange('time', t`times: local, UTC, relative`, 't', ({ time }) => {
    const next = TIMES[(TIMES.indexOf(time) + 1) % TIMES.length] ?? 'local';
    const name = next === 'local' ? t`local` : next === 'utc' ? t`UTC` : t`relative`;
    return { time: next, notice: info(t`Times are ${name}.`) };
  }),
  notesBinding(screenOf),
  watchBinding(screenOf),
  bind('attention', t`attention`, ['!'], {
    enabled: app => tabAlreadyOpen(app, 'overview') ?? true,
    ...changes(state => goTo(state, 'overview')),
  }),
  bind('approvals', t`approvals`, ['A'], {
    enabled: app => (app.store.getState().approvals ? true : NO_TEAM),
    run(app) {
      // A single approved write opens directly.
      const approved = waitingFor(app.store.getState(), 'send');
      const [only] = approved;
      app.store.setState(state => withoutNotice(state, ({ about }) => about === 'approvals'));
      if (only && approved.length === 1) openWaiting(app, only);
      else app.store.setState(state => visit(state, 'approvals'));
    },
  }),
  bindChange('bell', t`bell: on, off`, '*', ({ bell }) => ({
    bell: !bell,
    notice: info(
      bell
        ? t`The bell is off for this session. Purser still shows each change in a line.`
        : t`The bell is on. It rings for each change that Purser announces.`,
    ),
  })),
  themeBinding,
  welcomeBinding,
  bind('balances', t`balances`, ['b'], {
    footer: 3.5,
    enabled: app => alreadyOpen(app, 'balances') ?? true,
    ...changes(state => visit(state, 'balances')),
  }),
  bind('history', t`balance history`, ['B'], {
    enabled: app => alreadyOpen(app, 'history') ?? true,
    ...changes(state => visit(state, 'history')),
  }),
  bind('check', t`balance check`, ['='], {
    enabled: app => (app.store.getState().customer ? true : t`Choose a customer first.`),
    run(app) {
      const state = app.store.getState();
      checkFrom(app, screenOf(state).record?.(state)?.raw);
    },
  }),
  bind('timeline', t`timeline`, ['T'], {
    enabled(app) {
      if (!app.store.getState().customer) return t`Choose a customer first.`;
      return currentView(app.store.getState()).place === 'timeline' ? t`The timeline is already open.` : true;
    },
    run: app => openTimeline(app, screenOf(app.store.getState()).record?.(app.store.getState())),
  }),
  ...TABS.map(tab =>
    bindTab(`tab.${tab}`, places[tab].title, [tabKey(tab)], {
      enabled: app => tabAlreadyOpen(app, tab) ?? true,
      ...changes(state => openTab(state, tab)),
    }),
  ),
];
