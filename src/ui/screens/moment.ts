// The base of the times on screen: the service's clock, as far as its answers give it.

import type { State } from '../../store/state.ts';
import type { Moment } from './cells.ts';

export const momentOf = (state: State): Moment => ({
  mode: state.time,
  now: state.now + (state.skew ?? 0),
  zone: state.reach.zone,
});
