// If `purser call` stops at the last read, it says what has changed.

import { expect, test } from 'vitest';
import { whatChanged } from '../../src/commands/call-write.ts';
import { t } from '../../src/lib/visible.ts';
import { newDialog, rearmed } from '../../src/store/dialog.ts';

const asked = newDialog({
  requestId: 'r-1',
  title: t`Make the payout`,
  button: t`Make the payout`,
  lines: [{ label: t`Amount`, value: t`12.50 GBP` }],
  warnings: [t`The beneficiary is new.`],
  token: { text: '12.50', name: t`the amount` },
  deadline: undefined,
});

test('a new warning is a reason to confirm again, and an old warning is not', () => {
  const warnings = [...asked.warnings, t`The same amount was paid a minute ago.`];
  expect(whatChanged(asked, rearmed({ ...asked, warnings }))).toEqual([
    'The same amount was paid a minute ago.',
  ]);
});

test('a changed line is shown with its old and new value', () => {
  const changes = [{ label: t`Status`, before: t`PENDING`, now: t`SETTLED` }];
  const phase = { kind: 'asking' as const, changes, trouble: undefined };
  expect(whatChanged(asked, { ...asked, phase })).toEqual(['Status was PENDING, and is now SETTLED.']);
});
