// Shows a desktop notification for a status change while the terminal has no focus. It names no customer and no amount.

import { t, type Visible } from '../lib/visible.ts';
import type { Store } from '../store/store.ts';

/** OSC 9: iTerm2, WezTerm, Windows Terminal. OSC 777: foot, rxvt, Ghostty. */
type NotificationForm = 'osc9' | 'osc777';

const FOCUS_ON = '\u001B[?1004h';
const FOCUS_OFF = '\u001B[?1004l';

const sequence = (form: NotificationForm, text: Visible): string =>
  form === 'osc9' ? `\u001B]9;Purser: ${text}\u0007` : `\u001B]777;notify;Purser;${text}\u0007`;

interface NotifyDeps {
  readonly store: Store;
  readonly form: NotificationForm;
  readonly write: (sequence: string) => void;
}

export function notifyChanges({ store, form, write }: NotifyDeps) {
  let here = true;
  let statusChanges = store.getState().statusChanges;
  write(FOCUS_ON);
  const stop = store.subscribe(state => {
    if (state.statusChanges === statusChanges) return;
    const fresh = state.statusChanges.filter(one => !statusChanges.includes(one));
    statusChanges = state.statusChanges;
    const [first, ...others] = fresh;
    if (here || !first || !state.bell) return;
    const more = others.length === 0 ? t`` : t` ${others.length} more changed.`;
    write(sequence(form, t`A status is now ${first.status}.${more}`));
  });
  return {
    focused(has: boolean): void {
      here = has;
    },
    /** Other programs must not get reports of the focus. */
    lent: (away: boolean): void => write(away ? FOCUS_OFF : FOCUS_ON),
    stop(): void {
      stop();
      write(FOCUS_OFF);
    },
  };
}
