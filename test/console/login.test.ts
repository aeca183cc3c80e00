// Signing in: service, credentials and refusals. Choosing the customer.

import { expect, test, vi } from 'vitest';
import { startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';

let console: TestConsole;

const logins = (): number => console.exchanges().filter(e => e.includes('authentication/login')).length;

test('the sign-in form is filled in with known values, hides the key, and signs in', async () => {
  console = await startConsole({ login: true });
  await console.sees('Service address');
  await console.sees(console.simulator.url);
  await console.sees(console.simulator.credentials.clientId);
  console.type(console.simulator.credentials.apiKey);
  await console.sees('••••••••');
  console.press('enter', 'enter', 'enter', 'enter');
  await console.sees('7 accounts, all');
  expect(console.screen.bytes).not.toContain(console.simulator.credentials.apiKey);
});

test('a refused key shows a sentence, keeps the other fields, and can be typed again', async () => {
  console = await startConsole({ login: true });
  await console.sees('API key');
  console.type('wrong-key');
  console.press('enter', 'enter', 'enter', 'enter');
  await console.sees('did not accept the client ID and API key');
  await console.sees(console.simulator.credentials.clientId);
  // B4: Purser does not repeat a refused sign-in.
  expect(logins()).toBe(1);
  console.type(console.simulator.credentials.apiKey);
  console.press('enter', 'enter', 'enter', 'enter');
  await console.sees('7 accounts, all');
});

test('missing and invalid values are refused next to their fields and never sent', async () => {
  console = await startConsole({ login: true });
  await console.sees('API key');
  console.type('two words');
  console.press('shift-tab', 'shift-tab');
  for (let i = 0; i < console.simulator.url.length; i++) console.press('backspace');
  console.type('http://pay.example.com');
  console.press('shift-tab', 'enter');
  await console.sees('plain http:// would send the API key unprotected');
  await console.sees('it has a space or a special character');
  expect(logins()).toBe(0);
});

test('a slow sign-in is shown, and Esc stops it', async () => {
  console = await startConsole({ simulator: { faults: ['login hang count=1'] } });
  await console.sees('Signing in … Esc stops.');
  console.press('esc');
  await console.sees('Signing in was stopped.');
});

test('the form takes no keys while Purser signs in: the footer offers only Esc, and Enter says why', async () => {
  console = await startConsole({ login: true, simulator: { faults: ['login hang count=1'] } });
  await console.sees('API key');
  console.type(console.simulator.credentials.apiKey);
  console.press('enter', 'enter', 'enter', 'enter');
  await console.sees('Signing in … Esc stops.');
  expect(console.screen.text()).not.toContain('Enter next field');
  console.press('enter');
  await console.sees('Purser is signing in. Press Esc to stop.');
  console.press('esc');
  await console.sees('Signing in was stopped.');
  await console.sees('Enter next field');
  expect(logins()).toBe(1);
});

test("the service's long words about a failed sign-in are cut before the next step", async () => {
  const message = 'Down for maintenance until noon today. '.repeat(9);
  const faults = [`login status=400 message='${message}'`];
  console = await startConsole({ login: true, cols: 60, rows: 15, simulator: { faults } });
  await console.sees('API key');
  console.type(console.simulator.credentials.apiKey);
  console.press('enter', 'enter', 'enter', 'enter');
  await console.sees(/Down for maintenance(.|\n)*…(.|\n)*Check(.|\n)*\[ Sign in \]/);
});

test('without a customer the switcher opens, and Esc does not close it', async () => {
  console = await startConsole({ customer: 'none', opening: 'overview' });
  await console.sees('Recent');
  await console.sees('No customer is open.');
  expect(console.screen.lines()[0]).toMatch(/ no customer {2}/);
  expect(console.screen.text()).not.toMatch(/reading …|Reading …/);
  console.press('esc');
  await console.sees('Choose a customer first');
  console.type('acct_with space');
  console.press('enter');
  await console.sees('An ID has only letters');
  for (let i = 0; i < 'acct_with space'.length; i++) console.press('backspace');
  console.type(console.simulator.customers[0]?.userId ?? '');
  console.press('enter');
  await console.losesSight('No customer is open');
  console.press('2');
  await console.sees('7 accounts, all');
  expect(console.remembered[0]?.userId).toBe(console.simulator.customers[0]?.userId);
});

test('a token that expires during use is renewed once for all waiting requests, without a message [B1a–b]', async () => {
  console = await startOnAccounts();
  await fetch(`${console.simulator.url}/__sim/token`, {
    method: 'POST',
    body: '{"revoke":true}',
    headers: { 'content-type': 'application/json' },
  });
  console.press('b');
  await console.sees('9 balances, all');
  expect(logins()).toBe(2);
});

test('a token that is always refused ends at the sign-in form with the reason, and the screen is kept [B3b]', async () => {
  console = await startOnAccounts({ simulator: { faults: ['account.balances status=401'] } });
  console.press('b');
  await console.sees('Service address');
  await console.sees('Sign in');
  expect(logins()).toBe(2);
  expect(console.screen.text()).toMatch(/Program +program_/);
});

test('the screen from the command line opens after a customer is chosen', async () => {
  console = await startConsole({ customer: 'none', opening: 'balances' });
  await console.sees('Recent');
  console.press('down', 'enter');
  await console.sees('9 balances, all');
});

test("Purser reads a customer's name from a Global Account on every screen, and remembers both", async () => {
  const { userId, onBehalfOf } = {
    userId: 'acct_ec6dd444ac467a7afb10',
    onBehalfOf: '36854c60-d6d0-4cf1-b593-506f6f946d3a',
  };
  const known = [{ userId, onBehalfOf, name: undefined }];
  console = await startConsole({ customer: 'none', known, opening: 'payouts' });
  await console.sees('Recent');
  console.press('down', 'enter');
  await console.sees('Payouts · made in Purser');
  await console.sees('Bramble & Finch Trading Ltd acct_ec6dd444ac467a7afb10');
  expect(console.remembered.at(-1)).toEqual({ userId, onBehalfOf, name: 'Bramble & Finch Trading Ltd' });
});

test('part of a name switches to the only matching customer; several matches need a choice', async () => {
  console = await startOnAccounts();
  console.press('u');
  await console.sees('Recent');
  console.type('höß & söhne');
  console.press('enter');
  await console.sees(/DEMO +Großhandel Höß/);
  console.press('u');
  await console.sees('Recent');
  console.type('t');
  console.press('enter');
  await console.sees('customers match. Pick one with ↓');
});

test('a name typed without ß and accents finds its customer, and an unknown name is not taken for a user ID', async () => {
  console = await startOnAccounts();
  console.press('u');
  await console.sees('Recent');
  console.type('grossh');
  console.press('enter');
  await console.sees(/DEMO +Großhandel Höß/);
  const before = console.state().customer;
  console.press('u');
  await console.sees('Recent');
  console.type('gresham');
  console.press('enter');
  await console.sees('No recent customer has this name. A user ID begins with acct_.');
  expect(console.state().customer).toBe(before);
  await console.sees('Enter again opens this ID.');
  console.type('gresham2');
  await console.losesSight('Enter again');
  console.press('enter');
  await console.sees('Enter again opens this ID.');
  console.press('enter');
  await vi.waitFor(() => expect(console.state().customer?.userId).toBe('gresham2'));
});

test('the connected account of another known customer opens only with a second Enter', async () => {
  console = await startOnAccounts({ cols: 140 });
  const [first, , third] = console.simulator.customers;
  console.press('u');
  await console.sees('Recent');
  console.type(first?.userId ?? '');
  console.press('tab');
  console.type(third?.onBehalfOf ?? '');
  console.press('enter');
  await console.sees('This is the connected account of another customer: ');
  expect(console.state().customer?.onBehalfOf).toBe(first?.onBehalfOf);
  console.press('enter');
  await vi.waitFor(() => expect(console.state().customer?.onBehalfOf).toBe(third?.onBehalfOf));
});

test('after signing in to another program, no data of the previous program is shown', async () => {
  console = await startOnAccounts({ customer: 4 });
  const before = Object.keys(console.state().workspaces);
  expect(before).toHaveLength(1);
  await console.elsewhere();
  await console.sees('No other customer was open recently.');
  expect(console.state()).toMatchObject({ workspaces: {}, customer: undefined, known: [] });
});

test("an invalid currency is never used as a filter, because the service's text could be hostile", async () => {
  const hostile = `account.balances set=data[0].currency:"\\u001b[31mX"`;
  console = await startConsole({ opening: 'balances', simulator: { faults: [hostile] } });
  await console.sees('9 balances, all');
  console.press('enter', 'f');
  await console.sees('The service has no filter');
  expect(console.screen.bytes).not.toContain('\u001b[31mX');
});
