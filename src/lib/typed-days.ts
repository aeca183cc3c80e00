// Reads typed days: `20nov`, `20..21nov`, `yesterday`, `7d`, `nov`.

import { addDays, isDate } from './time.ts';

export interface Days {
  /** The first and the last day, as YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const LAST = /^(\d{1,3})\s*(d|w)(?:ays?|eeks?)?$/;
const DAY = new RegExp(`^(\\d{1,2})(?:\\s*(${MONTH})(?:\\s*(\\d{4}))?)?$`);
const WHOLE_MONTH = new RegExp(`^(${MONTH})(?:\\s*(\\d{4}))?$`);

/** The typed parts of one day; each may be missing. */
interface TypedDay {
  readonly day: number;
  /** Counted from 1. */
  readonly month?: number;
  readonly year?: number;
}

const two = (n: number): string => String(n).padStart(2, '0');
const dateOf = (year: number, month: number, day: number): string => `${year}-${two(month)}-${two(day)}`;
const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3)) + 1;

/**
 * Returns the typed days; undefined if the text has another form. `today` is YYYY-MM-DD. If the year or month is
 * missing, the newest matching day up to today counts.
 */
export function readDays(typed: string, today: string): Days | undefined {
  const text = typed.trim().toLowerCase();
  const whole = oneDay(text, today) ?? wordOf(text, today) ?? lastOf(text, today) ?? monthIn(text, today);
  if (whole) return whole;
  const [, first, last] = /^(.*?)\s*(?:\.\.|–|-)\s*(.*)$/.exec(isoSafe(text)) ?? [];
  return first === undefined || last === undefined ? undefined : between(unsafe(first), unsafe(last), today);
}

/** Hides the hyphens of a whole date, because a hyphen also separates two days. */
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

/** The last `n` days or weeks, including today. Undefined for any other text. */
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
  const [, day, month, year] = DAY.exec(text) ?? [];
  if (day === undefined) return undefined;
  return { day: Number(day), ...(month && { month: monthOf(month) }), ...(year && { year: Number(year) }) };
}

/** The newest matching day up to `until`, if there is one. A day with a typed year may be after `until`. */
function newest(typed: TypedDay | undefined, until: string): string | undefined {
  if (!typed) return undefined;
  const { day, month, year } = typed;
  const [lastYear, lastMonth] = [Number(until.slice(0, 4)), Number(until.slice(5, 7))];
  if (year !== undefined) {
    const date = dateOf(year, month ?? 1, day);
    return isDate(date) ? date : undefined;
  }
  // Not every month has this day. Eight years have every day of the calendar, also 29 February.
  for (let back = 0; back <= 8 * 12; back++) {
    const at = lastYear * 12 + (lastMonth - 1) - back;
    if (month !== undefined && (at % 12) + 1 !== month) continue;
    const date = dateOf(Math.floor(at / 12), (at % 12) + 1, day);
    if (isDate(date) && date <= until) return date;
  }
  return undefined;
}
