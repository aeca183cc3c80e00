// A window over lines that do not all fit: the first line of the window, and the lines that the window draws. Pure.

import { t } from '../../lib/visible.ts';
import type { EdgeTexts } from './edges.ts';
import type { Painted, Theme } from './theme.ts';

export interface ScrollWindow {
  readonly top: number;
  readonly room: number;
  readonly count: number;
}

/** Begins at `top`, or higher if too few lines follow to fill the window. */
export const windowAt = (top: number, room: number, count: number): ScrollWindow => ({
  top: Math.max(0, Math.min(top, count - room)),
  room,
  count,
});

export const linesBelow = ({ top, room, count }: ScrollWindow): number => Math.max(0, count - top - room);

/** For the edge of a frame. Undefined if no lines follow. */
export function moreBelow(window: ScrollWindow): EdgeTexts['right'] {
  const below = linesBelow(window);
  return below > 0 ? { text: t`↓ ${below} more`, brief: t`↓ ${below}`, tone: 'dim' } : undefined;
}

/** If more lines follow, the last row says how many. */
export function drawnLines(
  lines: readonly Painted[],
  window: ScrollWindow,
  theme: Theme,
): readonly Painted[] {
  const { top, room } = window;
  const below = linesBelow(window);
  const seen = lines.slice(top, top + room);
  return below > 0 ? [...seen.slice(0, -1), theme.paint('dim', t`↓ ${below + 1} more lines`)] : seen;
}
