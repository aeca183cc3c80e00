// A choice between values on one line: all values if they fit, otherwise the chosen value and the number of values.

import { join, t, type Visible } from '../../lib/visible.ts';
import { cellWidth, cut } from '../../lib/width.ts';
import { concat, type Painted, type Theme } from './theme.ts';

export interface ChoiceParts {
  readonly labels: readonly Visible[];
  readonly chosen: number | undefined;
  readonly focused: boolean;
  readonly width: number;
}

const NONE = t`none chosen`;
/** With fewer cells for a label, the line has no count such as "2 of 5". */
const FEWEST = 6;

/** `width` is 3 or more. Angle brackets need no colour. No label moves when the choice changes. */
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
