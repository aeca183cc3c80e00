/** An answer in which every field may be absent or unexpected. */

import type { Json } from '../../lib/json.ts';
import type { Secret } from '../../lib/redact.ts';
import type { Untrusted } from '../../lib/visible.ts';
import type { Timestamp } from './fields.ts';

/** Does not fit the contract. A screen shows it unchanged, with a "?". */
export class Odd {
  readonly raw: Json;
  constructor(raw: Json) {
    this.raw = raw;
  }
}

/** Undefined if the service sent no value, or one that does not fit the contract. */
export const readable = <Value>(sent: Value | Odd | undefined): Value | undefined =>
  sent instanceof Odd ? undefined : sent;

/** `Lenient` leaves these unchanged. */
type Whole = string | boolean | Untrusted | Timestamp | Secret | Undocumented;

/** `T` as the service may really send it: any field may be absent or `Odd`, and so may the items of a list. */
export type Lenient<T> = T extends Whole
  ? T
  : T extends readonly (infer Item)[]
    ? readonly (Lenient<NonNullable<Item>> | Odd)[]
    : { readonly [K in keyof T]-?: Lenient<NonNullable<T[K]>> | Odd | undefined };

/** INTERFACE.md does not show the form. Screens import this file, so it imports no schema. */
export class Undocumented {
  readonly raw: Json | undefined;
  constructor(raw: Json | undefined) {
    this.raw = raw;
  }
}
