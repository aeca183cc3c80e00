/** as-it-came.ts: a value that INTERFACE.md does not show. It imports no schema, so that a screen can tell such a value at the start. */

import type { Json } from '../../lib/json.ts';

/** A value that INTERFACE.md does not show: kept unchanged, `undefined` if absent. */
export class AsItCame {
  readonly raw: Json | undefined;
  constructor(raw: Json | undefined) {
    this.raw = raw;
  }
}
