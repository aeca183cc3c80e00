/** undocumented.ts: a value whose form INTERFACE.md does not show. Screens import this file, so it imports no schema. */

import type { Json } from '../../lib/json.ts';

/** A value whose form INTERFACE.md does not show. `raw` is unchanged, and `undefined` if the value is absent. */
export class Undocumented {
  readonly raw: Json | undefined;
  constructor(raw: Json | undefined) {
    this.raw = raw;
  }
}
