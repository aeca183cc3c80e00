// Runs the actions that need the newest journal. Each action waits until the newest journal is in the store. If the
// person looks at something else by then, Purser drops the action.

import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { currentView } from '../store/workspace.ts';
import type { JournalEffects } from './journal.ts';

interface CurrentJournalDeps {
  readonly store: Store;
  readonly journal: Pick<JournalEffects, 'current'>;
}

/** Another console may have written to the journal. */
export async function withCurrentJournal(
  { store, journal }: CurrentJournalDeps,
  act: () => void,
): Promise<void> {
  const before = store.getState();
  await journal.current();
  if (isStillThere(before, store.getState())) act();
}

/** At the same record of the same customer, under no new overlay. */
export function isStillThere(before: State, after: State): boolean {
  const [then, now] = [currentView(before), currentView(after)];
  return (
    (after.overlay === undefined || isSame(after.overlay, before.overlay)) &&
    after.customer === before.customer &&
    now.place === then.place &&
    now.subject === then.subject &&
    // A list without a selection selects its first record when the rows arrive.
    (then.cursorKey === undefined || now.cursorKey === then.cursorKey)
  );
}

/** The same while the person scrolls or types in it. */
const isSame = (one: State['overlay'], other: State['overlay']): boolean =>
  one === other ||
  (one?.kind === 'dialog' && other?.kind === 'dialog' && one.dialog.requestId === other.dialog.requestId);
