// What happened? `T` shows one axis for a customer, an account, a card or a record.

import { expect, it, vi } from 'vitest';
import type { State } from '../../src/store/state.ts';
import { currentView, currentWorkspace } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { goes } from './paying.ts';
import { breaks, mends, pays } from './writing.ts';

let console: TestConsole;

const start = async (more: ConsoleOptions = {}) => {
  console = await startOnAccounts({
    cols: 140,
    rows: 40,
    ...more,
    simulator: { seed: 4, rows: 30, ...more.simulator },
  });
};

const COMPLETE = /─ complete · [\d,]+ rows/;
/** In the frame, not in the details of the line. */
const READY = / · G loads the rest/;
const cursor = (): string => console.screen.lines().find(line => line.startsWith('│›')) ?? '';
const readsNow = ({ lists, documents }: ReturnType<typeof currentWorkspace>): number =>
  [...Object.values(lists), ...Object.values(documents)].filter(({ loading }) => loading).length;

async function opens(): Promise<void> {
  await goes(console, 'overview');
  console.press('T');
}

it('shows everything of the customer, one request at a time, and no more than the screen needs until G', async () => {
  await start();
  await goes(console, 'overview');
  await vi.waitFor(() => expect(readsNow(currentWorkspace(console.state()))).toBe(0), patience);
  let most = 0;
  console.app.store.subscribe((state: State) => {
    if (currentView(state).place === 'timeline') most = Math.max(most, readsNow(currentWorkspace(state)));
  });
  console.press('T');
  await console.sees(/─ complete back to \d\d \w{3}.* · G loads the rest/);
  for (const source of ['Card use', 'Account']) await console.sees(source);
  const before = console.exchanges().length;
  console.press('G');
  await console.sees(COMPLETE);
  expect(console.exchanges().length).toBeGreaterThan(before);
  expect(most).toBe(1);
  console.press('g', 'tab', ']');
  await console.sees('Sources');
  await console.sees(/Balance history +\d+ events, complete/);
});

it('opens a record, and Esc comes back to the same event', async () => {
  await start();
  await opens();
  await console.sees(READY);
  console.type('/');
  await console.sees('loaded rows: words');
  console.type('source:"card use"');
  console.press('enter');
  // Until the prompt is closed, the cursor may be on a match of a part of the words.
  await console.sees('[loaded: source:"card use"]');
  await vi.waitFor(() => expect(cursor()).toContain('Card use'), patience);
  await vi.waitFor(
    () => expect(currentView(console.state()).cursorKey).toMatch(/^card-transactions/),
    patience,
  );
  const { cursorKey } = currentView(console.state());
  console.press('enter');
  await console.sees('Card transactions of');
  console.press('esc');
  await console.sees('Timeline');
  await vi.waitFor(
    () => expect(currentView(console.shown())).toMatchObject({ place: 'timeline', cursorKey }),
    patience,
  );
  expect(cursor()).toContain('PURCHASE');
});

it('from a record, the cursor is on its event', async () => {
  await start();
  console.press('enter');
  await console.sees('› Transactions');
  console.press('j', 'j', 'j');
  await vi.waitFor(() => expect(currentView(console.shown()).cursorIndex).toBe(3), patience);
  const { cursorKey } = currentView(console.state());
  console.press('T');
  await console.sees('Timeline');
  await vi.waitFor(() => expect(currentView(console.state()).cursorKey).toContain(` ${cursorKey}`), patience);
  await vi.waitFor(() => expect(console.screen.text()).toContain(`${cursorKey}`), patience);
});

it('from an account, it has only what the service has under that account', async () => {
  await start();
  console.press('T');
  await console.sees(/Timeline +of \S/);
  await console.sees(/─ complete/);
  await console.sees('Debit');
  await console.sees('Account');
  for (const source of ['History', 'Card use', 'Payee']) expect(console.screen.text()).not.toContain(source);
});

it('Esc stops the reading, nothing looks complete, and r or G continues', async () => {
  await start();
  await goes(console, 'beneficiaries');
  await breaks(console, 'account.transactions delay=60000');
  await opens();
  await console.sees('reading');
  await vi.waitFor(
    () =>
      expect(
        Object.entries(currentWorkspace(console.state()).lists).some(
          ([key, { loading }]) => key.startsWith('account.transactions') && loading,
        ),
      ).toBe(true),
    patience,
  );
  console.press('esc');
  await console.sees(/not complete yet · stopped, r continues/);
  await console.sees('Incomplete below.');
  console.press('G');
  await console.sees(/not complete yet · reading/);
  console.press('esc');
  await console.sees(/not complete yet · stopped, r continues/);
  await mends(console);
  console.press('r');
  await console.sees(COMPLETE);
});

it('names a list that fails, stays incomplete, and r tries again', async () => {
  await start();
  await breaks(console, 'beneficiary.list status=403 message=closed');
  await opens();
  await console.sees('not complete yet');
  console.press('g', 'enter');
  await console.sees('Press G to load the rest.');
  await console.sees('Beneficiary: not loaded.');
  console.press('G');
  await console.sees('partly failed, r tries again');
  await mends(console);
  console.press('r');
  await console.sees(COMPLETE);
});

it('zooms out to days and months, into a day, and back', async () => {
  await start();
  await opens();
  await console.sees(READY);
  console.press('z');
  await console.sees(/\d\d \w{3} 20\d\d +[█░]{8} \d+ events? · /);
  console.press('z', 'z');
  await console.sees(/[A-Z][a-z]{2} 20\d\d +[█░]{8} [\d,]+ events/);
  console.press('z');
  await console.sees('Months are the longest periods.');
  console.press('Z', 'Z');
  await console.sees(/\d\d \w{3} 20\d\d +[█░]{8} \d+ events? · /);
  console.press('enter');
  await console.sees(/\[the timeline: /);
  await vi.waitFor(
    () => expect(currentView(console.state()).server['from_date']).toMatch(/^\d{4}-\d\d-\d\d$/),
    patience,
  );
  await console.sees(/› \w{3} \d\d \w{3} +\d\d:\d\d/);
  console.press('q');
  await console.sees(/[█░]{8} \d+ events/);
});

it('has what was done in Purser, with its outcome', async () => {
  await start({ environment: 'demo' });
  await pays(console);
  await console.sees('DONE');
  console.press('esc');
  await opens();
  await console.sees(READY);
  console.type('/source=journal');
  console.press('enter');
  await console.sees(/Journal +Pay · 12\.50 GBP/);
  await console.sees('● DONE');
});

it('sums amounts of one source only, because two sources may have one payment', async () => {
  await start();
  await opens();
  await console.sees(READY);
  console.type('/GBP');
  console.press('enter');
  await console.sees('sum – (several sources)');
  console.press('esc');
  await vi.waitFor(() => expect(currentView(console.state()).filter).toBe(''), patience);
  console.type('/source:history GBP');
  console.press('enter');
  await console.sees(/sum −?[\d,.]+ GBP/);
});
