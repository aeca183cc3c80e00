// Findings from a day of use: keys without a response, screens that replaced another screen, messages cut short.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { warning } from '../../src/store/notices.ts';
import { currentView, currentWorkspace, stackOf, updateView } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { applicant } from '../sim/samples.ts';
import { askFor, reviewAndType } from './fx.ts';
import { begins, opens } from './onboarding.ts';
import { fillsIn, goes, paysUnknown } from './paying.ts';
import { rests } from './tour.ts';
import { breaks, confirm, confirms, dialogOf, endsIn, payee } from './writing.ts';

let console: TestConsole;

const start = async (options: ConsoleOptions = {}): Promise<void> => {
  console = await startOnAccounts({ cols: 140, rows: 40, ...options });
};
const placesOn = (tab: 'overview' | 'accounts'): readonly string[] =>
  stackOf(currentWorkspace(console.state()), tab).map(({ place }) => place);

describe('the Find screen', () => {
  it('is added to the stack of Accounts and replaces no screen, and Esc goes back', async () => {
    await start();
    const id = console.simulator.world.customers[0]?.accounts[2]?.record.id ?? '';
    console.type(`:${id}`);
    console.press('enter');
    await console.sees('Found: Account');
    // The found account is on top, Find is below it, and the list is at the bottom.
    expect(placesOn('accounts')).toEqual(['accounts', 'find', 'accounts']);
    console.press('1');
    await vi.waitFor(() => expect(currentView(console.state()).place).toBe('overview'), patience);
    expect(placesOn('overview')).toEqual(['overview']);
    console.press('2', '2');
    await console.sees('7 accounts, all');
    expect(currentView(console.state()).server).toEqual({});
  });
});

describe('the selected record', () => {
  it("is not reported as gone when the service's filter is removed", async () => {
    await start();
    await goes(console, 'history');
    await console.sees('entries loaded · G loads more');
    // None of these entries is on the first page without a filter.
    console.app.store.setState(state =>
      updateView(state, { server: { transaction_type: 'HOLD' }, cursorKey: undefined, cursorIndex: 0 }),
    );
    await console.sees('service: transaction_type=HOLD');
    await console.sees(/all that match|loaded · G loads more/);
    console.press('G');
    await rests(console);
    console.press('esc');
    await console.losesSight('service: transaction_type');
    await rests(console);
    expect(console.screen.text()).not.toContain('is gone');
    expect(console.state().lastMessage?.text ?? '').not.toContain('is gone');
  });
});

describe('a key for the screen that is already open', () => {
  it.each([
    ['B', 'history', 'Balance history is already open.'],
    ['b', 'balances', 'Balances is already open.'],
    ['2', 'accounts', 'Accounts is already open.'],
    ['!', 'overview', 'Overview is already open.'],
  ])('gets a message: %s on %s', async (key, place, said) => {
    await start();
    await goes(console, place);
    console.press(key);
    await console.sees(said);
  });
});

it('the switcher offers every customer except the open one', async () => {
  await start();
  console.press('u');
  await console.sees('Recent');
  const { customer, known } = console.state();
  const others = known.filter(({ userId }) => userId !== customer?.userId);
  expect(others.length).toBeGreaterThan(0);
  const listed = console.screen.lines().slice(1, -1).join('\n');
  for (const { userId } of others) expect(listed).toContain(userId);
  expect(listed).not.toContain(customer?.userId);
});

describe('the FX form', () => {
  it('is cleared by Ctrl+K, with a message if the form was empty', async () => {
    await start();
    await goes(console, 'convert');
    await console.sees('Get a quote');
    console.press('ctrl-k');
    await console.sees('There is nothing to clear: you have not changed this form.');
    console.type('GBP');
    await console.sees('GBP');
    console.press('ctrl-k');
    await console.sees(/Sell +\n|currencies: GBP/);
    console.press('ctrl-k');
    await console.sees('There is nothing to clear: you have not changed this form.');
  });

  it('shows no balance after the conversion while an earlier conversion is UNKNOWN', async () => {
    await start();
    await askFor(console, ['GBP', 'USD', '1000']);
    await console.sees(/Available GBP +[\d,.]+ → [\d,.]+/);
    await breaks(console, 'conversion.create reset=after count=1');
    await reviewAndType(console, '1000.00');
    console.press('enter');
    await endsIn(console, 'UNKNOWN');
    console.press('esc');
    await console.sees('These balances may already include that conversion.');
    expect(console.screen.text()).not.toMatch(/Available GBP +[\d,.]+ →/);
  });
});

it('“Check in the journal” opens the check of the same write', async () => {
  await start();
  await paysUnknown(console, 'reset=after');
  await goes(console, 'accounts');
  const id = await secondUnknown();
  console.press('tab', 'enter');
  await console.sees('At the service now');
  expect(currentView(console.state())).toMatchObject({ place: 'read-back', subject: id });
  console.press('esc');
  await console.sees(/› .*UNKNOWN/);
  expect(currentView(console.state())).toMatchObject({ place: 'journal', cursorKey: id });
});

/** Sends another payout that ends UNKNOWN. Its dialog stays open. Returns its request ID. */
async function secondUnknown(): Promise<string> {
  await breaks(console, 'payout.create reset=after count=1');
  // The form of the first payout is kept, because its outcome is unknown.
  await goes(console, `new-payout/${payee(console)}`);
  console.press('ctrl-k', 'esc');
  await fillsIn(console, { amount: '77.00', reference: 'Another' });
  await confirm(console, '77.00');
  await endsIn(console, 'UNKNOWN');
  return dialogOf(console).requestId;
}

describe('a message that does not fit', () => {
  const LONG = `The service says: ${'each of these words matters to somebody '.repeat(20)}end of it.`;

  it('names the key that shows it in full, and any key goes back', async () => {
    await start({ cols: 80, rows: 24 });
    console.quietly({ notice: warning(LONG as never) });
    await console.sees('Ctrl+T: full text');
    expect(console.screen.text()).not.toContain('end of it.');
    console.press('ctrl-t');
    await console.sees('end of it.');
    expect(console.screen.lines().at(-1)?.trim()).toBe('any key: back');
    console.press('x');
    await console.sees('accounts, all');
    // Ctrl+T shows the message again after it has left the screen.
    expect(console.screen.text()).not.toContain('each of these words');
    console.press('ctrl-t');
    await console.sees('end of it.');
    console.press('esc');
    await console.losesSight('end of it.');
  });

  it('is removed when the customer changes', async () => {
    await start({ cols: 80, rows: 24 });
    console.quietly({ notice: warning(LONG as never) });
    console.press('t');
    console.app.customers.switchTo({ userId: console.simulator.customers[1]?.userId ?? '' });
    await console.drawn();
    console.press('ctrl-t');
    await console.sees('There is no message yet');
  });
});

describe('an ID of fewer than four characters', () => {
  it('is enough for a write that needs no token', async () => {
    const change = 'card.list set=data.items[*].cardHashId:"ab1"';
    await start({ simulator: { faults: [change] } });
    await goes(console, 'cards');
    await console.sees(/cards?, all|cards? loaded/);
    console.press('z');
    await console.sees('Request ID');
    expect(dialogOf(console).token).toBeUndefined();
  });
});

describe('Payouts', () => {
  it('hides rows that Purser did not request, and says so', async () => {
    const types = 'account.balanceHistory set=data[*].transaction_type:"DEPOSIT"';
    await start();
    await goes(console, 'payouts');
    await console.sees('balance history rows');
    const before = console.screen.lines().filter(line => line.includes('history')).length;
    expect(before).toBeGreaterThan(1);
    await breaks(console, types);
    console.press('r');
    await console.sees('hidden (not as requested)');
    expect(console.screen.text()).not.toContain('DEPOSIT');
  });
});

it.each(['accountid', 'accountId', 'account_id', 'ID'])(
  'a new customer is recognised if the ID field is named %s',
  async name => {
    console = await startOnAccounts({
      cols: 110,
      rows: 100,
      simulator: { faults: [`user.create set=data:[{"${name}":"acct_0123456789abcdef"}]`] },
    });
    await begins(console);
    writeFileSync(join(console.home, 'new.json'), JSON.stringify(applicant('Acme Ltd')));
    console.press('o');
    await console.sees('Load JSON file');
    console.type('~/new.json');
    console.press('tab', 'enter');
    await console.sees('Loaded from');
    await opens(console, 'review');
    await confirms(console);
    await endsIn(console, 'DONE');
    await console.sees('Customer ID: acct_0123456789abcdef');
    expect(console.state().known.map(({ userId }) => userId)).toContain('acct_0123456789abcdef');
  },
);
