import { expect, it } from 'vitest';
import { afterSleep, keepTime } from '../../src/effects/clock-tick.ts';
import { t } from '../../src/lib/visible.ts';
import { confirmProblem, newDialog } from '../../src/store/dialog.ts';
import { overlayWith } from '../../src/store/open-overlays.ts';
import { manualClock } from '../harness/clock.ts';
import { alpha, reach, signedInStore } from '../store/signed-in.ts';

/** A clock whose wall clock can be set independently of the elapsed time. */
function twoClocks() {
  const steady = manualClock(0);
  let ahead = 0;
  return {
    ...steady,
    wall: () => steady.wall() + ahead,
    set: (ms: number) => {
      ahead += ms;
    },
  };
}
const grant = { reason: t`TICKET-7`, until: 900_000, baseUrl: reach.baseUrl };

it.each([
  ['undisturbed time', 0, true],
  ['a clock that was set back', -3_600_000, true],
  ['a second more or less', 4000, true],
  ['a night in a closed laptop', 8 * 3_600_000, false],
])('write access after %s is kept: %o', (_, jump, kept) => {
  const clock = twoClocks();
  const store = signedInStore(alpha);
  store.setState({ grant });
  const stop = keepTime(store, clock, 1000);
  clock.advance(1500);
  clock.set(jump);
  clock.advance(2500);
  stop();
  expect(store.getState().grant !== undefined).toBe(kept);
  expect(store.getState().now).toBe(clock.wall());
});

const deadline = { at: 60_000, margin: 3000, label: t`Quote expires in`, over: t`The quote has expired.` };
const dialog = newDialog({
  requestId: 'r-1',
  title: t`Convert`,
  button: t`Convert`,
  lines: [],
  warnings: [],
  token: undefined,
  deadline,
});

it('a sleep ends write access, and says so', () => {
  const grant = { reason: t`TICKET-7`, until: 900_000, baseUrl: reach.baseUrl };
  const after = afterSleep({ ...signedInStore(alpha).getState(), grant });
  expect(after.grant).toBeUndefined();
  expect(after.notice?.text).toContain('slept');
});

it('a sleep ends a dialog with a deadline, and no other dialog', () => {
  const open = { ...signedInStore(alpha).getState(), overlay: overlayWith({ kind: 'dialog', dialog }) };
  const { overlay, notice } = afterSleep(open);
  if (overlay?.kind !== 'dialog') throw new Error('no dialog');
  expect(confirmProblem({ ...overlay.dialog, ready: true, focus: 'go' }, 1000)).toBe(
    'The quote has expired.',
  );
  expect(notice).toBeUndefined();
  const without = {
    ...open,
    overlay: overlayWith({ kind: 'dialog', dialog: { ...dialog, deadline: undefined } }),
  };
  expect(afterSleep(without).overlay).toBe(without.overlay);
});

it('a sleep also ends the dialog under the requests, which Esc goes back to', () => {
  const overlay = overlayWith({ kind: 'inspector', exchange: undefined, top: 0, under: dialog });
  const after = afterSleep({ ...signedInStore(alpha).getState(), overlay }).overlay;
  if (after?.kind !== 'inspector' || !after.under) throw new Error('no dialog');
  expect(confirmProblem({ ...after.under, ready: true, focus: 'go' }, 1000)).toBe('The quote has expired.');
});
