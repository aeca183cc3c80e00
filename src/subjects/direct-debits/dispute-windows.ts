// The deadlines to dispute a direct debit (INTERFACE.md, Limits), by the account's routing codes. Pure.

import { counted } from '../../lib/counted.ts';
import { addBusinessDays, addMonths, daysAt, momentIn, sameTimeOn } from '../../lib/days.ts';
import { addDays, HOUR } from '../../lib/time.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';

/** T is the direct debit's created_at. */
type DisputeDeadline =
  | { readonly kind: 'hours'; readonly hours: number }
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'months'; readonly months: number }
  /** A local time of day, some business days or months after T. `zones`: the time zones that `zoneName` may mean. */
  | {
      readonly kind: 'wall';
      readonly time: string;
      readonly zones: readonly string[];
      readonly zoneName: Visible;
      readonly businessDays?: number;
      readonly months?: number;
    }
  | { readonly kind: 'none'; readonly says: Visible };

interface DisputeRule {
  readonly location: Visible;
  readonly countries: readonly string[];
  /** The location's time zones with the earliest and the latest clocks. Each gives a local day and time of T. */
  readonly clocks: readonly string[];
  /** Words in a code's type, and the code's value or the end of that value. */
  readonly code: {
    readonly types: readonly string[];
    readonly name: Visible;
  } & ({ readonly ends: readonly string[] } | { readonly is: readonly string[] });
  readonly windows: readonly {
    readonly who: Visible;
    readonly review: 'without review' | 'with review';
    readonly deadline: DisputeDeadline;
  }[];
}

const BUSINESS = t`business`;
const INDIVIDUAL = t`individual`;
const ANYONE = t`anyone`;
const YEAR = 12;

const pacific = { zones: ['America/Los_Angeles'], zoneName: t`Pacific` } as const;
const eastern = { zones: ['America/New_York'], zoneName: t`Eastern` } as const;

/** The codes differ only in the deadline for businesses without review. */
const american = (ends: string, deadline: DisputeDeadline): DisputeRule => ({
  location: t`United States`,
  countries: ['US'],
  clocks: ['America/New_York', 'America/Los_Angeles'],
  code: { types: ['ach'], ends: [ends], name: t`ACH code` },
  windows: [
    { who: BUSINESS, review: 'without review', deadline },
    { who: INDIVIDUAL, review: 'without review', deadline: { kind: 'days', days: 60 } },
    { who: BUSINESS, review: 'with review', deadline: { kind: 'months', months: YEAR } },
    { who: INDIVIDUAL, review: 'with review', deadline: { kind: 'months', months: 2 * YEAR } },
  ],
});

const INDEFINITE: DisputeDeadline = { kind: 'none', says: t`no deadline` };

const forAnyone = (without: DisputeDeadline, withReview: DisputeDeadline): DisputeRule['windows'] => [
  { who: ANYONE, review: 'without review', deadline: without },
  { who: ANYONE, review: 'with review', deadline: withReview },
];

const disputeRules: readonly DisputeRule[] = [
  american('0024', { kind: 'hours', hours: 16 }),
  american('0381', { kind: 'wall', time: '06:00', ...pacific, businessDays: 1 }),
  american('6768', { kind: 'hours', hours: 36 }),
  american('3150', { kind: 'wall', time: '09:00', ...eastern, businessDays: 1 }),
  {
    location: t`United Kingdom`,
    countries: ['GB', 'UK'],
    clocks: ['Europe/London'],
    code: { types: ['sort'], ends: ['0085', '1907'], name: t`sort code` },
    windows: forAnyone(
      { kind: 'none', says: t`not available: cancel the mandate or the direct debit instead` },
      INDEFINITE,
    ),
  },
  {
    location: t`Australia`,
    countries: ['AU'],
    clocks: ['Australia/Sydney', 'Australia/Perth'],
    code: { types: ['bsb'], ends: ['3943'], name: t`BSB` },
    windows: forAnyone(
      {
        kind: 'wall',
        time: '06:45',
        zones: ['Australia/Sydney'],
        zoneName: t`Australian Eastern`,
        businessDays: 1,
      },
      { kind: 'months', months: 7 * YEAR },
    ),
  },
  {
    location: t`Canada`,
    countries: ['CA'],
    clocks: ['America/St_Johns', 'America/Vancouver'],
    code: { types: ['institution'], is: ['352'], name: t`institution number` },
    windows: forAnyone(
      {
        kind: 'wall',
        time: '22:00',
        // Since 2026 Alberta stays on summer time, unlike the rest of Mountain time.
        zones: ['America/Denver', 'America/Edmonton'],
        zoneName: t`Mountain`,
        businessDays: 4,
      },
      INDEFINITE,
    ),
  },
  {
    location: t`Europe (Netherlands)`,
    countries: ['NL'],
    clocks: ['Europe/Amsterdam'],
    code: { types: ['swift', 'bic'], is: ['AINHNL22'], name: t`SWIFT code` },
    windows: forAnyone(
      {
        kind: 'wall',
        time: '22:00',
        zones: ['Europe/Amsterdam'],
        zoneName: t`Central European`,
        months: 13,
      },
      { kind: 'none', says: t`no dispute after 13 months` },
    ),
  },
];

interface RoutingCode {
  readonly type: string;
  readonly value: string;
}

export interface DisputeWindow {
  readonly who: Visible;
  readonly review: DisputeRule['windows'][number]['review'];
  /** Epoch ms. Undefined if there is none; then `how` says so. */
  readonly before: number | undefined;
  /** In the latest reading, if INTERFACE.md allows several. */
  readonly latest?: number;
  readonly how: Visible;
}

export interface Dispute {
  readonly location: Visible;
  /** Such as "ACH code ending 0024". */
  readonly code: Visible;
  readonly windows: readonly DisputeWindow[];
}

/** INTERFACE.md, Limits. Empty if no rule matches. */
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

/** INTERFACE.md names few types, so a word in the type is enough. */
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

/** As in `earliest`. From a weekend, business days count from T's own day: the earlier reading. */
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

function ambiguity(readings: readonly { zone: string; day: string; before: number }[]): Visible {
  if (new Set(readings.map(({ before }) => before)).size < 2) return t``;
  const days = [...new Set(readings.map(({ day }) => day))].map(day => visible(day));
  const zones = [...new Set(readings.map(({ zone }) => zone))].map(zone => visible(zone));
  const day = days.length > 1 ? t`; T is on ${join(days, ' or ')}, in UTC or local time` : t``;
  const clock = zones.length > 1 ? t`; the local time is ${join(zones, ' or ')}` : t``;
  return t`${day}${clock}: the earlier deadline applies`;
}
