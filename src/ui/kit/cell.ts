// The content of a table's cell or of a detail, before its width is known.

import { t, type Visible } from '../../lib/visible.ts';
import type { Tone } from './theme.ts';

export interface Cell {
  readonly text: Visible;
  /** What a table's column shows instead: the same in fewer cells. */
  readonly short?: Visible;
  /** Before a number: the direction of the money. */
  readonly sign?: '+' | '−';
  /** Before a word of a table's column: how urgent it is. */
  readonly mark?: '!' | '●' | '·';
  readonly tone?: Tone;
  /** After a number, once the decimals are aligned: a currency. */
  readonly unit?: Visible;
}

export const DASH: Cell = { text: t`–`, tone: 'dim' };
