// The order of exact decimals as text, so that a hundred thousand are sorted without arithmetic for each pair.

import type { Decimal } from './decimal.ts';

const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Added to the place of the first digit so that it is never negative; a decimal's is within ±700. */
const PLACES = 1000;

/**
 * A text that stands to that of any other decimal, by plain comparison, as the one number stands to the other; the same
 * for equal numbers, however they are written: 1.10, 1.1 and 11e-1.
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

/** Of two negative numbers the longer one with the same beginning is the smaller: the end is higher than any digit. */
const mirrored = (size: string): string => `${size.replace(/\d/g, digit => String(9 - Number(digit)))}~`;
