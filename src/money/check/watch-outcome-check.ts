// Checks the selected UNKNOWN entry against the service, once the selection rests: moving past an entry sends no request.

import type { Row } from '../../journal/intent.ts';
import type { Clock } from '../../lib/clock.ts';
import type { State } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { OutcomeChecks } from '../app.ts';

/** How long the selection must rest before the check, in ms. */
const REST = 150;

interface WatchOutcomeCheckDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly outcomeChecks: Pick<OutcomeChecks, 'load' | 'isDue'>;
  /** The entry whose check is on the screen. */
  readonly wanted: (state: State) => Row | undefined;
}

/** Watches the store until the returned function is called. */
export function watchOutcomeCheck({
  store,
  clock,
  outcomeChecks,
  wanted,
}: WatchOutcomeCheckDeps): () => void {
  let resting: { readonly row: Row; readonly cancel: () => void } | undefined;

  const check = (): void => {
    const state = store.getState();
    const row = state.session.phase === 'signed-in' ? wanted(state) : undefined;
    const missing = row && outcomeChecks.isDue(row) ? row : undefined;
    if (resting?.row === missing) return;
    resting?.cancel();
    resting = undefined;
    if (!missing) return;
    const cancel = clock.after(REST, () => {
      resting = undefined;
      void outcomeChecks.load(missing);
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
