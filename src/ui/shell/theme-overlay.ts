// Chooses the theme. The screen shows the selected theme immediately, and the box shows a sample of every tone.

import type { Tone } from '../../format/entry.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { type ColourDepth, THEMES, type ThemeName } from '../../lib/colours.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import { info } from '../../store/notices.ts';
import { type OverlayOf, openOverlay, overlayWith } from '../../store/open-overlays.ts';
import type { State } from '../../store/state.ts';
import type { Span } from '../kit/edges.ts';
import { concat, type Painted, type Theme } from '../kit/theme.ts';
import { menuOverlay } from './menu.tsx';
import type { OverlayKind } from './overlay.ts';

const ABOUT: Readonly<Record<ThemeName, Visible>> = {
  default: t`the terminal’s own 16 colours`,
  dark: t`for a dark background`,
  light: t`for a light background`,
  'high-contrast': t`for a dark background, nothing dimmed`,
  'colour-blind': t`blue and orange`,
  mono: t`no colours`,
};
const SHOWS: Span = { text: t`The screen shows the selected theme.`, tone: 'dim' };
const LIMITS: Readonly<Record<ColourDepth, Span>> = {
  none: { text: t`Colours are off: every theme looks like mono.`, tone: 'warn' },
  '16': { text: t`16 colours here: dark and light look like default.`, tone: 'warn' },
  '256': SHOWS,
  exact: SHOWS,
};
const NAME_CELLS = Math.max(...THEMES.map(name => name.length));

export function shownTheme(state: State): ThemeName {
  const overlay = openOverlay(state, 'theme');
  return (overlay && THEMES[overlay.cursor]) ?? state.theme;
}

export const themeBinding: Binding<App> = bindingsIn<App>(t`everywhere`)('theme', t`theme`, [','], {
  run: app =>
    app.store.setState(({ theme }) => ({
      overlay: overlayWith({ kind: 'theme', cursor: THEMES.indexOf(theme) }),
    })),
});

export const themeKind: OverlayKind<OverlayOf<'theme'>> = {
  ...menuOverlay({
    kind: 'theme',
    group: t`theme`,
    title: t`Theme`,
    closes: ['esc', ','],
    choices: () => THEMES,
    about: (_, { colours }) => LIMITS[colours],
    rows: all =>
      all.map(name => ({
        text: t`${toWidth(visible(name), NAME_CELLS)}  ${ABOUT[name]}`,
        spoken: t`${visible(name)}, ${ABOUT[name]}`,
      })),
    enter: {
      id: 'choose',
      title: t`use theme`,
      run(app, theme) {
        const name = visible(theme);
        const text = t`Theme ${name} for this session. To keep it, write "theme": "${name}" in config.json, or start with --theme ${name}.`;
        app.store.setState({ theme, notice: info(text) });
      },
    },
    drawing: { below: (width, theme) => [[], ...SAMPLES].map(sample => sampleLine(sample, theme, width)) },
  }),
  over: 'clear',
};

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
