/** The kinds of field that Purser sends. They are strict, so that no mistake is sent. */

import * as z from 'zod';
import { isCountryForm, isCurrencyFilter, isCurrencyForm } from '../../lib/currency.ts';
import { type Decimal, fractionDigits, isNegative, isZero, parseDecimal } from '../../lib/decimal.ts';
import { type Json, JsonNumber } from '../../lib/json.ts';
import { lazy } from '../../lib/lazy.ts';
import { isDate } from '../../lib/time.ts';

/** An ID, or a filter with unlisted values. request.ts checks the characters, which differ for path and headers. */
export const someText = lazy(() => z.string().min(1, { error: 'the value is empty' }));

export const currency = lazy(() =>
  z.string().refine(isCurrencyForm, { error: 'a currency is three capital letters, such as GBP' }),
);

/** Only the service knows which currencies its records have. */
export const currencyFilter = lazy(() =>
  z.string().refine(isCurrencyFilter, { error: 'a currency is three to six capital letters, such as GBP' }),
);

/** The number or the size of a page. */
export const count = lazy(() =>
  z.int({ error: 'a whole number is required' }).min(1, { error: 'must be 1 or more' }),
);

export function whole(least: number, most = Number.MAX_SAFE_INTEGER) {
  return z
    .int({ error: 'a whole number is required' })
    .min(least)
    .max(most, { error: `is ${most} at most` });
}

/** INTERFACE.md, Resources and their fields. */
export const day = lazy(() => z.string().refine(isDate, { error: 'must be a real day as YYYY-MM-DD' }));

/** On the wire, a JSON number with exactly these digits. */
export function money() {
  return z.codec(
    z.instanceof(JsonNumber, { error: 'an amount is a number' }),
    z.custom<Decimal>(isMoney, {
      error: 'an amount has only digits and at most one decimal point, and is more than 0',
    }),
    { decode: sent => sent.source, encode: digits => new JsonNumber(digits) },
  );
}

function isMoney(given: unknown): boolean {
  const digits = typeof given === 'string' ? parseDecimal(given) : undefined;
  return digits !== undefined && !/e/i.test(digits) && !isNegative(digits) && !isZero(digits);
}

/** INTERFACE.md, Limits: card limit amount. */
export const wholeMoney = () =>
  money().refine(digits => fractionDigits(digits) === 0, { error: 'a limit is a whole number' });

export const country = lazy(() =>
  z.string().refine(isCountryForm, { error: 'a country is two capital letters, such as GB' }),
);

/** Without a documented type. */
export function anyJson() {
  return z.custom<Json>(isJson, {
    error: 'must be a text, a number, true, false, null, or a list or object of these',
  });
}

function isJson(given: unknown): boolean {
  if (given === null || typeof given === 'string' || typeof given === 'boolean') return true;
  if (typeof given !== 'object') return false;
  return given instanceof JsonNumber || Object.values(given).every(isJson);
}

/** `ids` only name the record that changes. */
export function changesSomething<T extends z.ZodObject>(schema: T, ...ids: readonly string[]): T {
  return schema.refine(
    given => Object.entries(given).some(([name, value]) => value !== undefined && !ids.includes(name)),
    { error: 'the request changes nothing' },
  );
}

/** Marks a sentence for people about a member that is absent. */
export const OF_ABSENT = { params: { ofAbsent: true } } as const;

export const isOfAbsent = (issue: z.core.$ZodIssue | undefined): boolean =>
  issue?.code === 'custom' && issue.params?.['ofAbsent'] === true;

/** The service calculates the other amount. */
export function oneAmount<T extends z.ZodObject>(schema: T): T {
  return schema.refine(
    given => (given['source_amount'] === undefined) !== (given['destination_amount'] === undefined),
    { path: ['source_amount'], error: 'or destination_amount is required, and not both', ...OF_ABSENT },
  );
}

/** Undefined if the schema does not accept `name`. */
export function memberSchema(schema: z.ZodObject | undefined, name: string): z.ZodType | undefined {
  if (schema === undefined) return undefined;
  if (Object.hasOwn(schema.shape, name)) return schema.shape[name];
  const { catchall } = schema.def;
  return catchall instanceof z.ZodType && !(catchall instanceof z.ZodNever) ? catchall : undefined;
}
