// Below the balances of a large screen: the money that moved today, and the status changes that Purser saw.

import { explain } from '../../api/client/explain.ts';
import type { Need } from '../../effects/needs.ts';
import { movedCell } from '../../format/cells.ts';
import { type Cell, cellText } from '../../format/entry.ts';
import { listOf } from '../../format/joined.ts';
import { counted } from '../../lib/counted.ts';
import { add, type Decimal, isNegative } from '../../lib/decimal.ts';
import { forLast, remembered } from '../../lib/remembered.ts';
import { showClock, todayIn } from '../../lib/time.ts';
import { fromServer, t, type Visible } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth } from '../../lib/width.ts';
import { moneyMovedBy, whenOf } from '../../records/facts.ts';
import type { ListQuery, RowOf } from '../../records/query.ts';
import { extentOf, type Pages } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { statusChangesHere } from '../../store/status-changes.ts';
import { concat, type Painted, type Theme } from '../../ui/kit/theme.ts';

const LARGE = { columns: 100, rows: 40 } as const;
/** Entries of the balance history. With more, the sums would take many requests. */
const MOST = 100;
const EVERY = 60_000;
const CHANGES = 3;
const LABEL = 16;

const isLarge = ({ size }: State): boolean => size.columns >= LARGE.columns && size.rows >= LARGE.rows;

/** The service's days are in UTC. */
const dayOf = ({ now, skew = 0 }: State): string => todayIn('UTC', now + skew);

const queryOf = (state: State): ListQuery<'account.balanceHistory'> => ({
  operation: 'account.balanceHistory',
  input: { query: { from_date: dayOf(state) } },
});

export const todayNeeds = (state: State): readonly Need[] =>
  isLarge(state) ? [{ kind: 'list', query: queryOf(state), through: MOST, again: EVERY }] : [];

type HistoryPages = Pages<RowOf<'account.balanceHistory'>>;

interface DaySums {
  /** In and out, each with one sum for each currency. */
  readonly sums: readonly (readonly Cell[])[];
  /** Entries of the day that no sum has. */
  readonly unread: number;
}

const movedIn = remembered((pages: HistoryPages) =>
  forLast((day: string): DaySums => {
    const sums = [new Map<string, Decimal>(), new Map<string, Decimal>()] as const;
    let unread = 0;
    for (const { row } of pages.items) {
      const at = whenOf('history', row);
      if (at === undefined || todayIn('UTC', at) !== day) continue;
      const moved = moneyMovedBy('history', row);
      if (!moved) {
        unread += 1;
        continue;
      }
      const { amount, currency: code } = moved;
      const side = sums[isNegative(amount) ? 1 : 0];
      const sum = side.get(code);
      side.set(code, sum === undefined ? amount : add(sum, amount));
    }
    return {
      sums: sums.map(side => [...side].map(([code, sum]) => movedCell(sum, fromServer(code)))),
      unread,
    };
  }),
);

export function todayLines(state: State, width: number, theme: Theme): readonly Painted[] {
  if (!isLarge(state)) return [];
  const { pages, failure } = listOf(state, queryOf(state));
  const changes = statusChangesHere(state).slice(0, CHANGES);
  const { sums, unread } = movedIn(pages)(dayOf(state));
  const [moneyIn = [], moneyOut = []] = sums;
  const left = pages.taken > 0 && extentOf(pages) !== 'all' ? t` of ${pages.items.length} entries` : t``;
  const rows: readonly { readonly label: Visible; readonly cells: readonly Cell[] }[] = [
    ...(failure
      ? [
          {
            label: t`Today`,
            cells: [{ text: explain(failure, t`Balance history`).what, tone: 'warn' as const }],
          },
        ]
      : []),
    ...(pages.taken === 0
      ? []
      : [
          { label: t`In today${left}`, cells: moneyIn },
          { label: t`Out today${left}`, cells: moneyOut },
        ]),
    ...(unread === 0
      ? []
      : [
          {
            label: t`Not added`,
            cells: [
              {
                text: t`${counted(unread, t`entry`, t`entries`)}: amount not readable`,
                tone: 'warn' as const,
              },
            ],
          },
        ]),
    ...changes.map(({ name, status, at }, i) => ({
      label: i === 0 ? t`Changed` : t``,
      cells: [{ text: t`${showClock(at, 'UTC')}Z ${name}: ${status}` }],
    })),
  ];
  const label = Math.max(LABEL, ...rows.map(row => cellWidth(row.label) + 2));
  const lines = rows.map(row =>
    concat(theme.paint('dim', toWidth(row.label, label)), ...cellsLine(row.cells, width - label, theme)),
  );
  return lines.length === 0 ? [] : [theme.paint('plain', t``), ...lines];
}

const BETWEEN = t`   `;

/** An amount that does not fit is counted, never cut. */
function cellsLine(cells: readonly Cell[], width: number, theme: Theme): readonly Painted[] {
  if (cells.length === 0) return [theme.paint('dim', t`–`)];
  const texts = cells.map(cellText);
  const [only] = texts;
  if (cells.length === 1 && only) return [theme.paint(cells[0]?.tone ?? 'plain', cut(only, width))];
  let room = width;
  const shown = texts.findIndex((text, i) => {
    room -= cellWidth(text) + BETWEEN.length;
    const more = i === texts.length - 1 ? 0 : MORE;
    return room < more;
  });
  const fitting = shown < 0 ? texts : texts.slice(0, shown);
  return [
    ...fitting.map((text, i) => theme.paint(cells[i]?.tone ?? 'plain', t`${text}${BETWEEN}`)),
    ...(fitting.length < texts.length ? [theme.paint('dim', moreText(texts.length - fitting.length))] : []),
  ];
}

const MORE = 8;
const moreText = (count: number): Visible => t`${count} more`;
