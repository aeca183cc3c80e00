// What ends when the machine sleeps, because no countdown saw that time. Pure.

import { t } from '../lib/visible.ts';
import type { State } from './state.ts';

/**
 * If the wall clock ran ahead of the monotonic clock by more than this (ms), the machine slept or its clock was
 * set.
 */
export const SLEPT = 5000;

/** Write access ends, and so does a dialog with a deadline. */
export function afterSleep(state: State): State {
  const { overlay, grant } = state;
  const dialog = overlay?.kind === 'dialog' ? overlay.dialog : undefined;
  const deadline = dialog?.deadline;
  return {
    ...state,
    grant: undefined,
    ...(dialog &&
      deadline && { overlay: { kind: 'dialog', dialog: { ...dialog, deadline: { ...deadline, at: 0 } } } }),
    ...(grant && {
      notice: {
        text: t`This machine slept or its clock was set. READ-ONLY again until you press w.`,
        tone: 'warning',
      },
    }),
  };
}
