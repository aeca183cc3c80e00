// The content of a table's cell or of a detail, before its width is known.

import { t, type Visible } from '../../lib/visible.ts';
import type { Tone } from './theme.ts';

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
