import { expect, it } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { changedText, changesBetween, keptLines, NOT_GIVEN } from '../../src/sending/shown-line.ts';

it('a change lists each changed line before and after, and no unchanged line [D14b]', () => {
  const before = [
    { label: t`Amount`, value: t`10 GBP` },
    { label: t`Bank`, value: t`Alpha` },
    { label: t`Note`, value: t`x` },
  ];
  const now = [
    { label: t`Amount`, value: t`10 GBP` },
    { label: t`Bank`, value: t`Beta` },
    { label: t`Status`, value: t`PENDING` },
  ];
  expect(changesBetween(before, now)).toEqual([
    { label: 'Bank', before: 'Alpha', now: 'Beta' },
    { label: 'Note', before: 'x', now: undefined },
    { label: 'Status', before: undefined, now: 'PENDING' },
  ]);
  expect(NOT_GIVEN).toBe('–');
  expect(changesBetween(before, now).map(changedText)).toEqual([
    'Bank: was Alpha, now Beta.',
    'Note: was x, now –.',
    'Status: was –, now PENDING.',
  ]);
});

it('personal values are shown and not stored', () => {
  expect(
    keptLines([
      { label: t`Name`, value: t`Ada Lovelace`, personal: true },
      { label: t`Amount`, value: t`10 GBP` },
    ]),
  ).toEqual([
    { label: 'Name', value: '•••' },
    { label: 'Amount', value: '10 GBP' },
  ]);
});
