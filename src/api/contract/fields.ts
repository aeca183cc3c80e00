/** fields.ts: the kinds of field in an answer, from which every declared result is built. */

import * as z from 'zod';
import { LONGEST_NAME } from '../../lib/bounded.ts';
import { maskLongNumber } from '../../lib/card-numbers.ts';
import { type Decimal, parseDecimal } from '../../lib/decimal.ts';
import { type Json, JsonNumber } from '../../lib/json.ts';
import { maskCardNumbers, Secret } from '../../lib/redact.ts';
import { parseTimestamp } from '../../lib/time.ts';
import { fromServer, type Untrusted } from '../../lib/visible.ts';
import { AsItCame } from './as-it-came.ts';

/** A moment: the service's own words, and their meaning in milliseconds since 1970 (UTC). */
export interface Timestamp {
  readonly text: Untrusted;
  readonly epochMs: number;
}

/** A text that names something: an ID, an account number, a code. Kept exactly as sent; one of more than 1,000 characters names nothing. */
export function text() {
  return z.string().max(LONGEST_NAME).transform(fromServer);
}

/** A text that people write. Card numbers in it are masked before anyone sees them. */
export function freeText() {
  return z.string().transform(words => fromServer(maskCardNumbers(words)));
}

/**
 * A card number that the service promises to mask. If it did not, only the last four digits are kept, whether or
 * not the check digit fits (FAULTS C28).
 */
export function maskedNumber() {
  return z.string().transform(sent => fromServer(maskLongNumber(sent)));
}

/** A text that must never be shown or stored. */
export function secret() {
  return z
    .string()
    .min(1)
    .transform(words => new Secret(words));
}

/** An amount or a rate, with the digits as sent. A number in quotes is not one, nor is 1e400. */
export function amount() {
  return z.instanceof(JsonNumber).transform((sent, context): Decimal => {
    const digits = parseDecimal(sent.source);
    if (digits !== undefined) return digits;
    context.issues.push({ code: 'custom', message: 'a number of no possible amount', input: sent });
    return z.NEVER;
  });
}

/** A moment in any form of INTERFACE.md, Resources and their fields: `Z`, `+0000`, with milliseconds. */
export function timestamp() {
  return z.string().transform((words, context): Timestamp => {
    const epochMs = parseTimestamp(words);
    if (epochMs !== undefined) return { text: fromServer(words), epochMs };
    context.issues.push({ code: 'custom', message: 'no moment that can be read', input: words });
    return z.NEVER;
  });
}

/** One of the values that INTERFACE.md lists, in any capitals. Another value becomes `Odd`. */
export function oneOf<const V extends readonly [string, ...string[]]>(values: V) {
  const listed = new Map(values.map(value => [value.toLowerCase(), value]));
  return z.preprocess(
    sent => (typeof sent === 'string' ? (listed.get(sent.toLowerCase()) ?? sent) : sent),
    z.enum(values),
  );
}

export function flag() {
  return z.boolean();
}

/** Any JSON, or nothing. */
export function asItCame() {
  // parseJson made this value, so it is JSON.
  return z.unknown().transform(raw => new AsItCame(raw as Json | undefined));
}
