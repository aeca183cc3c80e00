/** odd.ts: the type of an answer in which any field may be absent or unexpected. */

import type { Json } from '../../lib/json.ts';
import type { Secret } from '../../lib/redact.ts';
import type { Untrusted } from '../../lib/visible.ts';
import type { AsItCame } from './as-it-came.ts';
import type { Timestamp } from './fields.ts';

/** A value other than the contract promised. A screen shows it unchanged, with a "?". */
export class Odd {
  readonly raw: Json;
  constructor(raw: Json) {
    this.raw = raw;
  }
}

/** The values that fill one cell of a screen, whatever is inside them. */
type CellValue = string | boolean | Untrusted | Timestamp | Secret | AsItCame;

/**
 * `T` as the service may really send it: every field of every object may be absent (`undefined`) or `Odd`. Lists
 * stay lists, and their items may be `Odd`. A wrong top is neither: it is `decode`'s `shapeError`.
 */
export type Lenient<T> = T extends CellValue
  ? T
  : T extends readonly (infer Item)[]
    ? readonly (Lenient<NonNullable<Item>> | Odd)[]
    : { readonly [K in keyof T]-?: Lenient<NonNullable<T[K]>> | Odd | undefined };
