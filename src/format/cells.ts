// Values of the contract as cells. An absent value is a dash; an unexpected value is shown unchanged after a "?".

import type { Timestamp } from '../api/contract/fields.ts';
import { Odd } from '../api/contract/odd.ts';
import { directed, isDirected } from '../lib/amounts.ts';
import { boundedJsonText, boundedText } from '../lib/bounded.ts';
import { currencyDigits, isCurrencyCode } from '../lib/currency.ts';
import { type Decimal, fractionDigits, groupDigits, isNegative, isZero } from '../lib/decimal.ts';
import { JsonNumber } from '../lib/json.ts';
import { maskCardNumbers } from '../lib/redact.ts';
import { remembered } from '../lib/remembered.ts';
import { DAY, showDate, showTime, stampOf, type TimeMode } from '../lib/time.ts';
import { fromServer, t, type Untrusted, unsafeText, type Visible, visible } from '../lib/visible.ts';
import { cut } from '../lib/width.ts';
import type { State } from '../store/state.ts';
import { type Cell, DASH, type Tone } from './entry.ts';

export interface Moment {
  readonly mode: TimeMode;
  /** Epoch ms by the service's clock. */
  readonly now: number;
  readonly zone: string;
}

/** In characters. Raw JSON has the rest. */
const ODD_SHOWN = 500;

const oddText = ({ raw }: Odd): Visible => {
  const text = typeof raw === 'string' ? raw : raw instanceof JsonNumber ? raw.source : boundedJsonText(raw);
  return visible(maskCardNumbers(boundedText(text, ODD_SHOWN)));
};
const odd = remembered((value: Odd): Cell => ({ text: t`? ${oddText(value)}`, tone: 'warn' }));

export function textCell(value: Untrusted | string | Odd | undefined, tone?: Tone): Cell {
  if (value === undefined) return DASH;
  if (value instanceof Odd) return odd(value);
  const text = visible(value);
  return text === '' ? DASH : { text, ...(tone ? { tone } : {}) };
}

/** A card number, also a masked one, or an IBAN, without spaces. */
const NUMBER = /^(?:[\dXx*•]{12,19}|[A-Z]{2}\d\d[\dA-Z]{11,30})$/;

/** Groups of four, to read out. Another text is unchanged. */
export const inFours = (text: Visible): Visible =>
  NUMBER.test(text) ? visible(text.replace(/.{4}(?=.)/gu, '$& ')) : text;

export function numberCell(value: Untrusted | Odd | undefined): Cell {
  const cell = textCell(value);
  return { ...cell, text: inFours(cell.text) };
}

/** For a list: a filter and a copy take the number without spaces. */
export function listedNumber(value: Untrusted | Odd | undefined): Cell {
  const cell = textCell(value);
  const short = inFours(cell.text);
  return short === cell.text ? cell : { ...cell, short };
}

/** A currency that doesn't fit the amount has a "?". */
export function amountCell(value: Decimal | Odd | undefined, currency?: Untrusted | Odd | undefined): Cell {
  const known = currency === undefined || fits(value, currency);
  const unit = currency === undefined ? {} : { unit: unitText(currency, known) };
  if (value === undefined) return { ...DASH, ...unit };
  if (value instanceof Odd) return { ...odd(value), ...unit };
  const tone = known ? isNegative(value) && 'bad' : 'warn';
  return { text: groupDigits(value), ...unit, ...(tone ? { tone } : {}) };
}

/**
 * The rule for all amounts that moved: money in is green with a plus, money out violet with a minus. A balance is plain, or
 * red below zero: `amountCell`.
 */
export function signedCell(
  value: Decimal | Odd | undefined,
  currency: Untrusted | Odd | undefined,
  direction?: string | Odd,
): Cell {
  const cell = amountCell(value, currency);
  if (value === undefined || value instanceof Odd || isZero(value)) return cell;
  const toned = (tone: Tone): Cell => ({ ...cell, tone: cell.tone === 'warn' ? 'warn' : tone });
  if (isNegative(value)) return toned('money-out');
  if (isNegative(directed(value, direction))) return { ...toned('money-out'), sign: '−' };
  return isDirected(value, direction) ? { ...toned('money-in'), sign: '+' } : cell;
}

/** The service sent the sign. */
export const movedCell = (value: Decimal | Odd | undefined, currency: Untrusted | Odd | undefined): Cell =>
  signedCell(value, currency, 'CREDIT');

function unitText(currency: Untrusted | Odd, known: boolean): Visible {
  if (currency instanceof Odd) return cut(odd(currency).text, 12);
  return known ? visible(currency, 12) : t`? ${visible(currency, 12)}`;
}

/** A text that is no currency has a "?", as beside an amount. */
export const currencyCell = (value: Untrusted | Odd | undefined): Cell =>
  value === undefined || fits(undefined, value) || textCell(value).text === DASH.text
    ? textCell(value)
    : { text: unitText(value, false), tone: 'warn' };

/** Enough decimal places for the amount; trailing zeros need none. */
function fits(value: Decimal | Odd | undefined, currency: Untrusted | Odd): boolean {
  if (currency instanceof Odd) return false;
  const code = unsafeText(currency);
  if (value === undefined || value instanceof Odd) return isCurrencyCode(code);
  const needed = /^[^eE]*\.(\d*?)0*$/.exec(value)?.[1]?.length ?? fractionDigits(value);
  return isCurrencyCode(code) && needed <= (currencyDigits(code) ?? Number.POSITIVE_INFINITY);
}

export function timeCell(value: Timestamp | Odd | undefined, { mode, now, zone }: Moment): Cell {
  if (value === undefined) return DASH;
  if (value instanceof Odd) return odd(value);
  return { text: showTime(value.epochMs, mode, now, zone) };
}

/** A dialog compares its lines as text, so the text must not depend on the reader's time zone. */
export const utcCell = (value: Timestamp | Odd | undefined): Cell =>
  timeCell(value, { mode: 'utc', now: 0, zone: 'UTC' });

export function flagCell(value: boolean | Odd | undefined): Cell {
  if (value === undefined) return DASH;
  return value instanceof Odd ? odd(value) : { text: value ? t`yes` : t`no` };
}

/** A time in place of an age. */
export const asClock = ({ mode, ...of }: Moment) => ({
  ...of,
  mode: mode === 'utc' ? mode : ('local' as const),
});

/** Of a time in epoch ms. Never an age. */
export function clockText(at: number, moment: Moment): Visible {
  const { mode, now, zone } = asClock(moment);
  return showTime(at, mode, now, zone);
}

export const timeHeading = ({ mode }: Moment): Visible => (mode === 'utc' ? t`Time UTC` : t`Time`);

/** In ms: such a day is clear without its year. */
const HALF_YEAR = 180 * DAY;

/** `21 Nov 22:25`, or `21 Nov 2024` if it is far away. A filter finds the full date and time too. */
export function minuteCell(value: Timestamp | Odd | undefined, moment: Moment): Cell {
  const { mode, now, zone } = moment;
  if (mode === 'relative' || !(value && 'epochMs' in value)) return timeCell(value, moment);
  const stamp = stampOf(value.epochMs, mode, zone);
  const text = visible(stamp.slice(0, 16));
  if (text === DASH.text) return DASH;
  const near =
    stampOf(now, mode, zone).startsWith(stamp.slice(0, 4)) || Math.abs(now - value.epochMs) < HALF_YEAR;
  const date = showDate(stamp);
  return { text, short: near ? t`${visible(date.slice(0, 6))} ${visible(text.slice(11))}` : date };
}

/** Of a time that Purser computed. */
export const epochCell = (at: number, moment: Moment): Cell =>
  minuteCell({ text: fromServer(''), epochMs: at }, moment);

/** A word that the API does not list. A list has room for the "?" only. */
export const oddStatus = remembered((value: Odd): Cell => {
  const cell = odd(value);
  const isWord = typeof value.raw === 'string' && /^\w{1,40}$/.test(value.raw);
  return isWord ? { ...cell, text: t`${oddText(value)} (not documented)`, short: cell.text } : cell;
});

export function statusCell<S extends string>(
  value: S | Odd | undefined,
  tones: Readonly<Record<S, Tone>>,
): Cell {
  if (value === undefined) return DASH;
  return value instanceof Odd ? oddStatus(value) : { text: visible(value), tone: tones[value] };
}

export const worded = <S extends string>(
  value: S | Odd | undefined,
  words: Readonly<Record<S, Visible>>,
): Cell => (value === undefined || value instanceof Odd ? textCell(value) : { text: words[value] });

export function wordsCell(values: readonly (Untrusted | string | Odd)[] | Odd | undefined): Cell {
  if (values === undefined) return DASH;
  if (values instanceof Odd) return odd(values);
  if (values.length === 0) return { text: t`none`, tone: 'dim' };
  const words = values.map(value => textCell(value).text);
  return { text: words.reduce((all: Visible, word) => t`${all}, ${word}`) };
}

export const momentOf = (state: State): Moment => ({
  mode: state.time,
  now: state.now + (state.skew ?? 0),
  zone: state.reach.zone,
});

/** "12 s ago"; both in epoch ms. */
export function ageText(asOf: number | undefined, now: number): Visible | undefined {
  if (asOf === undefined) return undefined;
  const seconds = Math.max(0, Math.floor((now - asOf) / 1000));
  if (seconds < 60) return t`${seconds} s ago`;
  return seconds < 3600 ? t`${Math.floor(seconds / 60)} min ago` : t`${Math.floor(seconds / 3600)} h ago`;
}
