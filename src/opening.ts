// Opens the console where the command line asked.

import type { Store } from './store/store.ts';
import { goTo } from './store/workspace.ts';
import { destination } from './ui/shell/goto.ts';

/** Goes where `opening` (as `:` takes it) says, as soon as there is a customer for it. */
export function openAt(store: Store, opening: string | undefined) {
  if (opening === undefined) return;
  const to = destination(opening);
  if (to.kind === 'unknown') store.setState({ notice: { text: to.why, tone: 'warning' } });
  if (to.kind !== 'place') return;
  const go = () => store.setState(state => goTo(state, to.place, to.subject));
  if (store.getState().customer) return go();
  const unsubscribe = store.subscribe(state => {
    if (!state.customer) return;
    unsubscribe();
    go();
  });
}
