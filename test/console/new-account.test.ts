// Opening an account: its form, its request, and the fields that the service fills in later.

import { expect, it } from 'vitest';
import { type ConsoleOptions, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { effectsOf, goes } from './paying.ts';
import { bodyOf, closes, confirms, endsIn, writesOf } from './writing.ts';

let console: TestConsole;

const start = async (options: ConsoleOptions = {}): Promise<void> => {
  console = await startOnAccounts({ rows: 40, cols: 100, ...options });
};
/** Fills in a virtual account in GBP with two features. The focus is then on the button. */
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

it('a new account has the typed features and is listed; the dialog names the fields that are still missing', async () => {
  await start();
  console.press('n');
  await console.sees('Opens an account');
  await fillsIn();
  console.press('enter');
  for (const line of [/Type +virtual account/, /Feature 1 +GBP LOCAL/, /Feature 2 +USD SWIFT/])
    await console.sees(line);
  expect(writesOf(console)).toEqual([]);
  await confirms(console);
  await endsIn(console, 'DONE');
  expect(writesOf(console)).toEqual(['POST /svc/api/v1/account']);
  expect(bodyOf(console, 'account.create')).toEqual({
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

it('an empty label and an empty feature are not sent', async () => {
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
  await confirms(console);
  await endsIn(console, 'DONE');
  expect(bodyOf(console, 'account.create')).toEqual({
    type: 'global_account',
    country: 'GB',
    currency: 'GBP',
    required_features: [{ currency: 'GBP', transfer_method: 'SWIFT' }],
  });
});
