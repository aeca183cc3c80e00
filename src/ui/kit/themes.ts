// The themes as data: one look for each meaning.

import type { ThemeName } from '../../lib/colours.ts';

/** The terminal's own colours by their SGR codes. */
export const BASIC = {
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

/** One of the terminal's own 16 colours, or an exact colour. */
export type Colour = keyof typeof BASIC | `#${string}`;

export interface TextStyle {
  readonly colour?: Colour;
  readonly on?: Colour;
  readonly bold?: true;
  readonly dim?: true;
  readonly underline?: true;
  readonly inverse?: true;
}

export interface Meanings {
  readonly good: TextStyle;
  readonly warning: TextStyle;
  readonly danger: TextStyle;
  readonly info: TextStyle;
  readonly dim: TextStyle;
  readonly frame: TextStyle;
  readonly focus: TextStyle;
  readonly selection: TextStyle;
  readonly moneyIn: TextStyle;
  readonly moneyOut: TextStyle;
  readonly writing: TextStyle;
  readonly demo: TextStyle;
  readonly production: TextStyle;
}

/** The terminal's own colours, which fit its background. */
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

// Without colours, only weight and inversion remain. The words on the screen carry the meaning.
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

/** For a dark background. */
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

/** For a light background. */
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

/** For a dark background. Nothing is dimmed. */
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

/** Blue and orange of middle lightness, readable on black and on white. */
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
export const themes: Readonly<Record<ThemeName, { readonly exact: Meanings; readonly basic: Meanings }>> = {
  default: { exact: standard, basic: standard },
  dark: { exact: dark, basic: standard },
  light: { exact: light, basic: standard },
  'high-contrast': { exact: highContrast, basic: highContrastBasic },
  'colour-blind': { exact: colourBlind, basic: colourBlindBasic },
  mono: { exact: mono, basic: mono },
};
