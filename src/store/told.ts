// Announced status changes, kept for the session so that each is announced once and its row can be marked. Pure.

import type { Visible } from '../lib/visible.ts';
import type { KnownCustomer, State } from './state.ts';
import { customerKey } from './workspace.ts';

export interface StatusChange {
  readonly customer: KnownCustomer;
  /** The watcher's name for the change, unique for its customer. */
  readonly key: string;
  readonly name: Visible;
  readonly status: Visible;
  /** For example returned money: announced until somebody has seen it. */
  readonly grave: boolean;
  /** Epoch ms by this machine's clock. */
  readonly at: number;
}

const KEPT = 100;

export const withTold = (
  told: readonly StatusChange[],
  fresh: readonly StatusChange[],
): readonly StatusChange[] => [...fresh, ...told].slice(0, KEPT);

/** The status changes of the selected customer. */
export const toldHere = ({ told, customer }: State): readonly StatusChange[] =>
  customer === undefined ? [] : told.filter(one => customerKey(one.customer) === customerKey(customer));

/** How long a row stays marked after a status change, in ms. */
const MARKED = 10 * 60_000;

/** Whether a row is marked for a recent status change. */
export const isToldOf = (state: State, key: string): boolean =>
  toldHere(state).some(one => one.key === key && state.now - one.at < MARKED);
