// The help card: what works now in sections, what can't run at the end with the reason, typing filters, Enter runs.

import { expect, it, vi } from 'vitest';
import { currentView } from '../../src/store/workspace.ts';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';

let console: TestConsole;

async function opens(cols: number, rows: number): Promise<void> {
  console = await startOnAccounts({ cols, rows });
  console.press('?');
  await console.sees('Keys here');
}

const lineOf = (text: string): number =>
  console.screen
    .text()
    .split('\n')
    .findIndex(line => line.includes(text));

it('the sections are in the order in which people look, several keys beside each other', async () => {
  await opens(200, 50);
  const sections = ['Move', 'Open', 'Act', 'Find', 'Everywhere', 'Not now'].map(lineOf);
  expect(sections).not.toContain(-1);
  expect(sections).toEqual(sections.toSorted((a, b) => a - b));
  await console.sees(/Move +› j ↓ +down .*half a page down .*other panel .*previous column/);
  await console.sees(/Open +Enter +open .*customer .*balances/);
});

it.each([
  [200, 50],
  [120, 40],
])('at %i×%i every title is whole', async (cols, rows) => {
  console = await startOnAccounts({ cols, rows });
  console.press('?');
  await console.sees(/cancel payout by ID( or reference)?/);
  expect(console.screen.text()).not.toMatch(/\S…/);
});

it('a key that can’t run is at the end with its whole reason, also in a small terminal', async () => {
  await opens(60, 15);
  expect(console.screen.text()).not.toContain('sort: up, down');
  console.type('sort');
  await console.sees(/Not now/);
  await console.sees(/› O +sort: up, down, as sent: To sort, choose a\s+column with ← and → first\./);
  console.press('esc');
  console.press('l', '?');
  await console.sees('Keys here');
  console.type('sort');
  await console.sees(/Find\s+› O +sort: up, down, as sent/);
  expect(console.screen.text()).not.toContain('Not now');
});

it('a small terminal scrolls with the cursor, down to the meaning of the signs', async () => {
  await opens(60, 15);
  await console.sees(/↓ \d+ more ──/);
  expect(console.screen.text()).not.toContain('* marked');
  for (let page = 0; page < 12; page++) console.press('pgdn');
  await console.sees('* marked');
  await console.losesSight('more ──');
  console.press('esc');
});

it('Enter runs the selected key', async () => {
  await opens(120, 36);
  console.type('balance history');
  await console.sees(/› B +balance history/);
  console.press('enter');
  await vi.waitFor(() => expect(currentView(console.state()).place).toBe('history'), patience);
});
