// A write: asked, confirmed by a person, recorded, sent once, and reported as one of four outcomes.

import { describe, expect, it, vi } from 'vitest';
import { CodeIsGone } from '../../src/lib/later.ts';
import { t } from '../../src/lib/visible.ts';
import { overlayWith } from '../../src/store/open-overlays.ts';
import { type ConsoleOptions, startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import {
  breaks,
  cancelDebit,
  cancelPayout,
  closes,
  confirm,
  confirms,
  dialogOf,
  endsIn,
  isOver,
  mends,
  newestRow,
  pay,
  payee,
  pays,
  pendingDebit,
  writesOf,
} from './writing.ts';

let console: TestConsole;

const start = async (options: ConsoleOptions = {}): Promise<void> => {
  console = await startOnAccounts(options);
};
const effects = () => console.simulator.world.ledger.effects;

describe('a successful write', () => {
  it('is recorded before it is sent, sent once, and DONE', async () => {
    await start();
    await pays(console);
    await endsIn(console, 'DONE');
    const { requestId } = dialogOf(console);
    await console.sees(requestId);
    expect(console.simulator.world.ledger.of(requestId)).toHaveLength(1);
    const row = await newestRow(console);
    expect(row).toMatchObject({ state: 'DONE', intent: { requestId, repeatable: true } });
    expect(row.transitions.map(({ to }) => to)).toEqual(['PREPARED', 'SENT', 'DONE']);
    expect(row.intent.body).toContain('"amount":12.50');
    expect(row.intent.what[0]?.value).toContain('Bramble & Finch');
  });

  it('continues if you close its dialog, and shows its outcome on any screen', async () => {
    await start();
    await breaks(console, 'payout.create delay=2500');
    await pays(console);
    await console.sees('Waiting for the response');
    console.press('esc');
    await console.sees('the request is on its way');
    await console.sees('1 being sent');
    console.press('ctrl-c');
    await console.sees('Quit Purser?');
    await console.sees('A write is on its way. Purser waits 2 seconds for the response.');
    console.press('esc');
    await console.sees('Pay (12.50) for Bramble & Finch Trading Ltd: DONE');
    await console.losesSight('being sent');
  });
});

describe('with a write on its way', () => {
  const runs = async (command: string): Promise<void> => {
    console.press('ctrl-p');
    await console.sees('Commands');
    console.type(command);
    await console.sees(new RegExp(`› .*${command}`));
    console.press('enter');
  };
  const ways: readonly [string, () => unknown][] = [
    ['q q q', () => console.press('q', 'q', 'q')],
    ['Ctrl+C Ctrl+C Ctrl+C', () => console.press('ctrl-c', 'ctrl-c', 'ctrl-c')],
    [':q', () => console.type(':q\r')],
    [':quit', () => console.type(':quit\r')],
    ['the command that goes back or quits', () => runs('back, or quit')],
    ['the command that quits', () => runs('quit: press twice')],
  ];

  /** A payout that gets no response, with its dialog hidden. */
  async function sends(options: ConsoleOptions = {}): Promise<void> {
    await start(options);
    await breaks(console, 'payout.create hang executed');
    await pays(console);
    await console.sees('Waiting for the response');
  }

  async function isOpen(): Promise<void> {
    await console.drawn();
    expect(console.screen.alternate()).toBe(true);
    expect((await newestRow(console)).state).toBe('SENT');
  }

  /** `y` is the only key that quits. Purser waits for the response first. */
  async function quitsWithY(): Promise<void> {
    await console.sees('Quit Purser?');
    console.press('y');
    await console.sees('Waiting up to 2 seconds for the response to a write');
    console.passes(2000);
    await vi.waitFor(() => expect(console.screen.alternate()).toBe(false), patience);
  }

  it.each(ways)('%s asks, and only y quits', async (_, leaves) => {
    await sends();
    await closes(console);
    await leaves();
    await console.sees('Quit Purser?');
    await isOpen();
    await quitsWithY();
  });

  it('a key whose code an update removed does not claim that nothing was sent', async () => {
    await sends();
    await closes(console);
    expect(console.survives(new CodeIsGone())).toBe(true);
    await console.sees(/This key sent nothing\. Wait for the write/);
    expect(console.screen.text()).not.toContain('Nothing was sent');
    expect(console.survives(new TypeError())).toBe(false);
  });

  it('q in the question says which key quits, and Esc stays', async () => {
    await sends();
    await closes(console);
    console.press('q', 'q');
    await console.sees('A write is on its way. Press y to quit.');
    console.press('esc');
    await console.losesSight('Quit Purser?');
    await isOpen();
  });

  it('Ctrl+C in the dialog asks, and Esc goes back to the screen behind', async () => {
    await sends();
    console.press('ctrl-c', 'ctrl-c', 'ctrl-c');
    await console.sees('Quit Purser?');
    console.press('enter');
    await console.losesSight('Quit Purser?');
    await console.sees('1 being sent');
    await isOpen();
  });

  it('Ctrl+C in the locked console does not quit, and says why', async () => {
    await sends();
    await closes(console);
    console.press('L');
    await console.sees('Locked');
    await console.sees("Purser can't quit here while a write is on its way.");
    expect(console.screen.text()).not.toContain('press twice');
    console.press('ctrl-c', 'ctrl-c', 'ctrl-c');
    await console.sees("Purser can't quit here while a write is on its way.");
    await isOpen();
  });

  it('Ctrl+C in Login does not quit, and says why', async () => {
    await sends();
    await closes(console);
    await breaks(console, 'account.list status=401', 'login status=401');
    console.press('r');
    await console.sees('Service address');
    console.press('ctrl-c', 'ctrl-c', 'ctrl-c');
    await console.sees("Purser can't quit here while a write is on its way.");
    await isOpen();
  });

  it('Ctrl+C in a terminal that is too small does not quit, and says why', async () => {
    await sends();
    console.screen.resize(30, 9);
    await console.sees('too small');
    console.press('ctrl-c', 'ctrl-c', 'ctrl-c');
    await console.sees(/Purser can't quit here while a/);
    await isOpen();
  });
});

it('a write that is confirmed but not sent is not sent after Purser has quit', async () => {
  await start();
  await breaks(console, 'directDebit.get delay=800');
  void console.app.dialog.ask(cancelDebit(pendingDebit(console)));
  await console.sees('Cancel direct debit');
  await confirm(console, pendingDebit(console).slice(-4));
  await vi.waitFor(() => expect(dialogOf(console).phase.kind).toBe('reading'), patience);
  console.press('ctrl-c', 'ctrl-c');
  await vi.waitFor(() => expect(console.screen.alternate()).toBe(false), patience);
  expect(console.state().overlay).toBeUndefined();
  expect(writesOf(console)).toEqual([]);
});

it("a status that is neither success nor error is UNKNOWN, with the service's words", async () => {
  console = await startOnAccounts({ cols: 120, rows: 40 });
  await breaks(console, 'card.update set=status:"pending" count=1');
  console.press('3');
  await console.sees('45 cards, all');
  console.press('z');
  await confirms(console);
  await endsIn(console, 'UNKNOWN');
  await console.sees('The response\'s status is not "success"');
  await closes(console);
});

it('a session that ends during a write does not interrupt the write [B3]', async () => {
  await start();
  await breaks(console, 'payout.create delay=1500');
  await pays(console);
  await console.sees('Waiting for the response');
  await closes(console);
  await breaks(console, 'account.list status=401', 'login status=401');
  console.press('r');
  await console.sees('Service address');
  await vi.waitFor(async () => expect((await newestRow(console)).state).toBe('DONE'), 15_000);
  expect(effects()).toHaveLength(1);
});

describe('the outcome of a failed write', () => {
  it('is NOT SENT if no service answers, and the write can be confirmed again with the same request ID [A1b A9b]', async () => {
    await start();
    void console.app.dialog.ask(pay(payee(console), '3.00', 'GBP'));
    await console.sees('Send the payout');
    const { requestId } = dialogOf(console);
    await console.simulator.close();
    await confirm(console, '3.00');
    await endsIn(console, 'NOT SENT');
    await console.sees('no money moved');
    console.press('tab', 'enter');
    await console.sees('Type the amount');
    expect(dialogOf(console)).toMatchObject({ requestId, typed: '', phase: { kind: 'asking' } });
  });

  it('is shown for both attempts: a refusal after UNKNOWN proves nothing about the first attempt [B18d–e]', async () => {
    await start();
    await pays(console);
    await endsIn(console, 'DONE');
    await closes(console);
    const { id } = console.simulator.world.payouts.all[0] ?? { id: '' };
    await breaks(console, 'payout.cancel reset=after count=1');
    void console.app.dialog.ask(cancelPayout(id));
    await console.sees('[ Cancel payout');
    await confirm(console, id.slice(-4));
    await endsIn(console, 'UNKNOWN');
    const first = dialogOf(console).requestId;
    await mends(console);
    await closes(console);
    void console.app.dialog.ask(cancelPayout(id));
    await console.sees('[ Cancel payout');
    await confirm(console, id.slice(-4));
    await console.sees('with the same content was already');
    await confirm(console, id.slice(-4));
    await endsIn(console, 'REFUSED');
    await console.sees('does not prove that the earlier request failed.');
    await console.sees(first);
    const port = await console.app.journal.open();
    expect(await port?.journal.get(first)).toMatchObject({ value: { state: 'UNKNOWN' } });
    expect(effects().filter(({ operation }) => operation === 'payout.cancel')).toHaveLength(1);
  });
});

describe('another attempt of a write', () => {
  it('does not say whether money moved if an earlier attempt was UNKNOWN', async () => {
    await start();
    await breaks(console, 'payout.create reset=after count=1', 'payout.create status=400 message=No after=1');
    await pays(console);
    await endsIn(console, 'UNKNOWN');
    await closes(console);
    const row = await newestRow(console);
    void console.app.dialog.askAgain(row, []);
    await console.sees('Send again: New payout');
    await confirm(console, '12.50');
    await endsIn(console, 'UNKNOWN');
    await console.sees('proves nothing about that attempt');
    expect(console.screen.text()).not.toContain('no money moved');
  });

  it('sends nothing if the write was resolved meanwhile, and shows the verdict', async () => {
    await start();
    await breaks(console, 'payout.create reset=after count=1');
    await pays(console);
    await endsIn(console, 'UNKNOWN');
    await closes(console);
    const row = await newestRow(console);
    void console.app.dialog.askAgain(row, []);
    await console.sees('Send again: New payout');
    const resolution = { by: 'A. Clerk', verdict: 'DONE', evidence: 'the statement', note: '' } as const;
    await console.app.journal.resolve(row.intent.requestId, resolution);
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
    await console.sees('Nothing was sent now');
    expect(dialogOf(console).phase).toMatchObject({ again: false });
    expect(writesOf(console)).toHaveLength(1);
  });

  it('is recorded with the values that were confirmed this time', async () => {
    await start();
    await breaks(console, 'payout.create status=429 count=1');
    await pays(console);
    await endsIn(console, 'REFUSED');
    console.press('tab', 'enter');
    await console.sees('to confirm:');
    const { overlay } = console.state();
    if (overlay?.kind !== 'dialog') throw new Error('no dialog');
    const lines = [...overlay.dialog.lines, { label: t`Bank`, value: t`another one` }];
    console.quietly({ overlay: overlayWith({ kind: 'dialog', dialog: { ...overlay.dialog, lines } }) });
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
    const { intent, transitions } = await newestRow(console);
    expect(intent.what).not.toContainEqual({ label: 'Bank', value: 'another one' });
    expect(transitions.findLast(({ to }) => to === 'SENT')?.what).toContainEqual({
      label: 'Bank',
      value: 'another one',
    });
  });

  it('is possible for a deliberate duplicate of an earlier write', async () => {
    await start();
    await breaks(console, 'payout.create reset=after count=1', 'payout.create status=429 after=1 count=1');
    await pays(console);
    await endsIn(console, 'UNKNOWN');
    await closes(console);
    await pays(console);
    await console.sees('with the same content was already');
    await confirm(console, '12.50');
    await endsIn(console, 'REFUSED');
    console.press('tab', 'enter');
    await console.sees('to confirm:');
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
    expect(effects()).toHaveLength(2);
  });
});

it('an outcome comes back after a brief message if you closed its dialog', async () => {
  await start();
  await breaks(console, 'payout.create delay=500');
  await pays(console);
  await console.sees('Waiting for the response');
  await closes(console);
  await console.sees('Pay (12.50) for Bramble & Finch Trading Ltd: DONE');
  console.press('b');
  await console.sees('Balances');
  console.press('b');
  await console.sees('already open');
  console.press('j');
  await console.sees('Pay (12.50) for Bramble & Finch Trading Ltd: DONE');
});

it('an outcome stays on the screen until Esc if you closed its dialog', async () => {
  await start();
  await breaks(console, 'payout.create delay=500');
  await pays(console);
  await console.sees('Waiting for the response');
  await closes(console);
  await console.sees('Pay (12.50) for Bramble & Finch Trading Ltd: DONE');
  console.press('j', 'k', 'b');
  await console.sees('Balances');
  await console.sees('Pay (12.50) for Bramble & Finch Trading Ltd: DONE');
  console.press('esc');
  await console.losesSight('Pay (12.50) for Bramble & Finch Trading Ltd: DONE');
});

it('the requests open from an outcome that names their key, and Esc leads back to the outcome', async () => {
  await start();
  await breaks(console, "payout.create status=400 message='No.' count=1");
  await pays(console);
  await endsIn(console, 'REFUSED');
  await console.sees('Press @ to see the request.');
  console.press('@');
  await console.sees(/POST .*\/transfer\/(.|\n)*Answer 400/);
  await console.losesSight('[ Close ]');
  // These keys show another request, and the copied command.
  console.press('j', 'c');
  await console.sees('curl');
  console.press('esc');
  await endsIn(console, 'REFUSED');
  await closes(console);
  await console.sees('accounts, all');
});

it('a write can be sent again after a look at its requests', async () => {
  await start();
  await breaks(console, 'payout.create status=429 count=1');
  await pays(console);
  await endsIn(console, 'REFUSED');
  console.press('@');
  await console.losesSight('[ Close ]');
  console.press('@');
  await console.sees('[ Send again');
  await isOver(console, 'REFUSED');
  console.press('tab', 'enter');
  await confirm(console, '12.50');
  await endsIn(console, 'DONE');
});

it('a console counts the unresolved writes of another console immediately', async () => {
  await start();
  const other = await startConsole({ at: console.simulator, journalFile: console.journalFile });
  try {
    await other.sees('accounts, all');
    await breaks(other, 'payout.create reset=after count=1');
    await pays(other);
    await endsIn(other, 'UNKNOWN');
    await console.sees('1 UNRESOLVED');
    // Each console reports at exit only its own writes; both consoles run in one process here.
    expect(console.flights.unknown()).toHaveLength(1);
  } finally {
    await other.close();
  }
});
