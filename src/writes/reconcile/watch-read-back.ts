// Checks the selected UNKNOWN entry against the service, once the selection rests: moving past an entry sends no request.

import type { ReadBacks } from '../../effects/app.ts';
import type { Row } from '../../journal/intent.ts';
import type { Clock } from '../../lib/clock.ts';
import type { State } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { canReadBack, isReadBack } from './read-back.ts';

/** How long the selection must rest before the check, in ms. */
const REST = 150;

interface WatchReadBackDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly readBacks: Pick<ReadBacks, 'load'>;
  /** The entry whose check is on the screen. */
  readonly wanted: (state: State) => Row | undefined;
}

/** Watches the store until the returned function is called. */
export function watchReadBack({ store, clock, readBacks, wanted }: WatchReadBackDeps): () => void {
  let resting: { readonly row: Row; readonly cancel: () => void } | undefined;

  const check = (): void => {
    const state = store.getState();
    const row = state.session.phase === 'signed-in' ? wanted(state) : undefined;
    const missing = row && canReadBack(row, state) && !isReadBack(row, state) ? row : undefined;
    if (resting?.row === missing) return;
    resting?.cancel();
    resting = undefined;
    if (!missing) return;
    const cancel = clock.after(REST, () => {
      resting = undefined;
      void readBacks.load(missing);
    });
    resting = { row: missing, cancel };
  };
  const unsubscribe = store.subscribe(check);
  check();
  return () => {
    unsubscribe();
    resting?.cancel();
  };
}
