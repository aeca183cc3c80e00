// Ctrl+P: the commands of all screens, screens, customers and records, wherever staff are.

import { afterEach, expect, it, vi } from 'vitest';
import { currentView } from '../../src/store/workspace.ts';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';

let console: TestConsole;
afterEach(async () => {
  expect(console.crashes).toEqual([]);
  await console.close();
});

async function begin(): Promise<void> {
  console = await startConsole({ cols: 120, rows: 40 });
  await console.sees('accounts, all');
}

const place = () => currentView(console.state()).place;

async function choose(typed: string, seen: RegExp): Promise<void> {
  console.press('ctrl-p');
  await console.sees('filter:');
  console.type(typed);
  await console.sees(seen);
  console.press('enter');
}

it('runs a command of another screen, with its key at the right', async () => {
  await begin();
  await choose('quote and', /› quote and convert +FX +n$/m);
  await vi.waitFor(() => expect(place()).toBe('convert'), patience);
});

it('asks for the record that a command needs', async () => {
  await begin();
  await choose('freeze', /› freeze, unfreeze +Cards +z$/m);
  await vi.waitFor(() => expect(place()).toBe('cards'), patience);
  await console.sees('choose a row, then press z');
  expect(console.state().overlay).toBeUndefined();
});

it('finds by scattered letters, and goes to screens and customers', async () => {
  await begin();
  await choose('blnc hist', /› .*alance history/);
  await vi.waitFor(() => expect(place()).toBe('history'), patience);
  const before = console.state().customer?.userId;
  await choose('großhandel', /› Großhandel Höß & Söhne GmbH +customer acct_/);
  await vi.waitFor(() => expect(console.state().customer?.userId).not.toBe(before), patience);
});

it('has what is used most first, and records of before', async () => {
  await begin();
  console.press('enter');
  await console.sees(/transactions loaded/);
  console.press('3');
  await console.sees(/cards, all/);
  console.press('ctrl-p');
  console.type('opened before');
  await console.sees(/› Transactions [0-9a-f-]{36} +opened before/);
  console.press('enter');
  await vi.waitFor(() => expect(place()).toBe('transactions'), patience);
  await choose('requests', /› requests/);
  await console.sees(/GET|POST/);
  console.press('esc');
  console.press('ctrl-p');
  await console.sees(/^› requests +everywhere +@$/m);
  console.press('esc');
});
