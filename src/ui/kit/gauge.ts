// A gauge: the remaining part of a whole, as a bar and in digits. Pure.

import { type Decimal, stepOf } from '../../lib/decimal.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, wrap } from '../../lib/width.ts';
import { concat, type Painted, type Theme } from './theme.ts';

export interface Gauge {
  readonly left: Decimal;
  readonly whole: Decimal;
  /** Both in digits: "60.00 of 100.00 GBP left". */
  readonly text: Visible;
}

/** The longest bar: more cells say nothing new. */
const MOST = 24;
const LEAST = 4;
const ZERO = '0' as Decimal;

/**
 * `████████░░░░ 60.00 of 100.00 GBP left` in at most `width` cells. If the two don't fit side by side, the digits are
 * whole and the bar is below them.
 */
export function gaugeLines(gauge: Gauge, width: number, theme: Theme): readonly Painted[] {
  const { text } = gauge;
  const beside = width - cellWidth(text) - 1;
  if (beside >= LEAST) return [concat(bar(gauge, beside, theme), theme.paint('plain', t` ${text}`))];
  const digits = wrap(text, width).map(line => theme.paint('plain', line));
  return width < LEAST ? digits : [...digits, bar(gauge, width, theme)];
}

function bar({ left, whole }: Gauge, width: number, theme: Theme): Painted {
  const cells = Math.min(MOST, width);
  const full = stepOf(left, ZERO, whole, cells);
  // A small remainder is not nothing, and a small use is not all.
  const shown = full === 0 && stepOf(left, ZERO, whole, 1e9) > 0 ? 1 : full;
  const tone = shown * 5 <= cells ? 'bad' : shown * 2 <= cells ? 'warn' : 'gauge';
  return concat(
    theme.paint(tone, visible('█'.repeat(shown))),
    theme.paint('dim', visible('░'.repeat(cells - shown))),
  );
}
