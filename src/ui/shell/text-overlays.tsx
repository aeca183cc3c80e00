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
import { linesBelow, type ScrollWindow, windowAt } from '../kit/scroll.ts';
import { type Painted, type Theme, UNPAINTED } from '../kit/theme.ts';
import { type Area, layoutOf } from '../screens/layout.ts';
import { rawEntries } from '../screens/list-details.ts';
import type { Screen } from '../screens/screen.ts';
import { scrollBindings } from '../screens/scrolling.ts';
import { closeOverlay, type OverlayKind, type OverlayProps, openOverlay, scrolledTo } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const STATUS = t`status`;

const statusEntries = (state: State): readonly Entry[] =>
  (openOverlay(state, 'explain')?.lines ?? []).map(({ label, text }) => ({ label, cell: { text } }));
const statusLines = (state: State, width: number, theme: Theme): readonly Painted[] =>
  composeDetails(statusEntries(state), width, theme);
const roomIn = ({ height }: Area): number => Math.max(0, height - 1);

const statusWindow = (state: State, area: Area, lines: readonly Painted[]): ScrollWindow =>
  windowAt(openOverlay(state, 'explain')?.top ?? 0, roomIn(area), lines.length);

export const explainKind: OverlayKind = {
  bindings: [
    bindingsIn<App>(STATUS)('explain.close', t`close`, ['esc', 'enter', 'i', 'q'], {
      footer: 1,
      run: closeOverlay,
    }),
    ...scrollBindings({
      id: 'explain',
      group: STATUS,
      windowIn(state) {
        const area = popUpArea(state);
        return statusWindow(state, area, statusLines(state, area.width, UNPAINTED));
      },
      scrolled: scrolledTo('explain'),
    }),
  ],
  over: 'dimmed',
  spoken(state) {
    const overlay = openOverlay(state, 'explain');
    return overlay ? { title: t`Status`, status: overlay.record, entries: statusEntries(state) } : {};
  },
  View: ExplainView,
};

function ExplainView({ state, theme }: OverlayProps) {
  const area = popUpArea(state);
  const overlay = openOverlay(state, 'explain');
  if (!overlay) return null;
  const lines = statusLines(state, area.width, theme);
  const window = statusWindow(state, area, lines);
  const { top, room } = window;
  const below = linesBelow(window);
  return (
    <PopUp
      state={state}
      theme={theme}
      title={t`Status`}
      {...(below > 0 && { right: { text: t`↓ ${below} more`, tone: 'dim' as const } })}
      height={lines.length + 1}
    >
      <Line text={theme.paint('dim', cut(overlay.record, area.width))} />
      <Lines lines={lines.slice(top, top + room)} height={Math.min(room, lines.length)} />
    </PopUp>
  );
}

const RECORD = t`record`;
const GONE: Entry = {
  note: t`The list has changed. This record is no longer selected. Press Esc to close.`,
  tone: 'warn',
};
const TITLE_LINES = 1;

interface RecordView {
  readonly name: Visible;
  readonly lines: readonly Painted[];
  readonly window: ScrollWindow;
}

export function recordOverlay(screenOf: (state: State) => Screen): OverlayKind {
  const recordIn = (state: State) => {
    const record = screenOf(state).record?.(state);
    return record?.key === openOverlay(state, 'record')?.key ? record : undefined;
  };

  function shownIn(state: State, area: Area, theme: Theme): RecordView | undefined {
    const overlay = openOverlay(state, 'record');
    if (!overlay) return undefined;
    const same = recordIn(state);
    const lines = composeDetails(same ? rawEntries(same.raw) : [GONE], area.width, theme);
    const room = Math.max(1, area.height - TITLE_LINES);
    return { name: same?.name ?? t``, lines, window: windowAt(overlay.top, room, lines.length) };
  }

  return {
    bindings: [
      ...scrollBindings({
        id: 'record',
        group: RECORD,
        footer: [1, 2],
        windowIn: state => shownIn(state, layoutOf(state.size).body, UNPAINTED)?.window,
        scrolled: scrolledTo('record'),
      }),
      bindingsIn<App>(RECORD)('record.close', t`close`, ['esc', 'd', 'q'], { footer: 3, run: closeOverlay }),
    ],
    title: () => t`Raw JSON`,
    spoken(state) {
      const same = recordIn(state);
      return { title: t`Raw JSON`, status: same?.name ?? t``, entries: same ? rawEntries(same.raw) : [GONE] };
    },
    View: ({ state, theme, area }: OverlayProps) => {
      const shown = shownIn(state, area, theme);
      if (!shown) return null;
      const { name, lines, window } = shown;
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
];

export const welcomeBinding: Binding<App> = {
  id: 'welcome',
  title: t`what Purser is, and five keys to try`,
  keys: ['~'],
  group: t`everywhere`,
  run: app => app.store.setState({ overlay: { kind: 'welcome' } }),
};

export const welcomeKind: OverlayKind = {
  bindings: [
    { id: 'welcome.close', title: t`close`, keys: ['esc'], group: t`welcome`, footer: 1, run: closeOverlay },
  ],
  over: 'dimmed',
  spoken: state => ({ title: WELCOME, entries: welcomeEntries(state), status: t`Esc closes this card.` }),
  View: WelcomeView,
};

function WelcomeView({ state, theme }: OverlayProps) {
  const { width, height } = popUpArea(state);
  const lines = composeDetails(welcomeEntries(state), width, theme).slice(0, height);
  return (
    <PopUp
      state={state}
      theme={theme}
      title={WELCOME}
      foot={{ text: t`Esc closes this card; ~ opens the card again`, tone: 'dim' }}
      height={lines.length}
    >
      <Lines lines={lines} height={lines.length} />
    </PopUp>
  );
}
