// The line of tabs. Pure, and without Ink: the first paint shows it too.

import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, cut } from '../../lib/width.ts';
import { places, TABS, type TabId, tabKey } from '../../store/places.ts';
import { concat, type Painted, type Theme } from '../kit/theme.ts';

/** How long the other tabs' titles may be: the first that fits is taken. */
const TITLE_CELLS = [Number.POSITIVE_INFINITY, 9, 8, 7, 6, 5, 4, 3, 0] as const;

/** `1 Overview  2 Accounts …`; if that is too wide, the others are shortened, at last to their keys. */
export function tabsLine(tab: TabId, columns: number, theme: Theme): Painted {
  const labelsOf = (cells: number): readonly Visible[] =>
    TABS.map(id => {
      const title = id === tab ? places[id].title : cut(places[id].title, cells);
      return title === '' ? visible(tabKey(id)) : t`${visible(tabKey(id))} ${title}`;
    });
  const wide = (labels: readonly Visible[], gap: number): number =>
    labels.reduce((sum, label) => sum + cellWidth(label) + gap, -gap);
  const [whole, ...shorter] = TITLE_CELLS;
  const full = labelsOf(whole);
  const fits = wide(full, 2) <= columns;
  const cells = shorter.find(most => fits || wide(labelsOf(most), 1) <= columns) ?? 0;
  const labels = fits ? full : labelsOf(cells);
  const gap = fits ? t`  ` : t` `;
  const parts = TABS.map((id, i) => theme.paint(id === tab ? 'heading' : 'dim', labels[i] ?? t``));
  return concat(...parts.flatMap((part, i) => (i === 0 ? [part] : [theme.paint('plain', gap), part])));
}
