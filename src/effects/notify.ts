// Shows a desktop notification for a status change while the terminal has no focus. It names no customer and no amount.

import { t, type Visible } from '../lib/visible.ts';
import type { StatusChange } from '../store/state.ts';

/** OSC 9: iTerm2, WezTerm, Windows Terminal. OSC 777: foot, rxvt, Ghostty. */
type NotificationForm = 'osc9' | 'osc777';

const FOCUS_ON = '\u001B[?1004h';
const FOCUS_OFF = '\u001B[?1004l';

const sequence = (form: NotificationForm, text: Visible): string =>
  form === 'osc9' ? `\u001B]9;Purser: ${text}\u0007` : `\u001B]777;notify;Purser;${text}\u0007`;

/** Of the changes that `changed` tells. */
export function createNotifications(form: NotificationForm, write: (sequence: string) => void) {
  let here = true;
  write(FOCUS_ON);
  return {
    changed([first, ...others]: readonly StatusChange[]): void {
      if (here || !first) return;
      const more = others.length === 0 ? t`` : t` ${others.length} more changed.`;
      write(sequence(form, t`A status is now ${first.status}.${more}`));
    },
    focused(has: boolean): void {
      here = has;
    },
    /** Other programs must not get reports of the focus. */
    lent: (away: boolean): void => write(away ? FOCUS_OFF : FOCUS_ON),
    stop: (): void => write(FOCUS_OFF),
  };
}
