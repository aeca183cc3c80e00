// The policy of the machine in the console: Login leads to no other service, w asks in vain, and the lock comes earlier.

import fs from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Limits } from '../../src/api/contract/allowed-services.ts';
import { Secret } from '../../src/lib/redact.ts';
import { t } from '../../src/lib/visible.ts';
import { startSimulator } from '../../src/sim/simulator.ts';
import { readMachine } from '../../src/system/machine.ts';
import { watchPolicy } from '../../src/system/policy-watch.ts';
import { type ConsoleOptions, startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { machineFolder, put } from '../harness/machine.ts';
import { patience } from '../harness/patience.ts';
import { movableClock } from './fx.ts';
import { mayConfirm, pay, payee, writesOf } from './writing.ts';

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

describe('a policy that appears while the console is open', () => {
  const EMERGENCY: Limits = {
    productionWrites: true,
    readOnly: t`the policy of this machine bars writing`,
  };
  const BARRED = 'This console only reads: the policy of this machine bars writing.';
  let policy: Limits | undefined;
  /** The reading that finds the emergency. */
  let from = Number.POSITIVE_INFINITY;
  let readings = 0;
  const readPolicy = () => {
    readings += 1;
    return readings >= from ? EMERGENCY : policy;
  };

  beforeEach(() => {
    [policy, from, readings] = [undefined, Number.POSITIVE_INFINITY, 0];
  });

  async function confirmed(): Promise<void> {
    console = await startOnAccounts({ readPolicy });
    void console.app.dialog.ask(pay(payee(console), '12.50', 'GBP'));
    await console.sees('Send the payout');
    await mayConfirm(console, '12.50');
  }

  it('the next Enter in a dialog sends nothing, and says so', async () => {
    await confirmed();
    console.stopsTime();
    policy = EMERGENCY;
    console.press('enter');
    await console.sees(`NOT SENT. ${BARRED}`);
    await console.sees('READ-ONLY');
    console.press('enter', 'enter');
    await console.drawn();
    expect(writesOf(console)).toEqual([]);
  });

  it('is step 2 of SECURITY.md: root installs its policy, and nothing is sent', async () => {
    const place = machineFolder();
    const read = await readMachine(place);
    if (!read.ok) throw new Error(read.why);
    const [, content = ''] =
      /Make the machines read-only .*?`(\{.*?\})`/s.exec(fs.readFileSync('SECURITY.md', 'utf8')) ?? [];
    console = await startOnAccounts({ readPolicy: watchPolicy(read.machine, undefined, 'test') });
    void console.app.dialog.ask(pay(payee(console), '12.50', 'GBP'));
    await console.sees('Send the payout');
    await mayConfirm(console, '12.50');
    put(place, 'policy.json', content);
    console.press('enter');
    await console.sees(`NOT SENT. ${BARRED}`);
    await console.sees('READ-ONLY');
    expect(writesOf(console)).toEqual([]);
  });

  // At Enter, in the client, and before and after the journal records SENT.
  it.each([1, 2, 3, 4])(
    'counts until the first byte: reading %i after Enter holds the payout back',
    async nth => {
      await confirmed();
      console.stopsTime();
      from = readings + nth;
      console.press('enter');
      await console.sees('NOT SENT');
      await console.sees(BARRED);
      expect(writesOf(console)).toEqual([]);
    },
  );

  it('without it, the same Enter sends', async () => {
    await confirmed();
    console.press('enter');
    await vi.waitFor(() => expect(writesOf(console)).toHaveLength(1), patience);
  });

  it('the header says READ-ONLY without a key, and w says why', async () => {
    console = await startOnAccounts({ readPolicy });
    await console.sees('WRITE');
    for (let times = 0; times < 5; times += 1) console.passes(2000);
    policy = EMERGENCY;
    console.passes(2000);
    await console.sees('READ-ONLY');
    console.press('w');
    await console.sees(BARRED);
  });

  it('ends the session with a service that the policy no longer allows, and opens no other', async () => {
    console = await startOnAccounts({ readPolicy });
    policy = { services: [], productionWrites: true };
    console.passes(2000);
    await console.sees(`The policy of this machine does not allow the address ${console.simulator.url}.`);
    expect(console.state().session.phase).toBe('signed-out');
    const before = console.exchanges().length;
    await console.app.session.signIn({
      ...console.simulator.credentials,
      apiKey: new Secret(console.simulator.credentials.apiKey),
      baseUrl: console.simulator.url,
    });
    expect(console.exchanges()).toHaveLength(before);
  });

  it('turns a demo into production, and locks earlier', async () => {
    console = await startOnAccounts({ readPolicy });
    policy = { demos: [], productionWrites: true, lockMinutes: 1 };
    console.passes(2000);
    await console.sees('PRODUCTION');
    await console.sees('READ-ONLY');
    console.passes(MINUTE);
    await console.sees('Locked');
  });
});
