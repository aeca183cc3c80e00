// The values of a record in a dialog: whole, because a person confirms them.
import { expect, it } from 'vitest';
import { fromServer } from '../../src/lib/visible.ts';
import { cellWidth } from '../../src/lib/width.ts';
import { wholeText } from '../../src/money/shown-lines.ts';

it('a long name is whole, and only a text that nobody can read is cut', () => {
  const name = `${'Anastasia-Konstantina '.repeat(20)}Ltd`;
  expect(wholeText(fromServer(name))).toBe(name);
  const endless = wholeText(fromServer('x'.repeat(100_000)));
  expect(endless.endsWith('…')).toBe(true);
  expect(cellWidth(endless)).toBe(1000);
});
