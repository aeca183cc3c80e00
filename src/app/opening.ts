// Opens the console on the requested screen, with unresolved writes before everything else.

import { t } from '../lib/visible.ts';
import { unresolvedHere } from '../store/journal.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { goTo } from '../store/workspace.ts';
import { writingOf } from '../store/writing.ts';
import { type Destination, destination } from '../ui/shell/goto.ts';
import { grantOverlay } from '../ui/shell/grant.tsx';

/** The first-run card; `closed` is called once it was closed. */
function openWelcome(store: Store, closed: () => void): void {
  store.setState({ overlay: { kind: 'welcome' } });
  const unsubscribe = store.subscribe(({ overlay }) => {
    if (overlay?.kind === 'welcome') return;
    unsubscribe();
    closed();
  });
}

/** Goes where `opening` (as `:` takes it) says, as soon as there is a customer for it; over it lies the first-run card. */
export function openAt(
  store: Store,
  opening: string | undefined,
  go: (to: Exclude<Destination, { kind: 'quit' }>) => void,
  firstRun?: (() => void) | undefined,
) {
  if (firstRun) openWelcome(store, firstRun);
  if (opening === undefined) return;
  const to = destination(opening);
  if (to.kind === 'quit') return;
  if (to.kind === 'unknown' || store.getState().customer) return go(to);
  const unsubscribe = store.subscribe(state => {
    if (!state.customer) return;
    unsubscribe();
    go(to);
  });
}

/**
 * Goes to the journal once for each service, if it has unresolved writes there: at the start before any answer came,
 * whatever screen was requested (FAULTS E3).
 */
export function openUnresolvedFirst(store: Store) {
  let looked: string | undefined;
  const look = (state: State): void => {
    const { reach, journal, customer, login, session } = state;
    if (journal.kind !== 'open' || !customer || login) return;
    // During a later sign-in the customers still belong to the service before it.
    if (looked !== undefined && session.phase !== 'signed-in') return;
    const service = JSON.stringify([reach.baseUrl, reach.clientId, reach.programId]);
    if (looked === service) return;
    looked = service;
    const count = unresolvedHere(state).length;
    if (count === 0) return;
    const which = count === 1 ? t`1 write is` : t`${count} writes are`;
    store.setState(now => ({
      ...goTo(now, 'journal'),
      notice: {
        text: t`${which} unresolved: Enter checks against the service, v resolves.`,
        tone: 'warning',
      },
    }));
  };
  store.subscribe(look);
  look(store.getState());
}

/** `--write`: asks for write access as soon as somebody is signed in and a customer is chosen. */
export function askToWrite(store: Store) {
  const unsubscribe = store.subscribe(state => {
    if (state.session.phase !== 'signed-in' || !state.customer || state.overlay) return;
    unsubscribe();
    if (writingOf(state).mode === 'read-only') store.setState({ overlay: grantOverlay() });
  });
}
