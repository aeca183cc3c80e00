// Reads the fields of a recorded request's body. Amounts keep the digits that were sent.

import { type Decimal, isNegative, parseDecimal } from '../lib/decimal.ts';
import { type Json, JsonNumber, memberOf, parseJson, textMember } from '../lib/json.ts';
import { remembered } from '../lib/remembered.ts';
import type { Intent } from './intent.ts';

export function jsonOf(text: string | undefined): Json | undefined {
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok ? parsed.value : undefined;
}

/** Remembered, because a frame may use all rows of the journal. */
export const bodyOf = remembered(({ body }: Intent) => jsonOf(body));

export const textIn = (intent: Intent, member: string): string | undefined =>
  textMember(bodyOf(intent), member);

/** In the digits that were sent. Undefined for a negative or unreadable amount. */
export function amountIn(intent: Intent, member: string): Decimal | undefined {
  const value = memberOf(bodyOf(intent), member);
  const digits = value instanceof JsonNumber ? parseDecimal(value.source) : undefined;
  return digits === undefined || isNegative(digits) ? undefined : digits;
}
