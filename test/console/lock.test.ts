// The lock after 15 minutes without a key. It hides the screen, ends open confirmations, and stops no write. Also Ctrl+Z.

import { describe, expect, it, vi } from 'vitest';
import type { LockPin } from '../../src/effects/idle-lock.ts';
import { Secret } from '../../src/lib/redact.ts';
import { t } from '../../src/lib/visible.ts';
import { LOCK_AFTER } from '../../src/store/lock-state.ts';
import { currentView } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { movableClock } from './fx.ts';
import { auditOf, breaks, confirm, endsIn, newestRow, pay, payee, typeToken, writesOf } from './writing.ts';

let console: TestConsole;
let clock: ReturnType<typeof movableClock>;

async function start(options: ConsoleOptions = {}): Promise<void> {
  clock = movableClock();
  console = await startOnAccounts({ clock, ...options });
}

const PIN = '246-813';

/** `own`: chosen before. */
function pinOf(own?: string): LockPin {
  let chosen = own;
  return {
    isChosen: () => chosen !== undefined,
    choose: async pin => {
      chosen = pin.reveal();
      return undefined;
    },
    isRight: async pin => pin.reveal() === chosen,
  };
}

/** A console whose keyring has the key. */
const startWithKeyring = (options: ConsoleOptions = {}): Promise<void> =>
  start({
    environment: 'production',
    unlockKey: async () => ({ apiKey: new Secret(console.simulator.credentials.apiKey) }),
    lockPin: pinOf(PIN),
    ...options,
  });

async function enterPin(pin: string): Promise<void> {
  await console.sees('Type the PIN to continue.');
  console.type(pin);
  console.press('enter', 'enter');
}

const idle = (): void => clock.advance(LOCK_AFTER);
const isLocked = (): Promise<void> => console.sees('Locked');
const kinds = (): readonly string[] => auditOf(console).map(({ kind }) => kind);
const why = (kind: string): string | undefined =>
  auditOf(console).find(line => line.kind === kind)?.detail['why'];
const sends = (): number => console.simulator.wire.length;

describe('the idle lock', () => {
  it('hides the screen in the demo, drops token and confirmation, and any key returns to the same screen [G11a–b G11d–e G11h]', async () => {
    await start();
    console.press('j', 'j', 'j');
    await vi.waitFor(() => expect(currentView(console.state()).cursorIndex).toBe(3), patience);
    const before = currentView(console.state());
    void console.app.dialog.ask(pay(payee(console), '12.50', 'GBP'));
    await console.sees('Send the payout');
    await typeToken(console, '12.50');
    idle();
    await isLocked();
    expect(console.screen.text()).toContain('DEMO');
    expect(console.screen.text()).not.toMatch(/Bramble|acct_|Euro suppliers|12\.50/);
    expect(console.state()).toMatchObject({ session: { phase: 'signed-out' }, overlay: undefined });
    const asked = sends();
    console.press('j');
    await console.sees('7 accounts, all');
    expect(sends()).toBeGreaterThan(asked);
    expect(currentView(console.state())).toEqual(before);
    expect(writesOf(console)).toEqual([]);
    expect(kinds().filter(kind => kind !== 'write')).toEqual([
      'signed-in',
      'locked',
      'signed-in',
      'unlocked',
    ]);
  });

  it('reads the API key of the same service from the keyring after the PIN, and unlocks [G11g G3]', async () => {
    const asked: unknown[] = [];
    const answer = Promise.withResolvers<{ apiKey: Secret }>();
    await startWithKeyring({
      unlockKey: owner => {
        asked.push(owner);
        return answer.promise;
      },
    });
    idle();
    await isLocked();
    const before = sends();
    console.press('enter', 'j', 'esc', 'enter');
    await enterPin(PIN);
    await console.sees('Reading the API key from the system');
    console.press('k');
    expect(sends()).toBe(before);
    answer.resolve({ apiKey: new Secret(console.simulator.credentials.apiKey) });
    await console.sees('7 accounts, all');
    const { url, credentials } = console.simulator;
    expect(asked).toEqual([
      expect.objectContaining({ environment: 'production', baseUrl: url, clientId: credentials.clientId }),
    ]);
  });

  it('unlocks with the key of the key helper, and names the helper', async () => {
    const answer = Promise.withResolvers<{ apiKey: Secret }>();
    await startWithKeyring({ unlockKey: () => answer.promise });
    const { keyring: _, ...reach } = console.state().reach;
    console.quietly({ reach: { ...reach, keyHelper: true } });
    idle();
    await isLocked();
    await enterPin(PIN);
    await console.sees('Asking the key helper for the API key');
    answer.resolve({ apiKey: new Secret(console.simulator.credentials.apiKey) });
    await console.sees('7 accounts, all');
  });

  it.each([
    [{ why: t`The keyring is locked.` }, 'The keyring is locked.'],
    [{ apiKey: new Secret('an-old-key') }, 'HTTP 401'],
  ])(
    'asks for the API key if the keyring has no valid key, and says why: %# [G1a–b G2b]',
    async (given, says) => {
      await startWithKeyring({ unlockKey: async () => given });
      idle();
      await isLocked();
      await enterPin(PIN);
      await console.sees(says);
      await console.sees('Type the API key to continue');
      console.type(console.simulator.credentials.apiKey);
      console.press('enter', 'enter');
      await console.sees('7 accounts, all');
    },
  );

  it('lets the person who asks for the first lock choose the PIN, within one minute', async () => {
    await startWithKeyring({ lockPin: pinOf() });
    console.press('L');
    await console.sees('Choose a PIN within one minute.');
    console.type('short');
    console.press('enter', 'enter', 'enter');
    await console.sees('A PIN has 6 characters or more.');
    console.press('ctrl-u');
    console.type(PIN);
    console.press('enter');
    console.type('other-one');
    console.press('enter', 'enter');
    await console.sees('This is not the same PIN.');
    console.press('ctrl-u');
    console.type(PIN);
    console.press('enter', 'enter');
    await console.sees('The PIN is chosen.');
    await enterPin(PIN);
    await console.sees('7 accounts, all');
    expect(console.screen.bytes).not.toContain(PIN);
  });

  it('lets nobody choose a PIN after the minute, or after an idle lock: then only the API key unlocks', async () => {
    await startWithKeyring({ lockPin: pinOf() });
    console.press('L');
    await console.sees('Choose a PIN within one minute.');
    clock.advance(60_001);
    console.type(PIN);
    console.press('enter');
    console.type(PIN);
    console.press('enter', 'enter');
    await console.sees('The minute to choose a PIN is over.');
    await console.sees('Type the API key to continue.');
    console.type(console.simulator.credentials.apiKey);
    console.press('enter', 'enter');
    await console.sees('7 accounts, all');
    idle();
    await console.sees('No PIN was chosen before the lock.');
    await console.sees('Type the API key to continue.');
  });

  it('makes each wrong PIN wait longer, checks none in that time, and counts them in the audit log', async () => {
    await startWithKeyring();
    idle();
    const sent = sends();
    for (const seconds of [2, 4, 8]) {
      await enterPin('wrong-one');
      await console.sees(`Wrong PIN. Wait ${seconds} seconds, then type the PIN again.`);
      await enterPin(PIN);
      await console.sees(`Not checked. Wait ${seconds} seconds`);
      clock.advance(seconds * 1000);
    }
    expect(sends()).toBe(sent);
    await enterPin(PIN);
    await console.sees('7 accounts, all');
    const counted = auditOf(console).filter(({ detail }) => detail['why'] === 'wrong PIN');
    expect(counted.map(({ kind, detail }) => [kind, detail['wrong']])).toEqual([
      ['locked', '1'],
      ['locked', '2'],
      ['locked', '3'],
    ]);
  });

  it('asks for the API key where the policy says so, also if the policy comes after the lock', async () => {
    await startWithKeyring();
    const limit = (): void =>
      console.quietly({
        reach: { ...console.state().reach, limits: { productionWrites: true, lockAsks: 'key' } },
      });
    idle();
    await console.sees('Type the PIN to continue.');
    limit();
    await enterPin(PIN);
    await console.sees('The policy of this machine asks for the API key.');
    console.type(console.simulator.credentials.apiKey);
    console.press('enter', 'enter');
    await console.sees('7 accounts, all');
    limit();
    console.press('L');
    await console.sees('Type the API key to continue.');
  });

  it('needs the API key in production, and ends write access [G11a G11c G11f G11h]', async () => {
    await start({ environment: 'production' });
    console.app.grant.give('TICKET-7');
    await console.sees('WRITE');
    console.press('b');
    await console.sees('184,203.17');
    idle();
    await isLocked();
    expect(console.screen.text()).toContain('PRODUCTION');
    expect(console.screen.text()).not.toMatch(/Bramble|184,203|WRITE /);
    expect(console.state().grant).toBeUndefined();
    console.press('enter', 'enter');
    await console.sees('Type the API key to unlock.');
    console.type('wrong-key');
    console.press('enter', 'enter');
    await console.sees('did not accept the client ID and API key');
    expect(console.screen.text()).not.toMatch(/Bramble|184,203/);
    console.type(console.simulator.credentials.apiKey);
    console.press('enter', 'enter');
    await console.sees('184,203.17');
    await console.sees('READ-ONLY');
    expect(console.screen.bytes).not.toContain(console.simulator.credentials.apiKey);
    expect(kinds()).toEqual(['signed-in', 'grant-given', 'grant-ended', 'locked', 'signed-in', 'unlocked']);
    expect(why('grant-ended')).toBe('expired');
  });

  it('accepts only its own keys and Ctrl+C, and sends no request', async () => {
    await start({ environment: 'production' });
    idle();
    await isLocked();
    const asked = sends();
    console.press('down', 'ctrl-p', 'ctrl-z', 'ctrl-l', 'esc', 'up');
    clock.advance(60_000);
    await console.drawn();
    expect(console.suspended()).toBe(0);
    expect(sends()).toBe(asked);
    console.press('ctrl-c');
    await console.sees('Press Ctrl+C again to quit.');
    console.press('ctrl-c');
    await vi.waitFor(() => expect(console.screen.alternate()).toBe(false), patience);
  });

  it('does not stop a write, and shows the outcome after unlocking', async () => {
    await start();
    await breaks(console, 'payout.create delay=2500');
    void console.app.dialog.ask(pay(payee(console), '12.50', 'GBP'));
    await console.sees('Send the payout');
    await confirm(console, '12.50');
    await console.sees('Waiting for the response');
    idle();
    await isLocked();
    await console.sees('1 write is on its way');
    await console.sees('No write is on its way');
    expect((await newestRow(console)).state).toBe('DONE');
    expect(console.screen.text()).not.toContain('12.50');
    console.press('enter');
    await endsIn(console, 'DONE');
    expect(writesOf(console)).toHaveLength(1);
  });

  it('shows UNKNOWN if the machine slept for an hour during a write and the token expired [A23b–c]', async () => {
    await start();
    await breaks(console, 'payout.create reset=after');
    const sent = vi.spyOn(console.app.session, 'lock');
    void console.app.dialog.ask(pay(payee(console), '12.50', 'GBP'));
    await console.sees('Send the payout');
    await confirm(console, '12.50');
    await vi.waitFor(() => expect(writesOf(console)).toHaveLength(1), patience);
    clock.shiftWall(3_600_000);
    await isLocked();
    expect(sent).toHaveBeenCalledTimes(1);
    await console.sees('1 UNRESOLVED');
    expect((await newestRow(console)).state).toBe('UNKNOWN');
    console.press('enter');
    await endsIn(console, 'UNKNOWN');
    expect(writesOf(console)).toHaveLength(1);
  });

  it('still locks if the wall clock was set back [D9b]', async () => {
    await start();
    clock.shiftWall(-3_600_000);
    await console.drawn();
    idle();
    await isLocked();
  });

  it('is delayed by a key or typing, and a key after the time limit only unlocks', async () => {
    await start();
    clock.advance(LOCK_AFTER - 10_000);
    console.press('j');
    await vi.waitFor(() => expect(currentView(console.state()).cursorIndex).toBe(1), patience);
    clock.advance(11_000);
    console.press('/');
    await vi.waitFor(() => expect(console.state().prompt?.kind).toBe('filter'), patience);
    clock.advance(LOCK_AFTER - 10_000);
    console.type('gbp');
    await vi.waitFor(() => expect(currentView(console.state()).filter).toBe('gbp'), patience);
    clock.advance(11_000);
    await console.drawn();
    expect(console.state().lock).toBeUndefined();
    console.press('enter');
    await vi.waitFor(() => expect(console.state().prompt).toBeUndefined(), patience);
    const { cursorIndex } = currentView(console.state());
    idle();
    await isLocked();
    expect(console.state().session.phase).toBe('signed-out');
    // In the demo the key signs in again and does nothing else.
    console.press('j');
    await console.losesSight('Locked');
    expect(currentView(console.state()).cursorIndex).toBe(cursorIndex);
  });

  it('keeps the typed text of a form', async () => {
    await start();
    console.press('n');
    await console.sees('Opens an account');
    console.press('tab');
    console.type('Wakanda');
    await console.sees('Wakanda');
    idle();
    await isLocked();
    expect(console.screen.text()).not.toContain('Wakanda');
    console.press('enter');
    await console.sees('Wakanda');
  });

  it('can be unlocked with another key after Esc stopped a hanging sign-in', async () => {
    await start();
    console.press('L');
    await isLocked();
    await breaks(console, 'login hang count=1');
    console.press('j');
    await console.sees('Signing in …');
    console.press('esc');
    await console.sees('Signing in was stopped.');
    await breaks(console, 'login hang count=1');
    console.press('j');
    await console.sees('Signing in …');
    expect(console.screen.text()).not.toContain('Signing in was stopped.');
    console.press('esc');
    await console.sees('Signing in was stopped.');
    console.press('j');
    await console.sees('7 accounts, all');
  });

  it.each([
    ['demo', 'Press Enter to try again.'],
    ['production', 'Press Enter on Unlock to try again.'],
  ] as const)('names a key that the lock of %s has when the sign-in fails', async (environment, said) => {
    await start({ environment });
    console.press('L');
    await isLocked();
    await breaks(console, 'login empty');
    if (environment === 'production') console.type(console.simulator.credentials.apiKey);
    console.press('enter', 'enter');
    await console.sees(said);
  });

  it('records in the audit log that the lock ended write access', async () => {
    await start({ environment: 'production' });
    console.app.grant.give('TICKET-7');
    await console.sees('WRITE');
    console.press('L');
    await isLocked();
    expect(why('grant-ended')).toBe('locked');
  });

  it('also asks for a separate shared key, and keeps neither key', async () => {
    await start({ environment: 'production', sharedApiKey: 'shared-key-of-b' });
    console.press('L');
    await isLocked();
    await console.sees('Shared API key');
    console.type(console.simulator.credentials.apiKey);
    console.press('enter', 'enter', 'enter');
    await console.sees('Type the shared API key to unlock.');
    console.type('shared-key-of-b');
    console.press('enter', 'enter');
    await console.sees('7 accounts, all');
    expect(console.screen.bytes).not.toContain('shared-key-of-b');
  });

  it('asks for both keys if there is a separate shared key, and does not ask the keyring', async () => {
    const given = { why: t`It was asked.` };
    await start({ environment: 'production', sharedApiKey: 'shared-key-of-b', unlockKey: async () => given });
    console.press('L');
    await isLocked();
    await console.sees('Type the API key and the shared API key');
    console.press('j');
    await console.drawn();
    expect(console.screen.text()).not.toContain('It was asked');
  });

  it('shows neither the name nor the ID of a hostile customer', async () => {
    clock = movableClock();
    console = await startConsole({ clock, customer: 7 });
    await console.sees(/\d+ accounts?/);
    const before = console.screen.bytes.length;
    idle();
    await isLocked();
    const drawn = console.screen.bytes.slice(before);
    const { name, userId } = console.state().customer ?? {};
    expect(name).toBeTruthy();
    for (const said of [String(name), String(userId)]) expect(drawn).not.toContain(said);
    expect(console.screen.text()).toContain('Press any key to sign in again');
    console.press('j');
    await console.losesSight('Locked');
    await console.sees(/\d+ accounts?/);
  });

  it('locks immediately after L', async () => {
    await start();
    console.press('L');
    await isLocked();
    console.press('x');
    await console.sees('7 accounts, all');
  });

  it('fits a small terminal, and shows the environment', async () => {
    await start({ environment: 'production', cols: 44, rows: 12 });
    idle();
    await isLocked();
    await console.sees('PRODUCTION');
    await console.sees('API key');
  });
});

describe('Ctrl+Z', () => {
  it('warns first during a write, and after the return the outcome is shown [E15a–b]', async () => {
    await start();
    await breaks(console, 'payout.create delay=2500');
    void console.app.dialog.ask(pay(payee(console), '12.50', 'GBP'));
    await console.sees('Send the payout');
    await confirm(console, '12.50');
    await console.sees('Waiting for the response');
    console.press('ctrl-z');
    await console.sees('If Purser stops, the response is lost. Press Ctrl+Z again to stop.');
    expect(console.suspended()).toBe(0);
    console.press('ctrl-z');
    await vi.waitFor(() => expect(console.suspended()).toBe(1), patience);
    console.leave();
    await vi.waitFor(async () => expect((await newestRow(console)).state).toBe('DONE'), patience);
    console.enter();
    await endsIn(console, 'DONE');
    expect(writesOf(console)).toHaveLength(1);
  });

  it('stops Purser immediately if no write is on its way', async () => {
    await start();
    console.press('ctrl-z');
    await vi.waitFor(() => expect(console.suspended()).toBe(1), patience);
  });
});
