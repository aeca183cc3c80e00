// Shows what Node or a library printed, and draws the screen again in case another program wrote on it.

import { type Clock, repeat } from '../lib/clock.ts';
import { MINUTE, SECOND } from '../lib/time.ts';
import { t, visible } from '../lib/visible.ts';
import { warn } from '../store/notices.ts';
import type { Store } from '../store/store.ts';

interface ForeignTextDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** What was printed since the last call. */
  readonly read: () => string;
  readonly redraw: () => void;
}

/** Until the returned function is called. */
export function watchForeignText({ store, clock, read, redraw }: ForeignTextDeps): () => void {
  let drawn = clock.monotonic();
  const look = (): void => {
    const text = read().trim().replace(/\s+/g, ' ');
    if (text !== '') warn(store, t`Printed by Node, not by Purser: ${visible(text, 300)}`);
    if (text === '' && clock.monotonic() - drawn < MINUTE) return;
    drawn = clock.monotonic();
    redraw();
  };
  return repeat(clock, () => SECOND, look);
}
