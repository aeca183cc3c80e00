// The line of tabs. Pure, and without Ink, because the first paint shows it too.

import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth } from '../../lib/width.ts';
import { places, TABS, type TabId, tabKey } from '../../store/places.ts';
import { concat, type Painted, type Theme } from '../kit/theme.ts';

/** Titles for narrow terminals. */
const SHORT: Partial<Record<TabId, Visible>> = {
  accounts: t`Accts`,
  mandates: t`Mand`,
  beneficiaries: t`Benef`,
  customer: t`Cust`,
};

/** How many letters of a short title may stay. Purser takes the first number with which the line fits. */
const LETTERS = [9, 5, 4, 3, 0] as const;

/** `1 Overview  2 Accounts …`; if that is too wide, titles are shortened, the title of the current tab last. */
export function tabsLine(tab: TabId, columns: number, theme: Theme): Painted {
  const labelled = (titleOf: (id: TabId) => string): readonly Visible[] =>
    TABS.map(id => visible(`${tabKey(id)} ${titleOf(id)}`.trimEnd()));
  const short = (id: TabId, letters: number): string => (SHORT[id] ?? places[id].title).slice(0, letters);
  const whole = labelled(id => places[id].title);
  const narrow = LETTERS.flatMap(letters => [
    labelled(id => (id === tab ? places[id].title : short(id, letters))),
    labelled(id => short(id, letters)),
  ]);
  const fits = (labels: readonly Visible[], gap: Visible): boolean => cellWidth(join(labels, gap)) <= columns;
  const gap = fits(whole, t`  `) ? t`  ` : t` `;
  const labels = [whole, ...narrow].find(some => fits(some, gap)) ?? [];
  return concat(
    ...TABS.flatMap((id, i) => [
      ...(i === 0 ? [] : [theme.paint('plain', gap)]),
      theme.paint(id === tab ? 'heading' : 'dim', labels[i] ?? t``),
    ]),
  );
}
