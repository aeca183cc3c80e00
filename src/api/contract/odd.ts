/** odd.ts: the type of an answer in which every field may be absent or unexpected. */

import type { Json } from '../../lib/json.ts';
import type { Secret } from '../../lib/redact.ts';
import type { Untrusted } from '../../lib/visible.ts';
import type { Timestamp } from './fields.ts';

/** A value that does not fit the contract. A screen shows it unchanged, with a "?". */
export class Odd {
  readonly raw: Json;
  constructor(raw: Json) {
    this.raw = raw;
  }
}

/** Values without members of their own. `Lenient` leaves them unchanged. */
type Whole = string | boolean | Untrusted | Timestamp | Secret | Undocumented;

/**
 * `T` as the service may really send it: every field of every object may be absent (`undefined`) or `Odd`. Lists
 * stay lists, and their items may be `Odd`. If the answer itself has the wrong type, `decode` gives a `shapeError`.
 */
export type Lenient<T> = T extends Whole
  ? T
  : T extends readonly (infer Item)[]
    ? readonly (Lenient<NonNullable<Item>> | Odd)[]
    : { readonly [K in keyof T]-?: Lenient<NonNullable<T[K]>> | Odd | undefined };

/** A value whose form INTERFACE.md does not show. `raw` is unchanged, and `undefined` if the value is absent. */
export class Undocumented {
  readonly raw: Json | undefined;
  constructor(raw: Json | undefined) {
    this.raw = raw;
  }
}
