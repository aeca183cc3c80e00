// A record whose status Purser watches until the status is final.

import type { Customer } from '../api/client/service.ts';
import type { Visible } from '../lib/visible.ts';
import type { State } from '../store/state.ts';
import type { DocumentQuery } from './query.ts';

export interface Moving {
  readonly customer: Customer;
  /** Unique among the records of one customer, such as "conversion ID". */
  readonly key: string;
  /** The record's name in a sentence. */
  readonly name: Visible;
  /** The status in the newest answer, or else in the confirmation. Undefined if neither has a status. */
  readonly status: string | undefined;
  /**
   * When the status was read, in epoch ms. Undefined if the status is from the confirmation. If a reload drops the
   * answer, the status is from the confirmation again, and may be older than the announced status.
   */
  readonly asOf: number | undefined;
  /** Whether staff must not miss the status, for example returned money. */
  readonly grave: boolean;
  /** The read that repeats until the status is final. `every`: ms between reads; `since`: epoch ms of the start. */
  readonly again?: { readonly query: DocumentQuery; readonly every: number; readonly since: number };
}

/** Returns all records of one kind, including those with a final status. Called at each change of the state. */
export type MovingSource = (state: State) => readonly Moving[];
