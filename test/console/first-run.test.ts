// The welcome of the first demo run: it explains Purser, is closed once, and blocks no key.

import { expect, it, vi } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { overlayWith } from '../../src/store/open-overlays.ts';
import { type ConsoleOptions, startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';

let console: TestConsole;

const closed = vi.fn();
const start = (options: ConsoleOptions = {}) => {
  closed.mockClear();
  return startConsole({ cols: 80, rows: 24, firstRun: closed, ...options });
};

it('the welcome explains Purser and names five keys; Esc closes it, and help opens it again', async () => {
  console = await start();
  await console.sees('╭─ Welcome to Purser ─');
  for (const text of ['This is the demo', 'Enter', 'filter the rows', 'change the customer', 'Esc closes'])
    await console.sees(text);
  expect(closed).not.toHaveBeenCalled();
  console.press('esc');
  await console.losesSight('Welcome to Purser');
  expect(closed).toHaveBeenCalledOnce();
  console.press('?');
  console.type('five keys');
  await console.sees(/~ +what Purser is, and five keys to try/);
  console.press('enter');
  await console.sees('Welcome to Purser');
  console.press('esc');
  await console.losesSight('Welcome to Purser');
  expect(closed).toHaveBeenCalledOnce();
});

it('any other key closes the welcome and does its usual work', async () => {
  console = await start();
  await console.sees('Welcome to Purser');
  console.press('3');
  await console.sees(/╭─ Cards ─.* \d+ ─╮/);
  expect(console.screen.text()).not.toContain('Welcome to Purser');
  expect(closed).toHaveBeenCalledOnce();
});

it.each([
  [40, 10],
  [60, 15],
  [200, 50],
])('the welcome fits %i×%i', async (cols, rows) => {
  console = await start({ cols, rows });
  await console.sees(rows < 15 ? 'This is the demo' : 'all keys of a screen');
});

it('a small terminal says that the welcome goes on, and PgDn reads on', async () => {
  const demo = { toCancel: t`PAY075141980467`, baseUrl: 'http://127.0.0.1:1' };
  console = await start({ cols: 60, rows: 15 });
  console.quietly({ demo });
  console.app.store.setState({ overlay: overlayWith({ kind: 'welcome', top: 0 }) });
  await console.sees(/Welcome to Purser ─+ ↓ \d+ more/);
  await console.sees(/PgDn a page down/);
  expect(console.screen.text()).not.toContain('Jobs to try');
  console.press('pgdn');
  await console.sees('Jobs to try');
  await console.sees(demo.toCancel);
  console.press('pgup');
  await console.sees('This is the demo');
  console.press('3');
  await console.losesSight('Welcome to Purser');
});

it('a screen reader reads the welcome from top to bottom', async () => {
  console = await start({ screenReader: true });
  await vi.waitFor(() => {
    const lines = console.screen.bytes.split('\n');
    const from = lines.findIndex(line => line.startsWith('Welcome to Purser'));
    expect(lines.slice(from, from + 8).join('\n')).toMatch(
      /^Welcome to Purser.*\n.*This is the demo.*\nFive keys to try.*\nEnter: open .*\n\/: filter .*\n:: find .*\nu: change .*\n\?: all keys/s,
    );
  }, patience);
});
