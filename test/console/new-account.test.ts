// Opening an account: what is asked for, what is sent, and what a new one has not yet.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { effectsOf, goes } from './paying.ts';
import { breaks, closes, confirm, dialogOf, endsIn, isReady, writesOf } from './writing.ts';

let console: TestConsole;
afterEach(async () => {
  expect(console.crashes).toEqual([]);
  await console.close();
});

const start = async (options: Parameters<typeof startConsole>[0] = {}): Promise<void> => {
  console = await startConsole({ rows: 40, cols: 100, ...options });
  await console.sees('accounts, all');
};
const bodyOf = (): unknown =>
  JSON.parse(String(console.simulator.wire.findLast(one => one.operation === 'account.create')?.body));
/** A virtual one in pounds with two features; the focus is on the button. */
async function fillsIn(): Promise<void> {
  console.press('right', 'right', 'tab');
  console.type('gb');
  console.press('tab');
  console.type('gbp');
  console.press('tab');
  console.type('Payroll');
  console.press('tab');
  console.type('gbp');
  console.press('tab', 'right', 'ctrl-n');
  console.type('usd');
  console.press('tab', 'left', 'tab');
  await console.sees(/Feature 2 +USD/);
}
async function confirms(): Promise<void> {
  await isReady(console);
  console.press('tab');
  await vi.waitFor(() => expect(dialogOf(console).focus).toBe('go'), patience);
  console.press('enter');
}

it('goes from n to the list, with its features as rows, and says what the new one has not yet', async () => {
  await start();
  console.press('n');
  await console.sees('Opens an account');
  await fillsIn();
  console.press('enter');
  for (const line of [/Type +virtual_account/, /Feature 1 +GBP LOCAL/, /Feature 2 +USD SWIFT/])
    await console.sees(line);
  expect(writesOf(console)).toEqual([]);
  await confirms();
  await endsIn(console, 'DONE');
  expect(writesOf(console)).toEqual(['POST /svc/api/v1/account']);
  expect(bodyOf()).toEqual({
    type: 'virtual_account',
    country: 'GB',
    currency: 'GBP',
    label: 'Payroll',
    required_features: [
      { currency: 'GBP', transfer_method: 'LOCAL' },
      { currency: 'USD', transfer_method: 'SWIFT' },
    ],
  });
  const [made] = effectsOf(console, 'account.create');
  await console.sees(new RegExp(`Account ID ${made?.thing}`));
  await console.sees('status INACTIVE, number: ');
  await closes(console);
  await console.sees('8 accounts, all');
  await console.sees(/Payroll +- +GBP USD +INACTIVE/);
});

it('leaves out a label that was not typed, and a feature that was not filled in', async () => {
  await start();
  await goes(console, 'new-account');
  console.press('right', 'tab');
  console.type('gb');
  console.press('tab');
  console.type('gbp');
  console.press('tab', 'tab');
  console.type('gbp');
  console.press('tab', 'left', 'ctrl-n', 'tab', 'tab', 'enter');
  await console.sees('[ Open account');
  await confirms();
  await endsIn(console, 'DONE');
  expect(bodyOf()).toEqual({
    type: 'global_account',
    country: 'GB',
    currency: 'GBP',
    required_features: [{ currency: 'GBP', transfer_method: 'SWIFT' }],
  });
});

it('in production is confirmed by its currency, typed', async () => {
  await start({ environment: 'production' });
  console.press('n');
  await console.sees('This is READ-ONLY');
  console.press('w');
  await console.sees(/reason/i);
  console.type('Ticket 4711 asks for it');
  console.press('enter', 'enter');
  await console.sees(/ {2}WRITE/);
  console.press('n');
  await console.sees('Opens an account');
  await fillsIn();
  console.press('enter');
  await console.sees('Type the currency, GBP');
  await confirm(console, 'GBP');
  await endsIn(console, 'DONE');
  expect(effectsOf(console, 'account.create')).toHaveLength(1);
});

describe('what the service answers', () => {
  it('as a refusal is said in its words, and the form stays', async () => {
    await start();
    console.press('n');
    await console.sees('Opens an account');
    await fillsIn();
    await breaks(console, "account.create status=400 message='No more accounts.'");
    console.press('enter');
    await console.sees('[ Open account');
    await confirms();
    await endsIn(console, 'REFUSED');
    await console.sees('No more accounts.');
    await closes(console);
    await console.sees(/Label +Payroll/);
  });

  it('not at all is UNKNOWN, and the accounts in its currency are checked', async () => {
    await start();
    console.press('n');
    await console.sees('Opens an account');
    await fillsIn();
    await breaks(console, 'account.create status=500 executed count=1');
    console.press('enter');
    await console.sees('[ Open account');
    await confirms();
    await endsIn(console, 'UNKNOWN');
    console.press('enter', 'esc', '0');
    await console.sees(/› .*UNKNOWN +New account +Payroll/);
    console.press('enter');
    await console.sees(/Label +Payroll/);
    await console.sees('Accounts in this currency now');
    await console.sees('has no opening time and no request ID');
    expect(effectsOf(console, 'account.create')).toHaveLength(1);
  });

  it.each([1, 2, 3])(
    'with unknown fields, words, nulls and types is shown as far as possible (seed %i)',
    async seed => {
      await start({ simulator: { seed } });
      console.press('n');
      await console.sees('Opens an account');
      await fillsIn();
      await breaks(console, 'account.create mutate=any percent=60');
      console.press('enter');
      await console.sees('[ Open account');
      await confirms();
      await vi.waitFor(() => expect(dialogOf(console).phase.kind).toBe('ended'), { timeout: 15_000 });
      expect(writesOf(console)).toHaveLength(1);
    },
  );
});
