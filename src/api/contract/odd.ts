/** odd.ts: the type of an answer in which any field may be absent, or be something else than was promised. */

import type { Json } from '../../lib/json.ts';
import type { Secret } from '../../lib/redact.ts';
import type { Untrusted } from '../../lib/visible.ts';
import type { AsItCame } from './as-it-came.ts';
import type { Timestamp } from './fields.ts';

/** What came where the contract promised something else; a screen shows it as it came, with a "?". */
export class Odd {
  readonly raw: Json;
  constructor(raw: Json) {
    this.raw = raw;
  }
}

/** The values that are one cell of a screen, however they are built inside. */
type Leaf = string | boolean | Untrusted | Timestamp | Secret | AsItCame;

/**
 * `T` as the server may really send it: every field of every object also absent (`undefined`) or `Odd`, lists still
 * lists, their items possibly `Odd`. The top itself is neither: a wrong top is `decode`'s `shapeError`.
 */
export type Lenient<T> = T extends Leaf
  ? T
  : T extends readonly (infer Item)[]
    ? readonly (Lenient<NonNullable<Item>> | Odd)[]
    : { readonly [K in keyof T]-?: Lenient<NonNullable<T[K]>> | Odd | undefined };
