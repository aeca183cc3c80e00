// Opens the console on the requested screen. If writes are unresolved, the journal comes first.

import { counted } from '../lib/counted.ts';
import { t } from '../lib/visible.ts';
import { unresolvedHere } from '../store/journal-view.ts';
import { warning } from '../store/notices.ts';
import { showOverlay } from '../store/open-overlays.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { goTo } from '../store/workspace.ts';
import { writingOf } from '../store/writing.ts';
import { grantOverlay } from '../ui/shell/form-overlays.tsx';
import { type Aim, aimOf } from '../ui/shell/go.ts';

function onceTrue(store: Store, test: (state: State) => boolean, run: (state: State) => void): void {
  const unsubscribe = store.subscribe(state => {
    if (!test(state)) return;
    unsubscribe();
    run(state);
  });
}

/** As soon as there is a customer. */
export function openAt(
  store: Store,
  opening: string | undefined,
  go: (to: Exclude<Aim, { kind: 'quit' }>) => void,
  firstRun?: (() => void) | undefined,
) {
  if (firstRun) {
    showOverlay(store, { kind: 'welcome', top: 0 });
    onceTrue(store, ({ overlay }) => overlay?.kind !== 'welcome', firstRun);
  }
  if (opening === undefined) return;
  const to = aimOf(opening);
  if (to.kind === 'quit') return;
  // A quote can't be requested before the sign-in.
  const may = ({ customer, session }: State): boolean =>
    customer !== undefined && (to.kind !== 'quote' || session.phase === 'signed-in');
  if (to.kind === 'unknown' || may(store.getState())) return go(to);
  if (to.kind === 'quote') store.setState(state => (state.customer ? goTo(state, 'convert') : state));
  onceTrue(store, may, () => go(to));
}

/** Once for each service, and before any answer arrives, in place of the requested screen (FAULTS E3). */
export function openUnresolvedFirst(store: Store) {
  let looked: string | undefined;
  const look = (state: State): void => {
    const { reach, journal, customer, login, session, prompt } = state;
    if (journal.kind !== 'open' || !customer || login || prompt) return;
    // The customer may still belong to the previous service.
    if (looked !== undefined && session.phase !== 'signed-in') return;
    const service = JSON.stringify([reach.baseUrl, reach.clientId, reach.programId]);
    if (looked === service) return;
    looked = service;
    const count = unresolvedHere(state).length;
    if (count === 0) return;
    store.setState(now => ({
      ...goTo(now, 'journal'),
      notice: warning(
        t`${counted(count, t`write is`, t`writes are`)} unresolved: Enter checks against the service, v resolves.`,
      ),
    }));
  };
  store.subscribe(look);
  look(store.getState());
}

/** As soon as the session is signed in, a customer is chosen, and the person types nothing. */
export const askToWrite = (store: Store): void =>
  onceTrue(
    store,
    ({ session, customer, overlay, prompt }) =>
      session.phase === 'signed-in' && customer !== undefined && !overlay && !prompt,
    state => {
      if (writingOf(state).mode === 'read-only') store.setState({ overlay: grantOverlay() });
    },
  );
