// The themes: each gives every tone a look, and a look is a sequence of SGR codes.

import type { Tone } from '../../format/entry.ts';
import type { ColourDepth, ThemeName } from '../../lib/colours.ts';
import type { Visible } from '../../lib/visible.ts';
import { cellWidth } from '../../lib/width.ts';

const BASIC = {
  black: 30,
  red: 31,
  green: 32,
  yellow: 33,
  blue: 34,
  magenta: 35,
  cyan: 36,
  white: 37,
  'bright-red': 91,
  'bright-green': 92,
  'bright-yellow': 93,
  'bright-blue': 94,
  'bright-magenta': 95,
  'bright-cyan': 96,
  'bright-white': 97,
} as const;

type Colour = keyof typeof BASIC | `#${string}`;

interface TextStyle {
  readonly colour?: Colour;
  readonly on?: Colour;
  readonly bold?: true;
  readonly dim?: true;
  readonly underline?: true;
  readonly inverse?: true;
}

type Meaning =
  | ('good' | 'warning' | 'danger' | 'info' | 'dim' | 'frame' | 'focus' | 'selection')
  | ('moneyIn' | 'moneyOut' | 'writing' | 'demo' | 'production');
type Meanings = Readonly<Record<Meaning, TextStyle>>;

const standard: Meanings = {
  good: { colour: 'green' },
  warning: { colour: 'yellow' },
  danger: { colour: 'red' },
  info: { colour: 'cyan' },
  dim: { dim: true },
  frame: { dim: true },
  focus: { colour: 'cyan' },
  selection: { inverse: true },
  moneyIn: { colour: 'green' },
  moneyOut: { colour: 'magenta' },
  writing: { colour: 'black', on: 'yellow' },
  demo: { colour: 'black', on: 'green' },
  production: { colour: 'white', on: 'red', bold: true },
};

// The words on the screen carry the meaning.
const mono: Meanings = {
  ...standard,
  good: {},
  warning: { bold: true },
  danger: { bold: true },
  info: {},
  focus: { bold: true },
  moneyIn: {},
  moneyOut: {},
  writing: { inverse: true },
  demo: { inverse: true },
  production: { bold: true, inverse: true },
};

const dark: Meanings = {
  good: { colour: '#7ee787' },
  warning: { colour: '#e3b341' },
  danger: { colour: '#ff7b72' },
  info: { colour: '#79c0ff' },
  dim: { colour: '#9da5b0' },
  frame: { colour: '#768390' },
  focus: { colour: '#79c0ff' },
  selection: { colour: '#ffffff', on: '#1f4b7f' },
  moneyIn: { colour: '#7ee787' },
  moneyOut: { colour: '#d2a8ff' },
  writing: { colour: '#000000', on: '#e3b341' },
  demo: { colour: '#000000', on: '#56d364' },
  production: { colour: '#ffffff', on: '#b62324', bold: true },
};

const light: Meanings = {
  good: { colour: '#116329' },
  warning: { colour: '#7d4e00' },
  danger: { colour: '#b3141f' },
  info: { colour: '#0550ae' },
  dim: { colour: '#57606a' },
  frame: { colour: '#7a828b' },
  focus: { colour: '#0550ae' },
  selection: { colour: '#ffffff', on: '#0550ae' },
  moneyIn: { colour: '#116329' },
  moneyOut: { colour: '#6639ba' },
  writing: { colour: '#000000', on: '#e3b341' },
  demo: { colour: '#ffffff', on: '#116329' },
  production: { colour: '#ffffff', on: '#b3141f', bold: true },
};

const highContrast: Meanings = {
  good: { colour: '#5fff87', bold: true },
  warning: { colour: '#ffff00', bold: true },
  danger: { colour: '#ff9c9c', bold: true },
  info: { colour: '#5fffff', bold: true },
  dim: {},
  frame: {},
  focus: { colour: '#ffff00', bold: true },
  selection: { inverse: true },
  moneyIn: { colour: '#5fff87' },
  moneyOut: { colour: '#ffb3ff' },
  writing: { colour: '#000000', on: '#ffff00' },
  demo: { colour: '#000000', on: '#5fff87' },
  production: { colour: '#ffffff', on: '#a80016', bold: true },
};

const highContrastBasic: Meanings = {
  ...highContrast,
  good: { colour: 'bright-green', bold: true },
  warning: { colour: 'bright-yellow', bold: true },
  danger: { colour: 'bright-red', bold: true },
  info: { colour: 'bright-cyan', bold: true },
  focus: { colour: 'bright-yellow', bold: true },
  moneyIn: { colour: 'bright-green' },
  moneyOut: { colour: 'bright-magenta' },
  writing: { colour: 'black', on: 'bright-yellow' },
  demo: { colour: 'black', on: 'bright-green' },
  production: { colour: 'bright-white', on: 'red', bold: true },
};

/** Readable on black and on white. */
const colourBlind: Meanings = {
  ...standard,
  good: { colour: '#1a69ff', bold: true },
  warning: { colour: '#b26000', bold: true },
  danger: { colour: '#b26000', bold: true, underline: true },
  info: { colour: '#1a69ff' },
  focus: { colour: '#1a69ff', bold: true },
  moneyIn: { colour: '#1a69ff', bold: true },
  moneyOut: { colour: '#b26000', bold: true },
  writing: { colour: '#000000', on: '#f0e442' },
  demo: { colour: '#ffffff', on: '#0050b4' },
  production: { colour: '#000000', on: '#ff9f40', bold: true },
};

const colourBlindBasic: Meanings = {
  ...standard,
  good: { colour: 'bright-blue', bold: true },
  warning: { colour: 'yellow', bold: true },
  danger: { colour: 'yellow', bold: true, underline: true },
  info: { colour: 'bright-blue' },
  focus: { colour: 'bright-blue', bold: true },
  moneyIn: { colour: 'bright-blue', bold: true },
  moneyOut: { colour: 'yellow', bold: true },
  writing: { colour: 'black', on: 'white' },
  demo: { colour: 'bright-white', on: 'blue' },
  production: { colour: 'black', on: 'yellow' },
};

/** `basic` is for a terminal with 16 colours. */
const themes: Readonly<Record<ThemeName, { readonly exact: Meanings; readonly basic: Meanings }>> = {
  default: { exact: standard, basic: standard },
  dark: { exact: dark, basic: standard },
  light: { exact: light, basic: standard },
  'high-contrast': { exact: highContrast, basic: highContrastBasic },
  'colour-blind': { exact: colourBlind, basic: colourBlindBasic },
  mono: { exact: mono, basic: mono },
};

declare const paintedMark: unique symbol;
/** Visible text with our own SGR codes in it: the only thing a `Line` draws. */
export type Painted = string & { readonly [paintedMark]: true };

export interface Theme {
  /** Without colours a sign shows what a background shows otherwise. */
  readonly mono?: boolean;
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
  tab: { ...theme.selection, bold: true },
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
  const shown = depth === 'none' ? 'mono' : name;
  const { exact, basic } = themes[shown];
  const looks = looksOf(depth === '16' ? basic : exact);
  const codes = new Map(Object.entries(looks).map(([tone, look]) => [tone, codesOf(look, depth)]));
  return {
    mono: shown === 'mono',
    paint(tone, text) {
      const pair = codes.get(tone);
      return (pair && text !== '' ? `${pair.on}${text}${pair.off}` : text) as string as Painted;
    },
  };
}

/** To count lines before they are drawn. */
export const UNPAINTED: Theme = createTheme('mono');

export const concat = (...parts: readonly Painted[]): Painted => parts.join('') as Painted;

/** In cells. Our own codes begin with an escape and end with `m`. */
export const paintedWidth = (painted: Painted): number =>
  cellWidth(
    painted
      .split('\u001B')
      .map((part, i) => (i === 0 ? part : part.slice(part.indexOf('m') + 1)))
      .join(''),
  );

/** Undefined for a look that changes nothing. */
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

/** Among the 240 colours of every terminal with 256 colours: a cube of six levels, and greys. */
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
