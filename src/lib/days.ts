/** Days of the calendar: typed days, moves by months and business days, and local times in a time zone. */

import { addDays, DAY, isDate, MONTHS, SECOND, stampOf, todayIn, two } from './time.ts';

export interface Days {
  /** YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const LAST = /^(\d{1,3})\s*(d|w)(?:ays?|eeks?)?$/;
const ONE_DAY = new RegExp(`^(\\d{1,2})(?:\\s*(${MONTH})(?:\\s*(\\d{4}))?)?$`);
const WHOLE_MONTH = new RegExp(`^(${MONTH})(?:\\s*(\\d{4}))?$`);

interface TypedDay {
  readonly day: number;
  /** Counted from 1. */
  readonly month?: number;
  readonly year?: number;
}

const dateOf = (year: number, month: number, day: number): string => `${year}-${two(month)}-${two(day)}`;
const monthOf = (name: string): number =>
  MONTHS.findIndex(month => month.toLowerCase() === name.slice(0, 3)) + 1;

/** `20nov`, `20..21nov`, `yesterday`, `7d`, `nov`. Without a year, the newest matching day up to `today`. */
export function readDays(typed: string, today: string): Days | undefined {
  const text = typed.trim().toLowerCase();
  const whole = oneDay(text, today) ?? wordOf(text, today) ?? lastOf(text, today) ?? monthIn(text, today);
  if (whole) return whole;
  const [, first, last] = /^(.*?)\s*(?:\.\.|–|-)\s*(.*)$/.exec(isoSafe(text)) ?? [];
  return first === undefined || last === undefined ? undefined : between(unsafe(first), unsafe(last), today);
}

/** A hyphen also separates two days. */
const isoSafe = (text: string): string => text.replace(/(\d{4})-(\d{2})-(\d{2})/g, '$1/$2/$3');
const unsafe = (text: string): string => text.replaceAll('/', '-');

function oneDay(text: string, today: string): Days | undefined {
  const date = isDate(text) ? text : newest(typedDay(text), today);
  return date === undefined ? undefined : { from: date, to: date };
}

function wordOf(text: string, today: string): Days | undefined {
  if (text.length < 3) return undefined;
  const back = ['today', 'yesterday'].findIndex(word => word.startsWith(text));
  const date = addDays(today, -back);
  return back < 0 ? undefined : { from: date, to: date };
}

/** Including today. */
function lastOf(text: string, today: string): Days | undefined {
  const [, count, unit] = LAST.exec(text) ?? [];
  const days = Number(count) * (unit === 'w' ? 7 : 1);
  return days >= 1 ? { from: addDays(today, 1 - days), to: today } : undefined;
}

function monthIn(text: string, today: string): Days | undefined {
  const [, name, year] = WHOLE_MONTH.exec(text) ?? [];
  if (name === undefined) return undefined;
  const from = newest({ day: 1, month: monthOf(name), ...(year && { year: Number(year) }) }, today);
  if (from === undefined) return undefined;
  const next = addDays(from, 31);
  return { from, to: addDays(next, -Number(next.slice(8))) };
}

function between(first: string, last: string, today: string): Days | undefined {
  if (first === '' && last === '') return undefined;
  const to = last === '' ? today : (oneDay(last, today) ?? wordOf(last, today))?.to;
  if (to === undefined) return undefined;
  const begins = typedDay(first);
  // `20..21nov`: the first day is in the month of the last day, or earlier.
  const from = begins ? newest(begins, to) : (oneDay(first, to) ?? wordOf(first, today))?.from;
  return from === undefined || from > to ? undefined : { from, to };
}

function typedDay(text: string): TypedDay | undefined {
  const [, day, month, year] = ONE_DAY.exec(text) ?? [];
  if (day === undefined) return undefined;
  return { day: Number(day), ...(month && { month: monthOf(month) }), ...(year && { year: Number(year) }) };
}

/** A day with a typed year may be after `until`. */
function newest(typed: TypedDay | undefined, until: string): string | undefined {
  if (!typed) return undefined;
  const { day, month, year } = typed;
  const [lastYear, lastMonth] = [Number(until.slice(0, 4)), Number(until.slice(5, 7))];
  if (year !== undefined) {
    const date = dateOf(year, month ?? 1, day);
    return isDate(date) ? date : undefined;
  }
  // Eight years have every day of the calendar, also 29 February.
  for (let back = 0; back <= 8 * 12; back++) {
    const at = lastYear * 12 + (lastMonth - 1) - back;
    if (month !== undefined && (at % 12) + 1 !== month) continue;
    const date = dateOf(Math.floor(at / 12), (at % 12) + 1, day);
    if (isDate(date) && date <= until) return date;
  }
  return undefined;
}

/** Epoch ms. If the clocks skip `time`, the moment of the change; if they show it twice, the first moment. */
export function momentIn(zone: string, date: string, time: string): number {
  const asUtc = Date.parse(`${date}T${time}Z`);
  const offsets = [asUtc - DAY, asUtc + DAY].map(around => offsetAt(zone, around));
  const moments = offsets.map(offset => asUtc - offset).toSorted((a, b) => a - b);
  return moments.find(moment => wallAt(zone, moment) === asUtc) ?? changeIn(zone, moments, asUtc);
}

function changeIn(zone: string, moments: readonly number[], asUtc: number): number {
  let [before, after] = [Math.min(...moments), Math.max(...moments)];
  while (after - before > SECOND) {
    const middle = before + Math.floor((after - before) / 2 / SECOND) * SECOND;
    if (wallAt(zone, middle) < asUtc) before = middle;
    else after = middle;
  }
  return after;
}

/** In ms. */
const offsetAt = (zone: string, moment: number): number => wallAt(zone, moment) - moment;

/** As if it were UTC. */
const wallAt = (zone: string, moment: number): number =>
  zone === 'UTC'
    ? Math.floor(moment / SECOND) * SECOND
    : Date.parse(`${stampOf(moment, 'local', zone).slice(0, 19).replace(' ', 'T')}Z`);

export function sameTimeOn(zone: string, moment: number, move: (day: string) => string): number {
  const shown = new Date(wallAt(zone, moment)).toISOString();
  const rest = ((moment % SECOND) + SECOND) % SECOND;
  return momentIn(zone, move(shown.slice(0, 10)), shown.slice(11, 19)) + rest;
}

/** Its date in UTC too, if that differs. */
export const daysAt = (zone: string, moment: number): readonly string[] => [
  ...new Set([todayIn(zone, moment), todayIn('UTC', moment)]),
];

/** Bank holidays count as business days. */
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

/** Or the last day of a shorter month. */
export function addMonths(date: string, n: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const count = year * 12 + month - 1 + n;
  const start = `${String(Math.floor(count / 12)).padStart(4, '0')}-${two((count % 12) + 1)}-`;
  for (let last = day; last > 27; last--) {
    const candidate = start + two(last);
    if (isDate(candidate)) return candidate;
  }
  return start + two(Math.min(day, 28));
}
