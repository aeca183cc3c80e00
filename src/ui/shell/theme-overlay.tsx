// Chooses the theme. The whole screen shows the theme under the cursor at once, with a sample of every meaning.

import { Box } from 'ink';
import type { App } from '../../effects/app.ts';
import type { Binding } from '../../keys/binding.ts';
import { THEMES, type ThemeName } from '../../lib/colours.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cut, toWidth } from '../../lib/width.ts';
import type { State } from '../../store/state.ts';
import { scrollTo } from '../../store/view.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { concat, type Painted, type Theme, type Tone } from '../kit/theme.ts';
import { menuBindings } from '../screens/scrolling.ts';
import { closeOverlay, menuRows, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';

const GROUP = t`theme`;

const ABOUT: Readonly<Record<ThemeName, Visible>> = {
  default: t`the terminal’s own 16 colours`,
  dark: t`for a dark background`,
  light: t`for a light background`,
  'high-contrast': t`for a dark background, nothing is dimmed`,
  'colour-blind': t`blue and orange`,
  mono: t`no colours`,
};
const NAME_CELLS = Math.max(...THEMES.map(name => name.length));

/** The theme that the screen has now: the one under the cursor, while somebody chooses. */
export function shownTheme(state: State): ThemeName {
  const overlay = openOverlay(state, 'theme');
  return (overlay && THEMES[overlay.cursor]) ?? state.theme;
}

export const themeBinding: Binding<App> = {
  id: 'theme',
  title: t`theme`,
  keys: ['T'],
  group: t`everywhere`,
  run: app =>
    app.store.setState(({ theme }) => ({ overlay: { kind: 'theme', cursor: THEMES.indexOf(theme) } })),
};

export const themeKind: OverlayKind = {
  takesText: () => false,
  bindings: [
    {
      id: 'theme.choose',
      title: t`use theme`,
      keys: ['enter'],
      group: GROUP,
      footer: 1,
      run: app =>
        app.store.setState(state => {
          const theme = shownTheme(state);
          const name = visible(theme);
          const text = t`Theme ${name} for this session. To keep the theme, write "theme": "${name}" in config.json.`;
          return { theme, overlay: undefined, notice: { text, tone: 'info' } };
        }),
    },
    {
      id: 'theme.close',
      title: t`close`,
      keys: ['esc', 'T'],
      group: GROUP,
      footer: 2,
      run: closeOverlay,
    },
    ...menuBindings({
      id: 'theme',
      group: GROUP,
      cursorIn(state) {
        const overlay = openOverlay(state, 'theme');
        return overlay && { at: overlay.cursor, count: THEMES.length, page: menuRows(state) };
      },
      moved: (_, cursor) => ({ overlay: { kind: 'theme', cursor } }),
    }),
  ],
  View: ThemeView,
};

function ThemeView({ state, theme, area }: OverlayProps) {
  const overlay = openOverlay(state, 'theme');
  if (!overlay) return null;
  const height = Math.min(THEMES.length, menuRows(state));
  const top = scrollTo(0, overlay.cursor, height, THEMES.length);
  return (
    <Box flexDirection="column" width={area.width}>
      <Line text={theme.paint('heading', t`Theme`)} />
      <Line text={limits(state, theme, area.width)} />
      <Lines
        lines={THEMES.slice(top, top + height).map((name, i) => {
          const cursor = top + i === overlay.cursor;
          const text = t`${cursor ? t`›` : t` `} ${toWidth(visible(name), NAME_CELLS)}  ${ABOUT[name]}`;
          return theme.paint(cursor ? 'cursor' : 'plain', cut(text, area.width));
        })}
        height={height}
      />
      <Lines
        lines={[concat(), ...SAMPLES.map(sample => sampleLine(sample, theme, area.width))]}
        height={menuRows(state) - height}
      />
    </Box>
  );
}

/** Why a theme may look like another one here. */
function limits({ colours }: State, theme: Theme, width: number): Painted {
  const why =
    colours === 'none'
      ? t`NO_COLOR or --screen-reader is on: every theme looks like mono.`
      : colours === '16'
        ? t`This terminal shows 16 colours: dark and light look like default.`
        : undefined;
  return why === undefined
    ? theme.paint('dim', cut(t`The screen shows the selected theme.`, width))
    : theme.paint('warn', cut(why, width));
}

type Sample = readonly (readonly [Tone, Visible])[];

const SAMPLES: readonly Sample[] = [
  [
    ['demo', t` DEMO `],
    ['production', t` PRODUCTION `],
    ['writing', t` WRITE `],
  ],
  [
    ['good', t`SETTLED`],
    ['warn', t`PENDING`],
    ['bad', t`RETURNED`],
    ['dim', t`CANCELLED`],
    ['accent', t`information`],
  ],
  [
    ['money-in', t`+1,250.00 GBP`],
    ['money-out', t`−1,250.00 GBP`],
  ],
  [
    ['plain', t`text`],
    ['strong', t`important`],
    ['dim', t`less important`],
    ['match', t`match`],
    ['gauge', t`██████`],
  ],
  [
    ['frame-focused', t`╭─`],
    ['title', t`Selected panel`],
    ['frame-focused', t`─╮`],
    ['frame', t`╭─`],
    ['plain', t`Other panel`],
    ['frame', t`─╮`],
  ],
  [
    ['danger-button', t`Cancel payout`],
    ['danger-button-focused', t` Cancel payout `],
    ['cursor', t`selected row`],
    ['backdrop', t`behind a dialog`],
  ],
];

function sampleLine(sample: Sample, theme: Theme, width: number): Painted {
  let left = width;
  return concat(
    ...sample.flatMap(([tone, text]) => {
      const room = left - 2;
      if (room < 1) return [];
      const shown = cut(text, room);
      left = room - text.length;
      return [theme.paint('plain', t`  `), theme.paint(tone, shown)];
    }),
  );
}
