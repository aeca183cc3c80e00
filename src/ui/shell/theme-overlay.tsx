// Chooses the theme. The screen shows the selected theme immediately, and the box shows a sample of every tone.

import type { Tone } from '../../format/entry.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { THEMES, type ThemeName } from '../../lib/colours.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import type { State } from '../../store/state.ts';
import { scrollTo } from '../../store/view.ts';
import { Lines } from '../kit/Line.tsx';
import { choiceSpoken } from '../kit/spoken.ts';
import { concat, type Painted, type Theme } from '../kit/theme.ts';
import type { Area } from '../screens/layout.ts';
import { menuBindings } from './menu.tsx';
import { closeOverlay, type OverlayKind, type OverlayOf, openOverlay } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const GROUP = t`theme`;
const bind = bindingsIn<App>(GROUP);

const ABOUT: Readonly<Record<ThemeName, Visible>> = {
  default: t`the terminal’s own 16 colours`,
  dark: t`for a dark background`,
  light: t`for a light background`,
  'high-contrast': t`for a dark background, nothing dimmed`,
  'colour-blind': t`blue and orange`,
  mono: t`no colours`,
};
const NAME_CELLS = Math.max(...THEMES.map(name => name.length));

export function shownTheme(state: State): ThemeName {
  const overlay = openOverlay(state, 'theme');
  return (overlay && THEMES[overlay.cursor]) ?? state.theme;
}

export const themeBinding: Binding<App> = bindingsIn<App>(t`everywhere`)('theme', t`theme`, [','], {
  run: app =>
    app.store.setState(({ theme }) => ({ overlay: { kind: 'theme', cursor: THEMES.indexOf(theme) } })),
});

export const themeKind: OverlayKind<OverlayOf<'theme'>> = {
  bindings: [
    bind('theme.choose', t`use theme`, ['enter'], {
      footer: 1,
      run: app =>
        app.store.setState(state => {
          const theme = shownTheme(state);
          const name = visible(theme);
          const text = t`Theme ${name} for this session. To keep it, write "theme": "${name}" in config.json, or start with --theme ${name}.`;
          return { theme, overlay: undefined, notice: { text, tone: 'info' } };
        }),
    }),
    bind('theme.close', t`close`, ['esc', ','], { footer: 2, run: closeOverlay }),
    ...menuBindings({ kind: 'theme', group: GROUP, count: () => THEMES.length }),
  ],
  over: 'clear',
  spoken({ cursor }) {
    const texts = THEMES.map(name => t`${visible(name)}, ${ABOUT[name]}`);
    return { title: t`Theme`, ...choiceSpoken(cursor, texts) };
  },
  View({ overlay, state, theme }) {
    const lines = linesOf(state, overlay.cursor, popUpArea(state), theme);
    return (
      <PopUp state={state} theme={theme} title={t`Theme`} height={lines.length}>
        <Lines lines={lines} />
      </PopUp>
    );
  },
};

function linesOf(state: State, at: number, { width, height }: Area, theme: Theme): readonly Painted[] {
  const room = height - 1;
  const count = Math.min(THEMES.length, room);
  const top = scrollTo(0, at, count, THEMES.length);
  const names = THEMES.slice(top, top + count).map((name, i) => {
    const cursor = top + i === at;
    const text = t`${cursor ? t`›` : t` `} ${toWidth(visible(name), NAME_CELLS)}  ${ABOUT[name]}`;
    return theme.paint(cursor ? 'cursor' : 'plain', toWidth(text, width));
  });
  const samples = [[], ...SAMPLES].map(sample => sampleLine(sample, theme, width));
  return [limits(state, theme, width), ...names, ...samples].slice(0, height);
}

function limits({ colours }: State, theme: Theme, width: number): Painted {
  const why =
    colours === 'none'
      ? t`Colours are off: every theme looks like mono.`
      : colours === '16'
        ? t`16 colours here: dark and light look like default.`
        : undefined;
  return why === undefined
    ? theme.paint('dim', toWidth(t`The screen shows the selected theme.`, width))
    : theme.paint('warn', toWidth(why, width));
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
    ['cursor', t`selected`],
    ['backdrop', t`behind`],
  ],
];

function sampleLine(sample: Sample, theme: Theme, width: number): Painted {
  let left = width;
  const parts = sample.flatMap(([tone, text]) => {
    const shown = cut(text, Math.max(0, left - 2));
    left -= cellWidth(shown) + 2;
    return left < 0 ? [] : [theme.paint(tone, shown), theme.paint('plain', t`  `)];
  });
  return concat(...parts, theme.paint('plain', toWidth(t``, Math.max(0, left))));
}
