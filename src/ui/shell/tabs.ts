// The line of tabs. Pure, and without Ink: the first paint shows it too.

import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, cut } from '../../lib/width.ts';
import { places, TABS, tabKey } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { currentWorkspace } from '../../store/workspace.ts';
import { concat, type Painted, type Theme } from '../kit/theme.ts';

/** How long the other tabs' titles may be: the first that fits is taken. */
const TITLE_CELLS = [Number.POSITIVE_INFINITY, 9, 8, 7, 6, 5, 4, 3, 0] as const;

/** `1 Overview  2 Accounts …`; where that is too wide the others are shortened, at last to their keys. */
export function tabsLine(state: State, theme: Theme): Painted {
  const { tab } = currentWorkspace(state);
  const titles = TITLE_CELLS.map(cells =>
    TABS.map(id => {
      const title = id === tab ? places[id].title : cut(places[id].title, cells);
      return title === '' ? visible(tabKey(id)) : t`${visible(tabKey(id))} ${title}`;
    }),
  );
  const wide = (labels: readonly Visible[], gap: number): number =>
    labels.reduce((sum, label) => sum + cellWidth(label) + gap, -gap);
  const { columns } = state.size;
  const labels = titles.find((all, i) => wide(all, i === 0 ? 2 : 1) <= columns) ?? titles.at(-1) ?? [];
  const gap = labels === titles[0] ? t`  ` : t` `;
  const parts = TABS.map((id, i) => theme.paint(id === tab ? 'heading' : 'dim', labels[i] ?? t``));
  return concat(...parts.flatMap((part, i) => (i === 0 ? [part] : [theme.paint('plain', gap), part])));
}
