// The status changes that Purser has announced in this session. Purser announces each change once, and marks its row for
// a while.

import type { Visible } from '../lib/visible.ts';
import type { KnownCustomer, State } from './state.ts';
import { customerKey } from './workspace.ts';

export interface StatusChange {
  readonly customer: KnownCustomer;
  /** Unique for its customer. */
  readonly key: string;
  readonly name: Visible;
  readonly status: Visible;
  /** Such as returned money: the message stays until the person removes it. */
  readonly grave: boolean;
  readonly at: number;
}

const KEPT = 100;

export const withStatusChanges = (
  statusChanges: readonly StatusChange[],
  fresh: readonly StatusChange[],
): readonly StatusChange[] => [...fresh, ...statusChanges].slice(0, KEPT);

export const statusChangesHere = ({ statusChanges, customer }: State): readonly StatusChange[] =>
  customer === undefined
    ? []
    : statusChanges.filter(one => customerKey(one.customer) === customerKey(customer));

/** After a status change, in ms. */
const MARKED = 10 * 60_000;

export const hasStatusChanged = (state: State, key: string): boolean =>
  statusChangesHere(state).some(one => one.key === key && state.now - one.at < MARKED);
