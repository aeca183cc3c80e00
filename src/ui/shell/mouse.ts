// The wheel moves like the arrow keys, and a click selects a row. The mouse never opens a record and never confirms a
// write.

import type { Key } from '../../keys/key.ts';
import type { MouseReport } from '../../keys/sequence.ts';
import type { App } from '../../money/app.ts';
import type { Console } from './console.ts';

/** The number of rows that one notch of the wheel moves. */
const NOTCH = 3;

export const mouse =
  (app: App, console: Console, onKey: (key: Key) => void) =>
  ({ what, x, y }: MouseReport): void => {
    const state = app.store.getState();
    const plain = !state.overlay && !state.prompt && !state.message && !state.login && !state.lock;
    // In a form the arrow keys change values, and the wheel must not do that by accident.
    if (!plain || console.inForm(state)) return;
    if (what === 'click') {
      const clicked = console.screenOf(state).clicked?.(state, { x, y });
      if (clicked && clicked !== state) app.store.setState(clicked);
      return;
    }
    for (let n = 0; n < NOTCH; n++) onKey(what === 'wheel-up' ? 'up' : 'down');
  };
