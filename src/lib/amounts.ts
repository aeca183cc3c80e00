/** The one reading of an amount that the service sent: as a number or as text, with the direction beside it. */

import { type Decimal, isNegative, isZero, negate, parseDecimal, parseTypedAmount } from './decimal.ts';
import { type Json, JsonNumber } from './json.ts';

/** A comma alone may be a decimal comma: 1,234. Twelve or more digits may be a card number. */
const UNCLEAR = /^[^.,]*,[^.,]*$|^\d{12,}$/;

/** Of a text such as `-1,234.56`. Undefined if two people could read it as two amounts. */
function amountInText(text: string): Decimal | undefined {
  const [, minus = '', digits = ''] = /^([-\u2212]?)([\d.,]+)$/.exec(text.trim()) ?? [];
  if (digits === '' || UNCLEAR.test(digits)) return undefined;
  const read = parseTypedAmount(digits, Number.POSITIVE_INFINITY);
  if (!read.ok) return undefined;
  return minus === '' ? read.value : negate(read.value);
}

export function amountIn(sent: Json | undefined): Decimal | undefined {
  if (sent instanceof JsonNumber) return parseDecimal(sent.source);
  return typeof sent === 'string' ? amountInText(sent) : undefined;
}

/** A sign that the service sent counts more than its word for the direction. */
export const isDirected = (amount: Decimal, direction: unknown): boolean =>
  isNegative(amount) || isWord(direction, 'CREDIT') || isWord(direction, 'DEBIT');

/** INTERFACE.md, account transactions: the direction is not in `amount`. */
export const directed = (amount: Decimal, direction: unknown): Decimal =>
  isWord(direction, 'DEBIT') && !isNegative(amount) && !isZero(amount) ? negate(amount) : amount;

const isWord = (direction: unknown, word: string): boolean =>
  typeof direction === 'string' && direction.toUpperCase() === word;
