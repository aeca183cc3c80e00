// How little a key writes to the terminal: one frame with only the changed cells.

import { expect, it } from 'vitest';
import { layoutOf, listRows } from '../../src/ui/screens/layout.ts';
import { manualClock } from '../harness/clock.ts';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';

let console: TestConsole;

const SIZE = { cols: 200, rows: 60 };
const VISIBLE = listRows(layoutOf({ columns: SIZE.cols, rows: SIZE.rows }).list);

/** Opens the transactions of the first account with a stopped clock, so that only keys change the screen. */
async function transactions(): Promise<void> {
  console = await startOnAccounts({ ...SIZE, clock: manualClock(Date.parse('2026-11-20T09:00:00Z')) });
  // The terminal says that it knows synchronized output.
  console.type('\u001B[?2026;2$y');
  console.press('enter');
  await console.sees('100 transactions loaded');
  await console.drawn();
}

/** The bytes that the console writes for one key. */
async function written(key: string): Promise<string> {
  const before = console.screen.bytes.length;
  console.press(key);
  await console.drawn();
  return console.screen.bytes.slice(before);
}

const frames = (bytes: string): number => bytes.split('\x1b[?2026h').length - 1;
/** The text between the beginnings of escape sequences. */
const sequences = (bytes: string): string => bytes.split('\x1b[').slice(1).join(' ');
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;

it('a key draws one frame, and a moved cursor draws two rows and the changed details', async () => {
  await transactions();
  const sizes: number[] = [];
  for (let row = 1; row < VISIBLE; row++) {
    const bytes = await written('j');
    expect(frames(bytes), bytes).toBe(1);
    sizes.push(Buffer.byteLength(bytes));
  }
  expect(median(sizes)).toBeLessThanOrEqual(540);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(840);
});

it('the terminal scrolls the list when it moves by one row, up or down', async () => {
  await transactions();
  console.press(...Array.from({ length: VISIBLE - 1 }, () => 'j'));
  await console.drawn();
  const down = await written('j');
  expect(frames(down)).toBe(1);
  expect(sequences(down)).toMatch(/^\?2026h \d+;\d+r \d+H 1M r /);
  expect(Buffer.byteLength(down)).toBeLessThanOrEqual(1000);
  console.press(...Array.from({ length: VISIBLE - 1 }, () => 'k'));
  await console.drawn();
  const up = await written('k');
  expect(sequences(up)).toMatch(/^\?2026h \d+;\d+r \d+H 1L r /);
  expect(Buffer.byteLength(up)).toBeLessThanOrEqual(1000);
});

it('a key that changes nothing on the screen writes nothing to the terminal', async () => {
  await transactions();
  expect(await written('k')).toBe('');
});
