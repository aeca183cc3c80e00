// What a timeline shows now: the rows, how far they are complete, and what Purser reads next. Each console has its own.

import { type Moment, momentOf } from '../../format/cells.ts';
import { forLast } from '../../lib/remembered.ts';
import { flowSlot } from '../../store/flow-data.ts';
import type { State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import { customerKey } from '../../store/workspace.ts';
import { type Axis, createAxis } from './axis.ts';
import { createTimelineData, type TimelineLoaded } from './data.ts';
import { planOf, type ReadingPlan } from './reading.ts';
import { readingsOf } from './sources.ts';
import { beforeDay, createTimelineRows, type TimelineItems, ZOOMS, type Zoom } from './timeline-rows.ts';

/** `all`: G was pressed. `target`: the record from which a person came. */
export interface Reading {
  readonly of: string | undefined;
  readonly all?: true;
  /** Esc was pressed, perhaps between two requests. */
  readonly stopped?: true;
  readonly target?: { readonly keys: readonly string[]; readonly at: number | undefined };
}

export const slot = flowSlot<Reading>('timeline');

/** Events below the visible ones that are read in advance. */
const AHEAD = 200;

export const zoomIn = ({ server }: View): Zoom | undefined => ZOOMS.find(zoom => zoom === server['zoom']);

export const zoneOf = ({ mode, zone }: Moment): string => (mode === 'utc' ? 'UTC' : zone);

export interface TimelineShown {
  readonly axis: Axis;
  readonly plan: ReadingPlan;
  readonly loaded: TimelineLoaded;
}

export type TimelineModel = ReturnType<typeof createModel>;

export function createModel() {
  const dataOf = createTimelineData();
  const axisOf = createAxis();
  const rowsOf = createTimelineRows();
  const steady = forLast((loaded: TimelineLoaded) => axisOf(readingsOf(loaded)));
  let last: { readonly of: string; readonly count: number; readonly axis: Axis } | undefined;

  /** While much is loaded, the rows change after each twentieth more. */
  function axisFor(loaded: TimelineLoaded, of: string, isReading: boolean): Axis {
    const count = loaded.lists.reduce((sum, one) => sum + one.loaded.pages.items.length, 0);
    if (
      isReading &&
      last?.of === of &&
      count >= last.count &&
      count < last.count * 1.05 + 50 &&
      count > SMALL
    )
      return last.axis;
    const axis = steady(loaded);
    last = { of, count, axis };
    return axis;
  }

  function shownIn(state: State, view: View): TimelineShown {
    const { subject } = view;
    const reading = slot.get(state);
    const mine = reading?.of === subject ? reading : undefined;
    const moment = momentOf(state);
    const wanted = (axis: Axis | undefined): number => wantedSince(view, state, mine, axis, zoneOf(moment));
    const before = last?.of === ownerOf(state, subject) ? last.axis : undefined;
    const since = wanted(before);
    const loaded = dataOf(state, subject);
    const planned = planOf(state, {
      lists: loaded.queries,
      records: loaded.records,
      after: view.after,
      since,
    });
    const plan = mine?.stopped && planned.phase === 'reading' ? STOPPED : planned;
    const axis = axisFor(loaded, ownerOf(state, subject), plan.phase === 'reading');
    return { axis, plan, loaded };
  }

  return {
    shownIn,
    items(state: State, view: View): TimelineItems {
      const { axis } = shownIn(state, view);
      const { from_date: from, to_date: to } = view.server;
      return rowsOf(axis, zoomIn(view), from, to, zoneOf(momentOf(state)));
    },
  };
}

const STOPPED: ReadingPlan = { phase: 'stopped', needs: [] };

/** Fewer rows are always shown at once. */
const SMALL = 2000;

const ownerOf = ({ customer }: State, subject: string | undefined): string =>
  JSON.stringify([customer && customerKey(customer), subject]);

/** Lists are read back to this time: the day of the filter, the record, or the rows on the screen. */
function wantedSince(
  view: View,
  { size }: State,
  reading: Reading | undefined,
  axis: Axis | undefined,
  zone: string,
): number {
  if (reading?.all) return Number.NEGATIVE_INFINITY;
  const { from_date: from } = view.server;
  if (from !== undefined) return beforeDay(zone, from);
  const { target } = reading ?? {};
  const sought = target?.at === undefined ? Number.POSITIVE_INFINITY : target.at - 1;
  const isNear = view.filter === '' && view.sort === undefined;
  const rows = (zoomIn(view) === undefined ? view.cursorIndex + size.rows : 0) + AHEAD;
  const seen =
    isNear && axis ? (axis.events[rows]?.at ?? Number.NEGATIVE_INFINITY) : Number.POSITIVE_INFINITY;
  return Math.min(sought, seen);
}
