// Personal settings: chosen keys, the terminal's title, notifications and the mouse.

import { expect, it, vi } from 'vitest';
import { visible } from '../../src/lib/visible.ts';
import { cellWidth } from '../../src/lib/width.ts';
import { currentView } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { isReady } from './writing.ts';

let console: TestConsole;

async function begin(options: ConsoleOptions = {}): Promise<void> {
  console = await startOnAccounts({ cols: 140, rows: 40, ...options });
}

it('chosen keys work, default keys do nothing, and help shows the chosen keys', async () => {
  await begin({ keys: { balances: 'F', 'tab.cards': ['S', '3'], bell: [] } });
  console.press('S');
  await vi.waitFor(() => expect(currentView(console.state()).place).toBe('cards'), patience);
  console.press('F');
  await vi.waitFor(() => expect(currentView(console.state()).place).toBe('balances'), patience);
  const { bell } = console.state();
  console.press('*', '?');
  await console.sees('Keys here');
  expect(console.state().bell).toBe(bell);
  console.type('balances');
  await console.sees(/› F +balances: Balances is already open/);
  console.press('esc');
});

it('invalid key settings get a warning at the start, and valid settings work', async () => {
  await begin({ keys: { nothing: 'x', 'dialog.enter': 'y', balances: 'F' } });
  await console.sees('config.json, keys.nothing: unknown command. keys.dialog.enter: this command keeps its');
  console.press('F');
  await vi.waitFor(() => expect(currentView(console.state()).place).toBe('balances'), patience);
});

it("the terminal's title shows environment and screen, and never the customer", async () => {
  await begin({ terminal: { title: true }, environment: 'production' });
  await vi.waitFor(() => expect(console.screen.bytes).toContain(']2;Purser PRODUCTION · Accounts'), patience);
  console.press('3');
  await vi.waitFor(() => expect(console.screen.bytes).toContain(']2;Purser PRODUCTION · Cards'), patience);
  for (const title of console.screen.bytes.split(']2;').slice(1))
    expect(title.slice(0, title.indexOf('\u0007'))).not.toMatch(/Bramble|acct_/);
});

it('the wheel moves the cursor, a click selects, and neither opens anything', async () => {
  await begin({ terminal: { mouse: true } });
  expect(console.screen.bytes).toContain('[?1006h');
  const { cursorKey: first } = currentView(console.state());
  const lines = console.screen.lines();
  const y = lines.findIndex(line => line.includes('Euro suppliers')) + 1;
  console.type(`\u001B[<0;10;${y}M\u001B[<0;10;${y}m`);
  await console.sees(/› ?.*Euro suppliers/);
  expect(currentView(console.state()).cursorKey).not.toBe(first);
  console.type('\u001B[<64;10;10M');
  await vi.waitFor(() => expect(currentView(console.state()).cursorKey).toBe(first), patience);
  console.press('w');
  console.type(`\u001B[<0;10;${y}M\u001B[<65;10;10M`);
  console.press('esc');
  await vi.waitFor(() => expect(console.state().overlay).toBeUndefined(), patience);
  expect(currentView(console.state())).toMatchObject({ place: 'accounts', cursorKey: first });
});

/** Clicks the first cell of `text`, in the first line of the newest screen that has it: an older one may differ. */
async function clicks(text: string, from = 0): Promise<void> {
  await console.drawn();
  const lines = console.screen.lines();
  const y = lines.findIndex((line, i) => i >= from && line.includes(text));
  if (y < 0) throw new Error(`${text} is not on the screen`);
  const x = cellWidth(visible(lines[y]?.slice(0, lines[y].indexOf(text)) ?? ''));
  console.type(`\u001B[<0;${x + 1};${y + 1}M\u001B[<0;${x + 1};${y + 1}m`);
}

it.each([
  [60, 15],
  [80, 24],
  [120, 36],
  [200, 50],
])(
  'at %i×%i a click on a tab, on a tab of the details or on a column’s head does what its key does',
  async (cols, rows) => {
    await begin({ terminal: { mouse: true }, cols, rows });
    await console.sees('Operations');
    await clicks('Currency');
    await console.sees(/↑Currency/);
    expect(currentView(console.state()).sort).toEqual({ column: 'currency', direction: 'up' });
    await clicks('Currency');
    await console.sees(/↓Currency/);
    await clicks('Currency');
    await vi.waitFor(() => expect(currentView(console.state()).sort).toBeUndefined(), patience);
    if (cols < 80) {
      console.press('tab');
      await console.sees('Global Account');
    }
    await console.drawn();
    await console.sees('Raw');
    await clicks('Raw');
    await vi.waitFor(() => expect(currentView(console.state()).detailsTab).toBe(2), patience);
    await clicks('Global Account');
    await vi.waitFor(() => expect(currentView(console.state()).detailsTab).toBe(1), patience);
    await clicks(cols < 80 ? '9C' : '9 C');
    await vi.waitFor(() => expect(currentView(console.state()).place).toBe('customer'), patience);
    await console.sees('Nickname');
    await clicks('Raw', 2);
    await vi.waitFor(() => expect(currentView(console.state()).detailsTab).toBe(1), patience);
    await clicks('User', 2);
    await vi.waitFor(() => expect(currentView(console.state()).detailsTab).toBe(0), patience);
    await clicks(cols < 80 ? '2A' : '2 A');
    await vi.waitFor(() => expect(currentView(console.state()).place).toBe('accounts'), patience);
  },
);

it('nothing that writes can be clicked: neither a hint in the footer nor a button', async () => {
  await begin({ terminal: { mouse: true }, cols: 120, rows: 36 });
  console.press('3');
  await console.sees(/cards, all/);
  const before = console.state();
  for (const hint of ['freeze', 'close card', 'set limits']) await clicks(hint);
  await console.drawn();
  expect(console.state().overlay).toBeUndefined();
  expect(currentView(console.state())).toEqual(currentView(before));
  console.press('x');
  await console.sees('Go back');
  await isReady(console);
  const asked = console.state().overlay;
  await clicks('Go back');
  await clicks('Close card', 3);
  await clicks('2 Accounts');
  await console.drawn();
  expect(console.state().overlay).toMatchObject({ kind: 'dialog' });
  expect(JSON.stringify(console.state().overlay)).toBe(JSON.stringify(asked));
  expect(currentView(console.state()).place).toBe('cards');
  console.press('esc');
});

it('the terminal keeps the mouse unless the configuration enables it', async () => {
  await begin();
  expect(console.screen.bytes).not.toContain('[?1000h');
  const { cursorIndex } = currentView(console.state());
  console.type('\u001B[<65;10;10M');
  await console.drawn();
  expect(currentView(console.state()).cursorIndex).toBe(cursorIndex);
});
