// One axis for the events of all sources: newest first, down to where a source is not loaded any further. Pure.

import { continues } from '../../lib/remembered.ts';
import type { Visible } from '../../lib/visible.ts';
import type { EventSource, TimelineEvent } from './event.ts';
import { type Joins, joinsOf, rankOf, WINDOW } from './same.ts';

/** The loaded part of one source. */
export interface SourceReading {
  /** Unique. */
  readonly id: string;
  readonly source: EventSource;
  /** A longer array with the same beginning only adds events. */
  readonly items: readonly unknown[];
  readonly events: (item: never) => readonly TimelineEvent[];
  /** `part`: the newest. A number: all since this time, in epoch ms. */
  readonly loaded: 'all' | 'part' | 'none' | number;
  /** Why older events are not loaded, as a part of a sentence. */
  readonly why?: Visible | undefined;
  /** If a read failed, as a sentence. */
  readonly failed?: Visible | undefined;
}

export interface Coverage extends Pick<SourceReading, 'id' | 'source' | 'why' | 'failed'> {
  readonly count: number;
  /** Every event after this time is loaded. Epoch ms, or ±Infinity: all, or none. */
  readonly back: number;
}

export interface Axis {
  /** Newest first. Equal times in the order of their kinds, and in the service's order. */
  readonly events: readonly TimelineEvent[];
  /** Without a usable time. */
  readonly undated: readonly TimelineEvent[];
  readonly joins: Joins;
  /** Every source is loaded back to this time. Epoch ms, or ±Infinity. */
  readonly back: number;
  readonly coverage: readonly Coverage[];
}

interface KeptEvents {
  readonly items: readonly unknown[];
  readonly events: readonly TimelineEvent[];
  readonly dated: readonly TimelineEvent[];
  readonly order: ArrivalOrder;
}

interface ArrivalOrder {
  /** Epoch ms of the oldest so far. Infinity before the first. */
  readonly oldest: number;
  /** In ms: how much newer an event is than one before it. */
  readonly late: number;
}

const NOTHING: KeptEvents = {
  items: [],
  events: [],
  dated: [],
  order: { oldest: Number.POSITIVE_INFINITY, late: 0 },
};

/** `events`: in the order of the service. */
function orderIn({ oldest, late }: ArrivalOrder, events: readonly TimelineEvent[]): ArrivalOrder {
  for (const { at } of events) {
    if (at === undefined) continue;
    if (at > oldest) late = Math.max(late, at - oldest);
    else oldest = at;
  }
  return { oldest, late };
}

function backOf({ loaded }: SourceReading, { order: { oldest, late } }: KeptEvents): number {
  if (typeof loaded === 'number') return loaded;
  if (loaded === 'all') return Number.NEGATIVE_INFINITY;
  // Newer events may still come if the service does not send the newest first.
  if (loaded === 'none' || late > WINDOW) return Number.POSITIVE_INFINITY;
  return late === 0 ? oldest : oldest + WINDOW;
}

const newestFirst = (a: TimelineEvent, b: TimelineEvent): number => (b.at ?? 0) - (a.at ?? 0);
const isDated = ({ at }: TimelineEvent): boolean => at !== undefined;

/** A longer list adds to what was made before. Each console has its own function. */
export function createAxis(): (readings: readonly SourceReading[]) => Axis {
  let kept = new Map<string, KeptEvents>();

  function eventsOf({ id, items, events: make }: SourceReading): KeptEvents {
    const known = kept.get(id);
    if (known?.items === items) return known;
    const before = known && continues(known.items, items) ? known : NOTHING;
    const fresh: TimelineEvent[] = [];
    for (let at = before.items.length; at < items.length; at++) fresh.push(...make(items[at] as never));
    return {
      items,
      events: before.events.concat(fresh),
      // A sort of two sorted parts only merges them.
      dated: before.dated.concat(fresh.filter(isDated).sort(newestFirst)).sort(newestFirst),
      order: orderIn(before.order, fresh),
    };
  }

  return readings => {
    const all = readings.map(reading => ({ reading, made: eventsOf(reading) }));
    kept = new Map(all.map(({ reading, made }) => [reading.id, made]));
    const coverage = all.map(({ reading, made }): Coverage => {
      const { id, source, why, failed } = reading;
      return { id, source, why, failed, back: backOf(reading, made), count: made.events.length };
    });
    const events = all
      .toSorted((a, b) => orderOf(a.reading) - orderOf(b.reading))
      .flatMap(({ made }) => made.dated)
      .sort(newestFirst);
    return {
      events,
      undated: all.flatMap(({ made }) =>
        made.events.length === made.dated.length ? [] : made.events.filter(event => !isDated(event)),
      ),
      joins: joinsOf(events),
      back: Math.max(Number.NEGATIVE_INFINITY, ...coverage.map(({ back }) => back)),
      coverage,
    };
  };
}

const orderOf = ({ source }: SourceReading): number => rankOf(source);
