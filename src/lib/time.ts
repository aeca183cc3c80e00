/** Reads the service's times and dates strictly, and shows times in fixed, compact forms. */

import { succeeds } from './attempt.ts';
import type { Visible } from './brand.ts';
import { lazy } from './lazy.ts';
import { forLast } from './remembered.ts';
import { visible } from './visible.ts';

export type TimeMode = 'relative' | 'local' | 'utc';

/** In ms. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):?(\d{2}))$/;

/** Epoch ms of a time with its zone (INTERFACE.md, Conventions). The year 0000 means an unset time. */
export function parseTimestamp(text: string): number | undefined {
  const match = TIMESTAMP.exec(text);
  if (match === null) return undefined;
  const [, date = '', hour, minute, second, fraction = '', sign, offsetHour = '0', offsetMinute = '0'] =
    match;
  const midnight = midnightOf(date);
  if (midnight === undefined) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined;
  const time = Number(hour) * HOUR + Number(minute) * MINUTE + Number(second) * SECOND;
  const offset = Number(offsetHour) * HOUR + Number(offsetMinute) * MINUTE;
  return midnight + time + Number(fraction.slice(0, 3).padEnd(3, '0')) - (sign === '-' ? -offset : offset);
}

/** YYYY-MM-DD. */
export const isDate = (text: string): boolean => midnightUtc(text) !== undefined;

function midnightUtc(date: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || date.startsWith('0000')) return undefined;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Some engines read 30 February as a day in March.
  return new Date(midnight).getUTCDate() === Number(date.slice(8)) ? midnight : undefined;
}

/** Most rows of a list have the date of the row before. */
const midnightOf = forLast(midnightUtc);

const dateOf = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10);

/**
 * "20 Nov 2026 10:56:11 UTC", "20 Nov 2026 11:56:11 CET" in the IANA `zone`, "3 min ago" or "in 2 h". From 30 days
 * on, `relative` shows the date. An unknown zone shows UTC, a time outside the years 1 to 9999 "–".
 */
export function showTime(epochMs: number, mode: TimeMode, nowMs: number, zone: string): Visible {
  if (!isOnCalendar(epochMs)) return visible('–');
  if (mode === 'relative') return showRelative(epochMs, nowMs, zone);
  const stamp = stampOf(epochMs, mode, zone);
  return visible(`${showDate(stamp)}${stamp.slice(10)}`);
}

/** Sorts, for files and filters: "2026-11-20 10:56:11 UTC". */
export function stampOf(epochMs: number, mode: Exclude<TimeMode, 'relative'>, zone: string): string {
  if (!isOnCalendar(epochMs)) return '–';
  const local = mode === 'local' ? inZone(epochMs, zone) : undefined;
  return local
    ? `${local.date} ${local.time} ${local.name}`
    : `${dateOf(epochMs)} ${new Date(epochMs).toISOString().slice(11, 19)} UTC`;
}

export const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** "20 Nov 2026". */
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

export const two = (n: number): string => String(n).padStart(2, '0');

/** Rounded down to seconds: "0:09", "29:41", "1:02:03". */
export function showDuration(ms: number): Visible {
  if (!Number.isFinite(ms)) return visible('–');
  const seconds = Math.max(0, Math.floor(ms / SECOND));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return visible(h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`);
}

/** YYYY-MM-DD. An unknown zone counts as UTC. */
export const todayIn = (zone: string, nowMs: number): string => inZone(nowMs, zone)?.date ?? dateOf(nowMs);

/** A date that does not exist stays unchanged. */
export function addDays(date: string, n: number): string {
  const midnight = midnightUtc(date);
  return midnight === undefined ? date : dateOf(midnight + n * DAY);
}

const YEAR_1 = Date.parse('0001-01-01T00:00:00Z');
const YEAR_10000 = Date.parse('9999-12-31T24:00:00Z');

const isOnCalendar = (epochMs: number): boolean => epochMs >= YEAR_1 && epochMs < YEAR_10000;

/** Making a format takes a hundred times as long as using it. */
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

/** Node 24 does not have Temporal. Its first use takes 2 ms, that of Intl more than 10. */
const calendar = (globalThis as { readonly Temporal?: typeof Temporal }).Temporal;

/** UTC if TZ names an unknown zone. */
export function systemZone(): string {
  const name: string | undefined = calendar
    ? calendar.Now.timeZoneId()
    : Intl.DateTimeFormat().resolvedOptions().timeZone;
  return name !== undefined && isTimeZone(name) ? name : 'UTC';
}

/** "09:41". An unknown zone counts as UTC. */
export function showClock(epochMs: number, zone: string): Visible {
  if (zone !== 'UTC' && calendar && isOnCalendar(epochMs)) {
    try {
      const { hour, minute } = new calendar.ZonedDateTime(BigInt(Math.floor(epochMs)) * 1_000_000n, zone);
      return visible(`${two(hour)}:${two(minute)}`);
    } catch {
      // Intl may know a zone that Temporal does not.
    }
  }
  return visible(stampOf(epochMs, 'local', zone).slice(11, 16));
}

/** IANA names. */
export const isTimeZone = (name: string): boolean =>
  name === 'UTC' ||
  (calendar !== undefined && succeeds(() => new calendar.ZonedDateTime(0n, name))) ||
  succeeds(() => formatOf(name));

/** `offset` is ahead of UTC, in ms. */
interface ZoneDay {
  readonly offset: number;
  readonly name: string;
}

/** Undefined for a day on which the offset changes. */
const zoneDays = lazy(() => new Map<string, ZoneDay | undefined>());
/** For all zones; enough for a list of several years. */
const MOST_DAYS = 2_000;

function zoneDay(epochMs: number, zone: string): ZoneDay | undefined {
  if (zone === 'UTC') return { offset: 0, name: 'UTC' };
  const day = Math.floor(epochMs / DAY);
  const key = `${zone} ${day}`;
  const kept = zoneDays();
  if (kept.has(key)) return kept.get(key);
  if (kept.size >= MOST_DAYS) kept.clear();
  const endOf = (at: number): ZoneDay => {
    const { date, time, name } = partsInZone(at, zone);
    return { offset: Date.parse(`${date}T${time}Z`) - at, name };
  };
  const [first, last] = [endOf(day * DAY), endOf((day + 1) * DAY)];
  const made = first.offset === last.offset && first.name === last.name ? first : undefined;
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

/** Undefined for an unknown zone. Intl is slow, so it runs only twice for each day. */
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
