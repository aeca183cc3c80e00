// Ctrl+P: the commands of all screens, the screens, customers and records.

import { expect, it, vi } from 'vitest';
import { visible } from '../../src/lib/visible.ts';
import { currentView } from '../../src/store/workspace.ts';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';

let console: TestConsole;

async function begin(): Promise<void> {
  console = await startOnAccounts({ cols: 120, rows: 40 });
}

const place = () => currentView(console.state()).place;

async function choose(typed: string, seen: RegExp): Promise<void> {
  console.press('ctrl-p');
  await console.sees('filter:');
  console.type(typed);
  await console.sees(seen);
  console.press('enter');
}

it('the palette runs a command of another screen, and shows its key at the right', async () => {
  await begin();
  await choose('quote and', /› quote and convert +FX +n$/m);
  await vi.waitFor(() => expect(place()).toBe('convert'), patience);
});

it('the palette offers to cancel a payout first, on the overview too', async () => {
  await begin();
  console.press('1');
  await vi.waitFor(() => expect(place()).toBe('overview'), patience);
  console.press('ctrl-p');
  console.type('canc');
  await console.sees(/› cancel payout by ID or reference +everywhere +X$/m);
  console.press('esc');
});

it('the palette asks for the record that a command needs', async () => {
  await begin();
  await choose('freeze', /› freeze, unfreeze +Cards +z$/m);
  await vi.waitFor(() => expect(place()).toBe('cards'), patience);
  await console.sees('choose a row, then press z');
  expect(console.state().overlay).toBeUndefined();
});

it('the palette opens the list from which a command’s record can be reached', async () => {
  await begin();
  await choose('cancel mandate', /› cancel mandate +Mandates +x$/m);
  await vi.waitFor(() => expect(place()).toBe('mandates'), patience);
  await console.sees('cancel mandate: open Mandates with Enter, choose a row, then press x.');
});

it('the palette keeps a space between a long reason and the key', async () => {
  console = await startOnAccounts({ cols: 60, rows: 24 });
  console.press('ctrl-p');
  console.type('narrower');
  await console.sees(/narrower details .*… {2}>$/m);
  console.press('esc');
});

it('the palette finds scattered letters, and opens screens and customers', async () => {
  await begin();
  await choose('blnc hist', /› .*alance history/);
  await vi.waitFor(() => expect(place()).toBe('history'), patience);
  const before = console.state().customer?.userId;
  await choose('großhandel', /› Großhandel Höß & Söhne GmbH +customer acct_/);
  await vi.waitFor(() => expect(console.state().customer?.userId).not.toBe(before), patience);
});

it('the palette shows the most used commands first, and recently opened records', async () => {
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

it('a command that can’t run comes after everything else, with the reason', async () => {
  await begin();
  console.press('ctrl-p');
  await console.sees(/^› new account +Accounts +n$/m);
  console.type('sort');
  await console.sees(/sort: up, down, as sent +To sort, choose a column with ← and → first\. +O$/m);
  console.press('esc', 'ctrl-p');
  for (let page = 0; page < 20; page++) console.press('pgdn');
  await console.sees(/^› .*To sort|^› .*already open|^› .*no team journal/m);
  console.press('esc');
});

it('with nothing typed the palette begins with what was used and opened last, then the screens', async () => {
  await begin();
  console.press('enter');
  await console.sees(/transactions loaded/);
  console.press('3');
  await console.sees(/cards, all/);
  await choose('bell', /› bell: on, off/);
  console.press('ctrl-p');
  await console.sees(/› bell: on, off +everywhere +\*\s+Transactions [0-9a-f-]{36} +opened before/);
  const lines = console.screen.text().split('\n');
  const at = (text: RegExp) => lines.findIndex(line => text.test(line));
  expect(at(/Overview +screen/)).toBeGreaterThan(at(/opened before/));
  expect(at(/Overview +screen/)).toBeGreaterThan(at(/freeze, unfreeze/));
  console.press('esc');
});

it('the cursor stays on its entry when another entry comes into the list', async () => {
  await begin();
  console.press('ctrl-p');
  await console.sees('filter:');
  console.type('acct_');
  await console.sees(/› .*customer acct_/);
  console.press('down');
  await vi.waitFor(() => expect(console.state().overlay).toMatchObject({ cursor: 1 }), patience);
  await console.drawn();
  const chosen = /› .*customer (acct_\w+)/.exec(console.screen.text())?.[1];
  console.app.customers.offer({ userId: 'acct_' }, visible('acct_'));
  await console.sees(/acct_ +customer acct_ /);
  console.press('enter');
  await vi.waitFor(() => expect(console.state().customer?.userId).toBe(chosen), patience);
});
