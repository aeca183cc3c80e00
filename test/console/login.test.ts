// Signing in: which service, as whom, and what a refusal says.

import { afterEach, expect, test } from 'vitest';
import { startConsole, type TestConsole } from '../harness/console.ts';

let console: TestConsole;
afterEach(() => console.close());

const logins = (): number => console.exchanges().filter(e => e.includes('authentication/login')).length;

test('Login has what is known filled in, masks the key, and signs in', async () => {
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

test('a refused key says so in a sentence, keeps the rest, and is asked for again', async () => {
  console = await startConsole({ login: true });
  await console.sees('API key');
  console.type('wrong-key');
  console.press('enter', 'enter', 'enter', 'enter');
  await console.sees('did not accept the client ID and API key');
  await console.sees(console.simulator.credentials.clientId);
  // B4: a refused login is not tried again by itself.
  expect(logins()).toBe(1);
  console.type(console.simulator.credentials.apiKey);
  console.press('enter', 'enter', 'enter', 'enter');
  await console.sees('7 accounts, all');
});

test('what is missing or cannot be right is refused in place and never sent', async () => {
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

test('a slow sign-in shows, and Esc stops it', async () => {
  console = await startConsole({ simulator: { faults: ['login hang count=1'] } });
  await console.sees('Signing in … Esc stops.');
  console.press('esc');
  await console.sees('Signing in was stopped.');
});

test('without a customer the switcher opens and cannot be left', async () => {
  console = await startConsole({ customer: 'none' });
  await console.sees('Recent');
  console.press('esc');
  await console.sees('Choose a customer first');
  console.type('acct_with space');
  console.press('enter');
  await console.sees('An ID has only letters');
  for (let i = 0; i < 'acct_with space'.length; i++) console.press('backspace');
  console.type(console.simulator.customers[0]?.userId ?? '');
  console.press('enter');
  await console.sees('7 accounts, all');
  expect(console.remembered[0]?.userId).toBe(console.simulator.customers[0]?.userId);
});

test('a token refused in the middle is renewed once for all who wait, and nobody notices [B1]', async () => {
  console = await startConsole();
  await console.sees('7 accounts, all');
  await fetch(`${console.simulator.url}/__sim/token`, {
    method: 'POST',
    body: '{"revoke":true}',
    headers: { 'content-type': 'application/json' },
  });
  console.press('b');
  await console.sees('9 balances, all');
  expect(logins()).toBe(2);
});

test('a token refused for ever ends at Login with what happened, and the place is kept [B3]', async () => {
  console = await startConsole({ simulator: { faults: ['account.balances status=401'] } });
  await console.sees('7 accounts, all');
  console.press('b');
  await console.sees('Service address');
  await console.sees('Sign in');
  expect(logins()).toBe(2);
  expect(console.screen.text()).toMatch(/Program +program_/);
});

test('the place that the command line asked for opens once there is a customer', async () => {
  console = await startConsole({ customer: 'none', opening: 'balances' });
  await console.sees('Recent');
  console.press('down', 'enter');
  await console.sees('9 balances, all');
});

test('a customer is called by the name on the Global Account, and remembered under it', async () => {
  const { userId, onBehalfOf } = {
    userId: 'acct_ec6dd444ac467a7afb10',
    onBehalfOf: '36854c60-d6d0-4cf1-b593-506f6f946d3a',
  };
  console = await startConsole({ customer: 'none', known: [{ userId, onBehalfOf, name: undefined }] });
  await console.sees('Recent');
  console.press('down', 'enter');
  await console.sees('Bramble & Finch Trading Ltd acct_ec6dd444ac467a7afb10');
  expect(console.remembered.at(-1)).toEqual({ userId, onBehalfOf, name: 'Bramble & Finch Trading Ltd' });
});

test('part of a name switches to the one customer called so; where several are, one must be picked', async () => {
  console = await startConsole();
  await console.sees('7 accounts, all');
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

test('after signing in to another program nothing of the one before is shown', async () => {
  console = await startConsole({ customer: 4 });
  await console.sees(/accounts?, all/);
  const before = Object.keys(console.state().workspaces);
  expect(before).toHaveLength(1);
  await console.elsewhere();
  await console.sees('No recent customer matches.');
  expect(console.state()).toMatchObject({ workspaces: {}, customer: undefined, known: [] });
});

test('an invalid currency never becomes a filter: text from the service is not typed for anyone', async () => {
  const hostile = `account.balances set=data[0].currency:"\\u001b[31mX"`;
  console = await startConsole({ opening: 'balances', simulator: { faults: [hostile] } });
  await console.sees('9 balances, all');
  console.press('enter', 'f');
  await console.sees('The service has no filter');
  expect(console.screen.bytes).not.toContain('\u001b[31mX');
});
