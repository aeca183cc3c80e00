// The tones of text, and the SGR codes that a theme gives them.

import type { Tone } from '../../format/entry.ts';
import type { ColourDepth, ThemeName } from '../../lib/colours.ts';
import type { Visible } from '../../lib/visible.ts';
import { BASIC, type Colour, type Meanings, type TextStyle, themes } from './themes.ts';

declare const paintedMark: unique symbol;
/** Visible text with our own SGR codes in it: the only thing a `Line` draws. */
export type Painted = string & { readonly [paintedMark]: true };

export interface Theme {
  paint(tone: Tone, text: Visible): Painted;
}

const looksOf = (theme: Meanings): Readonly<Record<Tone, TextStyle>> => ({
  plain: {},
  dim: theme.dim,
  strong: { bold: true },
  good: theme.good,
  warn: theme.warning,
  bad: theme.danger,
  accent: theme.info,
  'money-in': theme.moneyIn,
  'money-out': theme.moneyOut,
  heading: { bold: true, underline: true },
  title: { bold: true },
  frame: theme.frame,
  'frame-focused': theme.focus,
  backdrop: theme.dim,
  match: { ...theme.info, bold: true, underline: true },
  gauge: theme.good,
  cursor: theme.selection,
  'cursor-unfocused': { underline: true },
  'cursor-match': { ...theme.selection, bold: true, underline: true },
  'danger-button': { ...theme.danger, bold: true },
  'danger-button-focused': { ...theme.production, underline: true },
  writing: theme.writing,
  demo: theme.demo,
  production: theme.production,
});

export function createTheme(name: ThemeName, depth: ColourDepth = '16'): Theme {
  const { exact, basic } = themes[depth === 'none' ? 'mono' : name];
  const looks = looksOf(depth === '16' ? basic : exact);
  const codes = new Map(Object.entries(looks).map(([tone, look]) => [tone, codesOf(look, depth)]));
  return {
    paint(tone, text) {
      const pair = codes.get(tone);
      return (pair && text !== '' ? `${pair.on}${text}${pair.off}` : text) as string as Painted;
    },
  };
}

/** A theme without colours, to count lines before they are drawn. */
export const UNPAINTED: Theme = createTheme('mono');

export const concat = (...parts: readonly Painted[]): Painted => parts.join('') as Painted;

/** The codes that switch a look on and off; undefined for a look that changes nothing. */
function codesOf(look: TextStyle, depth: ColourDepth) {
  const pairs = [
    ...(look.bold ? [['1', '22']] : []),
    ...(look.dim ? [['2', '22']] : []),
    ...(look.underline ? [['4', '24']] : []),
    ...(look.inverse ? [['7', '27']] : []),
    ...(look.colour === undefined ? [] : [[colourCode(look.colour, depth, 0), '39']]),
    ...(look.on === undefined ? [] : [[colourCode(look.on, depth, 10), '49']]),
  ];
  const sequence = (at: 0 | 1): string => `\u001B[${pairs.map(pair => pair[at]).join(';')}m`;
  return pairs.length === 0 ? undefined : { on: sequence(0), off: sequence(1) };
}

/** `shift` is 10 for a background. */
function colourCode(colour: Colour, depth: ColourDepth, shift: 0 | 10): string {
  if (!isExact(colour)) return String(BASIC[colour] + shift);
  const value = Number.parseInt(colour.slice(1), 16);
  const rgb = [value >> 16, (value >> 8) & 255, value & 255] as const;
  return `${38 + shift};${depth === 'exact' ? `2;${rgb.join(';')}` : `5;${nearest(rgb)}`}`;
}

const isExact = (colour: Colour): colour is `#${string}` => colour.startsWith('#');

const LEVELS = [0, 95, 135, 175, 215, 255] as const;

/** The nearest of the 240 colours that every terminal with 256 colours has: a cube of six levels, and greys. */
function nearest(rgb: readonly number[]): number {
  const away = (other: readonly number[]): number =>
    rgb.reduce((sum, value, i) => sum + (value - (other[i] ?? 0)) ** 2, 0);
  const cube = rgb.map(value =>
    LEVELS.findLastIndex((level, i) => i === 0 || value * 2 >= level + (LEVELS[i - 1] ?? 0)),
  );
  const step = Math.min(
    23,
    Math.max(0, Math.round((rgb.reduce((sum, value) => sum + value, 0) / 3 - 8) / 10)),
  );
  const grey = 8 + 10 * step;
  return away([grey, grey, grey]) < away(cube.map(at => LEVELS[at] ?? 0))
    ? 232 + step
    : 16 + cube.reduce((sum, at) => sum * 6 + at, 0);
}
