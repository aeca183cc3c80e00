// Updates the store's time. Ages and countdowns use this time, so that they all show the same moment.

import { type Clock, repeat } from '../lib/clock.ts';
import { t } from '../lib/visible.ts';
import { SLEPT } from '../sending/send-window.ts';
import type { Dialog } from '../store/dialog.ts';
import { warning } from '../store/notices.ts';
import type { Overlay } from '../store/open-overlays.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';

/** Updates the time at each full `period` (ms) of the wall clock, until the returned function is called. */
export function keepTime(store: Store, clock: Clock, period: number): () => void {
  let lead = clock.wall() - clock.monotonic();
  const update = (): void => {
    const now = { now: clock.wall(), tick: clock.monotonic() };
    const slept = now.now - now.tick - lead > SLEPT;
    lead = now.now - now.tick;
    store.setState(state => ({ ...(slept ? afterSleep(state) : state), ...now }));
  };
  return repeat(clock, () => period - (clock.wall() % period), update);
}

/** Also expires the deadline of a dialog, even under the requests. */
export function afterSleep(state: State): State {
  const { overlay, grant } = state;
  return {
    ...state,
    grant: undefined,
    overlay: overlay && expiredIn(overlay),
    ...(grant && {
      notice: warning(
        t`This machine slept or its clock was set. READ-ONLY again. Press w to ask for write access.`,
      ),
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
