// Keeps a message that stays, such as the outcome of a write, while less important messages come and go.

import type { Store } from '../store/store.ts';

/**
 * Until the returned function is called: a message that replaced a staying message gives the line back when it goes.
 * Esc, another staying message or a switch of the customer ends a staying message.
 */
export function keepStayingNotice(store: Store): () => void {
  return store.subscribe(({ notice, noticeBehind }, { notice: before }) => {
    if (notice === before) return;
    if (notice?.stays) store.setState({ noticeBehind: undefined });
    else if (notice && before?.stays) store.setState({ noticeBehind: before });
    else if (!notice && noticeBehind) store.setState({ notice: noticeBehind });
  });
}
