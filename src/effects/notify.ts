// A desktop notification for a change of status while the terminal has no focus. It names no customer and no amount.

import { t, type Visible } from '../lib/visible.ts';
import type { Store } from '../store/store.ts';

/** How the terminal takes a notification: iTerm2, WezTerm and Windows Terminal by OSC 9; foot, rxvt and Ghostty by OSC 777. */
export type NotificationForm = 'osc9' | 'osc777';

const FOCUS_ON = '\u001B[?1004h';
const FOCUS_OFF = '\u001B[?1004l';

const sequence = (form: NotificationForm, text: Visible): string =>
  form === 'osc9' ? `\u001B]9;Purser: ${text}\u0007` : `\u001B]777;notify;Purser;${text}\u0007`;

interface NotifyDeps {
  readonly store: Store;
  readonly form: NotificationForm;
  readonly write: (sequence: string) => void;
}

export interface Notifying {
  /** The terminal said that it has the focus, or lost it. */
  focused(has: boolean): void;
  /** Other programs must not be told of the focus. */
  lent(away: boolean): void;
  stop(): void;
}

/** Asks the terminal to tell when it loses the focus. */
export function notifyChanges({ store, form, write }: NotifyDeps): Notifying {
  let here = true;
  let told = store.getState().told;
  write(FOCUS_ON);
  const stop = store.subscribe(state => {
    if (state.told === told) return;
    const fresh = state.told.filter(one => !told.includes(one));
    told = state.told;
    const [first, ...others] = fresh;
    if (here || !first || !state.bell) return;
    const more = others.length === 0 ? t`` : t` ${others.length} more changed.`;
    write(sequence(form, t`A status is now ${first.status}.${more}`));
  });
  return {
    focused(has) {
      here = has;
    },
    lent: away => write(away ? FOCUS_OFF : FOCUS_ON),
    stop() {
      stop();
      write(FOCUS_OFF);
    },
  };
}
