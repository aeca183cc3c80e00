// Overlays that only show text: what a status means, a record's raw JSON, and the card of the demo's first start.

import { Box } from 'ink';
import type { Entry } from '../../format/entry.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import type { State } from '../../store/state.ts';
import { isGuarded } from '../../store/writing.ts';
import { composeDetails } from '../kit/details.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { linesBelow, moreBelow, type ScrollWindow, windowAt } from '../kit/scroll.ts';
import { type Theme, UNPAINTED } from '../kit/theme.ts';
import { type Area, layoutOf } from '../screens/layout.ts';
import { rawEntries } from '../screens/list-details.ts';
import type { Screen } from '../screens/screen.ts';
import { scrollBindings } from '../screens/scrolling.ts';
import { closeOverlay, type OverlayKind, type OverlayOf, openOverlay, scrolledTo } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const STATUS = t`status`;

const statusEntries = ({ lines }: OverlayOf<'explain'>): readonly Entry[] =>
  lines.map(({ label, text }) => ({ label, cell: { text } }));

function statusIn(overlay: OverlayOf<'explain'>, state: State, theme: Theme) {
  const { width, height } = popUpArea(state);
  const lines = composeDetails(statusEntries(overlay), width, theme);
  return { lines, window: windowAt(overlay.top, Math.max(0, height - 1), lines.length) };
}

export const explainKind: OverlayKind<OverlayOf<'explain'>> = {
  bindings: [
    bindingsIn<App>(STATUS)('explain.close', t`close`, ['esc', 'enter', 'i', 'q'], {
      footer: 1,
      run: closeOverlay,
    }),
    ...scrollBindings({
      id: 'explain',
      group: STATUS,
      windowIn(state) {
        const overlay = openOverlay(state, 'explain');
        return overlay && statusIn(overlay, state, UNPAINTED).window;
      },
      scrolled: scrolledTo('explain'),
    }),
  ],
  over: 'dimmed',
  spoken: overlay => ({
    title: overlay.title ?? t`Status`,
    status: overlay.record,
    entries: statusEntries(overlay),
  }),
  View({ overlay, state, theme }) {
    const { lines, window } = statusIn(overlay, state, theme);
    const { top, room } = window;
    return (
      <PopUp
        state={state}
        theme={theme}
        title={overlay.title ?? t`Status`}
        right={moreBelow(window)}
        height={lines.length + 1}
      >
        <Line text={theme.paint('dim', cut(overlay.record, popUpArea(state).width))} />
        <Lines lines={lines.slice(top, top + room)} height={Math.min(room, lines.length)} />
      </PopUp>
    );
  },
};

const RECORD = t`record`;
const GONE: Entry = {
  note: t`The list has changed. This record is no longer selected. Press Esc to close.`,
  tone: 'warn',
};
const TITLE_LINES = 1;

export function recordOverlay(screenOf: (state: State) => Screen): OverlayKind<OverlayOf<'record'>> {
  const recordIn = ({ key }: OverlayOf<'record'>, state: State) => {
    const record = screenOf(state).record?.(state);
    return record?.key === key
      ? { name: record.name, entries: rawEntries(record.raw) }
      : { name: t``, entries: [GONE] };
  };

  function shownIn(overlay: OverlayOf<'record'>, state: State, area: Area, theme: Theme) {
    const { name, entries } = recordIn(overlay, state);
    const lines = composeDetails(entries, area.width, theme);
    const room = Math.max(1, area.height - TITLE_LINES);
    return { name, lines, window: windowAt(overlay.top, room, lines.length) };
  }

  return {
    bindings: [
      ...scrollBindings({
        id: 'record',
        group: RECORD,
        footer: [1, 2],
        windowIn(state) {
          const overlay = openOverlay(state, 'record');
          return overlay && shownIn(overlay, state, layoutOf(state.size).body, UNPAINTED).window;
        },
        scrolled: scrolledTo('record'),
      }),
      bindingsIn<App>(RECORD)('record.close', t`close`, ['esc', 'd', 'q'], { footer: 3, run: closeOverlay }),
    ],
    title: () => t`Raw JSON`,
    spoken(overlay, state) {
      const { name, entries } = recordIn(overlay, state);
      return { title: t`Raw JSON`, status: name, entries };
    },
    View({ overlay, state, theme, area }) {
      const { name, lines, window } = shownIn(overlay, state, area, theme);
      const { top, room } = window;
      const below = linesBelow(window);
      return (
        <Box flexDirection="column" width={area.width}>
          <Line text={theme.paint('dim', cut(below > 0 ? t`${name}  ↓ ${below} more` : name, area.width))} />
          <Lines lines={lines.slice(top, top + room)} height={room} />
        </Box>
      );
    },
  };
}

const WELCOME = t`Welcome to Purser`;

const FIVE_KEYS: readonly (readonly [key: Visible, does: Visible])[] = [
  [t`Enter`, t`open the selected row; Esc goes back`],
  [t`/`, t`filter the rows: a name, an amount, a status`],
  [t`:`, t`find a record by its amount or ID, or go to a screen`],
  [t`u`, t`change the customer`],
  [t`?`, t`all keys of a screen, such as x (cancel)`],
];

const whatThisIs = ({ reach }: State): Visible =>
  !isGuarded(reach)
    ? t`Purser is a console for the support staff of a payments service. This is the demo: the service and its customers are simulated, and no real money moves.`
    : reach.unprovenDemo
      ? t`Purser is a console for the support staff of a payments service. Only PURSER_ENVIRONMENT calls this address a demo: what you confirm may move real money.`
      : t`Purser is a console for the support staff of a payments service. This is production: what you confirm moves real money.`;

const welcomeEntries = (state: State): readonly Entry[] => [
  { note: whatThisIs(state) },
  { heading: t`Five keys to try` },
  ...FIVE_KEYS.map(([label, text]) => ({ label, cell: { text } })),
  ...(state.demo ? jobs(state.demo) : []),
];

const welcomeWindow = (state: State): ScrollWindow | undefined => {
  const overlay = openOverlay(state, 'welcome');
  return overlay && welcomeIn(overlay, state, UNPAINTED).window;
};

const fits = (state: State): Visible | undefined => {
  const window = welcomeWindow(state);
  return window && window.count > window.room ? undefined : t`The whole card is on the screen.`;
};

function welcomeIn({ top }: OverlayOf<'welcome'>, state: State, theme: Theme) {
  const { width, height } = popUpArea(state);
  const lines = composeDetails(welcomeEntries(state), width, theme);
  return { lines, window: windowAt(top, height, lines.length) };
}

/** What the demo has prepared. */
const jobs = ({ toCancel }: NonNullable<State['demo']>): readonly Entry[] => [
  { heading: t`Jobs to try` },
  { label: t`8`, cell: { text: t`answer a question about the customer` } },
  { label: t`4 n`, cell: { text: t`quote and convert; a quote expires after 90 seconds` } },
  { label: t`X`, cell: { text: t`a customer calls: "Stop my payout ${toCancel}"` } },
  {
    label: t`7 p`,
    cell: { text: t`pay with reference LOST: the answer is lost. Was it paid? See 0` },
  },
];

export const welcomeBinding: Binding<App> = bindingsIn<App>(t`everywhere`)(
  'welcome',
  t`what Purser is, and five keys to try`,
  ['~'],
  { run: app => app.store.setState({ overlay: { kind: 'welcome', top: 0 } }) },
);

export const welcomeKind: OverlayKind<OverlayOf<'welcome'>> = {
  bindings: [
    { id: 'welcome.close', title: t`close`, keys: ['esc'], group: t`welcome`, footer: 1, run: closeOverlay },
    ...scrollBindings({
      id: 'welcome',
      group: t`welcome`,
      windowIn: welcomeWindow,
      scrolled: scrolledTo('welcome'),
      // They close the card and act on the screen.
      without: ['ctrl-d', 'ctrl-u', 'space'],
    })
      .filter(({ keys }) => keys.includes('pgdn') || keys.includes('pgup'))
      .map(binding => ({
        ...binding,
        footer: binding.id === 'welcome.page-down' ? 2 : undefined,
        enabled: ({ store }: App) => fits(store.getState()) ?? true,
      })),
  ],
  over: 'dimmed',
  spoken: (_, state) => ({
    title: WELCOME,
    entries: welcomeEntries(state),
    status: t`Esc closes this card.`,
  }),
  View({ overlay, state, theme }) {
    const { lines, window } = welcomeIn(overlay, state, theme);
    const { top, room } = window;
    const foot = { text: t`Esc closes this card; ~ opens the card again`, tone: 'dim' } as const;
    return (
      <PopUp
        state={state}
        theme={theme}
        title={WELCOME}
        right={moreBelow(window)}
        foot={foot}
        height={lines.length}
      >
        <Lines lines={lines.slice(top, top + room)} height={Math.min(room, lines.length)} />
      </PopUp>
    );
  },
};
