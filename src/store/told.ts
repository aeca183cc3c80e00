// A change of status that was announced: kept for the session, so that nothing is said twice and its row can be marked; pure.

import type { Visible } from '../lib/visible.ts';
import type { KnownCustomer, State } from './state.ts';
import { customerKey } from './workspace.ts';

export interface Told {
  readonly customer: KnownCustomer;
  /** What changed, as whoever watches it calls it: unique for its customer. */
  readonly key: string;
  readonly name: Visible;
  readonly status: Visible;
  /** Money came back, or the like: it is said until somebody has seen it. */
  readonly grave: boolean;
  /** Epoch ms by this machine's clock. */
  readonly at: number;
}

const KEPT = 100;

export const withTold = (told: readonly Told[], fresh: readonly Told[]): readonly Told[] =>
  [...fresh, ...told].slice(0, KEPT);

/** Those of the customer in front. */
export const toldHere = ({ told, customer }: State): readonly Told[] =>
  customer === undefined ? [] : told.filter(one => customerKey(one.customer) === customerKey(customer));

/** For how long, in ms, a row is marked after its status changed. */
const MARKED = 10 * 60_000;

/** Whether a row is marked for a change that was announced a while ago. */
export const isToldOf = (state: State, key: string): boolean =>
  toldHere(state).some(one => one.key === key && state.now - one.at < MARKED);
