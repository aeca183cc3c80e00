// The first paint has the same cells as the first frame, for the same state.

import { expect, it, vi } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { firstLines, paintFirst } from '../../src/start/first-paint.ts';
import { firstState } from '../../src/store/store.ts';
import { asSeen } from '../harness/cell.ts';
import { startConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { Screen } from '../harness/terminal.ts';

const rowOf = (screen: Screen, y: number) =>
  Array.from({ length: screen.cols }, (_, x) => asSeen(screen.cell(x, y)));

async function painted(size: { cols: number; rows: number }, lines: ReturnType<typeof firstLines>) {
  const screen = new Screen(size, { input: () => {}, resized: () => {}, driver: true });
  const raw: boolean[] = [];
  let bytes = '';
  const stdin = { setRawMode: (on: boolean) => raw.push(on) };
  paintFirst(
    {
      stdin,
      stdout: {
        write: text => {
          bytes += text;
        },
      },
    },
    lines,
  );
  await screen.show(bytes);
  expect(raw).toEqual([true]);
  return screen;
}

it.each([
  { cols: 120, rows: 40 },
  { cols: 120, rows: 40, environment: 'production' as const, readOnly: t`The profile is read-only.` },
  { cols: 80, rows: 24, customer: 1 },
  { cols: 120, rows: 40, theme: 'dark' as const, depth: 'exact' as const },
  {
    cols: 120,
    rows: 40,
    theme: 'light' as const,
    depth: 'none' as const,
    environment: 'production' as const,
  },
  { cols: 60, rows: 14, customer: 'none' as const },
  { cols: 40, rows: 10 },
  { cols: 39, rows: 9 },
  { cols: 120, rows: 40, opening: 'payouts' },
  { cols: 120, rows: 40, opening: 'transactions/acc_1' },
  { cols: 120, rows: 40, opening: 'transactions', sight: /signing in .*Transactions need an account/s },
  { cols: 120, rows: 40, login: true },
  { cols: 45, rows: 12, login: true, environment: 'production' as const },
])('the first paint has the rows of the first frame: %o', async options => {
  const { cols, rows, login = false, sight = login ? 'Sign in' : 'Esc stops' } = options;
  // The sign-in lasts until the test ends.
  const console = await startConsole({ ...options, simulator: { faults: ['login delay=60000'] } });
  const small = cols < 40;
  await console.sees(small ? 'too small' : sight);
  let screen = console.screen;
  // The header has a clock. Its minute may change between the console's frame and the next line.
  await vi.waitFor(async () => {
    const { reach, size, now, tick, customer, session, theme, colours } = console.state();
    const state = firstState({ reach, size, now, tick, customer, session, theme, colours });
    const lines = firstLines({ state, opening: options.opening ?? 'accounts', login });
    expect(lines).toHaveLength(small ? 3 : login ? 1 : 2);
    screen = await painted({ cols, rows }, lines);
    for (const y of lines.keys()) expect(rowOf(screen, y)).toEqual(rowOf(console.screen, y));
  }, patience);
  expect(screen.alternate()).toBe(true);
  expect(screen.pasteMode()).toBe(true);
  expect(screen.cursor().visible).toBe(false);
});
