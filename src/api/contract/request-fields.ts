/** request-fields.ts: what we send; strict, so that a slip is refused in words before anything leaves. */

import * as z from 'zod';
import { isDate } from '../../lib/time.ts';

/** Some text: an ID, or a filter whose full list INTERFACE.md doesn't give. Where it goes decides what it may hold. */
export function someText() {
  return z.string().min(1, { error: 'nothing was given' });
}

/** A three-letter currency code. */
export function currency() {
  return z.string().regex(/^[A-Z]{3}$/, { error: 'a currency is three capital letters, such as GBP' });
}

/** A page or its size, counted from 1. */
export function count() {
  return z.int({ error: 'a whole number is needed' }).min(1, { error: 'must be 1 or more' });
}

/** A day, `YYYY-MM-DD` (INTERFACE.md, Resources and their fields). */
export function day() {
  return z.string().refine(isDate, { error: 'a day is written YYYY-MM-DD and must exist' });
}
