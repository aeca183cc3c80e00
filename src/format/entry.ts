// The content of a table's cell and of a record's details, before anything is drawn.

import type { Decimal } from '../lib/decimal.ts';
import { t, type Visible } from '../lib/visible.ts';

/** The meaning of a text. A theme gives each meaning a look. */
export type Tone =
  | 'plain'
  | 'dim'
  | 'strong'
  | 'good'
  | 'warn'
  | 'bad'
  | 'accent'
  | 'money-in'
  | 'money-out'
  | 'heading'
  | 'title'
  | 'frame'
  | 'frame-focused'
  | 'backdrop'
  | 'match'
  | 'gauge'
  | 'cursor'
  | 'cursor-unfocused'
  | 'cursor-match'
  | 'danger-button'
  | 'danger-button-focused'
  | 'writing'
  | 'demo'
  | 'production';

export interface Cell {
  readonly text: Visible;
  /** A shorter text with the same meaning, for a table. */
  readonly short?: Visible;
  /** The direction of the money, drawn before the number. */
  readonly sign?: '+' | '−';
  /** How urgent a status is, drawn before its word in a table. */
  readonly mark?: '!' | '●' | '·';
  readonly tone?: Tone;
  /** A currency, drawn after the number. It doesn't count when decimals are aligned. */
  readonly unit?: Visible;
}

export const DASH: Cell = { text: t`–`, tone: 'dim' };

export interface Point {
  /** Epoch ms. */
  readonly at: number;
  readonly value: Decimal;
}

export interface Series {
  /** In any order. The value stays the same until the next point. */
  readonly points: readonly Point[];
  /** The text for a moment, below the chart. */
  readonly day: (at: number) => Visible;
}

/** An amount under its label. */
export interface Figure {
  readonly label: Visible;
  readonly cell: Cell;
}

export interface FigurePair {
  readonly left: Figure;
  readonly right: Figure;
  /** Shown in the middle, below both amounts. */
  readonly between: Figure;
}

/** A text and a bar that gets shorter, such as a countdown. */
export interface Bar {
  readonly text: Visible;
  /** The full part of the bar, 0 to 1. */
  readonly share: number;
  readonly tone: Tone;
}

/** The remaining part of an amount. */
export interface Gauge {
  readonly left: Decimal;
  readonly whole: Decimal;
  /** Both amounts in digits: "60.00 of 100.00 GBP left". */
  readonly text: Visible;
}

export type Entry =
  /** The most important fact, in the first line: an amount, with its status at the right. */
  | { readonly lead: Cell; readonly status?: Cell }
  /** Below the lead: the payee or the object, then a blank line. */
  | { readonly about: Cell }
  | { readonly pair: FigurePair }
  | { readonly bar: Bar }
  | { readonly label: Visible; readonly cell: Cell }
  | { readonly label: Visible; readonly gauge: Gauge }
  | { readonly chart: Series }
  | { readonly heading: Visible }
  /** `mark` comes before the first line. `evidence`: one line that can be recorded as evidence of a write's outcome. */
  | {
      readonly note: Visible;
      readonly mark?: Visible;
      readonly tone?: 'plain' | 'strong' | 'dim' | 'warn' | 'bad';
      readonly evidence?: Visible;
    };
