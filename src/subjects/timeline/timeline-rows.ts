// The rows of a timeline: events, the line below which something may be missing, or periods with their sums. Pure.

import { momentIn } from '../../lib/days.ts';
import { add, type Decimal, isNegative } from '../../lib/decimal.ts';
import { forLast } from '../../lib/remembered.ts';
import { addDays, todayIn } from '../../lib/time.ts';
import type { Item } from '../../store/paging.ts';
import type { Axis } from './axis.ts';
import type { EventKind, TimelineEvent } from './event.ts';

export interface EventRow {
  readonly kind: 'event';
  readonly event: TimelineEvent;
  /** The same event in other sources, which have their own rows. */
  readonly others: readonly TimelineEvent[];
  /** False below the line. */
  readonly complete: boolean;
  readonly axis: Axis;
}

interface LineRow {
  readonly kind: 'line';
  readonly axis: Axis;
}

/** InAndOut of the balance history: the same payment in another source would count twice. */
interface InAndOut {
  readonly in: Decimal | undefined;
  readonly out: Decimal | undefined;
}

export interface PeriodRow {
  readonly kind: 'period';
  readonly zoom: Zoom;
  readonly axis: Axis;
  /** YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  readonly count: number;
  /** Of the count of the largest period shown. */
  readonly share: number;
  readonly kinds: ReadonlyMap<EventKind, number>;
  readonly sums: ReadonlyMap<string, InAndOut>;
  readonly complete: boolean;
  /** Epoch ms of its first moment. */
  readonly at: number;
}

export type TimelineRow = EventRow | LineRow | PeriodRow;

export const ZOOMS = ['day', 'week', 'month'] as const;
export type Zoom = (typeof ZOOMS)[number];

interface RowScope {
  readonly zoom: Zoom | undefined;
  /** YYYY-MM-DD. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** IANA name. */
  readonly zone: string;
}

export type TimelineItems = readonly Item<TimelineRow>[];

export const LINE_KEY = 'line';

/** The same rows until an input changes. Each console has its own function. */
export const createTimelineRows = () =>
  forLast(
    (
      axis: Axis,
      zoom: Zoom | undefined,
      from: string | undefined,
      to: string | undefined,
      zone: string,
    ): TimelineItems => {
      const shown = { zoom, from, to, zone };
      const dated = withinDays(axis.events, shown);
      return zoom === undefined ? eventItems(axis, dated, shown) : periodItems(axis, dated, zoom, shown);
    },
  );

const isAt = (event: TimelineEvent | undefined, at: number): boolean =>
  event?.at !== undefined && event.at > at;

/** The number of events after this moment. */
export function countAfter(events: readonly TimelineEvent[], at: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAt(events[middle], at)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const MIDNIGHT = '00:00:00';

const startOf = (zone: string, day: string): number => momentIn(zone, day, MIDNIGHT);

/** The last moment before a day, in epoch ms. */
export const beforeDay = (zone: string, day: string): number => startOf(zone, day) - 1;

/** Without a day: whether everything is loaded. */
export const isLoadedSince = (from: string | undefined, back: number, zone: string): boolean =>
  from === undefined ? back === Number.NEGATIVE_INFINITY : back <= beforeDay(zone, from);

export function withinDays(
  events: readonly TimelineEvent[],
  { from, to, zone }: Omit<RowScope, 'zoom'>,
): readonly TimelineEvent[] {
  if (from === undefined && to === undefined) return events;
  const after = to === undefined ? 0 : countAfter(events, beforeDay(zone, addDays(to, 1)));
  const until = from === undefined ? events.length : countAfter(events, beforeDay(zone, from));
  return events.slice(after, until);
}

function eventItems(
  axis: Axis,
  events: readonly TimelineEvent[],
  { from, to, zone }: RowScope,
): TimelineItems {
  const { joins, back, undated } = axis;
  const complete = countAfter(events, back);
  const itemOf = (event: TimelineEvent, isComplete: boolean): Item<TimelineRow> => {
    const { key, raw, text, marks } = event;
    const others = joins.others.get(event) ?? NO_OTHERS;
    const row = { kind: 'event', event, others, complete: isComplete, axis } as const;
    return text === undefined || marks === undefined ? { key, row, raw } : { key, row, raw, text, marks };
  };
  const rows = events.map((event, at) => itemOf(event, at < complete));
  const whole = from === undefined && to === undefined;
  const all = whole
    ? [...rows, ...undated.map(event => itemOf(event, back === Number.NEGATIVE_INFINITY))]
    : rows;
  // Days that are complete need no line.
  return isLoadedSince(from, back, zone) ? all : all.toSpliced(complete, 0, lineOf(axis));
}

const lineOf = (axis: Axis): Item<TimelineRow> => ({
  key: LINE_KEY,
  row: { kind: 'line', axis },
  raw: { completeBackTo: Number.isFinite(axis.back) ? new Date(axis.back).toISOString() : null },
});

const NO_OTHERS: readonly TimelineEvent[] = [];

interface PeriodEvents {
  readonly from: string;
  readonly to: string;
  readonly at: number;
  readonly events: TimelineEvent[];
}

/** The period of a day: its first and its last day. */
export function periodOf(day: string, zoom: Zoom): { readonly from: string; readonly to: string } {
  if (zoom === 'day') return { from: day, to: day };
  if (zoom === 'month') {
    const from = `${day.slice(0, 8)}01`;
    return { from, to: addDays(`${addDays(from, 31).slice(0, 8)}01`, -1) };
  }
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const from = addDays(day, -weekday);
  return { from, to: addDays(from, 6) };
}

function periodItems(
  axis: Axis,
  events: readonly TimelineEvent[],
  zoom: Zoom,
  { from: first = '', to: last = '9999-12-31', zone }: RowScope,
): TimelineItems {
  const periods: PeriodEvents[] = [];
  for (const event of events) {
    const { at } = event;
    if (at === undefined) continue;
    let period = periods.at(-1);
    if (!period || at < period.at) {
      const { from, to } = periodOf(todayIn(zone, at), zoom);
      // The days of the filter may begin or end in the middle.
      const [begins, ends] = [from < first ? first : from, to > last ? last : to];
      period = { from: begins, to: ends, at: startOf(zone, begins), events: [] };
      periods.push(period);
    }
    period.events.push(event);
  }
  const most = Math.max(...periods.map(period => period.events.length));
  const rows = periods.map(({ from, to, at, events: all }): Item<TimelineRow> => {
    const own = all.filter(event => !axis.joins.repeated.has(event));
    const kinds = new Map<EventKind, number>();
    for (const { source } of own) kinds.set(source.kind, (kinds.get(source.kind) ?? 0) + 1);
    const row: PeriodRow = {
      ...{ kind: 'period', zoom, axis, from, to, at, kinds },
      count: own.length,
      share: own.length / most,
      sums: sumsOf(own),
      complete: at > axis.back,
    };
    return { key: `${zoom} ${from}`, row, raw: { from, to, events: String(own.length) } };
  });
  const complete = periods.findIndex(({ at }) => at <= axis.back);
  return complete < 0 ? rows : rows.toSpliced(complete, 0, lineOf(axis));
}

function sumsOf(events: readonly TimelineEvent[]): ReadonlyMap<string, InAndOut> {
  const sums = new Map<string, InAndOut>();
  for (const { source, row } of events) {
    if (source.kind !== 'history') continue;
    const moved = source.moved?.(row);
    if (!moved) continue;
    const { in: moneyIn, out } = sums.get(moved.currency) ?? { in: undefined, out: undefined };
    const plus = (sum: Decimal | undefined): Decimal =>
      sum === undefined ? moved.amount : add(sum, moved.amount);
    sums.set(
      moved.currency,
      isNegative(moved.amount) ? { in: moneyIn, out: plus(out) } : { in: plus(moneyIn), out },
    );
  }
  return sums;
}
