// What a table's cell or a detail's value is, before a width is known.

import { t, type Visible } from '../../lib/visible.ts';
import type { Tone } from './theme.ts';

export interface Cell {
  readonly text: Visible;
  /** What a table's column shows instead: the same in fewer cells. */
  readonly short?: Visible;
  /** Before a number: which way the money went. */
  readonly sign?: '+' | '−';
  /** Before a word of a table's column: how urgent it is. */
  readonly mark?: '!' | '●' | '·';
  readonly tone?: Tone;
  /** Stands behind a number, after the decimals were aligned: a currency. */
  readonly unit?: Visible;
}

export const DASH: Cell = { text: t`–`, tone: 'dim' };
