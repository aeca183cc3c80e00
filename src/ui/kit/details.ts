// Labels and values below each other, values wrapped whole: what a details panel or a document draws.

import { t, type Visible } from '../../lib/visible.ts';
import { cellWidth, toWidth, wrap } from '../../lib/width.ts';
import type { Cell } from './cell.ts';
import { concat, type Painted, type Theme } from './theme.ts';

export type Entry =
  | { readonly label: Visible; readonly cell: Cell }
  | { readonly heading: Visible }
  | { readonly note: Visible; readonly tone?: 'plain' | 'dim' | 'warn' | 'bad' };

const MOST_LINES = 40;

/** The panel's lines in `width` cells; the caller shows a window of them. */
export function composeDetails(entries: readonly Entry[], width: number, theme: Theme): readonly Painted[] {
  const labels = entries.map(e => ('label' in e ? cellWidth(e.label) : 0));
  const label = Math.min(Math.max(0, ...labels), Math.floor(width * 0.4));
  const room = Math.max(4, width - label - 2);
  return entries.flatMap((entry): readonly Painted[] => {
    if ('heading' in entry)
      return [
        theme.paint('plain', t``),
        theme.paint('heading', toWidth(entry.heading, Math.min(width, cellWidth(entry.heading)))),
      ];
    if ('note' in entry)
      return wrap(entry.note, width, MOST_LINES).map(line => theme.paint(entry.tone ?? 'dim', line));
    const { text, unit, tone } = entry.cell;
    const lines = wrap(unit ? t`${text} ${unit}` : text, room, MOST_LINES);
    return (lines.length > 0 ? lines : [t``]).map((line, i) =>
      concat(
        theme.paint('dim', toWidth(i === 0 ? entry.label : t``, label)),
        theme.paint('plain', t`  `),
        theme.paint(tone ?? 'plain', line),
      ),
    );
  });
}
