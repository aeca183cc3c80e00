import { expect, it } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { newDialog, whyNotConfirm } from '../../src/store/dialog.ts';
import { afterSleep } from '../../src/store/sleep.ts';
import { alpha, reach, signedInStore } from './signed-in.ts';

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
  const open = { ...signedInStore(alpha).getState(), overlay: { kind: 'dialog', dialog } as const };
  const { overlay, notice } = afterSleep(open);
  if (overlay?.kind !== 'dialog') throw new Error('no dialog');
  expect(whyNotConfirm({ ...overlay.dialog, ready: true, focus: 'go' }, 1000)).toBe('The quote has expired.');
  expect(notice).toBeUndefined();
  const without = {
    ...open,
    overlay: { kind: 'dialog', dialog: { ...dialog, deadline: undefined } } as const,
  };
  expect(afterSleep(without).overlay).toBe(without.overlay);
});

it('a sleep also ends the dialog under the requests, which Esc goes back to', () => {
  const overlay = { kind: 'inspector', exchange: undefined, top: 0, under: dialog } as const;
  const after = afterSleep({ ...signedInStore(alpha).getState(), overlay }).overlay;
  if (after?.kind !== 'inspector' || !after.under) throw new Error('no dialog');
  expect(whyNotConfirm({ ...after.under, ready: true, focus: 'go' }, 1000)).toBe('The quote has expired.');
});
