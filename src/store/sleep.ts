// What a sleep of the machine ends: time went by that no countdown saw; pure.

import { t } from '../lib/visible.ts';
import type { State } from './state.ts';

/** The wall clock ran ahead of the monotonic one by more than this, in ms: the machine slept, or its clock was set. */
export const SLEPT = 5000;

/** Leave to write is over, and so is whatever a dialog waits for that ends by itself. */
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
        text: t`This machine slept, or its clock was set: READ-ONLY again until w.`,
        tone: 'warning',
      },
    }),
  };
}
