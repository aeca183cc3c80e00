// Ends write access and deadlines after the machine slept, because countdowns don't run during sleep.

import { t } from '../lib/visible.ts';
import type { Dialog } from './dialog.ts';
import type { Overlay } from './overlay.ts';
import type { State } from './state.ts';

/** If the wall clock advances this many ms more than the monotonic clock, the machine slept or its clock was set. */
export const SLEPT = 5000;

/** Ends write access, and expires a dialog with a deadline, also a dialog under the requests. */
export function afterSleep(state: State): State {
  const { overlay, grant } = state;
  return {
    ...state,
    grant: undefined,
    overlay: overlay && expiredIn(overlay),
    ...(grant && {
      notice: {
        text: t`This machine slept or its clock was set. READ-ONLY again. Press w to ask for write access.`,
        tone: 'warning',
      },
    }),
  };
}

function expiredIn(overlay: Overlay): Overlay {
  if (overlay.kind === 'dialog') {
    const dialog = expired(overlay.dialog);
    return dialog === overlay.dialog ? overlay : { ...overlay, dialog };
  }
  if (overlay.kind !== 'inspector' || !overlay.under) return overlay;
  return { ...overlay, under: expired(overlay.under) };
}

const expired = (dialog: Dialog): Dialog =>
  dialog.deadline ? { ...dialog, deadline: { ...dialog.deadline, at: 0 } } : dialog;
