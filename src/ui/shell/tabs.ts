// The line of the tabs: as much of each title as fits, and how much needs attention there. Pure, as for the first paint.

import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, toWidth } from '../../lib/width.ts';
import { places, TABS, type TabId, tabKey } from '../../store/places.ts';
import { concat, type Painted, type Theme } from '../kit/theme.ts';
import type { TabCounts } from '../screens/attention.ts';

const SHORT: Partial<Record<TabId, string>> = {
  overview: 'Over',
  accounts: 'Accts',
  payouts: 'Pay',
  mandates: 'Mand',
  beneficiaries: 'Benef',
  customer: 'Cust',
};

interface TabLabel {
  readonly id: TabId;
  readonly title: Visible;
  readonly count: Visible;
}

interface TabPlan {
  readonly labels: readonly TabLabel[];
  /** At its ends the current tab's background takes one cell of each gap. */
  readonly gap: number;
}

/** Letters of a title in a narrow terminal, where the key is right before the title. */
const LETTERS = [4, 3, 0] as const;

/** The first that fits: titles in full, short titles, letters, keys. The current tab's title is shortened last. */
function tabPlan(tab: TabId, counts: TabCounts, columns: number): TabPlan {
  const plan = (gap: number, between: string, titleOf: (id: TabId) => string): TabPlan => ({
    gap,
    labels: TABS.map(id => ({
      id,
      title: visible(`${tabKey(id)}${between}${titleOf(id)}`.trimEnd()),
      count: counts[id] ? visible(`${gap > 1 ? ' ' : '·'}${counts[id].count}`) : t``,
    })),
  });
  const whole = (id: TabId): string => places[id].title;
  const short = (id: TabId): string => SHORT[id] ?? whole(id);
  const orWhole = (titleOf: typeof short) => (id: TabId) => (id === tab ? whole(id) : titleOf(id));
  const letters = (most: number) => (id: TabId) => short(id).slice(0, most);
  const plans = [
    plan(2, ' ', whole),
    plan(1, ' ', whole),
    ...[orWhole(short), short].map(titleOf => plan(1, ' ', titleOf)),
    ...LETTERS.flatMap(most =>
      [orWhole(letters(most)), letters(most)].map(titleOf => plan(1, most > 0 ? '' : ' ', titleOf)),
    ),
  ];
  const cells = ({ labels, gap }: TabPlan): number =>
    labels.reduce((sum, label) => sum + tabCells(label) + gap, 2 - gap);
  return plans.find(one => cells(one) <= columns) ?? { labels: [], gap: 1 };
}

const tabCells = ({ title, count }: TabLabel): number => cellWidth(title) + cellWidth(count);

/** ` 1 Overview  2 Accounts  5 Payouts 6 …` */
export function tabsLine(tab: TabId, counts: TabCounts, columns: number, theme: Theme): Painted {
  const { labels, gap } = tabPlan(tab, counts, columns);
  const blank = (cells: number): Painted => theme.paint('plain', toWidth(t``, cells));
  return concat(
    ...labels.flatMap(({ id, title, count }, i) => {
      const here = id === tab;
      const [before, after] = theme.mono ? [t`[`, t`]`] : [t` `, t` `];
      const wasHere = labels[i - 1]?.id === tab;
      return [
        blank((i === 0 ? 1 : gap) - (here ? 1 : 0) - (wasHere ? 1 : 0)),
        ...(here
          ? [theme.paint('tab', t`${before}${title}${count}${after}`)]
          : [theme.paint('dim', title), theme.paint(counts[id]?.urgent ? 'bad' : 'warn', count)]),
      ];
    }),
  );
}

/** The tab at this cell of the line. */
export function tabAt(x: number, tab: TabId, counts: TabCounts, columns: number): TabId | undefined {
  const { labels, gap } = tabPlan(tab, counts, columns);
  let from = 1;
  for (const label of labels) {
    const cells = tabCells(label);
    if (x >= from && x < from + cells) return label.id;
    from += cells + gap;
  }
  return undefined;
}
