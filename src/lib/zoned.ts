/** Converts days and local times in a time zone, for deadlines at a local time of day. */

import { addDays, isDate, todayIn } from './time.ts';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

/**
 * Returns the moment, in epoch milliseconds, when clocks in the IANA `zone` show `time` (HH:MM or HH:MM:SS) on `date` (YYYY-MM-DD).
 * If the clocks skip that time, returns the moment of the change. If they show that time twice, returns the first
 * moment.
 */
export function momentIn(zone: string, date: string, time: string): number {
  const asUtc = Date.parse(`${date}T${time}Z`);
  const offsets = [asUtc - DAY, asUtc + DAY].map(around => offsetAt(zone, around));
  const moments = offsets.map(offset => asUtc - offset).toSorted((a, b) => a - b);
  return moments.find(moment => wallAt(zone, moment) === asUtc) ?? changeIn(zone, moments, asUtc);
}

/** The moment between `moments` at which the clocks skip the local time `asUtc`. */
function changeIn(zone: string, moments: readonly number[], asUtc: number): number {
  let [before, after] = [Math.min(...moments), Math.max(...moments)];
  while (after - before > SECOND) {
    const middle = before + Math.floor((after - before) / 2 / SECOND) * SECOND;
    if (wallAt(zone, middle) < asUtc) before = middle;
    else after = middle;
  }
  return after;
}

/** How far clocks in `zone` are ahead of UTC at a moment, in ms. */
const offsetAt = (zone: string, moment: number): number => wallAt(zone, moment) - moment;

/** The local time in `zone`, as if it were UTC. */
function wallAt(zone: string, moment: number): number {
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(moment);
  return Date.parse(`${shown.replace(' ', 'T')}Z`);
}

/** Returns the moment with the same local time in `zone`, on the day that `move` returns. */
export function sameTimeOn(zone: string, moment: number, move: (day: string) => string): number {
  const shown = new Date(wallAt(zone, moment)).toISOString();
  const rest = ((moment % SECOND) + SECOND) % SECOND;
  return momentIn(zone, move(shown.slice(0, 10)), shown.slice(11, 19)) + rest;
}

/** The date of a moment in `zone`, and its date in UTC if that differs. */
export function daysAt(zone: string, moment: number): readonly string[] {
  return [...new Set([todayIn(zone, moment), todayIn('UTC', moment)])];
}

/** The `n`th day after `date` that is not a Saturday or Sunday. Bank holidays count as business days. */
export function addBusinessDays(date: string, n: number): string {
  let day = date;
  for (let left = n; left > 0; ) {
    day = addDays(day, 1);
    if (!isWeekend(day)) left -= 1;
  }
  return day;
}

function isWeekend(date: string): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}

/** The same day `n` months later, or the last day of a shorter month. */
export function addMonths(date: string, n: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const count = year * 12 + month - 1 + n;
  const start = `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-`;
  for (let last = day; last > 27; last--) {
    const candidate = start + String(last).padStart(2, '0');
    if (isDate(candidate)) return candidate;
  }
  return start + String(Math.min(day, 28)).padStart(2, '0');
}
