// The message line: its message, the message that a brief one covers, and the last one. Only this file makes messages.

import type { Visible } from '../lib/visible.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';

declare const made: unique symbol;

export interface Notice {
  readonly text: Visible;
  readonly tone: 'info' | 'warning';
  /** Esc removes this message; any other key does not. */
  readonly stays?: true;
  /** The key `A` removes it too, because the key opens what the message is about. */
  readonly about?: 'approvals' | undefined;
  /** Only `noticeOf` makes a notice. */
  readonly [made]: true;
}

export const noticeOf = (
  text: Visible,
  tone: Notice['tone'],
  rest: Pick<Notice, 'stays' | 'about'> = {},
): Notice =>
  // The mark exists only for the compiler.
  ({ text, tone, ...rest }) as Notice;

export const info = (text: Visible): Notice => noticeOf(text, 'info');
export const warning = (text: Visible): Notice => noticeOf(text, 'warning');

export const tell = (store: Store, text: Visible): void => store.setState({ notice: info(text) });
export const warn = (store: Store, text: Visible): void => store.setState({ notice: warning(text) });

/** After a key. `keeps`: the message stays on the screen. */
export const noticeRead = ({ notice }: State, keeps: boolean): Partial<State> =>
  notice ? { notice: keeps ? notice : undefined, lastMessage: notice } : {};

/** Also without one that a brief message covers. */
export const withoutNotice = (
  { notice, noticeBehind }: State,
  isIt: (shown: Notice) => boolean,
): Partial<State> => ({
  ...(noticeBehind && isIt(noticeBehind) && { noticeBehind: undefined }),
  ...(notice && isIt(notice) && { notice: undefined }),
});

/**
 * Until the returned function is called: a message that replaced a staying message, such as the outcome of a write, gives
 * the line back when it goes. Esc, another staying message or a switch of the customer ends a staying message.
 */
export function keepStayingNotice(store: Store): () => void {
  return store.subscribe(({ notice, noticeBehind }, { notice: before }) => {
    if (notice === before) return;
    if (notice?.stays) store.setState({ noticeBehind: undefined });
    else if (notice && before?.stays) store.setState({ noticeBehind: before });
    else if (!notice && noticeBehind) store.setState({ notice: noticeBehind });
  });
}
