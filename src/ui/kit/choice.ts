// One of given values, on one line: all of them where there is room, else the chosen one and how many there are.

import { join, t, type Visible } from '../../lib/visible.ts';
import { cellWidth, cut } from '../../lib/width.ts';
import { concat, type Painted, type Theme } from './theme.ts';

export interface ChoiceParts {
  readonly labels: readonly Visible[];
  /** Which of `labels` is chosen; without one, none is yet. */
  readonly chosen: number | undefined;
  readonly focused: boolean;
  /** Cells. */
  readonly width: number;
}

const NONE = t`none chosen`;
/** Cells of a label without which it says too little to give room to a count. */
const FEWEST = 6;

/**
 * The line, in at most `width` cells (at least 3). The angle brackets say what is chosen where no colour or inversion does; each label
 * keeps its place whichever is chosen.
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
