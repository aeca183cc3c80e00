// The last line of a dialog during the write: whether the request was sent.

import { expect, it } from 'vitest';
import type { RowState } from '../../../src/journal/intent.ts';
import { t } from '../../../src/lib/visible.ts';
import { newDialog } from '../../../src/store/dialog.ts';
import { atNow, dialogEntries } from '../../../src/ui/shell/dialog-lines.ts';
import { signedInStore } from '../../store/signed-in.ts';
import { row } from '../../subjects/fx/rows.ts';

function lastLine(state: RowState): unknown {
  const recorded = row();
  const dialog = {
    ...newDialog({
      requestId: recorded.intent.requestId,
      title: t`Convert`,
      button: t`Convert`,
      lines: [],
      warnings: [],
      token: undefined,
      deadline: undefined,
    }),
    phase: { kind: 'sending', since: 0 },
  } as const;
  const now = {
    ...signedInStore().getState(),
    journal: { kind: 'open', rows: [{ ...recorded, state }], complete: true },
  } as const;
  return dialogEntries(dialog, atNow(now, dialog), t`▲`).at(-1);
}

it.each(['WAITING', 'PREPARED', 'NOT SENT'] as const)(
  'the dialog says that nothing was sent while the journal says %s',
  state => {
    expect(lastLine(state)).toEqual({
      note: 'Signing in and connecting. Nothing was sent yet …',
    });
  },
);

it('the dialog says that the request was sent while the journal says SENT', () => {
  expect(lastLine('SENT')).toMatchObject({ note: expect.stringMatching(/^Sent once\./) });
});
