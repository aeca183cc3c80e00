// What moves by itself at the service until it has come to rest: as it is known now, and how it is read again meanwhile.

import type { Customer } from '../api/client/service.ts';
import type { Visible } from '../lib/visible.ts';
import type { State } from '../store/state.ts';
import type { DocumentQuery } from './query.ts';

export interface Moving {
  readonly customer: Customer;
  /** Unique for its customer: `conversion ID`. */
  readonly key: string;
  /** What it is called in a sentence. */
  readonly name: Visible;
  /** As it is known now, by the newest answer that was read; without one, by what was confirmed. */
  readonly status: string | undefined;
  /**
   * When it was read, in epoch ms; undefined where it is only what was confirmed. An answer may be dropped while the
   * screen reads anew: what stands in for it then is older than what was said.
   */
  readonly asOf: number | undefined;
  /** A status that must not be overlooked: money came back. */
  readonly grave: boolean;
  /** How it is read, as long as it moves; not where a list on the screen brings it. `every` and `since`: see `Pace`. */
  readonly again?: { readonly query: DocumentQuery; readonly every: number; readonly since: number };
}

/** Everything of one kind, what has come to rest included: a source is asked at each change of the state. */
export type MovingSource = (state: State) => readonly Moving[];
