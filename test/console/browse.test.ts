// Browsing: staff find a customer's account, its balances, and a transaction.

import { expect, test, vi } from 'vitest';
import { startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';

let console: TestConsole;

const query = (target: string): URLSearchParams =>
  new URL(target.split(' ')[1] ?? '', 'http://x').searchParams;
const asked = (path: string): readonly string[] => console.exchanges().filter(e => e.includes(path));

test('staff sign in, list accounts, open an account, and find a transaction by a word in its row', async () => {
  console = await startOnAccounts();
  await console.sees('Thameside Clearing');
  console.press('enter');
  await console.sees(/transactions loaded · G loads more/);
  console.type('/');
  console.type('ashdown 727971');
  await console.sees(/1 of \d+ loaded match/);
  console.press('enter');
  await console.sees(/^−821,185\.66 GBP +● PENDING\nRefund 727971 Ashdown & Vale Ltd$/m);
});

test("a filter finds an amount in its displayed form and in the service's form", async () => {
  console = await startConsole({ opening: 'balances' });
  await console.sees('9,007,199,254,740,993.01');
  console.type('/');
  console.type('9007199254740993.01');
  await console.sees(/1 of 9 loaded match/);
  await console.sees('9,007,199,254,740,993.01');
  console.press('esc');
  await console.sees('9 balances, all');
  console.type('/');
  console.type('9,007,199');
  await console.sees(/1 of 9 loaded match/);
});

test('balances show every digit from the service, also below zero, and are never rounded', async () => {
  console = await startConsole({ opening: 'balances' });
  await console.sees('9 balances, all');
  for (const amount of ['9,007,199,254,740,993.01', '1.005', '0.10', '−1,250.75', '12,045,000']) {
    await console.sees(amount);
  }
});

test('a balance opens the history of its currency, and Esc goes back', async () => {
  console = await startConsole({ opening: 'balances' });
  await console.sees('9 balances, all');
  console.press('j', 'enter');
  await console.sees('[service: USD]');
  await console.sees(/USD/);
  await console.sees(/\d+ entries of USD, all|\d+ entries, all/);
  expect(query(asked('balance/history')[0] ?? '').get('currency')).toBe('USD');
  // The first Esc removes the filter, the second Esc leaves the view.
  console.press('esc');
  await console.losesSight('[service: USD]');
  // Esc would stop a load first.
  await console.sees(/^100 .*loaded · G loads more|entries, all/m);
  await console.losesSight('Esc stops');
  console.press('esc');
  await console.sees('9 balances, all');
});

test('the service search sends the typed values, with one day more at the end, and nothing else', async () => {
  console = await startConsole({ opening: 'history', cols: 240 });
  await console.sees('entries loaded · G loads more');
  console.press('f');
  await console.sees('Search service');
  console.type('2026-10-01');
  console.press('tab');
  console.type('2026-11-01');
  console.press('tab');
  console.type('gbp');
  console.press('tab');
  console.type('payout');
  console.press('enter', 'enter');
  await console.sees('service: from_date=2026-10-01 to_date=2026-11-01 currency=GBP transaction_type=PAYOUT');
  await console.sees('entries');
  const sent = query(asked('from_date')[0] ?? '');
  expect(Object.fromEntries(sent)).toEqual({
    from_date: '2026-10-01',
    to_date: '2026-11-02',
    currency: 'GBP',
    transaction_type: 'PAYOUT',
    page: '1',
    size: '100',
  });
});

test.each([
  ['Pacific/Auckland', '2027-01-01', '2027-01-02'],
  ['America/St_Johns', '2026-12-31', '2027-01-01'],
])(
  'the service search sends the day of today in the zone %s, and the next [D15a–b]',
  async (zone, today, next) => {
    console = await startConsole({
      opening: 'history',
      cols: 200,
      simulator: { clock: '2026-12-31T12:30:00Z' },
    });
    await console.sees('entries loaded · G loads more');
    console.quietly({ reach: { ...console.state().reach, zone } });
    console.press('f');
    await console.sees('Search service');
    console.type('today');
    console.press('tab', 'tab', 'tab', 'tab', 'enter');
    await console.sees('[service: ');
    await vi.waitFor(() => expect(asked('from_date')).not.toEqual([]), patience);
    const sent = query(asked('from_date')[0] ?? '');
    expect([sent.get('from_date'), sent.get('to_date')]).toEqual([today, next]);
  },
);

test('an impossible search value is refused in its field, and nothing is sent', async () => {
  console = await startConsole({ opening: 'history' });
  await console.sees('entries loaded · G loads more');
  const before = console.exchanges().length;
  console.press('f');
  await console.sees('Search service');
  console.type('2026-02-30');
  console.press('tab', 'tab');
  console.type('sterling');
  console.press('tab', 'tab', 'enter');
  await console.sees('No such day. Type 20nov, 20..21nov, yesterday or 7d.');
  await console.sees('A currency is three to six letters');
  expect(console.exchanges()).toHaveLength(before);
  // The typed text is still there to correct.
  await console.sees('2026-02-30');
});

test('G shows how many rows are loaded and continues to the last one', async () => {
  console = await startOnAccounts({ simulator: { rows: 950 } });
  console.press('enter');
  await console.sees('100 transactions loaded · G loads more');
  console.press('G');
  await console.sees('950 transactions, all');
  console.press('G');
  const last = console.state();
  expect(asked('account/transactions?')).toHaveLength(13);
  expect(last.overlay).toBeUndefined();
});

test('Esc stops a long load and keeps its rows, and G continues it', async () => {
  console = await startOnAccounts({ simulator: { rows: 2000, faults: ['account.transactions delay=40'] } });
  console.press('enter');
  await console.sees('loaded · G loads more');
  console.press('G');
  await console.sees(/loading page \d+.*Esc stops/);
  console.press('esc');
  await console.sees(/stopped · [\d,]+ loaded · G loads more/);
  await console.sees(/\d00 loaded · G loads more/);
  await console.sees('Transactions of Operations');
});

test('switching customers shows no data of the other customer, and switching back reads nothing again', async () => {
  console = await startConsole();
  await console.sees('Jakarta collections');
  console.press('u');
  await console.sees('Recent');
  console.type('großhandel');
  await console.losesSight('Bramble & Finch Trading Ltd  for');
  console.press('down', 'enter');
  await console.sees(/^ DEMO +Großhandel Höß/m);
  expect(console.screen.text()).not.toContain('Jakarta collections');
  console.press('2');
  await console.sees('accounts, all');
  expect(console.screen.text()).not.toContain('Jakarta collections');
  const lists = asked('svc/api/v1/account').filter(e => !e.includes('/account/'));
  console.press('u');
  await console.sees('Recent');
  console.type('bramble');
  console.press('down', 'enter');
  await console.sees('Jakarta collections');
  expect(asked('svc/api/v1/account').filter(e => !e.includes('/account/'))).toHaveLength(lists.length);
});

test('global accounts are requested with the connected account, and other accounts with the user ID', async () => {
  console = await startConsole();
  await console.sees('Thameside Clearing');
  console.press(']');
  await console.sees('Nickname');
  await console.sees('IBAN');
  const [customer] = console.simulator.customers;
  const global = console.simulator.wire.find(w => w.path.includes('global_accounts'));
  const list = console.simulator.wire.find(w => w.path === '/svc/api/v1/account');
  expect(global?.headers['x-on-behalf-of']).toEqual([customer?.onBehalfOf]);
  expect(global?.headers['x-user-id']).toBeUndefined();
  expect(list?.headers['x-user-id']).toEqual([customer?.userId]);
  expect(list?.headers['x-on-behalf-of']).toBeUndefined();
});

test('if no Global Account has the ID, the screen says so and names the account in the request', async () => {
  console = await startConsole({ customer: 8 });
  await console.sees(/accounts?, all|This customer has no accounts/);
  console.press(']');
  await console.sees("Records of the platform's own");
});
