// What a day at the console brought up: keys that said nothing, places that took another's place, messages that were cut.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentView, currentWorkspace, stackOf, updateView } from '../../src/store/workspace.ts';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { applicant } from '../sim/samples.ts';
import { askFor, reviewAndType } from './fx.ts';
import { begins, confirms, opens } from './onboarding.ts';
import { fillsIn, goes, paysInDoubt } from './paying.ts';
import { rests } from './tour.ts';
import { breaks, confirm, dialogOf, endsIn, payee } from './writing.ts';

let console: TestConsole;
afterEach(async () => {
  expect(console.crashes).toEqual([]);
  await console.close();
});

const start = async (options: Parameters<typeof startConsole>[0] = {}): Promise<void> => {
  console = await startConsole({ cols: 140, rows: 40, ...options });
  await console.sees('accounts, all');
};
const placesOn = (tab: 'overview' | 'accounts'): readonly string[] =>
  stackOf(currentWorkspace(console.state()), tab).map(({ place }) => place);

describe('the Find screen', () => {
  it('replaces no other screen: Overview and Accounts are complete, and Esc goes back', async () => {
    await start();
    const id = console.simulator.world.customers[0]?.accounts[2]?.record.id ?? '';
    console.type(`:${id}`);
    console.press('enter');
    await console.sees('Found: Account');
    // The account alone is in front; below it is Find, and below that the list that was there.
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
  it("is not called gone after the service's filter was cleared", async () => {
    await start();
    await goes(console, 'history');
    await console.sees('entries loaded · G loads more');
    // Of these none is on the first page of all.
    console.app.store.setState(state =>
      updateView(state, view => ({
        ...view,
        server: { transaction_type: 'HOLD' },
        cursorKey: undefined,
        cursorIndex: 0,
      })),
    );
    await console.sees('service: transaction_type=HOLD');
    await console.sees(/all that match|loaded · G loads more/);
    console.press('G');
    await rests(console);
    console.press('esc');
    await console.losesSight('service: transaction_type');
    await rests(console);
    expect(console.screen.text()).not.toContain('is gone');
    expect(console.state().said?.text ?? '').not.toContain('is gone');
  });
});

describe('a key that leads nowhere says so', () => {
  it.each([
    ['B', 'history', 'Balance history is already open.'],
    ['b', 'balances', 'Balances is already open.'],
    ['2', 'accounts', 'Accounts is already open.'],
    ['!', 'overview', 'Overview is already open.'],
  ])('%s on %s gets a sentence', async (key, place, said) => {
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
  it('is cleared by Ctrl+K, which says so if the form was empty', async () => {
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
  await paysInDoubt(console, 'reset=after');
  await goes(console, 'accounts');
  const id = await secondInDoubt();
  console.press('tab', 'enter');
  await console.sees('Service now');
  expect(currentView(console.state())).toMatchObject({ place: 'read-back', subject: id });
  console.press('esc');
  await console.sees(/› .*UNKNOWN/);
  expect(currentView(console.state())).toMatchObject({ place: 'journal', cursorKey: id });
});

/** Another payout in doubt; its dialog stays open. */
async function secondInDoubt(): Promise<string> {
  await breaks(console, 'payout.create reset=after count=1');
  // The first one's form is kept, for nobody knows whether it was paid.
  await goes(console, `new-payout/${payee(console)}`);
  console.press('ctrl-k', 'esc');
  await fillsIn(console, { amount: '77.00', reference: 'Another' });
  await confirm(console, '77.00');
  await endsIn(console, 'UNKNOWN');
  return dialogOf(console).requestId;
}

describe('a message that has no room', () => {
  const LONG = `The service says: ${'each of these words matters to somebody '.repeat(20)}end of it.`;

  it('names the key that shows it in full, and any key goes back', async () => {
    await start({ cols: 80, rows: 24 });
    console.quietly({ notice: { text: LONG as never, tone: 'warning' } });
    await console.sees('Ctrl+T: full text');
    expect(console.screen.text()).not.toContain('end of it.');
    console.press('ctrl-t');
    await console.sees('end of it.');
    console.press('x');
    await console.sees('accounts, all');
    // It can be read again, though it is off the screen.
    expect(console.screen.text()).not.toContain('each of these words');
    console.press('ctrl-t');
    await console.sees('end of it.');
    console.press('esc');
    await console.losesSight('end of it.');
  });

  it('does not stay for the next customer', async () => {
    await start({ cols: 80, rows: 24 });
    console.quietly({ notice: { text: LONG as never, tone: 'warning' } });
    console.press('t');
    console.app.customers.switchTo({ userId: console.simulator.customers[1]?.userId ?? '' });
    await console.drawn();
    console.press('ctrl-t');
    await console.sees('There is no message yet');
  });
});

describe('an ID of fewer than four characters', () => {
  it('bars no write that asks for no token', async () => {
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
  it('leaves out rows that Purser did not request, and says so', async () => {
    const types = 'account.balanceHistory set=data[*].transaction_type:"DEPOSIT"';
    await start();
    await goes(console, 'payouts');
    await console.sees('balance history rows');
    const before = console.screen.lines().filter(line => line.includes('history')).length;
    expect(before).toBeGreaterThan(1);
    await breaks(console, types);
    console.press('r');
    await console.sees('hidden: not requested');
    expect(console.screen.text()).not.toContain('DEPOSIT');
  });
});

it.each(['accountid', 'accountId', 'account_id', 'ID'])(
  'a new customer is recognised if its ID is called %s',
  async name => {
    console = await startConsole({
      cols: 110,
      rows: 100,
      simulator: { faults: [`user.create set=data:[{"${name}":"acct_0123456789abcdef"}]`] },
    });
    await console.sees('accounts, all');
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
