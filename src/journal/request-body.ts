// Reads the fields of a recorded request's body, in the digits that were sent.

import { type Decimal, isNegative, parseDecimal } from '../lib/decimal.ts';
import { type Json, JsonNumber, memberOf, parseJson } from '../lib/json.ts';
import { remembered } from '../lib/remembered.ts';
import type { Intent } from './intent.ts';

/** The sent body as JSON. Read once for each intent: a frame may look through all rows of the journal. */
export const bodyOf = remembered(({ body }: Intent): Json | undefined => {
  const parsed = body === undefined ? undefined : parseJson(body);
  return parsed?.ok ? parsed.value : undefined;
});

/** A text of the sent body. */
export function textIn(intent: Intent, member: string): string | undefined {
  const value = memberOf(bodyOf(intent), member);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** An amount of the sent body, in its own digits; undefined for a negative or unreadable one. */
export function amountIn(intent: Intent, member: string): Decimal | undefined {
  const value = memberOf(bodyOf(intent), member);
  const digits = value instanceof JsonNumber ? parseDecimal(value.source) : undefined;
  return digits === undefined || isNegative(digits) ? undefined : digits;
}
