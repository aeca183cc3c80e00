// Sort keys for exact decimals, so that sorting 100,000 amounts needs no arithmetic for each pair.

import type { Decimal } from './decimal.ts';

const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Added to the position of the first digit, so that the sum is never negative. Positions are within ±700. */
const PLACES = 1000;

/**
 * Returns a text that sorts like the number when texts are compared plainly. Equal numbers have equal keys: 1.10, 1.1
 * and 11e-1.
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

/** -1.2 is smaller than -1, so the longer number must sort first. The "~" at the end sorts after every digit. */
const mirrored = (size: string): string => `${size.replace(/\d/g, digit => String(9 - Number(digit)))}~`;
