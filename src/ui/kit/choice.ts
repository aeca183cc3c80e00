// A choice of given values on one line: all of them if they fit, otherwise the chosen one and their number.

import { join, t, type Visible } from '../../lib/visible.ts';
import { cellWidth, cut } from '../../lib/width.ts';
import { concat, type Painted, type Theme } from './theme.ts';

export interface ChoiceParts {
  readonly labels: readonly Visible[];
  /** The index of the chosen label; undefined if none is chosen yet. */
  readonly chosen: number | undefined;
  readonly focused: boolean;
  /** Cells. */
  readonly width: number;
}

const NONE = t`none chosen`;
/** A label needs this many cells before a count gets any. */
const FEWEST = 6;

/**
 * The line, in at most `width` cells (at least 3). Angle brackets mark the chosen label without colour or inversion.
 * Each label keeps its place.
 */
export function composeChoice({ labels, chosen, focused, width }: ChoiceParts, theme: Theme): Painted {
  const label = chosen === undefined ? undefined : labels[chosen];
  if (!focused) return theme.paint(label ? 'plain' : 'dim', cut(label ?? NONE, width));
  const all = labels.map((one, at) => (at === chosen ? t`‹${one}›` : t` ${one} `));
  if (cellWidth(join(all, '·')) <= width) {
    const painted = all.map((one, at) => theme.paint(at === chosen ? 'cursor' : 'plain', one));
    return concat(...painted.flatMap((one, at) => (at === 0 ? [one] : [theme.paint('dim', t`·`), one])));
  }
  const which = label ? t`  ${(chosen ?? 0) + 1} of ${labels.length}` : t`  ${labels.length} to choose from`;
  const counted = width - 2 - cellWidth(which) >= FEWEST;
  const room = width - 2 - (counted ? cellWidth(which) : 0);
  const one = theme.paint('cursor', t`‹${cut(label ?? NONE, room)}›`);
  return counted ? concat(one, theme.paint('dim', which)) : one;
}
