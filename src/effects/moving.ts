// A record whose status Purser watches until the status is final.

import type { Customer } from '../api/client/call-context.ts';
import type { Visible } from '../lib/visible.ts';
import type { ReadQuery } from '../records/query.ts';
import type { State } from '../store/state.ts';

export interface Moving {
  readonly customer: Customer;
  /** Unique for one customer, such as "conversion ID". */
  readonly key: string;
  readonly name: Visible;
  /** From the newest answer, or else from the confirmation. */
  readonly status: string | undefined;
  /** In epoch ms. Undefined if the status is from the confirmation, which may be old after a reload. */
  readonly asOf: number | undefined;
  /** Staff must not miss the status: returned money. */
  readonly grave: boolean;
  /** Repeats until the status is final. `every`: ms between reads; `since`: epoch ms of the start. */
  readonly again?: { readonly query: ReadQuery; readonly every: number; readonly since: number };
  /** Only if a person asked for the watch. It ends if this is not `on`. */
  readonly watched?: 'on' | 'last' | 'expired' | 'unreadable';
}

export type MovingSource = (state: State) => readonly Moving[];
