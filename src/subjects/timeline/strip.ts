// The activity above a timeline: how many events each span of time has, with days below. Pure.

import { DAY, showClock, showDate, todayIn } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, toWidth } from '../../lib/width.ts';
import { concat, type Painted, type Theme } from '../../ui/kit/theme.ts';
import type { TimelineEvent } from './event.ts';
import { countAfter } from './timeline-rows.ts';

const LEVELS = ' ▁▂▃▄▅▆▇█';

interface Strip {
  /** Newest first. */
  readonly events: readonly TimelineEvent[];
  /** Epoch ms: what is older is not complete. */
  readonly back: number;
  /** Epoch ms of the selected row. */
  readonly mark: number | undefined;
  readonly zone: string;
  /** In lines. */
  readonly height: number;
}

/** A few old events would leave no room for the others. */
const MOST_EVENTS = 0.99;

function firstOf({ events, back }: Strip): number | undefined {
  const complete = countAfter(events, back);
  return events[Math.ceil((complete - 1) * MOST_EVENTS)]?.at;
}

const BETWEEN = 4;

/** Bars from the oldest of nearly all complete events to the newest, and below them the days. Lines of `width` cells. */
export function stripLines(strip: Strip, width: number, theme: Theme): readonly Painted[] {
  const { events, back, mark, zone, height } = strip;
  const newest = events[0]?.at;
  const oldest = firstOf(strip);
  const why = back === Number.POSITIVE_INFINITY ? t`Not complete yet.` : t`Too few events.`;
  if (newest === undefined || oldest === undefined || newest <= oldest || width < LEAST)
    return [theme.paint('dim', why), ...blank(height, theme)];
  const edge = (cell: number): number => oldest + ((newest - oldest) * cell) / width;
  const upTo = Array.from({ length: width + 1 }, (_, cell) =>
    cell === width ? 0 : countAfter(events, edge(cell) - (cell === 0 ? 1 : 0)),
  );
  const counts = Array.from({ length: width }, (_, cell) => (upTo[cell] ?? 0) - (upTo[cell + 1] ?? 0));
  const most = Math.max(...counts);
  const levels = counts.map(count =>
    count === 0 ? 0 : Math.max(1, Math.round((count / most) * 8 * height)),
  );
  const at =
    mark === undefined || mark < oldest
      ? undefined
      : Math.max(0, Math.ceil(((mark - oldest) / (newest - oldest)) * width) - 1);
  const lines = Array.from({ length: height }, (_, line) => {
    const text = levels
      .map(level => LEVELS[Math.max(0, Math.min(8, level - 8 * (height - 1 - line)))])
      .join('');
    if (at === undefined) return theme.paint('accent', visible(text));
    return concat(
      theme.paint('accent', visible(text.slice(0, at))),
      theme.paint('cursor', visible(text.slice(at, at + 1))),
      theme.paint('accent', visible(text.slice(at + 1))),
    );
  });
  return [...lines, theme.paint('dim', daysText(edge, width, zone))];
}

const blank = (count: number, theme: Theme): readonly Painted[] =>
  Array.from({ length: count }, () => theme.paint('dim', t``));

const LEAST = 20;

/** With the year if the strip begins in another one, and with the time if it has a few days only. */
function daysText(edge: (cell: number) => number, width: number, zone: string): Visible {
  const day = (cell: number): Visible => showDate(todayIn(zone, edge(cell)));
  const isOneYear = day(0).slice(7) === day(width).slice(7);
  const isShort = edge(width) - edge(0) < 4 * DAY;
  const named = (cell: number): Visible => {
    if (!isOneYear) return day(cell);
    const date = visible(day(cell).slice(0, 6));
    return isShort ? t`${date} ${showClock(edge(cell), zone)}` : date;
  };
  const label = cellWidth(named(0));
  const days = isShort ? Number.POSITIVE_INFINITY : Math.floor((edge(width) - edge(0)) / DAY);
  const gaps = Math.max(1, Math.min(days, Math.floor((width - label) / (label + BETWEEN))));
  let text = t``;
  for (let i = 0; i <= gaps; i++) {
    const start = i === gaps ? width - label : Math.round((i * (width - label)) / gaps);
    text = t`${toWidth(text, start)}${named(i === gaps ? width : start)}`;
  }
  return text;
}
