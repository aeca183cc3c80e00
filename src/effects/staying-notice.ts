// Keeps a message that stays, such as the outcome of a write, while less important messages come and go.

import type { Notice } from '../store/state.ts';
import type { Store } from '../store/store.ts';

/**
 * Until the returned function is called: a message that replaced a staying message gives the line back when it goes.
 * Only Esc or another staying message ends a staying message.
 */
export function keepStayingNotice(store: Store): () => void {
  let behind: Notice | undefined;
  return store.subscribe(({ notice }, { notice: before }) => {
    if (notice === before) return;
    if (notice?.stays) behind = undefined;
    else if (notice && before?.stays) behind = before;
    else if (!notice && behind) store.setState({ notice: behind });
  });
}
