// Nobody pressed a key for a quarter of an hour: what is hidden, what is void, what goes on, and the way back.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { Secret } from '../../src/lib/redact.ts';
import { t } from '../../src/lib/visible.ts';
import { LOCK_AFTER } from '../../src/store/lock.ts';
import { currentView } from '../../src/store/workspace.ts';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { clockPutOn } from './fx.ts';
import {
  auditOf,
  breaks,
  confirm,
  dialogOf,
  endsIn,
  newestRow,
  pay,
  payee,
  typeToken,
  writesOf,
} from './writing.ts';

let console: TestConsole;
let clock: ReturnType<typeof clockPutOn>;
afterEach(() => console.close());

async function start(options: Parameters<typeof startConsole>[0] = {}): Promise<void> {
  clock = clockPutOn();
  console = await startConsole({ clock, ...options });
  await console.sees('7 accounts, all');
}

const idle = (): void => clock.putOn(LOCK_AFTER);
const isLocked = (): Promise<void> => console.sees('Locked');
const patience = { timeout: 15_000, interval: 10 };
const kinds = (): readonly string[] => auditOf(console).map(({ kind }) => kind);
const why = (kind: string): string | undefined =>
  auditOf(console).find(line => line.kind === kind)?.detail['why'];
const sends = (): number => console.simulator.wire.length;

describe('the idle lock', () => {
  it('in the demo it hides the screen, drops token and confirmation, and any key leads back to the same place [G11]', async () => {
    await start();
    console.press('j', 'j', 'j');
    await vi.waitFor(() => expect(currentView(console.state()).cursorIndex).toBe(3), patience);
    const before = currentView(console.state());
    void console.app.writes.ask(pay(payee(console), '12.50', 'GBP'));
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

  it('with the key in the keyring any key asks for that of this very service, and leads back [G11, G3]', async () => {
    const asked: unknown[] = [];
    const answer = Promise.withResolvers<{ apiKey: Secret }>();
    await start({
      environment: 'production',
      unlockKey: owner => {
        asked.push(owner);
        return answer.promise;
      },
    });
    idle();
    await isLocked();
    await console.sees("Press any key to sign in again with the key in the system's keyring");
    const before = sends();
    console.press('j');
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

  it.each([
    [{ why: t`The keyring is locked.` }, 'The keyring is locked.'],
    [{ apiKey: new Secret('an-old-key') }, 'HTTP 401'],
  ])('where the keyring has no key that works it says why, and asks: %# [G1, G2]', async (given, says) => {
    await start({ environment: 'production', unlockKey: async () => given });
    idle();
    await isLocked();
    console.press('j');
    await console.sees(says);
    await console.sees('Type the API key to continue');
    console.type(console.simulator.credentials.apiKey);
    console.press('enter', 'enter');
    await console.sees('7 accounts, all');
  });

  it('in production the API key is required, by signing in with it; write access is gone [G11]', async () => {
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

  it('nothing but the lock’s own keys and Ctrl+C acts, and nothing is asked of the service', async () => {
    await start({ environment: 'production' });
    idle();
    await isLocked();
    const asked = sends();
    console.press('down', 'ctrl-p', 'ctrl-z', 'ctrl-l', 'esc', 'up');
    clock.putOn(60_000);
    await console.drawn();
    expect(console.suspended()).toBe(0);
    expect(sends()).toBe(asked);
    console.press('ctrl-c');
    await console.sees('Press Ctrl+C again to quit.');
    console.press('ctrl-c');
    await vi.waitFor(() => expect(console.screen.alternate()).toBe(false), patience);
  });

  it('a write on its way goes on, and how it ended is there after unlocking [G11]', async () => {
    await start();
    await breaks(console, 'payout.create delay=2500');
    void console.app.writes.ask(pay(payee(console), '12.50', 'GBP'));
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

  it('an hour asleep in the middle of a write: locked, the token expired, the outcome UNKNOWN and shown [A23]', async () => {
    await start();
    await breaks(console, 'payout.create reset=after');
    const sent = vi.spyOn(console.app.session, 'lock');
    void console.app.writes.ask(pay(payee(console), '12.50', 'GBP'));
    await console.sees('Send the payout');
    await typeToken(console, '12.50');
    await vi.waitFor(() => expect(dialogOf(console).focus).toBe('go'), patience);
    await new Promise(resolve => setTimeout(resolve, 250));
    console.press('enter');
    await vi.waitFor(() => expect(writesOf(console)).toHaveLength(1), patience);
    clock.turn(3_600_000);
    await isLocked();
    expect(sent).toHaveBeenCalledTimes(1);
    await console.sees('1 UNRESOLVED');
    expect((await newestRow(console)).state).toBe('UNKNOWN');
    console.press('enter');
    await endsIn(console, 'UNKNOWN');
    expect(writesOf(console)).toHaveLength(1);
  });

  it('a wall clock that was put back doesn’t keep it from locking [D9]', async () => {
    await start();
    clock.turn(-3_600_000);
    await console.drawn();
    idle();
    await isLocked();
  });

  it('a key in time puts it off, typing too; a key that comes too late acts no more', async () => {
    await start();
    clock.putOn(LOCK_AFTER - 10_000);
    console.press('j');
    await vi.waitFor(() => expect(currentView(console.state()).cursorIndex).toBe(1), patience);
    clock.putOn(11_000);
    console.press('/');
    await vi.waitFor(() => expect(console.state().prompt?.kind).toBe('filter'), patience);
    clock.putOn(LOCK_AFTER - 10_000);
    console.type('gbp');
    await vi.waitFor(() => expect(currentView(console.state()).filter).toBe('gbp'), patience);
    clock.putOn(11_000);
    await console.drawn();
    expect(console.state().lock).toBeUndefined();
    console.press('enter');
    await vi.waitFor(() => expect(console.state().prompt).toBeUndefined(), patience);
    const { cursorIndex } = currentView(console.state());
    idle();
    await isLocked();
    expect(console.state().session.phase).toBe('signed-out');
    // In the demo it signs in again, and does nothing else.
    console.press('j');
    await console.losesSight('Locked');
    expect(currentView(console.state()).cursorIndex).toBe(cursorIndex);
  });

  it('a form keeps what was typed', async () => {
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

  it('an unlocking that hangs is stopped by Esc, says so, and can be tried again', async () => {
    await start();
    console.press('L');
    await isLocked();
    await breaks(console, 'login hang count=1');
    console.press('j');
    await console.sees('Signing in …');
    console.press('esc');
    await console.sees('Signing in was stopped.');
    console.press('j');
    await console.sees('7 accounts, all');
  });

  it('write access that a lock ends is recorded as locked', async () => {
    await start({ environment: 'production' });
    console.app.grant.give('TICKET-7');
    await console.sees('WRITE');
    console.press('L');
    await isLocked();
    expect(why('grant-ended')).toBe('locked');
  });

  it('a shared key of its own is asked for too, and neither is kept', async () => {
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

  it('a shared key of its own is asked for with the other one, though a keyring has that', async () => {
    const given = { why: t`It was asked.` };
    await start({ environment: 'production', sharedApiKey: 'shared-key-of-b', unlockKey: async () => given });
    console.press('L');
    await isLocked();
    await console.sees('Type the API key and the shared API key');
    console.press('j');
    await console.drawn();
    expect(console.screen.text()).not.toContain('It was asked');
  });

  it('names nothing of a customer whose data is hostile', async () => {
    clock = clockPutOn();
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

  it('L locks at once', async () => {
    await start();
    console.press('L');
    await isLocked();
    console.press('x');
    await console.sees('7 accounts, all');
  });

  it('is whole in a small terminal, and says where it is', async () => {
    await start({ environment: 'production', cols: 44, rows: 12 });
    idle();
    await isLocked();
    await console.sees('PRODUCTION');
    await console.sees('API key');
  });
});

describe('stopping for the shell', () => {
  it('with a write on its way it warns first; on coming back the outcome is there [E15]', async () => {
    await start();
    await breaks(console, 'payout.create delay=2500');
    void console.app.writes.ask(pay(payee(console), '12.50', 'GBP'));
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

  it('without one it stops at once', async () => {
    await start();
    console.press('ctrl-z');
    await vi.waitFor(() => expect(console.suspended()).toBe(1), patience);
  });
});
