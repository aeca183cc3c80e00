// The order of exact decimals as text, so that sorting a hundred thousand needs no arithmetic per pair.

import type { Decimal } from './decimal.ts';

const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Added to the position of the first digit so that it is never negative; decimals are within ±700. */
const PLACES = 1000;

/**
 * A text that sorts like the number, by plain comparison. Equal numbers have equal texts, in any spelling: 1.10,
 * 1.1 and 11e-1.
 */
export function orderKey(d: Decimal): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = PARTS.exec(d) ?? [];
  const all = whole + fraction;
  const digits = all.replace(/^0+/, '');
  if (digits === '') return '1';
  const places = whole.length + Number(exponent) - (all.length - digits.length);
  const size = String(places + PLACES).padStart(4, '0') + digits.replace(/0+$/, '');
  return sign === '' ? `2${size}` : `0${mirrored(size)}`;
}

/** Of two negative numbers with the same beginning, the longer is the smaller, so the end sorts above every digit. */
const mirrored = (size: string): string => `${size.replace(/\d/g, digit => String(9 - Number(digit)))}~`;
