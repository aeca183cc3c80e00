// What a table's cell or a detail's value is, before a width is known.

import { t, type Visible } from '../../lib/visible.ts';
import type { Tone } from './theme.ts';

export interface Cell {
  readonly text: Visible;
  readonly tone?: Tone;
  /** Stands behind a number, after the decimals were aligned: a currency. */
  readonly unit?: Visible;
}

export const DASH: Cell = { text: t`–`, tone: 'dim' };
