/** Reads the service's times and dates strictly, and shows times in fixed, compact forms. */

import type { Visible } from './brand.ts';
import { lazy } from './lazy.ts';
import { visible } from './visible.ts';

export type TimeMode = 'relative' | 'local' | 'utc';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):?(\d{2}))$/;

/**
 * Epoch milliseconds of an ISO 8601 time with its zone: Z, +0000, +00:00 or any offset, with or without a fraction of a
 * second. Undefined for anything else: no zone, a day or hour that doesn't exist, the year 0000 of an unset time.
 * INTERFACE.md, Conventions.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = TIMESTAMP.exec(text);
  if (match === null) return undefined;
  const [, date = '', hour, minute, second, fraction = '', sign, offsetHour = '0', offsetMinute = '0'] =
    match;
  const midnight = midnightUtc(date);
  if (midnight === undefined) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined;
  const time = Number(hour) * HOUR + Number(minute) * MINUTE + Number(second) * SECOND;
  const offset = Number(offsetHour) * HOUR + Number(offsetMinute) * MINUTE;
  return midnight + time + Number(fraction.slice(0, 3).padEnd(3, '0')) - (sign === '-' ? -offset : offset);
}

/** Whether `text` is a day that exists, as YYYY-MM-DD. */
export function isDate(text: string): boolean {
  return midnightUtc(text) !== undefined;
}

function midnightUtc(date: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || date.startsWith('0000')) return undefined;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Date.parse carries 30 February over into March in some engines: a real day comes back unchanged.
  return Number.isNaN(midnight) || dateOf(midnight) !== date ? undefined : midnight;
}

function dateOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/**
 * A time for a screen. utc: "20 Nov 2026 10:56:11 UTC"; local, in the IANA `zone`: "20 Nov 2026 11:56:11 CET"; relative:
 * "3 min ago", "in 2 h", and from 30 days on the date in `zone`. An unknown zone shows UTC; a time outside any calendar
 * shows "–".
 */
export function showTime(epochMs: number, mode: TimeMode, nowMs: number, zone: string): Visible {
  if (!isOnCalendar(epochMs)) return visible('–');
  if (mode === 'relative') return showRelative(epochMs, nowMs, zone);
  const stamp = stampOf(epochMs, mode, zone);
  return visible(`${showDate(stamp)}${stamp.slice(10)}`);
}

/** The same moment as text that sorts, for files and filters: "2026-11-20 10:56:11 UTC". */
export function stampOf(epochMs: number, mode: Exclude<TimeMode, 'relative'>, zone: string): string {
  if (!isOnCalendar(epochMs)) return '–';
  const local = mode === 'local' ? inZone(epochMs, zone) : undefined;
  return local
    ? `${local.date} ${local.time} ${local.name}`
    : `${dateOf(epochMs)} ${new Date(epochMs).toISOString().slice(11, 19)} UTC`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** The day that begins a stamp, for a screen: "20 Nov 2026". */
export const showDate = (stamp: string): Visible =>
  visible(`${stamp.slice(8, 10)} ${MONTHS[Number(stamp.slice(5, 7)) - 1]} ${stamp.slice(0, 4)}`);

function showRelative(epochMs: number, nowMs: number, zone: string): Visible {
  const distance = Math.abs(nowMs - epochMs);
  if (!(distance < 30 * DAY)) return showDate(todayIn(zone, epochMs));
  if (distance < SECOND) return visible('now');
  const amount =
    distance < MINUTE
      ? `${Math.floor(distance / SECOND)} s`
      : distance < HOUR
        ? `${Math.floor(distance / MINUTE)} min`
        : distance < DAY
          ? `${Math.floor(distance / HOUR)} h`
          : `${Math.floor(distance / DAY)} d`;
  return visible(epochMs > nowMs ? `in ${amount}` : `${amount} ago`);
}

const two = (n: number): string => String(n).padStart(2, '0');

/** A length of time as a countdown shows it, whole seconds rounded down: "0:09", "29:41", "1:02:03". */
export function showDuration(ms: number): Visible {
  if (!Number.isFinite(ms)) return visible('–');
  const seconds = Math.max(0, Math.floor(ms / SECOND));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return visible(h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`);
}

/** The day, as YYYY-MM-DD, at `nowMs` in the IANA `zone` (in UTC, if the zone isn't known). */
export function todayIn(zone: string, nowMs: number): string {
  return inZone(nowMs, zone)?.date ?? dateOf(nowMs);
}

/** The day `n` days after `date` (before it, if negative), both as YYYY-MM-DD. A date that doesn't exist stays. */
export function addDays(date: string, n: number): string {
  const midnight = midnightUtc(date);
  return midnight === undefined ? date : dateOf(midnight + n * DAY);
}

function isOnCalendar(epochMs: number): boolean {
  const year = new Date(epochMs).getUTCFullYear();
  return year > 0 && year <= 9999;
}

/** Making one costs a hundred times its use, and a screen uses it for every row of every frame. */
const formats = lazy(() => new Map<string, Intl.DateTimeFormat>());

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats().get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
  formats().set(zone, format);
  return format;
}

/** The newest calendar of the language, which Node 24 lacks. Its first use takes 2 ms, and that of Intl more than 10. */
const calendar = (globalThis as { readonly Temporal?: typeof Temporal }).Temporal;

/** The name of this machine's zone; UTC if TZ names no known one. */
export function systemZone(): string {
  const name: string | undefined = calendar
    ? calendar.Now.timeZoneId()
    : Intl.DateTimeFormat().resolvedOptions().timeZone;
  return name !== undefined && isTimeZone(name) ? name : 'UTC';
}

/** `09:41`, as clocks in the IANA `zone` show it (in UTC, if the zone isn't known). */
export function showClock(epochMs: number, zone: string): Visible {
  if (zone !== 'UTC' && calendar && isOnCalendar(epochMs)) {
    try {
      const { hour, minute } = new calendar.ZonedDateTime(BigInt(Math.floor(epochMs)) * 1_000_000n, zone);
      return visible(`${two(hour)}:${two(minute)}`);
    } catch {
      // Intl may know a zone that Temporal does not.
    }
  }
  return visible(stampOf(epochMs, zone === 'UTC' ? 'utc' : 'local', zone).slice(11, 16));
}

/** Whether this machine knows the IANA zone of this name. */
export const isTimeZone = (name: string): boolean => name === 'UTC' || isInCalendar(name) || isInIntl(name);

function isInCalendar(name: string): boolean {
  try {
    return calendar !== undefined && new calendar.ZonedDateTime(0n, name).timeZoneId !== '';
  } catch {
    return false;
  }
}

function isInIntl(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** How clocks of a zone differ from UTC on one UTC day, in ms; undefined on a day on which that changes. */
interface ZoneDay {
  readonly offset: number;
  readonly name: string;
}

const zoneDays = lazy(() => new Map<string, ZoneDay | undefined>());
/** Days kept for all zones: more than a list of some years shows. */
const MOST_DAYS = 2_000;

function zoneDay(epochMs: number, zone: string): ZoneDay | undefined {
  if (zone === 'UTC') return { offset: 0, name: 'UTC' };
  const day = Math.floor(epochMs / DAY);
  const key = `${zone} ${day}`;
  const kept = zoneDays();
  if (kept.has(key)) return kept.get(key);
  if (kept.size >= MOST_DAYS) kept.clear();
  const [first, last] = [day * DAY, (day + 1) * DAY].map(at => ({ at, parts: partsInZone(at, zone) }));
  const offsetOf = (one: typeof first): number | undefined =>
    one && Date.parse(`${one.parts.date}T${one.parts.time}Z`) - one.at;
  const offset = offsetOf(first);
  const same = offset === offsetOf(last) && first?.parts.name === last?.parts.name;
  const made = same && offset !== undefined && first ? { offset, name: first.parts.name } : undefined;
  kept.set(key, made);
  return made;
}

interface ZoneParts {
  readonly date: string;
  readonly time: string;
  readonly name: string;
}

function partsInZone(epochMs: number, zone: string): ZoneParts {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(epochMs)
      .map(part => [part.type, part.value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return {
    date: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}:${part('second')}`,
    name: part('timeZoneName'),
  };
}

/** A list shows many times of few days: Intl runs twice for each day, and takes a hundred times as long as a sum. */
function inZone(epochMs: number, zone: string): ZoneParts | undefined {
  try {
    const day = zoneDay(epochMs, zone);
    if (!day) return partsInZone(epochMs, zone);
    const local = new Date(epochMs + day.offset).toISOString();
    return { date: local.slice(0, 10), time: local.slice(11, 19), name: day.name };
  } catch {
    return undefined;
  }
}
