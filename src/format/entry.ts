// The content of a table's cell and of a record's details, before anything is drawn.

import type { Decimal } from '../lib/decimal.ts';
import { t, type Visible } from '../lib/visible.ts';

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
  | 'tab'
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
  readonly short?: Visible;
  readonly sign?: '+' | '−';
  /** How urgent a status is, before its word in a table. */
  readonly mark?: '!' | '●' | '·' | '?';
  readonly tone?: Tone;
  /** After the number, where it doesn't count when decimals are aligned. */
  readonly unit?: Visible;
}

/** With its sign and its unit. */
export function cellText({ text, sign, unit }: Cell): Visible {
  const signed = sign === undefined ? text : t`${sign === '+' ? t`+` : t`−`}${text}`;
  return unit ? t`${signed} ${unit}` : signed;
}

export const DASH: Cell = { text: t`–`, tone: 'dim' };

export interface Point {
  /** Epoch ms. */
  readonly at: number;
  readonly value: Decimal;
}

export interface Series {
  /** In any order. A value stays until the next point. */
  readonly points: readonly Point[];
  readonly day: (at: number) => Visible;
  /** The point of the selected row. */
  readonly mark?: Point;
}

export interface Figure {
  readonly label: Visible;
  readonly cell: Cell;
}

export interface FigurePair {
  readonly left: Figure;
  readonly right: Figure;
  /** Below both amounts. */
  readonly between: Figure;
}

export interface Bar {
  readonly text: Visible;
  /** 0 to 1. */
  readonly share: number;
  readonly tone: Tone;
}

export interface Gauge {
  readonly left: Decimal;
  readonly whole: Decimal;
  /** "60.00 of 100.00 GBP left" */
  readonly text: Visible;
}

export type Entry =
  /** The first line: an amount, with its status at the right. */
  | { readonly lead: Cell; readonly status?: Cell }
  /** Below the lead: the payee or the object. */
  | { readonly about: Cell }
  | { readonly pair: FigurePair }
  | { readonly bar: Bar }
  | { readonly label: Visible; readonly cell: Cell }
  | { readonly label: Visible; readonly gauge: Gauge }
  | { readonly chart: Series }
  | { readonly heading: Visible }
  /** `mark` comes before the first line. `evidence`: may be recorded as evidence of a write's outcome. */
  | {
      readonly note: Visible;
      readonly mark?: Visible;
      readonly tone?: 'plain' | 'strong' | 'dim' | 'good' | 'warn' | 'bad';
      readonly evidence?: Visible;
    };

/** A sentence among the entries. */
export const noted = <Of extends Tone>(note: Visible, tone: Of) => ({ note, tone });

/** One line for each record that may be the write's effect. */
export const evidencesIn = (entries: readonly Entry[]): readonly Visible[] =>
  entries.flatMap(entry => ('evidence' in entry && entry.evidence ? [entry.evidence] : []));
