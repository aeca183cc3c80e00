// What Purser watches for status changes until it is final: its current status, and how it is read again.

import type { Customer } from '../api/client/service.ts';
import type { Visible } from '../lib/visible.ts';
import type { State } from '../store/state.ts';
import type { DocumentQuery } from './query.ts';

export interface Moving {
  readonly customer: Customer;
  /** Unique for its customer: `conversion ID`. */
  readonly key: string;
  /** Its name in a sentence. */
  readonly name: Visible;
  /** Its status in the newest answer; without one, in the confirmation. */
  readonly status: string | undefined;
  /**
   * When it was read, in epoch ms; undefined if only the confirmation is known. A reload may drop the answer: then the
   * placeholder is older than the announced status.
   */
  readonly asOf: number | undefined;
  /** A status that must not be missed: returned money. */
  readonly grave: boolean;
  /** How it is read until it is final; undefined if a list on the screen has it. `every` and `since`: see `Pace`. */
  readonly again?: { readonly query: DocumentQuery; readonly every: number; readonly since: number };
}

/** Everything of one kind, also what is final: a source is asked at each change of the state. */
export type MovingSource = (state: State) => readonly Moving[];
