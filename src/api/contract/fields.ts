/** The kinds of field in an answer. Zod is slow to make a schema, so `lazy` makes a frequent kind once. */

import * as z from 'zod';
import { amountIn } from '../../lib/amounts.ts';
import { LONGEST_NAME } from '../../lib/bounded.ts';
import { maskLongNumber } from '../../lib/card-numbers.ts';
import { asCurrencyCode } from '../../lib/currency.ts';
import { type Decimal, parseDecimal } from '../../lib/decimal.ts';
import { type Json, JsonNumber } from '../../lib/json.ts';
import { lazy } from '../../lib/lazy.ts';
import { maskCardNumbers, Secret } from '../../lib/redact.ts';
import { parseTimestamp } from '../../lib/time.ts';
import { fromServer, type Untrusted } from '../../lib/visible.ts';
import { Undocumented } from './odd.ts';

/** The service's own text, and epoch ms. */
export interface Timestamp {
  readonly text: Untrusted;
  readonly epochMs: number;
}

/** Undefined for a value that only the schema can judge. */
type Reader = (sent: unknown) => unknown;

const readers = new WeakMap<z.ZodType, Reader>();

/** Reads the same as the schema, several times as fast, if the kind has a reader. */
export const readerOf = (schema: z.ZodType): Reader | undefined => readers.get(schema);

function read<S extends z.ZodType>(schema: S, reader: Reader): S {
  readers.set(schema, reader);
  return schema;
}

/** An ID, an account number or a code, exactly as sent. A longer text is `Odd`. */
export const text = lazy(() =>
  read(z.string().max(LONGEST_NAME).transform(fromServer), sent =>
    typeof sent === 'string' && sent.length <= LONGEST_NAME ? fromServer(sent) : undefined,
  ),
);

const readCurrency = (code: string): Untrusted => fromServer(asCurrencyCode(code));

/** A listed code in any case is in capitals: `gbp` and `GBP` are one currency. */
export const currencyCode = lazy(() =>
  read(z.string().max(LONGEST_NAME).transform(readCurrency), sent =>
    typeof sent === 'string' && sent.length <= LONGEST_NAME ? readCurrency(sent) : undefined,
  ),
);

const readFreeText = (words: string): Untrusted => fromServer(maskCardNumbers(words));

/** Written by people, so card numbers in it are masked. */
export const freeText = lazy(() =>
  read(z.string().transform(readFreeText), sent =>
    typeof sent === 'string' ? readFreeText(sent) : undefined,
  ),
);

/** The service promises to mask it. Only the last four digits are kept, even if Luhn's test fails (FAULTS C28). */
export const maskedNumber = () => z.string().transform(sent => fromServer(maskLongNumber(sent)));

/** Never shown or stored. */
export function secret() {
  return z
    .string()
    .min(1)
    .transform(words => new Secret(words));
}

const inText = new WeakSet<z.ZodType>();

/** Also of a number in quotes. */
export const amountInQuotes = (schema: z.ZodType, sent: unknown): Decimal | undefined =>
  inText.has(schema) && typeof sent === 'string' ? amountIn(sent) : undefined;

function orInText<S extends z.ZodType>(schema: S): S {
  inText.add(schema);
  return schema;
}

/** With the digits as sent. A number in quotes is drift, and 1e400 is `Odd`. */
export const amount = lazy(() =>
  orInText(
    read(
      z.instanceof(JsonNumber).transform((sent, context): Decimal => {
        const digits = parseDecimal(sent.source);
        if (digits !== undefined) return digits;
        context.issues.push({ code: 'custom', message: 'not an amount', input: sent });
        return z.NEVER;
      }),
      sent => (sent instanceof JsonNumber ? parseDecimal(sent.source) : undefined),
    ),
  ),
);

function readTimestamp(words: string): Timestamp | undefined {
  const epochMs = parseTimestamp(words);
  return epochMs === undefined ? undefined : { text: fromServer(words), epochMs };
}

/** INTERFACE.md, Resources and their fields: `Z`, `+0000`, with milliseconds. */
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

/** In upper or lower case. An unlisted value becomes `Odd`. */
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

/** Any JSON value, or none. */
export const undocumented = lazy(() =>
  // parseJson made this value, so it is JSON.
  z.unknown().transform(raw => new Undocumented(raw as Json | undefined)),
);
