// Which events are one event. Only an ID or a reference of the service joins events; all else is "possibly the same". Pure.

import { compare, groupDigits, isZero, sizeOf } from '../../lib/decimal.ts';
import { showDuration } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { MovedMoney } from '../../records/facts.ts';
import { EVENT_TITLES, RANK, type TimelineEvent } from './event.ts';
import { countAfter } from './timeline-rows.ts';

/** In ms: the service has two clocks. */
export const WINDOW = 5 * 60_000;

export interface Joins {
  /** The same event in other sources. */
  readonly others: ReadonlyMap<TimelineEvent, readonly TimelineEvent[]>;
  /** All but one of each event, so that an event is counted once. */
  readonly repeated: ReadonlySet<TimelineEvent>;
  readonly byReference: ReadonlyMap<string, readonly TimelineEvent[]>;
}

/** `events`: newest first. Two that fit one event equally well are not joined. */
export function joinsOf(events: readonly TimelineEvent[]): Joins {
  const named = new Map<string, TimelineEvent | TimelineEvent[]>();
  const several: TimelineEvent[][] = [];
  const add = (name: string, event: TimelineEvent): void => {
    const known = named.get(name);
    if (known === undefined) named.set(name, event);
    else if (Array.isArray(known)) known.push(event);
    else {
      const group = [known, event];
      named.set(name, group);
      several.push(group);
    }
  };
  const byReference = new Map<string, TimelineEvent[]>();
  for (const event of events) {
    if (event.own !== undefined) add(event.own, event);
    for (const name of event.names) add(name, event);
    for (const reference of event.references) {
      const known = byReference.get(reference);
      if (known) known.push(event);
      else byReference.set(reference, [event]);
    }
  }
  return { ...withoutConflicts(several.flatMap(nearGroups).filter(isOneEvent)), byReference };
}

/** Events of one name, cut where more than `WINDOW` is between two. */
function nearGroups(events: readonly TimelineEvent[]): readonly (readonly TimelineEvent[])[] {
  const groups: TimelineEvent[][] = [];
  let last: number | undefined;
  for (const event of events) {
    if (event.at === undefined) continue;
    const group = groups.at(-1);
    if (group && last !== undefined && last - event.at <= WINDOW) group.push(event);
    else groups.push([event]);
    last = event.at;
  }
  return groups;
}

const isOneEvent = (group: readonly TimelineEvent[]): boolean =>
  group.length > 1 && new Set(group.map(({ source }) => source.kind)).size === group.length;

/** An event with two names may be in two groups. Only equal groups join. */
function withoutConflicts(groups: readonly (readonly TimelineEvent[])[]): Pick<Joins, 'others' | 'repeated'> {
  const groupOf = new Map<TimelineEvent, readonly TimelineEvent[] | undefined>();
  for (const group of groups)
    for (const event of group) {
      const known = groupOf.get(event);
      groupOf.set(event, !groupOf.has(event) || (known && isSame(known, group)) ? group : undefined);
    }
  const others = new Map<TimelineEvent, readonly TimelineEvent[]>();
  const repeated = new Set<TimelineEvent>();
  for (const group of groups) {
    if (!group.every(event => isSame(groupOf.get(event) ?? [], group))) continue;
    const members = group.toSorted((a, b) => rankOf(a.source) - rankOf(b.source));
    for (const [at, one] of members.entries()) {
      others.set(
        one,
        members.filter(other => other !== one),
      );
      if (at > 0) repeated.add(one);
    }
  }
  return { others, repeated };
}

const isSame = (some: readonly TimelineEvent[], others: readonly TimelineEvent[]): boolean =>
  some.length === others.length && some.every((event, at) => event === others[at]);

export const rankOf = ({ kind }: TimelineEvent['source']): number => RANK[kind] ?? 0;

const MOST = 5;

export interface Referring {
  readonly found: readonly TimelineEvent[];
  /** How many more there are. */
  readonly more: number;
}

/** Other events with a reference of this one, such as the amount that was held for a payout. */
export function sameReference(event: TimelineEvent, { others, byReference }: Joins): Referring {
  const own = new Set([event, ...(others.get(event) ?? [])]);
  const all = new Set(event.references.flatMap(reference => byReference.get(reference) ?? []));
  const found = [...all].filter(one => !own.has(one));
  return { found: found.slice(0, MOST), more: Math.max(0, found.length - MOST) };
}

/** Perhaps the same event, with what agrees and what differs. */
interface Possibly {
  readonly event: TimelineEvent;
  readonly agrees: readonly Visible[];
  readonly differs: readonly Visible[];
}

export interface SameCandidates {
  readonly found: readonly Possibly[];
  /** How many more fit. */
  readonly more: number;
}

/**
 * Events of other kinds within `WINDOW`, with the same payment's name, or with the same amount and currency. Each once: not
 * also the same event in another source. `events`: newest first.
 */
export function possiblySame(
  event: TimelineEvent,
  events: readonly TimelineEvent[],
  { others, repeated }: Pick<Joins, 'others' | 'repeated'>,
): SameCandidates {
  const { at } = event;
  if (at === undefined) return { found: [], more: 0 };
  const moved = movedIn(event);
  const own = new Set([event, ...(others.get(event) ?? [])]);
  const kinds = new Set([...own].map(({ source }) => source.kind));
  const fitting: Possibly[] = [];
  for (let i = countAfter(events, at + WINDOW); i < events.length; i++) {
    const other = events[i];
    if (other?.at === undefined || other.at < at - WINDOW) break;
    if (own.has(other) || kinds.has(other.source.kind)) continue;
    const possibly = compared(event, other, moved);
    if (possibly) fitting.push(possibly);
  }
  const shown = fitting.filter(one => !repeated.has(one.event));
  const again = new Set(shown.flatMap(one => others.get(one.event) ?? []));
  const found = fitting.filter(one => !again.has(one.event));
  return { found: found.slice(0, MOST), more: Math.max(0, found.length - MOST) };
}

const movedIn = ({ source, row }: TimelineEvent): MovedMoney | undefined => source.moved?.(row);

function compared(
  event: TimelineEvent,
  other: TimelineEvent,
  moved: MovedMoney | undefined,
): Possibly | undefined {
  const shared = sharedName(event, other);
  // It is named as an event with the same reference.
  if (shared === undefined && event.references.some(one => other.references.includes(one))) return undefined;
  const also = movedIn(other);
  const alike = moved !== undefined && also !== undefined && isAlike(moved, also);
  if (!alike && shared === undefined) return undefined;
  const gap = Math.abs((event.at ?? 0) - (other.at ?? 0));
  const says = [event, other].map(one => one.source.says(one).words);
  const signs = alike && moved.signed && also.signed;
  return {
    event: other,
    agrees: [
      ...(shared === undefined ? [] : [t`reference`]),
      ...(alike ? [t`amount`, t`currency`] : []),
      ...(signs ? [t`direction`] : []),
      ...(gap === 0 ? [t`time`] : []),
      ...(says[0] === says[1] ? [t`text`] : []),
    ],
    differs: [
      ...(alike || !moved || !also
        ? []
        : [t`amount ${groupDigits(also.amount)} ${visible(also.currency, 8)}`]),
      ...(gap === 0 ? [] : [t`time, by ${showDuration(gap)}`]),
      ...(says[0] === says[1] ? [] : [t`text`]),
    ],
  };
}

/** An ID or a reference that both have. */
export const sharedName = (one: TimelineEvent, other: TimelineEvent): string | undefined =>
  one.own !== undefined && one.own === other.own
    ? one.own
    : one.names.find(name => other.names.includes(name));

function isAlike(one: MovedMoney, other: MovedMoney): boolean {
  if (one.currency !== other.currency || isZero(one.amount)) return false;
  if (one.signed && other.signed) return compare(one.amount, other.amount) === 0;
  return compare(sizeOf(one.amount), sizeOf(other.amount)) === 0;
}

/** "Transaction of Operations" */
export const sourceText = ({ source }: Pick<TimelineEvent, 'source'>): Visible =>
  source.of === undefined ? EVENT_TITLES[source.kind] : t`${EVENT_TITLES[source.kind]} of ${source.of}`;
