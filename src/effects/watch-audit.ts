// Reads the audit log into the store again after each change of the journal, while a screen shows the log.

import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import type { JournalEffects } from './journal.ts';

/** In ms, at least: some entries do not change the journal's rows. */
const EVERY = 60_000;

interface WatchAuditDeps {
  readonly store: Store;
  readonly journal: Pick<JournalEffects, 'readAudit'>;
  readonly wanted: (state: State) => boolean;
}

/** Until the returned function is called. */
export function watchAudit({ store, journal, wanted }: WatchAuditDeps): () => void {
  let last: { readonly journal: State['journal']; readonly minute: number } | undefined;
  const check = (): void => {
    const state = store.getState();
    const minute = Math.floor(state.now / EVERY);
    if (!wanted(state)) last = undefined;
    else if (last?.journal !== state.journal || last.minute !== minute) {
      last = { journal: state.journal, minute };
      void journal.readAudit();
    }
  };
  const unsubscribe = store.subscribe(check);
  check();
  return unsubscribe;
}
