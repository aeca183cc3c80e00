// The keys that work on every screen.

import type { App } from '../../effects/app.ts';
import { openWaiting } from '../../features/approvals/open.ts';
import type { Binding } from '../../keys/binding.ts';
import { t } from '../../lib/visible.ts';
import { waitingFor } from '../../store/approvals.ts';
import { exportsFromHere } from '../../store/exporting.ts';
import { places, TABS, tabKey } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { ownFilter } from '../../store/view.ts';
import {
  currentView,
  currentWorkspace,
  goTo,
  openTab,
  popView,
  switchTab,
  updateView,
  visit,
} from '../../store/workspace.ts';
import { whyNotWrite, writingOf } from '../../store/writing.ts';
import type { Screen } from '../screens/screen.ts';
import { customerBefore, customersOverlay } from './customers.tsx';
import { grantOverlay } from './grant.tsx';
import { isFresh, isOpen } from './in-front.ts';
import { themeBinding } from './theme-overlay.tsx';
import { welcomeBinding } from './welcome.tsx';

const GROUP = t`everywhere`;
const TIMES = ['local', 'utc', 'relative'] as const;

/** The remaining steps back, one at a time: loading, the details, marks, the filters, the stack. */
function back(app: App, screen: Screen) {
  const { store } = app;
  const state = store.getState();
  if (exportsFromHere(state) && app.exports.stop()) return;
  if (app.session.abandon() || screen.abandon(app)) return;
  const view = currentView(state);
  if (view.panel === 'details')
    return store.setState(updateView(state, v => ({ ...v, panel: 'list', whole: false })));
  if (view.marks.size > 0) return store.setState(updateView(state, v => ({ ...v, marks: new Set() })));
  if (ownFilter(view) !== '')
    return store.setState(updateView(state, v => ({ ...v, filter: v.under?.filter ?? '' })));
  if (Object.keys(view.server).length > 0)
    return store.setState(
      updateView(state, v => ({ ...v, server: {}, cursorIndex: 0, cursorKey: undefined })),
    );
  const popped = popView(state);
  if (popped) return store.setState(popped);
  store.setState({ notice: { text: t`This is the first view of this tab. Press q to quit.`, tone: 'info' } });
}

/** A screen may use the key of this binding itself. */
export const GIVES_WAY = 'cancel-payout';

const NO_TEAM = t`Approvals need a team journal. Your profile has none.`;

const put = (app: App, change: (state: State) => State | Partial<State>): void => app.store.setState(change);

/** A chord too, but not over a dialog or a prompt: there it would end them. */
export const palette: Binding<App> = {
  id: 'palette',
  title: t`commands`,
  keys: ['ctrl-p'],
  group: GROUP,
  run: app => put(app, () => ({ overlay: { kind: 'palette', filter: '', cursor: 0 } })),
};

export const everywhere = (screenOf: (state: State) => Screen): readonly Binding<App>[] => [
  {
    id: 'help',
    title: t`help`,
    keys: ['?'],
    group: GROUP,
    run: app => put(app, () => ({ overlay: { kind: 'help', filter: '', cursor: 0 } })),
  },
  palette,
  {
    id: 'goto',
    title: t`go to`,
    keys: [':'],
    group: GROUP,
    footer: 6,
    run: app => put(app, () => ({ prompt: { kind: 'goto', value: '' } })),
  },
  {
    id: 'filter',
    title: t`filter`,
    keys: ['/'],
    group: GROUP,
    footer: 2,
    enabled: app =>
      screenOf(app.store.getState()).filterable ? true : t`This screen has no list to filter.`,
    run: app => put(app, state => ({ prompt: { kind: 'filter', before: currentView(state) } })),
  },
  {
    id: 'back',
    title: t`one step back`,
    keys: ['esc'],
    group: GROUP,
    run: app => back(app, screenOf(app.store.getState())),
  },
  {
    id: 'last-view',
    title: t`last tab`,
    keys: ['-'],
    group: GROUP,
    enabled: app =>
      currentWorkspace(app.store.getState()).before ? true : t`No other tab was open before this one.`,
    run: app =>
      put(app, state => {
        const { before } = currentWorkspace(state);
        return before ? switchTab(state, before) : state;
      }),
  },
  {
    id: 'close',
    title: t`back, or quit`,
    keys: ['q'],
    group: GROUP,
    run: app => put(app, state => popView(state) ?? { overlay: { kind: 'quit' } }),
  },
  {
    id: 'reload',
    title: t`reload`,
    keys: ['r'],
    group: GROUP,
    footer: 4,
    enabled(app) {
      const state = app.store.getState();
      const screen = screenOf(state);
      return screen.needs(state).length > 0 || screen.filterable || screen.readsBack?.(state)
        ? true
        : t`This screen has nothing to reload.`;
    },
    run: app => screenOf(app.store.getState()).reload(app),
  },
  {
    id: 'reload-all',
    title: t`reload all`,
    keys: ['R'],
    group: GROUP,
    // The screen needs its data, so the data is read again.
    run: app => app.forget(),
  },
  {
    id: 'customer',
    title: t`customer`,
    keys: ['u'],
    group: GROUP,
    footer: 5,
    run: app => put(app, () => ({ overlay: customersOverlay(false) })),
  },
  {
    id: 'customer-before',
    title: t`previous customer`,
    keys: ['_'],
    group: GROUP,
    enabled: app => (customerBefore(app.store.getState()) ? true : t`No other customer was open before.`),
    run(app) {
      const before = customerBefore(app.store.getState());
      if (before) app.customers.switchTo(before);
    },
  },
  {
    id: GIVES_WAY,
    title: t`cancel payout by ID or reference`,
    keys: ['X'],
    group: GROUP,
    enabled: app => whyNotWrite(app.store.getState()) ?? true,
    run: app => put(app, state => visit(state, 'cancel-payout')),
  },
  {
    id: 'write',
    title: t`write access`,
    keys: ['w'],
    group: GROUP,
    enabled(app) {
      const writing = writingOf(app.store.getState(), app.clock.monotonic());
      return writing.mode === 'barred' ? writing.why : true;
    },
    run(app) {
      const writing = writingOf(app.store.getState(), app.clock.monotonic());
      if (writing.mode === 'write') app.grant.giveUp();
      else put(app, () => ({ overlay: grantOverlay() }));
    },
  },
  {
    id: 'lock',
    title: t`lock`,
    keys: ['L'],
    group: GROUP,
    run: app => app.lock.lock(),
  },
  {
    id: 'inspector',
    title: t`requests`,
    keys: ['@'],
    group: GROUP,
    run: app => put(app, () => ({ overlay: { kind: 'inspector', exchange: undefined, top: 0 } })),
  },
  {
    id: 'time',
    title: t`times: local, UTC, relative`,
    keys: ['t'],
    group: GROUP,
    run: app =>
      put(app, ({ time }) => {
        const next = TIMES[(TIMES.indexOf(time) + 1) % TIMES.length] ?? 'local';
        return {
          time: next,
          notice: {
            text: t`Times are ${next === 'local' ? t`local` : next === 'utc' ? t`UTC` : t`relative`}.`,
            tone: 'info',
          },
        };
      }),
  },
  {
    id: 'attention',
    title: t`attention`,
    keys: ['!'],
    group: GROUP,
    enabled: app => isFresh(app, 'overview') ?? true,
    run: app => put(app, state => goTo(state, 'overview')),
  },
  {
    id: 'approvals',
    title: t`approvals`,
    keys: ['A'],
    group: GROUP,
    enabled: app => (app.store.getState().approvals ? true : NO_TEAM),
    run(app) {
      // What is approved is one key away.
      const approved = waitingFor(app.store.getState(), 'send');
      const [only] = approved;
      if (only && approved.length === 1) openWaiting(app, only);
      else put(app, state => visit(state, 'approvals'));
    },
  },
  {
    id: 'bell',
    title: t`bell: on, off`,
    keys: ['*'],
    group: GROUP,
    run: app =>
      put(app, ({ bell }) => ({
        bell: !bell,
        notice: {
          text: bell
            ? t`The bell is off for this session. Purser still shows each change in a line.`
            : t`The bell is on. It rings for each change that Purser announces.`,
          tone: 'info',
        },
      })),
  },
  themeBinding,
  welcomeBinding,
  {
    id: 'balances',
    title: t`balances`,
    keys: ['b'],
    group: GROUP,
    footer: 3.5,
    enabled: app => isOpen(app, 'balances') ?? true,
    run: app => put(app, state => visit(state, 'balances')),
  },
  {
    id: 'history',
    title: t`balance history`,
    keys: ['B'],
    group: GROUP,
    enabled: app => isOpen(app, 'history') ?? true,
    run: app => put(app, state => visit(state, 'history')),
  },
  ...TABS.map(tab => ({
    id: `tab.${tab}`,
    title: places[tab].title,
    keys: [tabKey(tab)],
    group: t`tabs`,
    enabled: (app: App) => isFresh(app, tab) ?? true,
    run: (app: App) => put(app, state => openTab(state, tab)),
  })),
];
