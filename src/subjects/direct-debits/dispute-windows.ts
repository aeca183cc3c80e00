// Calculates the deadlines to dispute a direct debit, for each rule that the account's routing codes match. Pure.

import { counted } from '../../lib/counted.ts';
import { addBusinessDays, addMonths, daysAt, momentIn, sameTimeOn } from '../../lib/days.ts';
import { addDays } from '../../lib/time.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { type DisputeDeadline, type DisputeRule, disputeRules } from './dispute-rules.ts';

const HOUR = 60 * 60 * 1000;

interface RoutingCode {
  readonly type: string;
  readonly value: string;
}

export interface DisputeWindow {
  readonly who: Visible;
  readonly review: DisputeRule['windows'][number]['review'];
  /** The deadline in epoch ms. Undefined if there is none; then `how` says so. */
  readonly before: number | undefined;
  /** The deadline in the latest reading, if INTERFACE.md allows several readings. */
  readonly latest?: number;
  /** The calculation in words. */
  readonly how: Visible;
}

export interface Dispute {
  readonly location: Visible;
  /** The matching code as text, such as "ACH code ending 0024". */
  readonly code: Visible;
  readonly windows: readonly DisputeWindow[];
}

/** The dispute windows for a country and its routing codes (INTERFACE.md, Limits). Empty if no rule matches. */
export function disputesOf(
  country: string,
  codes: readonly RoutingCode[],
  createdAt: number,
): readonly Dispute[] {
  return disputeRules.flatMap(rule => {
    if (!rule.countries.includes(country.toUpperCase())) return [];
    const said = codeOf(rule.code, codes);
    if (said === undefined) return [];
    const windows = rule.windows.map(({ who, review, deadline }) => ({
      who,
      review,
      ...workedOut(deadline, createdAt, rule.clocks),
    }));
    return [{ location: rule.location, code: said, windows }];
  });
}

/** The account's code that matches the rule, as text. INTERFACE.md names few types, so a word in the type is enough. */
function codeOf(rule: DisputeRule['code'], codes: readonly RoutingCode[]): Visible | undefined {
  const values = codes
    .filter(({ type }) => rule.types.some(word => type.toLowerCase().includes(word)))
    .map(({ value }) => bare(value));
  if ('is' in rule) {
    const whole = rule.is.find(code => values.includes(code));
    return whole === undefined ? undefined : t`${rule.name} ${visible(whole)}`;
  }
  const end = rule.ends.find(code => values.some(value => value.endsWith(code)));
  return end === undefined ? undefined : t`${rule.name} ending ${visible(end)}`;
}

/** Removes spaces and hyphens, and the XXX of a head office from a SWIFT code. */
function bare(value: string): string {
  const compact = value.toUpperCase().replaceAll(/[\s-]/g, '');
  return compact.length === 11 && compact.endsWith('XXX') ? compact.slice(0, 8) : compact;
}

type WorkedOut = Pick<DisputeWindow, 'before' | 'latest' | 'how'>;

function workedOut(deadline: DisputeDeadline, createdAt: number, clocks: readonly string[]): WorkedOut {
  switch (deadline.kind) {
    case 'none':
      return { before: undefined, how: deadline.says };
    case 'hours':
      return { before: createdAt + deadline.hours * HOUR, how: t`T + ${deadline.hours} hours` };
    case 'days':
      return earliest(createdAt, clocks, day => addDays(day, deadline.days), {
        later: t`${deadline.days} calendar days`,
        extra: t`; by the end of that day it would be later`,
      });
    case 'months':
      return earliest(createdAt, clocks, day => addMonths(day, deadline.months), {
        later: spoken(deadline.months),
        extra: t``,
      });
    case 'wall':
      return onTheWall(deadline, createdAt);
  }
}

const spoken = (months: number): Visible =>
  months % 12 === 0 ? counted(months / 12, t`year`) : counted(months, t`month`);

/** INTERFACE.md does not say whether T's day and time are UTC or local. The earliest reading counts. */
function earliest(
  createdAt: number,
  clocks: readonly string[],
  move: (day: string) => string,
  { later, extra }: { readonly later: Visible; readonly extra: Visible },
): WorkedOut {
  const readings = ['UTC', ...clocks].map(zone => ({ zone, before: sameTimeOn(zone, createdAt, move) }));
  const before = Math.min(...readings.map(reading => reading.before));
  const [first, ...others] = readings.filter(reading => reading.before === before);
  const alike = others.length === clocks.length;
  const by = alike ? t`` : t` in ${visible(first?.zone ?? '')}, the earliest reading`;
  const latest = Math.max(...readings.map(reading => reading.before));
  return { before, latest, how: t`T + ${later}, at T's time of day${by}${extra}` };
}

/**
 * INTERFACE.md does not say whether T's day is in UTC or local time. The earliest deadline counts. If T is on a weekend,
 * the business days count from T's own day, which is the earlier reading. Local time includes summer time.
 */
function onTheWall(
  { time, zones, zoneName, businessDays, months }: Extract<DisputeDeadline, { kind: 'wall' }>,
  createdAt: number,
): WorkedOut {
  const readings = zones.flatMap(zone =>
    daysAt(zone, createdAt).map(day => {
      const on =
        businessDays === undefined ? addMonths(day, months ?? 0) : addBusinessDays(day, businessDays);
      return { zone, day, on, before: momentIn(zone, on, time) };
    }),
  );
  // A reading with a deadline before T is impossible.
  const sorted = readings.filter(({ before }) => before > createdAt).toSorted((a, b) => a.before - b.before);
  const [earliest] = sorted;
  const latest = sorted.at(-1)?.before;
  const later = businessDays === undefined ? spoken(months ?? 0) : counted(businessDays, t`business day`);
  const weekends = businessDays === undefined ? t`` : t`; weekends are excluded, bank holidays are not`;
  return {
    before: earliest?.before,
    ...(latest !== undefined && { latest }),
    how: t`${visible(time)} ${zoneName} on T + ${later}, which is ${visible(earliest?.on ?? '')}${weekends}${ambiguity(sorted)}`,
  };
}

/** A text about the points that INTERFACE.md leaves open, if they change the deadline. */
function ambiguity(readings: readonly { zone: string; day: string; before: number }[]): Visible {
  if (new Set(readings.map(({ before }) => before)).size < 2) return t``;
  const days = [...new Set(readings.map(({ day }) => day))].map(day => visible(day));
  const zones = [...new Set(readings.map(({ zone }) => zone))].map(zone => visible(zone));
  const day = days.length > 1 ? t`; T is on ${join(days, ' or ')}, in UTC or local time` : t``;
  const clock = zones.length > 1 ? t`; the local time is ${join(zones, ' or ')}` : t``;
  return t`${day}${clock}: the earlier deadline applies`;
}
