/** Exact decimals: a number keeps the digits that were received. */

import { markVisible, type Visible } from './brand.ts';
import { visible } from './visible.ts';

declare const decimalMark: unique symbol;

/** JSON's grammar: "1.10", "1e-7", "-0". */
export type Decimal = string & { readonly [decimalMark]: true };

const MINUS = '\u2212';

const GRAMMAR = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Arithmetic writes out all zeros. No amount is this long. */
const MAX_LENGTH = 400;
const MAX_EXPONENT = 300;

/** value = units × 10^-scale, scale ≥ 0 */
interface Scaled {
  readonly units: bigint;
  readonly scale: number;
}

/** Undefined if the text breaks JSON's grammar or a limit above. */
export function parseDecimal(text: string): Decimal | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const match = GRAMMAR.exec(text);
  if (match === null || Math.abs(Number(match[4] ?? 0)) > MAX_EXPONENT) return undefined;
  return text as Decimal;
}

export const add = (a: Decimal, b: Decimal): Decimal => combine(a, b, (x, y) => x + y);

export const subtract = (a: Decimal, b: Decimal): Decimal => combine(a, b, (x, y) => x - y);

export function multiply(a: Decimal, b: Decimal): Decimal {
  const left = scaled(a);
  const right = scaled(b);
  return written({ units: left.units * right.units, scale: left.scale + right.scale });
}

/** Zero has no sign. */
export function negate(d: Decimal): Decimal {
  if (d.startsWith('-')) return d.slice(1) as Decimal;
  return isZero(d) ? d : (`-${d}` as Decimal);
}

/** By value: 1.10 and 1.1 are equal. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const [x, y] = align(scaled(a), scaled(b));
  return x === y ? 0 : x < y ? -1 : 1;
}

/** The nearest whole step from 0 to `steps`. For drawing only, because the amount becomes a number here. */
export function stepOf(value: Decimal, low: Decimal, high: Decimal, steps: number): number {
  const span = subtract(high, low);
  if (isZero(span)) return 0;
  const [part, whole] = align(scaled(subtract(value, low)), scaled(span));
  const step = Number((2n * part * BigInt(steps) + whole) / (2n * whole));
  return Math.max(0, Math.min(steps, step));
}

const ROUND = [1n, 2n, 5n] as const;

/** For the labels of an axis: multiples of 1, 2 or 5 and a power of ten from `low` to `high`, about `most` of them. */
export function roundValues(low: Decimal, high: Decimal, most: number): readonly Decimal[] {
  const [one, other] = [scaled(low), scaled(high)];
  const [from, to] = align(one, other);
  const scale = Math.max(one.scale, other.scale);
  if (to <= from) return [];
  let step = 1n;
  for (let at = 0; (to - from) / step > BigInt(most); at++)
    step = (ROUND[at % ROUND.length] ?? 1n) * 10n ** BigInt(Math.floor(at / ROUND.length));
  const first = (from / step + (from > 0n && from % step !== 0n ? 1n : 0n)) * step;
  const values: Decimal[] = [];
  for (let units = first; units <= to; units += step) values.push(shortest({ units, scale }));
  return values;
}

function shortest({ units, scale }: Scaled): Decimal {
  return scale > 0 && units % 10n === 0n
    ? shortest({ units: units / 10n, scale: scale - 1 })
    : written({ units, scale });
}

export const ZERO = '0' as Decimal;

/** In any spelling: "0", "-0.00". */
export const isZero = (d: Decimal): boolean => !/^-?[0.]*[1-9]/.test(d);

/** False for "-0". */
export const isNegative = (d: Decimal): boolean => d.startsWith('-') && !isZero(d);

export const sizeOf = (d: Decimal): Decimal => (isNegative(d) ? negate(d) : d);

/** With thousands separators, and a minus sign as wide as a digit. Nothing is rounded. An exponent stays as sent. */
export function groupDigits(d: Decimal): Visible {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(d);
  if (match === null || d.length > MAX_LENGTH) return markVisible(visible(d).replace(/^-/, MINUS));
  const [, , whole = '', fraction = ''] = match;
  return markVisible((isNegative(d) ? MINUS : '') + whole.replace(/\B(?=(?:\d{3})+$)/g, ',') + fraction);
}

/** For text that programs read. */
export const minusAsSent = (shown: Visible): Visible => markVisible(shown.replace(/^\u2212/, '-'));

/** The reverse of `groupDigits`; a plus sign is allowed. */
export const parseShown = (shown: Visible): Decimal | undefined =>
  parseDecimal(minusAsSent(shown).replace(/^\+/, '').replaceAll(',', ''));

/** `groupDigits` shows NaN and Infinity unchanged. */
export const countText = (n: number): Visible => groupDigits(String(n) as Decimal);

/** 2 for "1.10", 7 for "1e-7". */
export function fractionDigits(d: Decimal): number {
  const [, , , fraction = '', exponent = '0'] = GRAMMAR.exec(d) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}

/** 1000.50 for 1000.5. Nothing is rounded. */
export function padFraction(d: Decimal, digits: number): Decimal {
  const missing = digits - fractionDigits(d);
  if (missing <= 0 || /e/i.test(d)) return d;
  return `${d}${d.includes('.') ? '' : '.'}${'0'.repeat(missing)}` as Decimal;
}

/** In steps of 10^-`scale`. `scale` must be at least `fractionDigits(d)`. */
export function toUnits(d: Decimal, scale: number): bigint {
  const one = scaled(d);
  return one.units * 10n ** BigInt(scale - one.scale);
}

export const fromUnits = (units: bigint, scale: number): Decimal => written({ units, scale });

function combine(a: Decimal, b: Decimal, operate: (x: bigint, y: bigint) => bigint): Decimal {
  const left = scaled(a);
  const right = scaled(b);
  return written({ units: operate(...align(left, right)), scale: Math.max(left.scale, right.scale) });
}

function scaled(d: Decimal): Scaled {
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] = GRAMMAR.exec(d) ?? [];
  const scale = fraction.length - Number(exponent);
  // parseDecimal refuses such a number. An error is better than a memory full of zeros.
  if (Math.abs(scale) > MAX_LENGTH + MAX_EXPONENT) throw new RangeError('a decimal out of range');
  const units = BigInt(sign + whole + fraction);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

function align(a: Scaled, b: Scaled): [bigint, bigint] {
  const scale = Math.max(a.scale, b.scale);
  return [a.units * 10n ** BigInt(scale - a.scale), b.units * 10n ** BigInt(scale - b.scale)];
}

function written({ units, scale }: Scaled): Decimal {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  return (sign + digits.slice(0, point) + (scale > 0 ? `.${digits.slice(point)}` : '')) as Decimal;
}

/** `reason` is the first mistake. */
export type TypedAmount =
  | { readonly ok: true; readonly value: Decimal }
  | {
      readonly ok: false;
      readonly reason:
        | 'empty'
        | 'not-a-number'
        | 'comma-decimal'
        | 'bad-grouping'
        | 'too-many-fraction-digits'
        | 'negative';
    };

/** Commas only at the thousands, digits on both sides of the point. Nothing is guessed: "1.000,50" is refused. */
export function parseTypedAmount(text: string, maxFractionDigits: number): TypedAmount {
  const typed = text.trim();
  if (typed === '') return { ok: false, reason: 'empty' };
  if (typed.length > MAX_LENGTH) return { ok: false, reason: 'not-a-number' };
  if (/^[-\u2212]/.test(typed)) return { ok: false, reason: 'negative' };
  const [, whole = '', fraction] = /^([\d,]+)(?:\.(\d+))?$/.exec(typed) ?? [];
  if (whole === '') {
    // As in 1.000,50.
    return { ok: false, reason: /^[\d.]*\.[\d.]*,\d*$/.test(typed) ? 'comma-decimal' : 'not-a-number' };
  }
  if (whole.includes(',') && !/^[1-9]\d{0,2}(?:,\d{3})+$/.test(whole)) {
    const oneComma = fraction === undefined && /^\d*,\d*$/.test(whole);
    return { ok: false, reason: oneComma ? 'comma-decimal' : 'bad-grouping' };
  }
  if (fraction !== undefined && fraction.length > maxFractionDigits) {
    return { ok: false, reason: 'too-many-fraction-digits' };
  }
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '');
  // It fits JSON's grammar and is not longer than the typed text.
  return { ok: true, value: (fraction === undefined ? digits : `${digits}.${fraction}`) as Decimal };
}

const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Positions of the first digit are within ±700, so the sum is never negative. */
const PLACES = 1000;

/** Sorts as text like the number, so that sorting 100,000 amounts needs no arithmetic. Equal numbers are equal. */
export function orderKey(d: Decimal): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = PARTS.exec(d) ?? [];
  const all = whole + fraction;
  const digits = all.replace(/^0+/, '');
  if (digits === '') return '1';
  const places = whole.length + Number(exponent) - (all.length - digits.length);
  const size = String(places + PLACES).padStart(4, '0') + digits.replace(/0+$/, '');
  return sign === '' ? `2${size}` : `0${mirrored(size)}`;
}

/** -1.2 is smaller than -1. The "~" sorts after every digit. */
const mirrored = (size: string): string => `${size.replace(/\d/g, digit => String(9 - Number(digit)))}~`;
