// Keeps the store's lines of the audit log as new as the journal, while a screen shows them.

import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import type { JournalEffects } from './journal.ts';

/** The longest age of a screen's log lines, in ms: other entries than those of writes come too. */
const EVERY = 60_000;

interface WatchAuditDeps {
  readonly store: Store;
  readonly journal: Pick<JournalEffects, 'readAudit'>;
  /** Whether a screen shows the lines. */
  readonly wanted: (state: State) => boolean;
}

/** Watches the store until the returned function is called. */
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
