/**
 * fields.ts: the kinds of field in an answer. Every declared result is built from them. Zod is slow to make a schema,
 * and the contract uses most kinds many times at each start. `lazy` makes each of these kinds only once.
 */

import * as z from 'zod';
import { LONGEST_NAME } from '../../lib/bounded.ts';
import { maskLongNumber } from '../../lib/card-numbers.ts';
import { type Decimal, parseDecimal } from '../../lib/decimal.ts';
import { type Json, JsonNumber } from '../../lib/json.ts';
import { lazy } from '../../lib/lazy.ts';
import { maskCardNumbers, Secret } from '../../lib/redact.ts';
import { parseTimestamp } from '../../lib/time.ts';
import { fromServer, type Untrusted } from '../../lib/visible.ts';
import { Undocumented } from './odd.ts';

/** A time: the service's own text, and the same time in milliseconds since 1970 (UTC). */
export interface Timestamp {
  readonly text: Untrusted;
  readonly epochMs: number;
}

/** Reads a value that fits its kind of field. Undefined for any other value, which only the schema can judge. */
type Reader = (sent: unknown) => unknown;

const readers = new WeakMap<z.ZodType, Reader>();

/** Reads the same as the schema, several times as fast. Undefined if this kind of field has no reader. */
export const readerOf = (schema: z.ZodType): Reader | undefined => readers.get(schema);

function read<S extends z.ZodType>(schema: S, reader: Reader): S {
  readers.set(schema, reader);
  return schema;
}

/** An ID, an account number or a code, kept exactly as sent. A text of more than 1,000 characters is `Odd`. */
export const text = lazy(() =>
  read(z.string().max(LONGEST_NAME).transform(fromServer), sent =>
    typeof sent === 'string' && sent.length <= LONGEST_NAME ? fromServer(sent) : undefined,
  ),
);

const readFreeText = (words: string): Untrusted => fromServer(maskCardNumbers(words));

/** A text that people write. Card numbers in it are masked before anyone sees them. */
export const freeText = lazy(() =>
  read(z.string().transform(readFreeText), sent =>
    typeof sent === 'string' ? readFreeText(sent) : undefined,
  ),
);

/**
 * A card number that the service promises to mask. If the service did not mask it, only the last four digits are kept,
 * whether or not the check digit fits (FAULTS C28).
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

/** An amount or a rate, with the digits as sent. A number in quotes is `Odd`, and so is 1e400. */
export const amount = lazy(() =>
  read(
    z.instanceof(JsonNumber).transform((sent, context): Decimal => {
      const digits = parseDecimal(sent.source);
      if (digits !== undefined) return digits;
      context.issues.push({ code: 'custom', message: 'not an amount', input: sent });
      return z.NEVER;
    }),
    sent => (sent instanceof JsonNumber ? parseDecimal(sent.source) : undefined),
  ),
);

function readTimestamp(words: string): Timestamp | undefined {
  const epochMs = parseTimestamp(words);
  return epochMs === undefined ? undefined : { text: fromServer(words), epochMs };
}

/** A time in any form of INTERFACE.md, Resources and their fields: `Z`, `+0000`, with milliseconds. */
export const timestamp = lazy(() =>
  read(
    z.string().transform((words, context): Timestamp => {
      const time = readTimestamp(words);
      if (time !== undefined) return time;
      context.issues.push({ code: 'custom', message: 'not a time', input: words });
      return z.NEVER;
    }),
    sent => (typeof sent === 'string' ? readTimestamp(sent) : undefined),
  ),
);

/** One of the values that INTERFACE.md lists, in upper or lower case. Any other value becomes `Odd`. */
export function oneOf<const V extends readonly [string, ...string[]]>(values: V) {
  const listed = new Map(values.map(value => [value.toLowerCase(), value]));
  const listedAs = (sent: unknown): string | undefined =>
    typeof sent === 'string' ? listed.get(sent.toLowerCase()) : undefined;
  return read(
    z.preprocess(sent => listedAs(sent) ?? sent, z.enum(values)),
    listedAs,
  );
}

export const flag = lazy(() => z.boolean());

/** Any JSON value, or an absent one. */
export const undocumented = lazy(() =>
  // parseJson made this value, so it is JSON.
  z.unknown().transform(raw => new Undocumented(raw as Json | undefined)),
);
