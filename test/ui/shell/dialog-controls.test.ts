// The line of buttons in a narrow terminal.

import { expect, test } from 'vitest';
import { t } from '../../../src/lib/visible.ts';
import { type Dialog, newDialog } from '../../../src/store/dialog.ts';
import { buttonsLine } from '../../../src/ui/shell/dialog-controls.tsx';
import { theme } from '../screens/list-app.ts';

const line = (width: number, phase: Dialog['phase']): string => {
  const dialog = newDialog({
    requestId: 'r-1',
    title: t`Change card`,
    button: t`Unfreeze card and set limits`,
    lines: [],
    warnings: [],
    token: undefined,
    deadline: undefined,
  });
  return buttonsLine({ ...dialog, phase }, 0, width, theme);
};
const ended = { kind: 'ended', word: 'NOT SENT', sentences: [], again: true } as const;
const equal = { kind: 'equal', requestIds: [], sentences: [] } as const;

test('the buttons have wide gaps if there is room', () => {
  expect(line(60, ended).trim()).toBe('[ Close ]      [ Send again, same request ID ]');
});

test('the gaps shrink before the longest label is cut, and every button keeps its brackets', () => {
  expect(line(42, ended).trim()).toBe('[ Close ]  [ Send again, same request ID ]');
  expect(line(40, ended)).toBe('[ Close ] [ Send again, same request … ]');
  expect(line(40, equal)).toBe('[ Go back ] [ Unfreeze card and set l… ]');
});
