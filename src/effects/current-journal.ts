// An action that depends on the journal waits until the store holds it, and is dropped if the person has gone on meanwhile.

import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { currentView } from '../store/workspace.ts';
import type { JournalEffects } from './journal.ts';

interface CurrentJournalDeps {
  readonly store: Store;
  readonly journal: Pick<JournalEffects, 'current'>;
}

/** Acts on the journal as it is now. Another console may have written to it. */
export async function withCurrentJournal(
  { store, journal }: CurrentJournalDeps,
  act: () => void,
): Promise<void> {
  const before = store.getState();
  await journal.current();
  if (isStillThere(before, store.getState())) act();
}

/** Whether the person still looks at the same record of the same customer, with nothing over it. */
export function isStillThere(before: State, after: State): boolean {
  const [then, now] = [currentView(before), currentView(after)];
  return (
    (after.overlay === undefined || isSame(after.overlay, before.overlay)) &&
    after.customer === before.customer &&
    now.place === then.place &&
    now.subject === then.subject &&
    // A list selects a record as soon as it has one.
    (then.cursorKey === undefined || now.cursorKey === then.cursorKey)
  );
}

/** A dialog stays the same while somebody moves or reads in it. */
const isSame = (one: State['overlay'], other: State['overlay']): boolean =>
  one === other ||
  (one?.kind === 'dialog' && other?.kind === 'dialog' && one.dialog.requestId === other.dialog.requestId);
