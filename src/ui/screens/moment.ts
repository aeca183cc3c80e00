// The moment that times on screen are reckoned from: the server's clock, as far as its answers told it.

import type { State } from '../../store/state.ts';
import type { Moment } from './cells.ts';

export const momentOf = (state: State): Moment => ({
  mode: state.time,
  now: state.now + (state.skew ?? 0),
  zone: state.reach.zone,
});
