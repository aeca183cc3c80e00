// Overlays that only show text: what a status means, a record's raw JSON, and the card of the demo's first start.

import { Box } from 'ink';
import type { Entry } from '../../format/entry.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import {
  closeOverlay,
  type OverlayOf,
  openOverlay,
  scrolledTo,
  showOverlay,
} from '../../store/open-overlays.ts';
import type { State } from '../../store/state.ts';
import { isGuarded } from '../../store/writing.ts';
import { composeDetails } from '../kit/details.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { linesBelow, moreBelow, type ScrollWindow, windowAt } from '../kit/scroll.ts';
import { type Theme, UNPAINTED } from '../kit/theme.ts';
import { layoutOf } from '../screens/layout.ts';
import { rawEntries } from '../screens/list-details.ts';
import type { Screen } from '../screens/screen.ts';
import { scrollBindings } from '../screens/scrolling.ts';
import type { OverlayKind, OverlayProps } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

type TextKind = 'explain' | 'record' | 'welcome';
type TextOverlay<Kind extends TextKind> = Extract<OverlayOf<TextKind>, { kind: Kind }>;

interface TextParts<Kind extends TextKind> {
  readonly kind: Kind;
  readonly group: Visible;
  readonly title: Visible;
  readonly closes: readonly Key[];
  /** In a frame that fills the body. Otherwise in a pop-up. */
  readonly fills?: true;
  /** The line above the entries. */
  name?(overlay: TextOverlay<Kind>, state: State): Visible;
  entries(overlay: TextOverlay<Kind>, state: State): readonly Entry[];
  /** In the bottom edge, and said. */
  readonly foot?: { readonly text: Visible; readonly spoken: Visible };
  readonly scrolls?: Pick<Parameters<typeof scrollBindings>[0], 'footer' | 'only' | 'whole'>;
}

function textOverlay<Kind extends TextKind>(text: TextParts<Kind>): OverlayKind<TextOverlay<Kind>> {
  const { kind, group, title, fills, name, foot } = text;
  const overlayIn = (state: State): TextOverlay<Kind> | undefined => openOverlay(state, kind);
  const titleOf = (overlay: OverlayOf<TextKind>): Visible =>
    ('title' in overlay ? overlay.title : undefined) ?? title;

  function shownIn(overlay: TextOverlay<Kind>, state: State, theme: Theme) {
    const { width, height } = fills ? layoutOf(state.size).body : popUpArea(state);
    const lines = composeDetails(text.entries(overlay, state), width, theme);
    const room = Math.max(1, height - (name ? 1 : 0));
    return { width, lines, window: windowAt(overlay.top, room, lines.length) };
  }

  const windowIn = (state: State): ScrollWindow | undefined => {
    const overlay = overlayIn(state);
    return overlay && shownIn(overlay, state, UNPAINTED).window;
  };
  const scrolls = scrollBindings({ id: kind, group, ...text.scrolls, windowIn, scrolled: scrolledTo(kind) });

  function TextView({ overlay, state, theme }: OverlayProps<TextOverlay<Kind>>) {
    const { width, lines, window } = shownIn(overlay, state, theme);
    const { top, room } = window;
    const below = linesBelow(window);
    const about = name?.(overlay, state);
    const more = fills && below > 0 ? t`  ↓ ${below} more` : t``;
    const content = (
      <>
        {about !== undefined && <Line text={theme.paint('dim', cut(t`${about}${more}`, width))} />}
        <Lines lines={lines.slice(top, top + room)} height={fills ? room : Math.min(room, lines.length)} />
      </>
    );
    if (fills)
      return (
        <Box flexDirection="column" width={width}>
          {content}
        </Box>
      );
    return (
      <PopUp
        state={state}
        theme={theme}
        title={titleOf(overlay)}
        right={moreBelow(window)}
        foot={foot && { text: foot.text, tone: 'dim' }}
        height={lines.length + (name ? 1 : 0)}
      >
        {content}
      </PopUp>
    );
  }

  return {
    bindings: [
      bindingsIn<App>(group)(`${kind}.close`, t`close`, text.closes, {
        footer: fills ? 3 : 1,
        run: closeOverlay,
      }),
      ...scrolls,
    ],
    ...(fills ? { title: () => title } : { over: 'dimmed' }),
    spoken: (overlay, state) => ({
      title: titleOf(overlay),
      status: name?.(overlay, state) ?? foot?.spoken ?? t``,
      entries: text.entries(overlay, state),
    }),
    View: TextView,
  };
}

export const explainKind = textOverlay({
  kind: 'explain',
  group: t`status`,
  title: t`Status`,
  closes: ['esc', 'enter', 'i', 'q'],
  name: ({ record }) => record,
  entries: ({ lines }) => lines.map(({ label, text }) => ({ label, cell: { text } })),
});

const GONE: Entry = {
  note: t`The list has changed. This record is no longer selected. Press Esc to close.`,
  tone: 'warn',
};

export function recordOverlay(screenOf: (state: State) => Screen): OverlayKind<OverlayOf<'record'>> {
  const recordIn = ({ key }: OverlayOf<'record'>, state: State) => {
    const record = screenOf(state).record?.(state);
    return record?.key === key ? record : undefined;
  };
  return textOverlay({
    kind: 'record',
    group: t`record`,
    title: t`Raw JSON`,
    closes: ['esc', 'd', 'q'],
    fills: true,
    scrolls: { footer: [1, 2] },
    name: (overlay, state) => recordIn(overlay, state)?.name ?? t``,
    entries(overlay, state) {
      const record = recordIn(overlay, state);
      return record ? rawEntries(record.raw) : [GONE];
    },
  });
}

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
  { run: app => showOverlay(app.store, { kind: 'welcome', top: 0 }) },
);

export const welcomeKind = textOverlay({
  kind: 'welcome',
  group: t`welcome`,
  title: t`Welcome to Purser`,
  closes: ['esc'],
  entries: (_, state) => welcomeEntries(state),
  foot: {
    text: t`Esc closes this card; ~ opens the card again`,
    spoken: t`Esc closes this card.`,
  },
  // Every other key closes the card and acts on the screen.
  scrolls: { only: ['pgdn', 'pgup'], footer: [2], whole: t`The whole card is on the screen.` },
});
