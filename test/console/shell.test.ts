// Functions of every screen: help, opening screens, waiting, errors, the inspector, sizes, quitting.

import { expect, test, vi } from 'vitest';
import { t, type Visible } from '../../src/lib/visible.ts';
import { info } from '../../src/store/notices.ts';
import { startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';

let console: TestConsole;

const lists = (): number => console.exchanges().filter(e => /\/account(\?|$)/.test(e)).length;

test('? lists the active keys, filters them by the typed text, and Enter runs one', async () => {
  console = await startOnAccounts();
  console.press('?');
  await console.sees('Keys here');
  console.type('balance history');
  await console.losesSight('half a page down');
  console.press('enter');
  await console.sees('Balance history');
  await console.sees('entries loaded · G loads more');
});

test("a key that can't act says why", async () => {
  console = await startConsole({ opening: 'overview' });
  await console.sees('needs attention');
  console.press('-');
  await console.sees('No other tab was open before this one.');
  console.press('b');
  await console.sees('9 balances, all');
  console.press('f');
  await console.sees('The service has no filter for this list');
});

test('the header names the connected account by the end of its ID', async () => {
  console = await startConsole({ cols: 180 });
  await console.sees('7 accounts, all');
  const { onBehalfOf = '' } = console.state().customer ?? {};
  await console.sees(`connected account …${onBehalfOf.slice(-12)}`);
});

test(': opens a screen by a part of its name, and lists the screens if several match', async () => {
  console = await startOnAccounts();
  console.type(':');
  console.type('bal');
  console.press('enter');
  await console.sees('9 balances, all');
  console.type(':');
  console.type('nowhere');
  console.press('enter');
  await console.sees('Find nowhere, a name or other words');
  console.type(':');
  console.type('b');
  console.press('enter');
  await console.sees('could be beneficiaries, balances');
});

test(': with an account ID asks the service for that account', async () => {
  console = await startOnAccounts();
  const id = console.simulator.world.customers[0]?.accounts[1]?.record.id ?? '';
  console.type(':');
  console.type(id);
  console.press('enter');
  await console.sees('US sales');
  await console.screen.until(() => console.exchanges().some(e => e.includes(`/svc/api/v1/account?id=${id}`)));
  await console.sees(/›.US sales/);
});

test('Esc goes back one step at a time and never quits', async () => {
  console = await startOnAccounts();
  console.press('enter');
  await console.sees('loaded · G loads more');
  console.type('/');
  console.type('refund');
  console.press('enter', 'tab');
  await console.sees('[loaded: refund]');
  console.press('esc', 'esc');
  await console.losesSight('[loaded: refund]');
  console.press('esc');
  await console.sees('7 accounts, all');
  console.press('esc');
  await console.sees(/You are at the start of this tab\. Press .*q to quit\./);
});

test('Esc in the filter restores the previous filter', async () => {
  console = await startOnAccounts();
  console.type('/');
  console.type('euro');
  console.press('enter');
  await console.sees('1 of 7 loaded match');
  console.type('/');
  console.type('xyz');
  await console.sees('0 of 7 loaded match');
  console.press('esc');
  await console.sees('1 of 7 loaded match');
});

test('- switches between the last two tabs, and a tab keeps its views', async () => {
  console = await startOnAccounts();
  console.press('enter');
  await console.sees('loaded · G loads more');
  console.press('8');
  await console.sees('4 questions, all');
  console.press('-');
  await console.sees('loaded · G loads more');
});

test('r reads again while the rows stay, and marks changed rows', async () => {
  const changed = 'account.list set=data[1].label:"Renamed" after=1';
  console = await startConsole({ simulator: { faults: [changed] } });
  await console.sees('US sales');
  console.press('r');
  await console.sees(/ •Renamed/);
  await console.sees(/›.Operations/);
  expect(lists()).toBe(2);
});

test('Esc after a filter keeps the selected row', async () => {
  console = await startOnAccounts();
  console.type('/');
  console.type('kuwait');
  await console.sees('1 of 7 loaded match');
  console.press('enter', 'esc');
  await console.sees('7 accounts, all');
  await console.sees(/›.Kuwait/);
});

test('Esc in the filter restores the list and the cursor', async () => {
  console = await startOnAccounts();
  console.press('j', 'j');
  await console.sees(/›.Euro/);
  console.type('/');
  console.type('kuwait');
  await console.sees('1 of 7 loaded match');
  console.press('esc');
  await console.sees(/›.Euro/);
});

test(": completes a screen's name, and you can type on", async () => {
  console = await startOnAccounts();
  console.type(':tran');
  console.press('tab');
  await console.sees(': transactions');
  console.type('/abcdefgh');
  await console.sees(': transactions/abcdefgh');
});

test('R drops cached data and reads it again', async () => {
  console = await startOnAccounts();
  console.press('b');
  await console.sees('9 balances, all');
  const balances = (): number => console.exchanges().filter(e => e.includes('/account/balance')).length;
  console.press('R');
  await console.screen.until(() => balances() === 2);
  await console.sees('9 balances, all');
  console.press('esc');
  await console.sees('7 accounts, all');
  await console.screen.until(() => lists() === 2);
  expect(balances()).toBe(2);
});

test('t changes the format of times', async () => {
  console = await startConsole({ opening: 'history', cols: 140 });
  await console.sees(/Time +\d\d [A-Z][a-z]{2} 2026 \d\d:\d\d:\d\d UTC/);
  console.press('t');
  await console.sees(/Time +\d\d [A-Z][a-z]{2} 2026 \d\d:\d\d:\d\d UTC/);
  console.press('t');
  await console.sees(/Time +.* ago/);
});

test('@ shows each request without keys and tokens', async () => {
  console = await startOnAccounts();
  console.press('@');
  await console.sees('Requests · 3');
  await console.sees('Newest first');
  await console.sees('Sign in');
  // The newest request may change at any time. The oldest is the sign-in.
  await console.sees('Global Account');
  console.press('G');
  await console.sees('x-client-id');
  const secrets = [console.simulator.credentials.apiKey, ...tokensOf(console)];
  expect(secrets.length).toBeGreaterThan(1);
  for (const secret of secrets) expect(console.screen.bytes).not.toContain(secret);
  console.press('esc');
  await console.sees('7 accounts, all');
});

/** Every access token that was sent. */
const tokensOf = ({ simulator }: TestConsole): readonly string[] =>
  simulator.wire.flatMap(w => w.headers['authorization'] ?? []).map(value => value.replace('Bearer ', ''));

test('a wait shows its seconds, Esc stops it, and the next attempt succeeds', async () => {
  console = await startConsole({ simulator: { faults: ['account.list delay=60000 count=1'] } });
  await console.sees(/loading page 1, [1-9]\d* s, Esc stops/);
  console.press('esc');
  await console.sees('Loading was stopped');
  console.press('r');
  await console.sees('7 accounts, all');
});

test('a service failure shows the cause, the effect and the next step, and r recovers', async () => {
  console = await startConsole({ simulator: { faults: ['account.list status=500 count=3'] } });
  await console.sees('Accounts: trying again in');
  await console.sees('the service failed (HTTP 500)');
  await console.sees('Press r to retry.');
  console.press('r');
  await console.sees('7 accounts, all');
});

test('a failed reload keeps the rows and says so', async () => {
  console = await startOnAccounts({ simulator: { faults: ['account.list status=400 after=1'] } });
  console.press('r');
  await console.sees('the service refused the request');
  await console.sees('Jakarta collections');
});

test('a value that differs from the API is shown unchanged, marked and counted', async () => {
  console = await startConsole({
    simulator: {
      faults: ['account.list set=data[0].status:"FROZEN"', 'account.list set=data[0].mood:"odd"'],
    },
  });
  await console.sees('? FROZEN');
  await console.sees('API differences: 2 (@)');
  console.press('tab', 'G');
  await console.sees('? mood');
});

test('q on the first view asks before quitting, with the focus on the button that stays in Purser', async () => {
  console = await startOnAccounts();
  console.press('enter');
  await console.sees('loaded · G loads more');
  console.press('q');
  await console.sees('7 accounts, all');
  console.press('q');
  await console.sees('Quit Purser?');
  console.press('enter');
  await console.losesSight('Quit Purser?');
  await console.sees('7 accounts, all');
});

test('Esc at the start of a tab names the way back to the overview that opened the tab', async () => {
  console = await startConsole({ opening: 'overview', rows: 40 });
  await console.sees(/› .*Request for information/);
  console.press('enter');
  await console.sees(/─ RFI|^RFI/m);
  await console.sees('Proof of address');
  console.press('esc');
  await console.sees('You are at the start of this tab. Press - for Overview, q to quit.');
  console.press('-');
  await console.sees('needs attention');
});

test('one Ctrl+C warns, and another key cancels it', async () => {
  console = await startOnAccounts();
  console.press('ctrl-c');
  await console.sees('Press Ctrl+C again to quit');
  console.press('j');
  await console.losesSight('Press Ctrl+C again');
  console.press('ctrl-c');
  await console.sees('Press Ctrl+C again to quit');
});

test('a paste outside a field is dropped and runs nothing', async () => {
  console = await startOnAccounts();
  console.screen.paste('q\ry');
  await console.sees('Not pasted: no text field');
  await console.sees('7 accounts, all');
});

test('Purser handles 60 keys that arrive at once', async () => {
  console = await startOnAccounts();
  console.press('enter');
  await console.sees('loaded · G loads more');
  console.type('j'.repeat(60));
  await console.screen.until(() => console.state().workspaces !== undefined && cursorOf(console) === 60);
});

function cursorOf({ state }: TestConsole): number | undefined {
  const [workspace] = Object.values(state().workspaces);
  return workspace?.stacks.accounts?.at(-1)?.cursorIndex;
}

test("an error of the drawing reaches Purser's own end, and Ink shows nothing of its message [G7a–b]", async () => {
  console = await startOnAccounts();
  const notice = {
    tone: 'info',
    get text(): Visible {
      throw new Error('CANARY51');
    },
  } as const;
  console.quietly({ notice: notice as never });
  await vi.waitFor(() => expect(console.crashes).toHaveLength(1), patience);
  expect(String(console.crashes.splice(0))).toBe('Error: CANARY51');
  expect(console.screen.bytes).not.toMatch(/CANARY51| ERROR /);
});

test('a terminal that is too small says so and names the environment; a larger one shows everything again', async () => {
  console = await startOnAccounts({ environment: 'production' });
  console.screen.resize(30, 8);
  await console.sees('too small');
  await console.sees('PRODUCTION');
  console.screen.resize(100, 30);
  await console.sees('7 accounts, all');
  await console.sees('PRODUCTION');
});

test.each([
  [40, 10],
  [59, 14],
  [60, 15],
  [80, 24],
  [84, 24],
  [85, 24],
  [200, 50],
])('at %i×%i the frame and the overlays are complete', async (cols, rows) => {
  console = await startConsole({ cols, rows });
  await console.sees('Operations');
  expect(console.screen.lines()[0]).toContain('DEMO');
  expect(console.screen.lines().at(-1)).toContain('more');
  console.press('?');
  await console.sees('Keys here');
  console.press('esc', 'u');
  await console.sees('Recent');
  console.press('esc', '@');
  await console.sees(/Requests · \d+ /);
  console.press('esc');
  await console.sees('Operations');
  expect(console.crashes).toEqual([]);
});

test.each([
  ['ctrl-p', 80, 24],
  ['ctrl-p', 60, 15],
  ['?', 80, 24],
])('text typed after %s at %i×%i stays on the screen if no command matches', async (key, cols, rows) => {
  console = await startConsole({ cols, rows });
  await console.sees('Operations');
  console.press(key);
  await console.sees('filter:');
  console.type('no such key');
  await console.sees('No matching command.');
  await console.sees(/filter: no such key/);
});

test('G goes to the last row of the service', async () => {
  console = await startOnAccounts({ simulator: { rows: 350 } });
  console.press('enter');
  await console.sees('100 transactions loaded · G loads more');
  console.press('G');
  await console.sees('350 transactions, all');
  await console.screen.until(() => cursorOf(console) === 349);
});

test('an account ID sets a filter that the screen shows and Esc clears', async () => {
  console = await startOnAccounts();
  const id = console.simulator.world.customers[0]?.accounts[2]?.record.id ?? '';
  console.type(`:${id}`);
  console.press('enter');
  await console.sees('1 account, all that match');
  await console.sees(`[service: ${id.slice(0, 8)}`);
  console.press('esc');
  await console.sees('7 accounts, all');
  console.type(':acct_ae3966e148dde8e41614');
  console.press('enter');
  await console.sees('Connected account');
  expect(console.state().overlay).toMatchObject({ kind: 'customers' });
});

test('a Global Account with an ID that Purser did not request is marked', async () => {
  const other = 'globalAccount.get set=id:"00000000-0000-4000-8000-000000000000"';
  console = await startOnAccounts({ cols: 160, simulator: { faults: [other] } });
  console.press(']');
  await console.sees('the service returned a different record, not');
});

test('the direction of a transaction is shown at every width', async () => {
  for (const cols of [40, 59, 60, 84, 85, 90, 120]) {
    console = await startConsole({ cols, rows: 24 });
    await console.sees('Operations');
    console.press('enter');
    await console.sees('Amount GBP');
    await console.sees(/^› .*Refund .* −[\d,]+\.\d\d\s*$/m);
    await console.sees(/^ {2}.*Invoice .* \+[\d,]+\.\d\d\s*$/m);
  }
});

test('a failed page shows the whole reason, and how many rows are loaded', async () => {
  console = await startOnAccounts({
    simulator: { rows: 500, faults: ['account.transactions status=400 after=1'] },
  });
  console.press('enter');
  await console.sees('100 transactions loaded · G loads more');
  console.press('G');
  await console.sees(/failed; r loads again · 100 loaded/);
  await console.sees('Transactions: the service refused the request (HTTP 400');
});

test('the row that ↓ selects is visible on a small screen', async () => {
  console = await startConsole({ cols: 40, rows: 10 });
  await console.sees('Operations');
  console.press('u', 'down', 'down');
  await console.sees('Großhandel');
});

test('Purser draws nothing while the shell has the terminal, and everything afterwards', async () => {
  console = await startOnAccounts();
  console.leave();
  await console.screen.until(now => !now.alternate());
  const written = console.screen.bytes.length;
  // Meanwhile time passes and a notice arrives.
  console.quietly({ now: console.state().now + 60_000, notice: info(t`late`) });
  await console.drawn();
  expect(console.screen.bytes.slice(written)).toBe('');
  console.enter();
  await console.sees('late');
  await console.sees('7 accounts, all');
  expect(console.screen.alternate()).toBe(true);
});
