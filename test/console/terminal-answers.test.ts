// What the terminal answers to the questions of the first paint changes how the console draws.

import { expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../harness/console.ts';

const SYNCHRONISED = '\u001B[?2026;2$y';
const WIDE = '\u001B[1;3R';

/** The bytes of a whole new drawing. */
async function redrawn(console: TestConsole): Promise<string> {
  const before = console.screen.bytes.length;
  console.press('ctrl-l');
  await console.screen.until(screen => screen.bytes.slice(before).includes('accounts, all'));
  return console.screen.bytes.slice(before);
}

it.each([
  { answer: SYNCHRONISED, setting: undefined, asks: true },
  { answer: SYNCHRONISED, setting: true, asks: true },
  { answer: SYNCHRONISED, setting: false, asks: false },
  { answer: '\u001B[?2026;0$y', setting: true, asks: false },
  { answer: '', setting: true, asks: false },
])('synchronized output: answer $answer, setting $setting', async ({ answer, setting, asks }) => {
  const console = await startConsole({ terminal: { synchronizedOutput: setting } });
  await console.sees('7 accounts, all');
  console.type(answer);
  expect((await redrawn(console)).includes('\u001B[?2026h')).toBe(asks);
});

it.each([
  { answer: WIDE, setting: undefined, ascii: true },
  { answer: '\u001B[1;2R', setting: undefined, ascii: false },
  { answer: WIDE, setting: 'narrow' as const, ascii: false },
  { answer: '', setting: 'wide' as const, ascii: true },
])('frames: answer $answer, setting $setting', async ({ answer, setting, ascii }) => {
  const console = await startConsole({ terminal: { ambiguousWidth: setting }, cols: 120, rows: 40 });
  await console.sees('7 accounts, all');
  console.type(answer);
  expect((await redrawn(console)).includes('│')).toBe(!ascii);
  expect(console.screen.text().includes('│')).toBe(!ascii);
  expect(console.screen.text()).toContain('Operations');
});

it('Alt+F3, which is the bytes of an answer, changes nothing after the last answer', async () => {
  const console = await startConsole({ cols: 120, rows: 40 });
  await console.sees('7 accounts, all');
  console.type('\u001B[1;2R');
  console.type(WIDE);
  expect(await redrawn(console)).toContain('│');
});

it('the answers are no keys', async () => {
  const console = await startConsole();
  await console.sees('7 accounts, all');
  const before = console.screen.text();
  console.type(`${SYNCHRONISED}${WIDE.replace('3', '2')}`);
  await redrawn(console);
  expect(console.screen.lines().slice(1)).toEqual(before.split('\n').slice(1));
});
