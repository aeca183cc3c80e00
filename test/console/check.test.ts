// Does it add up? `=` reads balances and history, and shows what follows and what does not.

import { expect, it, vi } from 'vitest';
import { currentView } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { goes, paysOut, paysUnknown } from './paying.ts';
import { breaks, mends } from './writing.ts';

let console: TestConsole;

const start = async (simulator: ConsoleOptions['simulator'] = {}, more: ConsoleOptions = {}) => {
  console = await startOnAccounts({ cols: 120, rows: 36, ...more, simulator: { seed: 4, ...simulator } });
};

const reads = (): readonly string[] =>
  console.exchanges().filter(target => /\/account\/balance(?:$|\/history)/.test(target.split('?')[0] ?? ''));

it('a sound history follows, and the overview says so', async () => {
  await start();
  console.press('=');
  await console.sees('Balance check FOLLOWS');
  await console.sees(/GBP +FOLLOWS/);
  await console.sees('each balance follows from the one before.');
  await goes(console, 'overview');
  await console.sees(/FOLLOWS +Balances and history/);
});

it('a wrong entry is named, with its neighbours and what is not explained, and Enter shows the entries on both sides', async () => {
  await start({ books: ['jump'] });
  const [fault] = console.simulator.world.customers[0]?.bookFaults ?? [];
  console.press('=');
  await console.sees('Balance check DOES NOT FOLLOW');
  await console.sees(/DOES NOT FOLLOW +\d\d \w{3} \d\d:\d\d +Unexplained +[+−][\d,.]+/);
  console.press('j');
  await console.sees(/has no \w{3} entry\./);
  await console.sees(fault?.first[0] ?? 'no fault');
  for (const heading of ['Before', 'Since this entry', 'After']) await console.sees(heading);
  console.press('y');
  await console.sees(`Entry ID ${fault?.first[0]}`);
  console.press('d');
  for (const side of ['before', 'since', 'after']) await console.sees(`"${side}": {`);
  console.press('esc', 'enter');
  await console.sees('Balance history');
  await vi.waitFor(() => expect(currentView(console.state()).cursorKey).toBe(fault?.first[0]), patience);
  // Also the entries on both sides, which are of other days.
  const { from_date: from = '', to_date: to = '' } = currentView(console.state()).server;
  expect(from < to).toBe(true);
  console.press('q');
  await console.sees('Balance check DOES NOT FOLLOW');
  await goes(console, 'overview');
  await console.sees(/DOES NOT FOLLOW +Balances and history: \d not explained/);
});

it('from a history with a currency and days, only these are checked, and the balance now is not compared', async () => {
  await start();
  console.press('B');
  await console.sees('Balance history');
  console.press('f');
  await console.sees('Currency');
  console.type('2026-10-20');
  console.press('tab');
  console.type('2026-11-10');
  console.press('tab');
  console.type('EUR');
  console.press('enter', 'enter', 'enter');
  await console.sees('[service:');
  console.press('=');
  await console.sees('1 finding');
  await console.sees(/EUR +FOLLOWS/);
  expect(reads().at(-1)).toContain('currency=EUR');
  expect(reads().filter(target => /balance$/.test(target))).toEqual([]);
  await console.sees('The balance now is not compared, because a last day is set.');
  await goes(console, 'overview');
  await console.sees(/FOLLOWS +Balance history, EUR, from 20 Oct 2026, to 10 Nov 2026/);
});

it('from the balances, only the selected currency is checked', async () => {
  await start();
  console.press('b');
  await console.sees(/› GBP +184,203\.17/);
  console.press('j', '=');
  await console.sees('2 findings');
  await console.sees(/USD +FOLLOWS/);
  expect(reads().at(-2)).toContain('currency=USD');
});

it('Esc stops the reading and says so, and r starts again', async () => {
  await start();
  await breaks(console, 'account.balanceHistory delay=60000');
  console.press('=');
  await console.sees('reading, 0 entries so far');
  await console.sees('Esc stops.');
  console.press('esc');
  await console.sees('stopped after 0 entries, r starts again');
  await console.sees('Press r to check again.');
  await mends(console);
  console.press('r');
  await console.sees('Balance check FOLLOWS');
});

it('with = pressed twice, the reading goes on, and q goes back to the earlier tab', async () => {
  await start();
  await goes(console, 'overview');
  await breaks(console, 'account.balanceHistory delay=60000');
  console.press('=');
  await console.sees('reading, 0 entries so far');
  await vi.waitFor(() => expect(reads().at(-1)).toContain('history'), patience);
  const before = reads();
  console.press('=', 'q');
  await console.sees('Overview · needs attention');
  expect(reads()).toEqual(before);
});

it('a lock stops the reading', async () => {
  await start();
  await breaks(console, 'account.balanceHistory delay=60000');
  console.press('=');
  await console.sees('reading, 0 entries so far');
  console.press('L');
  await console.sees('Locked');
  console.press('y');
  await console.sees('stopped after 0 entries, r starts again');
});

it('Enter on a finding about a currency shows the entries of that currency', async () => {
  await start();
  console.press('=');
  await console.sees(/› GBP +FOLLOWS/);
  console.press('enter');
  await console.sees('[service: currency=GBP]');
});

it('a check that stopped in the middle says of how many entries its findings are', async () => {
  await start({ rows: 1000 });
  await breaks(console, 'account.balanceHistory status=403 message=closed after=1');
  console.press('=');
  await console.sees('Balance check NOT CHECKED');
  await console.sees('Only 100 entries were read: the findings are about these.');
  console.press('j');
  await console.sees(/› \w{3} +FOLLOWS/);
  await console.sees('Only 100 entries were read');
});

it('a failed read is NOT CHECKED, with its reason', async () => {
  await start();
  await breaks(console, 'account.balanceHistory status=403 message=closed');
  console.press('=');
  await console.sees('Balance check NOT CHECKED');
  await console.sees('closed');
});

it('the palette finds the key by the name of the screen', async () => {
  await start();
  console.press('ctrl-p');
  await console.sees('Commands');
  console.type('balance check');
  await console.sees(/› balance check {2}everywhere +=/);
  console.press('enter');
  await console.sees('Balance check FOLLOWS');
});

it('opened by name, it says what r does', async () => {
  await start();
  await goes(console, 'check');
  await console.sees('Press r to check');
  expect(reads()).toEqual([]);
  console.press('r');
  await console.sees('Balance check FOLLOWS');
});

it('with a new currency, it does not say what the history has before r', async () => {
  await start();
  console.press('=');
  await console.sees('Balance check FOLLOWS');
  console.press('f');
  await console.sees('[ Apply ]');
  console.press('tab', 'tab');
  console.type('EUR');
  console.press('enter', 'enter');
  await console.sees('not checked yet, r checks');
  await console.sees('Press r to check');
  await console.losesSight('No match');
  console.press('r');
  await console.sees('2 findings');
});

it('belongs to its customer', async () => {
  await start({ books: ['jump'] });
  console.press('=');
  await console.sees('Balance check DOES NOT FOLLOW');
  const other = console.simulator.customers[1];
  if (!other) throw new Error('one customer');
  console.app.customers.switchTo({ ...other });
  await goes(console, 'check');
  await console.sees('not checked yet, r checks');
});

it('a balance that is too low shows the difference with one minus sign', async () => {
  await start({ books: ['balance'] });
  console.press('=');
  await console.sees(/DOES NOT FOLLOW +\d\d \w{3} \d\d:\d\d +Wrong balance +−[\d,.]+/);
});

it('pressed again, = checks the same currency, and another currency is not checked yet', async () => {
  await start();
  console.press('b');
  await console.sees(/› GBP +184,203\.17/);
  console.press('j', '=');
  await console.sees('2 findings');
  const before = reads().length;
  console.press('=');
  await vi.waitFor(() => expect(reads().length).toBeGreaterThan(before + 1), patience);
  await console.sees('2 findings');
  expect(reads().findLast(target => target.includes('/history'))).toContain('currency=USD');
  await goes(console, 'check');
  await console.sees('not checked yet, r checks');
});

it('a check of one currency does not hide the check of all, and a later check of all replaces both', async () => {
  await start({ books: ['jump'] });
  console.press('=');
  await console.sees('Balance check DOES NOT FOLLOW');
  console.press('q', 'b');
  await console.sees(/› GBP +184,203\.17/);
  console.press('j', '=');
  await console.sees(/USD +FOLLOWS/);
  await goes(console, 'overview');
  await console.sees(/DOES NOT FOLLOW +Balances and history: \d not explained, 2 checks/);
  await goes(console, 'check');
  console.press('r');
  await console.sees('Balance check DOES NOT FOLLOW');
  await goes(console, 'overview');
  await console.sees(/DOES NOT FOLLOW +Balances and history: \d not explained(?!, 2)/);
});

it('a payout made here is found in the history, and an UNKNOWN one is one key from its outcome check', async () => {
  await start();
  await paysOut(console, { amount: '9.10' });
  const id = await paysUnknown(console, 'reset=after');
  await goes(console, 'check');
  console.press('r');
  await console.sees('Balance check NOT CHECKED');
  await console.sees('Outcome unknown');
  console.press('/');
  console.type('UNKNOWN');
  console.press('enter');
  await console.sees('1 candidate with its amount');
  await console.sees('Candidate 1');
  console.press('enter');
  await console.sees('At the service now');
  expect(currentView(console.state())).toMatchObject({ place: 'read-back', subject: id });
  console.press('q');
  await console.sees('Balance check NOT CHECKED');
});

it('Enter on another write shows its journal entry', async () => {
  await start();
  await breaks(console, 'account.balanceHistory set=data[0].amount:-77.10');
  await paysOut(console, { amount: '9.10' });
  console.press('=');
  await console.sees('Balance check DOES NOT FOLLOW');
  console.press('/');
  console.type('differs');
  console.press('enter');
  await console.sees('its entry differs from −9.10 GBP');
  console.press('enter');
  await console.sees('Journal');
  await vi.waitFor(() => expect(currentView(console.state()).place).toBe('journal'), patience);
});

it('on the transactions of an account, they are checked too', async () => {
  await start({ books: ['transaction-missing'] });
  console.press('enter');
  await console.sees('Transactions');
  console.press('=');
  await console.sees(/Balance check DOES NOT FOLLOW, Operations/);
  await console.sees('Not in history');
  await goes(console, 'overview');
  await console.sees(/DOES NOT FOLLOW +Operations \d+ and history: 1 not explained/);
});

it('on a card, its limits are checked against its transactions', async () => {
  await start({ books: ['card-limit'] });
  await goes(console, 'cards');
  const fault = console.simulator.world.customers[0]?.cards.fault ?? '';
  await goes(console, `card-transactions/${fault}`);
  await console.sees('Card transactions');
  console.press('=');
  await console.sees('Balance check DOES NOT FOLLOW, card');
  console.press('j');
  await console.sees('more than the limit');
  console.press('enter');
  await console.sees('Card transactions');
  console.press('q');
  expect(reads().at(-1) ?? '').not.toContain('/history');
  await goes(console, 'overview');
  await console.sees(/DOES NOT FOLLOW +Card /);
});

it('on the list of cards, the selected card is checked', async () => {
  await start();
  await goes(console, 'cards');
  await console.sees(/› .*\*{4}/);
  console.press('=');
  await console.sees(/Balance check (?!reading).*, card /);
  await console.sees('Monthly');
});
