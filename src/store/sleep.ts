// Ends write access and deadlines after the machine slept, because countdowns don't run during sleep.

import { t } from '../lib/visible.ts';
import type { State } from './state.ts';

/** If the wall clock advances this many ms more than the monotonic clock, the machine slept or its clock was set. */
export const SLEPT = 5000;

/** Ends write access, and expires a dialog with a deadline. */
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
        text: t`This machine slept or its clock was set. READ-ONLY again. Press w to ask for write access.`,
        tone: 'warning',
      },
    }),
  };
}
