// Confirming a write: a person must see every line, type the token, and have write access.

import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { t, visible } from '../../src/lib/visible.ts';
import { type Drawn, isAtEnd } from '../../src/store/dialog-reading.ts';
import { type ConsoleOptions, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import {
  breaks,
  cancelDebit,
  closes,
  confirm,
  dialogOf,
  endsIn,
  isArmed,
  isReady,
  newestRow,
  pay,
  payee,
  pays,
  pendingDebit,
  readsOn,
  typeToken,
  writesOf,
} from './writing.ts';

let console: TestConsole;

const start = async (options: ConsoleOptions = {}): Promise<void> => {
  console = await startOnAccounts(options);
};
const asks = async (amount = '12.50'): Promise<void> => {
  void console.app.dialog.ask(pay(payee(console), amount, 'GBP'));
  await console.sees('Send the payout');
};

describe('the dialog of a write', () => {
  it('sends nothing without the token, however often you press Enter [E11]', async () => {
    await start();
    await asks();
    for (let n = 0; n < 50; n++) console.press('enter');
    await isReady(console);
    for (let n = 0; n < 50; n++) console.press('enter');
    await console.sees('type the amount first');
    expect(dialogOf(console)).toMatchObject({ typed: '', phase: { kind: 'asking' } });
    expect(writesOf(console)).toEqual([]);
  });

  it('sends once after 50 Enters on the button [E10a]', async () => {
    await start();
    await asks();
    await typeToken(console, '12.50');
    await isArmed(console);
    for (let n = 0; n < 50; n++) console.press('enter');
    await vi.waitFor(() => expect(writesOf(console)).toHaveLength(1), 15_000);
    await vi.waitFor(() => expect(console.simulator.world.ledger.effects).toHaveLength(1), 15_000);
    await vi.waitFor(async () => expect((await newestRow(console)).state).toBe('DONE'), 15_000);
    expect(writesOf(console)).toHaveLength(1);
  });

  it('keeps the outcome on the screen while Enter is held, and presses nothing below the dialog [E10a]', async () => {
    const real = systemClock();
    let held: number | undefined;
    await start({ clock: { ...real, monotonic: () => held ?? real.monotonic() } });
    await asks();
    await typeToken(console, '12.50');
    await isArmed(console);
    held = real.monotonic();
    for (let n = 0; n < 3; n++) void console.app.dialog.enter();
    await endsIn(console, 'DONE');
    const ended = dialogOf(console);
    const pressed = (later: number): Promise<void> => {
      held = (held ?? 0) + later;
      return console.app.dialog.enter();
    };
    // The key repeats for the first time: the outcome is on the screen, but nobody has read it.
    await pressed(600);
    for (let n = 0; n < 3; n++) await pressed(30);
    // A busy machine reads the repeated key late.
    await pressed(390);
    expect(dialogOf(console)).toMatchObject({ requestId: ended.requestId, phase: { kind: 'ended' } });
    await pressed(400);
    expect(console.state().overlay).toBeUndefined();
    expect(writesOf(console)).toHaveLength(1);
  });

  it('says that it ignored a typed letter, even if that letter is a key of the dialog', async () => {
    await start();
    await asks();
    console.screen.resize(50, 10);
    await console.sees('Lines 1–4 of');
    console.press('d');
    await console.sees('Not typed: read to the end first.');
    console.screen.resize(100, 30);
    await isReady(console);
    console.press('tab', 'd');
    await console.sees('Not typed: press Tab to go to the field.');
    expect(writesOf(console)).toEqual([]);
  });

  it('shows that early characters are missing, until Ctrl+U clears the field', async () => {
    await start();
    await asks();
    console.screen.resize(50, 10);
    await console.sees('Lines 1–4 of');
    console.press('1');
    await console.sees('Not typed: read to the end first.');
    console.screen.resize(100, 30);
    await isReady(console);
    console.type('2.50');
    await console.sees(/▲ Typed too early\. Press Ctrl\+U and type [^─]+ again\. ─/);
    console.press('ctrl-u');
    await console.losesSight('Typed too early');
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
  });

  it('has only one button after the write: Tab and x say so, and the footer does not offer Tab', async () => {
    await start();
    await pays(console);
    await endsIn(console, 'DONE');
    await console.sees(/^ ?Enter select {2}Esc go back/m);
    console.press('tab');
    await console.sees('This dialog has one button. Press Enter.');
    console.press('x');
    await console.sees('This dialog does not use this key. Esc goes back.');
  });

  it('accepts no token and no key from a paste, with or without paste marks [E10b]', async () => {
    await start();
    await asks();
    await isReady(console);
    console.type('\u001B[200~12.50\r\r\r\u001B[201~');
    await console.sees('Not pasted: type this text yourself');
    expect(dialogOf(console).typed).toBe('');
    // A terminal without bracketed paste sends the pasted text as if it were typed, all at once.
    console.type('12.50\r\r');
    await console.sees('Enter came too soon after other input');
    expect(writesOf(console)).toEqual([]);
  });

  /** Ignored sequences for 450 ms, with less than 200 ms between two of them. */
  function stalls(): void {
    for (let n = 0; n < 3; n++) {
      console.passes(150);
      console.type('\u001B[I');
    }
  }

  it('confirms nothing after a paste that ends its own marks and goes on with keys and ignored sequences [E10]', async () => {
    await start();
    await asks();
    await isReady(console);
    console.type('\u001B[200~x\u001B[201~12.50\t');
    await vi.waitFor(
      () => expect(dialogOf(console)).toMatchObject({ typed: '12.50', focus: 'go' }),
      patience,
    );
    console.type('\u001B[I');
    stalls();
    console.press('enter');
    await console.sees('Nothing was sent: Enter came too soon after other input. Press Enter again.');
    expect(writesOf(console)).toEqual([]);
    await isArmed(console);
    console.press('enter');
    await endsIn(console, 'DONE');
  });

  it('is confirmed by two quick Enters, if a silence came after the typing [E10]', async () => {
    await start();
    await asks();
    await isReady(console);
    console.type('12.50');
    await vi.waitFor(() => {
      if (!dialogOf(console).silent) console.passes(200);
      expect(dialogOf(console)).toMatchObject({ typed: '12.50', focus: 'token', silent: true });
    }, patience);
    console.press('enter');
    await vi.waitFor(() => expect(dialogOf(console)).toMatchObject({ focus: 'go', silent: true }), patience);
    console.press('enter');
    await endsIn(console, 'DONE');
    expect(writesOf(console)).toHaveLength(1);
  });

  it('confirms nothing that needs no token in the same burst of keys [E10]', async () => {
    await start();
    console.press('3');
    await console.sees('45 cards, all');
    console.press('z');
    await isReady(console);
    console.type('\t\r');
    await console.sees('Enter came too soon after other input');
    stalls();
    console.press('enter');
    await console.drawn();
    expect(writesOf(console)).toEqual([]);
    await isArmed(console);
    console.press('enter');
    await endsIn(console, 'DONE');
  });

  it('shows the button as dead until Enter would confirm', async () => {
    await start();
    await asks();
    await isReady(console);
    const isUnderlined = (): boolean =>
      console.screen.cellsOf('[ Send the payout ]')?.some(({ underline }) => underline) === true;
    console.type('12.50\t');
    await vi.waitFor(() => expect(dialogOf(console).focus).toBe('go'), patience);
    await isArmed(console);
    await vi.waitFor(() => expect(isUnderlined()).toBe(true), patience);
    console.type('\u001B[I');
    await vi.waitFor(() => expect(isUnderlined()).toBe(false), patience);
    await isArmed(console);
    await vi.waitFor(() => expect(isUnderlined()).toBe(true), patience);
  });

  it.each([
    ['an empty token', '', 'type the amount first'],
    ['another amount', '12.5', 'is not the amount'],
    ["another row's amount", '13.00', 'is not the amount'],
  ])('sends nothing if %s is typed [E11]', async (_, typed, said) => {
    await start();
    await asks();
    await isReady(console);
    console.type(typed);
    await vi.waitFor(() => expect(dialogOf(console).typed).toBe(typed), patience);
    console.press('enter', 'enter');
    await console.sees(said);
    expect(dialogOf(console).phase.kind).toBe('asking');
    expect(writesOf(console)).toEqual([]);
  });

  it('asks again after a resize, and confirms only after you read to the end [F18c]', async () => {
    await start();
    await asks();
    await typeToken(console, '12.50');
    console.screen.resize(50, 10);
    await console.sees('Lines 1–4 of');
    await console.sees('The dialog changed, so Purser cleared the field.');
    expect(dialogOf(console)).toMatchObject({ typed: '', focus: 'safe', ready: false });
    console.press('enter', 'tab', 'enter');
    await console.sees('read to the end first');
    console.screen.resize(100, 30);
    await console.losesSight('Lines 1–4 of');
    await isReady(console);
    expect(dialogOf(console)).toMatchObject({ typed: '', focus: 'token' });
    expect(writesOf(console)).toEqual([]);
  });

  it.each([
    ['a page', 'pgdn'],
    ['a line', 'down'],
  ])('is read to its end at 60×15, %s at a time, and then confirms [F18c]', async (_, key) => {
    await start({ cols: 60, rows: 15 });
    const question = pay(payee(console), '12.50', 'GBP');
    const lines = Array.from({ length: 12 }, (_, n) => ({
      label: t`Line ${n + 1}`,
      value: t`value ${n + 1}`,
    }));
    void console.app.dialog.ask({ ...question, lines: [...question.lines, ...lines] });
    await console.sees(/Lines 1–\d+ of \d+: PgDn reads on. You can't confirm yet/);
    const seen = new Set<string>();
    for (let n = 0; n < 40 && !isAtEnd(dialogOf(console).reading); n++) {
      for (const [value] of console.screen.text().matchAll(/value \d+/g)) seen.add(value);
      expect(dialogOf(console).ready).toBe(false);
      const { top } = dialogOf(console).reading;
      console.press(key);
      await vi.waitFor(() => expect(dialogOf(console).reading.drawn?.top).toBeGreaterThan(top), patience);
      await console.drawn();
    }
    for (const [value] of console.screen.text().matchAll(/value \d+/g)) seen.add(value);
    expect(seen.size).toBe(12);
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
    // The outcome is the first line, and there is nothing left to confirm.
    await console.sees(/^── Pay ─.*\n *DONE/m);
    await console.sees(/Lines 1–\d+ of \d+: PgDn reads on\./);
    expect(console.screen.text()).not.toContain('be confirmed');
    console.press('pgdn', 'pgdn', 'pgdn', 'pgdn');
    await console.sees('value 12');
  });

  it('counts a line as read only after it was on the screen, even if many page keys arrive together [F18c]', async () => {
    await start({ cols: 60, rows: 15 });
    const question = pay(payee(console), '12.50', 'GBP');
    const lines = Array.from({ length: 60 }, (_, n) => ({
      label: t`Line ${n + 1}`,
      value: t`value ${n + 1}`,
    }));
    void console.app.dialog.ask({ ...question, lines: [...question.lines, ...lines] });
    await console.sees('PgDn reads on');
    const drawn: Drawn[] = [];
    const stop = console.app.store.subscribe(({ overlay }) => {
      const as = overlay?.kind === 'dialog' ? overlay.dialog.reading.drawn : undefined;
      if (as && drawn.at(-1) !== as) drawn.push(as);
    });
    console.press(...Array<string>(30).fill('pgdn'));
    await console.sees('PgUp goes back');
    stop();
    drawn.forEach(({ top }, n) => {
      const before = drawn[n - 1];
      if (before) expect(top).toBeLessThanOrEqual(before.top + before.room);
    });
    await isReady(console);
  });

  it('can be closed on an unresolved write, which Purser counts when you quit', async () => {
    await start();
    await breaks(console, 'payout.create reset=after count=1');
    await pays(console);
    await endsIn(console, 'UNKNOWN');
    await closes(console);
    console.press('q');
    await console.sees('Unresolved writes: 1. Purser shows them at the next start.');
    console.press('esc');
  });

  it('shows an unresolved duplicate first, in the visible part', async () => {
    await start({ cols: 80, rows: 15 });
    await breaks(console, 'payout.create reset=after count=1');
    await pays(console);
    await endsIn(console, 'UNKNOWN');
    await closes(console);
    void console.app.dialog.ask(pay(payee(console), '12.50', 'GBP'));
    await console.sees('Send the payout');
    await readsOn(console);
    await confirm(console, '12.50');
    await console.sees(/^── Pay ─.*\n *Not sent\. “Pay” with the same content was already sent/m);
  });

  it('asks again if the terminal was too small for the dialog [F18b–c]', async () => {
    await start();
    await asks();
    await typeToken(console, '12.50');
    console.screen.resize(30, 8);
    await console.sees('too small');
    console.screen.resize(100, 30);
    await console.sees('Send the payout');
    expect(dialogOf(console)).toMatchObject({ typed: '', focus: 'safe' });
  });

  it('shows every character of the values to confirm, from the first to the last [F18c]', async () => {
    await start();
    const note = visible('x'.repeat(900));
    const question = pay(payee(console), '12.50', 'GBP');
    void console.app.dialog.ask({
      ...question,
      lines: [...question.lines, { label: t`Notes`, value: note }],
    });
    await console.sees('Notes');
    const shown = () => console.screen.text().match(/x/g)?.length ?? 0;
    await console.screen.until(() => shown() >= 900);
  });

  it('marks a name that mixes scripts [F14]', async () => {
    await start();
    const question = pay(payee(console), '12.50', 'GBP');
    const lines = [
      { label: t`Name`, value: visible('Раураl') },
      { label: t`Bank`, value: visible('山田銀行 Tokyo') },
    ];
    void console.app.dialog.ask({ ...question, lines: [...lines, ...question.lines] });
    await console.sees(
      'Name mixes Latin and Cyrillic letters. Check the name: it may only look like a known name.',
    );
    expect(console.screen.text().match(/ mixes /g)).toHaveLength(1);
  });

  it('stops at Esc during the check of the record, and sends nothing', async () => {
    await start();
    await breaks(console, 'directDebit.get hang');
    const id = pendingDebit(console);
    void console.app.dialog.ask(cancelDebit(id));
    await console.sees('[ Cancel direct debit');
    await confirm(console, id.slice(-4));
    await console.sees('Checking the record');
    await closes(console);
    await vi.waitFor(
      () => expect(console.state().exchanges.at(-1)).toMatchObject({ failure: { kind: 'abandoned' } }),
      patience,
    );
    expect(writesOf(console)).toEqual([]);
  });

  it('says that nothing was sent yet while Purser signs in and connects', async () => {
    await start();
    await breaks(console, 'login delay=1500');
    const { session } = console.state();
    if (session.phase !== 'signed-in') throw new Error('signed out');
    console.quietly({ session: { ...session, token: { ...session.token, expiresAtMonotonic: 0 } } });
    await asks();
    await confirm(console, '12.50');
    await console.sees('Nothing was sent yet');
    await endsIn(console, 'DONE');
  });

  it('closes when the session ends, and sends nothing', async () => {
    await start();
    await asks();
    console.app.session.showLogin([t`for a test`]);
    await console.sees('for a test');
    await console.app.dialog.enter();
    expect(writesOf(console)).toEqual([]);
  });
});

it('a write whose deadline passes while Purser connects is stopped before its first byte [D11c]', async () => {
  await start();
  const at = console.app.clock.monotonic() + 10_000;
  const deadline = { at, margin: 0, label: t`It ends in`, over: t`The quote has expired.` };
  void console.app.dialog.ask({ ...pay(payee(console), '12.50', 'GBP'), deadline });
  await console.sees('Send the payout');
  // Purser renews the sign-in first, and the renewal ends after the deadline.
  await breaks(console, 'login delay=1000');
  const { session } = console.state();
  if (session.phase !== 'signed-in') throw new Error('signed out');
  console.quietly({ session: { ...session, token: { ...session.token, expiresAtMonotonic: 0 } } });
  await confirm(console, '12.50');
  await console.sees('Nothing was sent yet');
  console.passes(10_000);
  await endsIn(console, 'NOT SENT');
  await console.sees('The quote has expired.');
  expect(writesOf(console)).toEqual([]);
});

describe('write access', () => {
  it('is required for every dialog, and the client itself sends nothing without it [E22]', async () => {
    await start({ readOnly: t`--read-only was given` });
    await console.sees('READ-ONLY');
    console.press('w');
    await console.sees('This console only reads: --read-only was given.');
    void console.app.dialog.ask(pay(payee(console), '12.50', 'GBP'));
    await console.sees('This console only reads');
    expect(console.state().overlay).toBeUndefined();
    const client = console.app.session.client();
    const made = client?.writes.prepare(
      'payout.cancel',
      { params: { version: 'v1' }, body: { id: 'P-1' } },
      { customer: console.state().customer },
    );
    if (!client || !made?.ok) throw new Error('it could not be prepared');
    const sent = await client.writes.send(made.prepared, async () => true);
    expect(sent).toMatchObject({ ok: false, failure: { kind: 'unsent', cause: 'barred' } });
    expect(writesOf(console)).toEqual([]);
  });

  it('may end while the dialog is open [E22]', async () => {
    await start({ environment: 'production' });
    console.app.grant.give('TICKET-7');
    await console.sees('WRITE');
    await asks();
    await typeToken(console, '12.50');
    await isArmed(console);
    console.quietly({ grant: undefined });
    console.press('enter');
    await console.sees('press w for write access');
    expect(writesOf(console)).toEqual([]);
  });

  it('is off at the start in production; w grants it for a reason, until 15 minutes after the last write', async () => {
    await start({ environment: 'production' });
    await console.sees('READ-ONLY');
    void console.app.dialog.ask(pay(payee(console), '12.50', 'GBP'));
    await console.sees('press w for write access');
    console.press('w');
    await console.sees('move real money');
    console.press('enter', 'enter');
    await console.sees('Required: give the reason');
    console.type('TICKET-7');
    console.press('enter', 'enter');
    await console.sees(/WRITE 1[45]/);
    const until = console.state().grant?.until ?? 0;
    await pays(console);
    await endsIn(console, 'DONE');
    expect(console.state().grant?.until).toBeGreaterThan(until);
    const row = await newestRow(console);
    expect(row.intent).toMatchObject({ environment: 'production' });
    expect(row.intent.what.at(-1)).toEqual({ label: 'Reason for writing', value: 'TICKET-7' });
    await closes(console);
    console.press('w');
    await console.sees('READ-ONLY again');
    expect(console.state().grant).toBeUndefined();
  });

  it('ends with the session, and does not pass to another account', async () => {
    await start({ environment: 'production' });
    console.app.grant.give('TICKET-7');
    await console.sees('WRITE');
    await console.elsewhere();
    await vi.waitFor(() => expect(console.state().grant).toBeUndefined(), patience);
    await console.sees('READ-ONLY');
  });

  it('can be given back in the demo too', async () => {
    await start();
    await console.sees('WRITE');
    console.press('w');
    await console.sees('READ-ONLY again');
    void console.app.dialog.ask(pay(payee(console), '12.50', 'GBP'));
    await console.sees('press w for write access');
    expect(writesOf(console)).toEqual([]);
  });
});

describe('a failing journal', () => {
  it('makes a write NOT SENT, and reads still work [E6a–b]', async () => {
    await start();
    const port = await console.app.journal.open();
    if (!port) throw new Error('no journal');
    vi.spyOn(port.journal, 'prepare').mockResolvedValue({
      ok: false,
      unwritable: t`The journal can't be written: ENOSPC.`,
    });
    await asks();
    await confirm(console, '12.50');
    await endsIn(console, 'NOT SENT');
    await console.sees('no money moved');
    expect(writesOf(console)).toEqual([]);
    await closes(console);
    console.press('b');
    await console.sees('184,203.17');
  });

  it("stops a write that can't be recorded as SENT, even with an open connection [E6a]", async () => {
    await start();
    const port = await console.app.journal.open();
    if (!port) throw new Error('no journal');
    vi.spyOn(port.journal, 'sent').mockResolvedValue({
      ok: false,
      unwritable: t`The journal can't be written: EIO.`,
    });
    await asks();
    await confirm(console, '12.50');
    await endsIn(console, 'NOT SENT');
    expect(writesOf(console)).toEqual([]);
    expect((await newestRow(console)).state).toBe('NOT SENT');
  });
});
