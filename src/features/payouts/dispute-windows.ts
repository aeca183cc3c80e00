// Until when a direct debit payout can be disputed: each rule that its account's routing codes fall under, worked out; pure.

import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { addBusinessDays, addMonths, daysAt, momentIn } from '../../lib/zoned.ts';
import { type Deadline, type DisputeRule, disputeRules } from './dispute-rules.ts';

const HOUR = 60 * 60 * 1000;

interface RoutingCode {
  readonly type: string;
  readonly value: string;
}

export interface DisputeWindow {
  readonly who: Visible;
  readonly review: DisputeRule['windows'][number]['review'];
  /** Before this moment, epoch ms; none where there is no such moment, and `how` says so. */
  readonly before: number | undefined;
  /** How it was worked out, in words. */
  readonly how: Visible;
}

export interface Dispute {
  readonly location: Visible;
  /** "ACH code ending 0024". */
  readonly code: Visible;
  readonly windows: readonly DisputeWindow[];
}

/** What INTERFACE.md (Limits) gives for an account of this country with these routing codes; empty where it gives none. */
export function disputesOf(
  country: string,
  codes: readonly RoutingCode[],
  createdAt: number,
): readonly Dispute[] {
  return disputeRules.flatMap(rule => {
    if (!rule.countries.includes(country.toUpperCase())) return [];
    const found = rule.code.ends.find(end => codes.some(code => isOf(code, rule.code.type, end)));
    if (found === undefined) return [];
    const windows = rule.windows.map(({ who, review, deadline }) => ({
      who,
      review,
      ...workedOut(deadline, createdAt),
    }));
    return [{ location: rule.location, code: t`${rule.code.name} ending ${visible(found)}`, windows }];
  });
}

/** The names of types aren't given but for a few: a word in them tells. */
const isOf = ({ type, value }: RoutingCode, word: string, end: string): boolean =>
  type.toLowerCase().includes(word) && value.toUpperCase().endsWith(end);

function workedOut(deadline: Deadline, createdAt: number): Pick<DisputeWindow, 'before' | 'how'> {
  switch (deadline.kind) {
    case 'none':
      return { before: undefined, how: deadline.says };
    case 'hours':
      return { before: createdAt + deadline.hours * HOUR, how: t`T + ${deadline.hours} hours` };
    case 'days':
      return {
        before: createdAt + deadline.days * 24 * HOUR,
        how: t`T + ${deadline.days} calendar days, at T's time of day: the day's end would be later`,
      };
    case 'months':
      return {
        before: monthsLater(createdAt, deadline.months),
        how: t`T + ${spoken(deadline.months)}, at T's time of day (UTC)`,
      };
    case 'wall':
      return onTheWall(deadline, createdAt);
  }
}

const spoken = (months: number): Visible => {
  const years = months / 12;
  if (!Number.isInteger(years)) return t`${months} months`;
  return years === 1 ? t`1 year` : t`${years} years`;
};

function monthsLater(createdAt: number, months: number): number {
  const iso = new Date(createdAt).toISOString();
  return Date.parse(`${addMonths(iso.slice(0, 10), months)}${iso.slice(10)}`);
}

/**
 * T's day may be told in UTC or by the clock on that wall, and the text doesn't say which: the earliest deadline
 * holds. A day on a weekend counts from itself, which is the earlier reading too. The wall's clocks are those with
 * daylight saving, which never run behind standard time.
 */
function onTheWall(
  { time, zones, zoneName, businessDays, months }: Extract<Deadline, { kind: 'wall' }>,
  createdAt: number,
): Pick<DisputeWindow, 'before' | 'how'> {
  const readings = zones.flatMap(zone =>
    daysAt(zone, createdAt).map(day => {
      const on =
        businessDays === undefined ? addMonths(day, months ?? 0) : addBusinessDays(day, businessDays);
      return { zone, day, on, before: momentIn(zone, on, time) };
    }),
  );
  // A reading that ends before T is none.
  const sorted = readings.filter(({ before }) => before > createdAt).toSorted((a, b) => a.before - b.before);
  const [earliest] = sorted;
  const later =
    businessDays === undefined
      ? spoken(months ?? 0)
      : t`${businessDays} business day${businessDays === 1 ? t`` : t`s`}`;
  const weekends = businessDays === undefined ? t`` : t`; weekends left out, bank holidays not`;
  return {
    before: earliest?.before,
    how: t`${visible(time)} ${zoneName} on T + ${later}, which is ${visible(earliest?.on ?? '')}${weekends}${ambiguity(sorted)}`,
  };
}

/** What the text leaves open, where that makes a difference. */
function ambiguity(readings: readonly { zone: string; day: string; before: number }[]): Visible {
  if (new Set(readings.map(({ before }) => before)).size < 2) return t``;
  const days = [...new Set(readings.map(({ day }) => day))].map(day => visible(day));
  const zones = [...new Set(readings.map(({ zone }) => zone))].map(zone => visible(zone));
  const day = days.length > 1 ? t`; T is on ${join(days, ' or ')}, by UTC or by that clock` : t``;
  const clock = zones.length > 1 ? t`; that clock is ${join(zones, ' or ')}` : t``;
  return t`${day}${clock}: the earlier holds`;
}
