// The terminal's title: the environment, the screen and the number of unresolved writes. It never names a customer.

import { t, type Visible } from '../lib/visible.ts';
import { unresolvedHere } from '../store/journal-view.ts';
import { places } from '../store/places.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { currentView } from '../store/workspace.ts';
import { environmentWord } from '../store/writing.ts';

const SAVE = '\u001B[22;2t';
const RESTORE = '\u001B[23;2t';
const sequence = (title: Visible): string => `\u001B]2;${title}\u0007`;

function titleOf(state: State): Visible {
  const where = state.lock ? t`locked` : places[currentView(state).place].title;
  const environment = environmentWord(state.reach);
  const unresolved = unresolvedHere(state).length;
  return t`Purser ${environment} · ${where}${unresolved === 0 ? t`` : t` · ${unresolved} unresolved`}`;
}

/** The returned function restores the earlier title. */
export function showTitle(store: Store, write: (sequence: string) => void): () => void {
  let shown: Visible | undefined;
  const show = (state: State): void => {
    const title = titleOf(state);
    if (title === shown) return;
    shown = title;
    write(sequence(title));
  };
  write(SAVE);
  const stop = store.subscribe(show);
  show(store.getState());
  return () => {
    stop();
    write(RESTORE);
  };
}
