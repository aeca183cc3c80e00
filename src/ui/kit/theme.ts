// Tones as SGR codes of the terminal's own 16 colours, and the type of text that carries them.

import type { Visible } from '../../lib/visible.ts';

/** What a piece of text is, not how it looks; a theme decides that. */
export type Tone =
  | 'plain'
  | 'dim'
  | 'strong'
  | 'good'
  | 'warn'
  | 'bad'
  | 'accent'
  | 'heading'
  | 'cursor'
  | 'cursor-unfocused'
  | 'writing'
  | 'demo'
  | 'production';

declare const paintedMark: unique symbol;
/** Visible text with our own SGR codes in it: the only thing a `Line` draws. */
export type Painted = string & { readonly [paintedMark]: true };

export interface Theme {
  paint(tone: Tone, text: Visible): Painted;
}

type Codes = readonly [on: string, off: string];
const RESET_COLOUR = '39';
const RESET_WEIGHT = '22';

const colours: Record<Tone, Codes | undefined> = {
  plain: undefined,
  dim: ['2', RESET_WEIGHT],
  strong: ['1', RESET_WEIGHT],
  good: ['32', RESET_COLOUR],
  warn: ['33', RESET_COLOUR],
  bad: ['31', RESET_COLOUR],
  accent: ['36', RESET_COLOUR],
  heading: ['1;4', '22;24'],
  cursor: ['7', '27'],
  'cursor-unfocused': ['4', '24'],
  writing: ['30;43', '39;49'],
  demo: ['30;42', '39;49'],
  production: ['1;37;41', '22;39;49'],
};

// Without colour the same tones keep weight, underline and inversion; words carry the rest.
const mono: Record<Tone, Codes | undefined> = {
  ...colours,
  good: undefined,
  warn: ['1', RESET_WEIGHT],
  bad: ['1', RESET_WEIGHT],
  accent: undefined,
  writing: ['7', '27'],
  demo: ['7', '27'],
  production: ['1;7', '22;27'],
};

const fromCodes = (codes: Record<Tone, Codes | undefined>): Theme => ({
  paint(tone, text) {
    const pair = codes[tone];
    return (pair && text !== '' ? `\u001B[${pair[0]}m${text}\u001B[${pair[1]}m` : text) as string as Painted;
  },
});

export const THEMES = ['default', 'mono'] as const;
export type ThemeName = (typeof THEMES)[number];

export const createTheme = (name: ThemeName): Theme => fromCodes(name === 'mono' ? mono : colours);

export const concat = (...parts: readonly Painted[]): Painted => parts.join('') as Painted;
