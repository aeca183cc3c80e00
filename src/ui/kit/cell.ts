// The content of a table's cell or of a detail, before its width is known.

import { t, type Visible } from '../../lib/visible.ts';
import type { Tone } from './theme.ts';

export interface Cell {
  readonly text: Visible;
  /** For a table. */
  readonly short?: Visible;
  /** Drawn before the number. */
  readonly sign?: '+' | '−';
  /** How urgent a status is. */
  readonly mark?: '!' | '●' | '·';
  readonly tone?: Tone;
  /** Doesn't count when decimals are aligned. */
  readonly unit?: Visible;
}

export const DASH: Cell = { text: t`–`, tone: 'dim' };
