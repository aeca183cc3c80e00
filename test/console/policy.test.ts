// The policy of the machine in the console: Login leads to no other service, w asks in vain, and the lock comes earlier.

import { expect, it, vi } from 'vitest';
import type { Limits } from '../../src/api/contract/limits.ts';
import { startSimulator } from '../../src/sim/simulator.ts';
import { type ConsoleOptions, startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { movableClock } from './fx.ts';
import { pay, payee, writesOf } from './writing.ts';

let console: TestConsole;

const MINUTE = 60_000;

/** Types another address on Login, with the key that the simulators have in common. */
async function signInAt(address: string): Promise<void> {
  await console.sees('API key');
  console.press('shift-tab', 'shift-tab');
  for (let n = 0; n < console.simulator.url.length; n++) console.press('backspace');
  console.type(address);
  console.press('tab', 'tab');
  console.type(console.simulator.credentials.apiKey);
  console.press('enter', 'enter', 'enter', 'enter');
}

async function start(limits: Limits, options: ConsoleOptions = {}): Promise<void> {
  console = await startConsole({ login: true, limits, ...options });
}

it('Login signs in only to a service that the policy allows', async () => {
  const other = await startSimulator({ seed: 1 });
  await start({
    services: [{ baseUrl: 'https://pay.example.com', environment: 'demo' }],
    productionWrites: true,
  });
  await signInAt(other.url);
  await console.sees(`The policy of this machine does not allow the address ${other.url}.`);
  expect(console.state().session.phase).toBe('signed-out');
  expect(other.wire).toEqual([]);
  await other.close();
});

it('another address on Login is no demo, although Purser started as a demo', async () => {
  const other = await startSimulator({ seed: 1 });
  const limits = { environments: ['demo' as const], demos: [], productionWrites: true };
  await start(limits);
  await signInAt(other.url);
  await console.sees('The policy of this machine does not allow production.');
  expect(other.wire).toEqual([]);
  await other.close();
});

it('without the policy, the same sign-in works', async () => {
  const other = await startSimulator({ seed: 1 });
  await start({ productionWrites: true });
  await signInAt(other.url);
  await vi.waitFor(() => expect(other.wire.length).toBeGreaterThan(0), patience);
  await console.close();
  await other.close();
});

it('the embedded simulator stays a demo, whatever the policy says about other addresses', async () => {
  await start({ services: [], demos: [], productionWrites: false });
  console.quietly({ demo: { toCancel: console.state().reach.profile, baseUrl: console.simulator.url } });
  console.quietly({ reach: { ...console.state().reach, environment: 'production' } });
  console.type(console.simulator.credentials.apiKey);
  console.press('enter', 'enter', 'enter', 'enter');
  await console.sees('7 accounts, all');
  expect(console.state().reach.environment).toBe('demo');
});

it('nobody writes in production where the policy bars that: w says why, and no payout is asked', async () => {
  console = await startOnAccounts({ environment: 'production', limits: { productionWrites: false } });
  await console.sees('READ-ONLY');
  console.press('w');
  await console.sees('This console only reads: the policy of this machine bars writes in production.');
  console.app.grant.give('TICKET-7');
  void console.app.dialog.ask(pay(payee(console), '12.50', 'GBP'));
  await console.sees('the policy of this machine bars writes in production');
  expect(console.state().overlay?.kind).not.toBe('dialog');
  expect(writesOf(console)).toEqual([]);
});

it('a demo can still write there', async () => {
  console = await startOnAccounts({ limits: { productionWrites: false } });
  await console.sees('WRITE');
  void console.app.dialog.ask(pay(payee(console), '12.50', 'GBP'));
  await console.sees('Send the payout');
});

it('Purser locks after the minutes of the policy', async () => {
  const clock = movableClock();
  console = await startOnAccounts({ clock, limits: { productionWrites: true, lockMinutes: 2 } });
  clock.advance(2 * MINUTE - 1000);
  await console.drawn();
  expect(console.state().lock).toBeUndefined();
  clock.advance(1000);
  await console.sees('Locked');
});

it('the policy can’t make the lock later', async () => {
  const clock = movableClock();
  console = await startOnAccounts({ clock, limits: { productionWrites: true, lockMinutes: 600 } });
  clock.advance(15 * MINUTE);
  await console.sees('Locked');
});
