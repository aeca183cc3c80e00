// Themes: the look of a tone does not continue after its text, is readable on the theme's background, and never depends on colour alone.

import { describe, expect, it } from 'vitest';
import type { Tone } from '../../../src/format/entry.ts';
import { type ColourDepth, THEMES, type ThemeName } from '../../../src/lib/colours.ts';
import { t } from '../../../src/lib/visible.ts';
import { concat, createTheme, type Painted } from '../../../src/ui/kit/theme.ts';
import type { Cell } from '../../harness/cell.ts';
import { contrast, distanceWithout, rgbOf } from '../../harness/colour.ts';
import { fakeTerminal, type Screen } from '../../harness/terminal.ts';

/** The compiler asks for every tone. */
const roles: Readonly<Record<Tone, 'text' | 'quiet' | 'block'>> = {
  plain: 'text',
  dim: 'text',
  strong: 'text',
  good: 'text',
  warn: 'text',
  bad: 'text',
  accent: 'text',
  'money-in': 'text',
  'money-out': 'text',
  heading: 'text',
  title: 'text',
  tab: 'block',
  frame: 'quiet',
  'frame-focused': 'quiet',
  backdrop: 'quiet',
  match: 'text',
  gauge: 'quiet',
  cursor: 'block',
  'cursor-unfocused': 'text',
  'cursor-match': 'block',
  'danger-button': 'text',
  'danger-button-focused': 'block',
  writing: 'block',
  demo: 'block',
  production: 'block',
};
const TONES = Object.keys(roles) as readonly Tone[];
const DEPTHS: readonly ColourDepth[] = ['none', '16', '256', 'exact'];
const LOOKS = THEMES.flatMap(name => DEPTHS.map(depth => [name, depth] as const));

/** One terminal for all tones of a theme, a row for each, because making a terminal takes longer than a row. */
async function screenOf(texts: readonly Painted[]): Promise<Screen> {
  const { screen } = fakeTerminal({ cols: 20, rows: texts.length });
  await screen.show(texts.join('\r\n'));
  return screen;
}

type Look = Omit<Cell, 'text'>;
const looks = new Map<string, Promise<ReadonlyMap<Tone, Look>>>();

async function lookOf(name: ThemeName, depth: ColourDepth, tone: Tone): Promise<Look> {
  const known = looks.get(`${name} ${depth}`) ?? looksOf(name, depth);
  looks.set(`${name} ${depth}`, known);
  const look = (await known).get(tone);
  if (!look) throw new Error(`no look of ${tone}`);
  return look;
}

async function looksOf(name: ThemeName, depth: ColourDepth): Promise<ReadonlyMap<Tone, Look>> {
  const theme = createTheme(name, depth);
  const screen = await screenOf(TONES.map(tone => theme.paint(tone, t`x`)));
  return new Map(
    TONES.map((tone, y) => {
      const { text: _, ...look } = screen.cell(0, y);
      return [tone, look];
    }),
  );
}

describe.each(LOOKS)('the theme %s with colours: %s', (name, depth) => {
  const theme = createTheme(name, depth);

  it('ends the look of each tone after its text', async () => {
    const plain = { bold: false, dim: false, underline: false, inverse: false, width: 1 };
    const usual = { ...plain, foreground: 'default', background: 'default' };
    const screen = await screenOf(
      TONES.map(tone => concat(theme.paint(tone, t`painted`), theme.paint('plain', t` after`))),
    );
    for (const [y, tone] of TONES.entries()) {
      const after = Array.from('after', (_, at) => screen.cell('painted '.length + at, y));
      expect(after, tone).toEqual(Array.from('after', text => ({ ...usual, text })));
    }
  });

  it('uses only colours that the terminal has', async () => {
    for (const tone of TONES) {
      const { foreground, background } = await lookOf(name, depth, tone);
      for (const colour of [foreground, background]) {
        if (colour === 'default') continue;
        expect(name).not.toBe('mono');
        expect(depth).not.toBe('none');
        if (depth !== 'exact') expect(colour).toBeLessThan(Number(depth));
      }
    }
  });

  it('paints nothing around an empty text', () => {
    expect(TONES.map(tone => theme.paint(tone, t``)).join('')).toBe('');
  });
});

it.each(THEMES)('the theme %s has nearly the same colours on a terminal with 256 colours', async name => {
  for (const tone of TONES) {
    const [exact, near] = [await lookOf(name, 'exact', tone), await lookOf(name, '256', tone)];
    for (const part of ['foreground', 'background'] as const) {
      if (typeof exact[part] === 'number' || exact[part] === 'default') continue;
      const [wanted, found] = [rgbOf(exact[part]), rgbOf(near[part])];
      // The widest gap between two values of the 256 colours is from 0 to 95.
      for (const [i, value] of wanted.entries())
        expect(Math.abs(value - (found[i] ?? 0)), `${tone} ${part}`).toBeLessThanOrEqual(47);
    }
  }
});

/** The backgrounds for each theme with its own colours: black and white, and common ones. */
const DARK = ['#000000', '#1e1e1e', '#282c34'];
const LIGHT = ['#ffffff', '#fdf6e3', '#eeeeee'];
const readable = [
  { name: 'dark', backgrounds: DARK, text: 4.5, quiet: 3 },
  { name: 'light', backgrounds: LIGHT, text: 4.5, quiet: 3 },
  { name: 'high-contrast', backgrounds: ['#000000', '#1e1e1e'], text: 7, quiet: 7 },
  { name: 'colour-blind', backgrounds: ['#000000', '#ffffff'], text: 4.5, quiet: 3 },
  // No colour has a contrast of 4.5 on both a dark and a light grey. The text is bold, so it counts as large text.
  { name: 'colour-blind', backgrounds: ['#1e1e1e', '#282c34', '#eeeeee'], text: 3, quiet: 2.6 },
] as const;

describe.each(readable)('the theme $name', ({ name, backgrounds, ...least }) => {
  it.each(
    backgrounds.flatMap(background => (['256', 'exact'] as const).map(depth => [background, depth] as const)),
  )('can be read on %s with colours: %s', async (background, depth) => {
    const paper = contrast(background, '#ffffff') > contrast(background, '#000000') ? '#ffffff' : '#000000';
    const bad: string[] = [];
    for (const [tone, role] of Object.entries(roles) as [Tone, (typeof roles)[Tone]][]) {
      const look = await lookOf(name, depth, tone);
      // SGR 2 (dim) halves the contrast in most terminals.
      const dimmed = look.dim ? 2 : 1;
      const ink = look.foreground === 'default' ? paper : look.foreground;
      const behind = look.background === 'default' ? background : look.background;
      const found = contrast(ink, behind) / dimmed;
      // None of the 256 colours is a blue that is equally readable on black and on white.
      const part = name === 'colour-blind' && depth === '256' ? 0.88 : 1;
      if (found < (role === 'quiet' ? least.quiet : least.text) * part)
        bad.push(`${tone}: ${found.toFixed(2)}`);
    }
    expect(bad).toEqual([]);
  });
});

/** Meanings that must look different, also without red or green. */
const PAIRS: readonly (readonly [Tone, Tone])[] = [
  ['good', 'warn'],
  ['good', 'bad'],
  ['warn', 'bad'],
  ['accent', 'bad'],
  ['accent', 'good'],
  ['money-in', 'money-out'],
  ['demo', 'production'],
  ['writing', 'production'],
  ['frame', 'frame-focused'],
  ['danger-button', 'danger-button-focused'],
  ['cursor', 'plain'],
  ['match', 'plain'],
];

it.each(LOOKS.filter(([name, depth]) => name !== 'mono' && depth !== 'none'))(
  'the theme %s shows different meanings differently, with colours: %s',
  async (name, depth) => {
    for (const [one, other] of PAIRS)
      expect(await lookOf(name, depth, one), `${one}, ${other}`).not.toEqual(
        await lookOf(name, depth, other),
      );
  },
);

it.each(['red', 'green'] as const)(
  'the theme colour-blind shows different meanings differently without %s',
  async cones => {
    for (const depth of ['256', 'exact'] as const)
      for (const [one, other] of PAIRS) {
        const { foreground: a, background: c, ...weight } = await lookOf('colour-blind', depth, one);
        const { foreground: b, background: d, ...otherWeight } = await lookOf('colour-blind', depth, other);
        const sameWeight = JSON.stringify(weight) === JSON.stringify(otherWeight);
        const apart = [
          [a, b],
          [c, d],
        ].some(
          ([x = '', y = '']) =>
            x !== y && (x === 'default' || y === 'default' || distanceWithout(cones, x, y) > 25),
        );
        expect(apart || !sameWeight, `${one}, ${other}`).toBe(true);
      }
  },
);

it('without colours the environment, the selection and the focus still look different', async () => {
  for (const [one, other] of PAIRS.slice(6).filter(([one]) => one !== 'writing'))
    expect(await lookOf('mono', 'exact', one), `${one}, ${other}`).not.toEqual(
      await lookOf('mono', 'exact', other),
    );
});
