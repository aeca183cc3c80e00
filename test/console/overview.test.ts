// The overview: the items that need attention, the screens that they open, and status changes.

import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { startSimulator } from '../../src/sim/simulator.ts';
import { currentView } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { askFor, later } from './fx.ts';
import { paysOut } from './paying.ts';
import {
  breaks,
  cancelPayout,
  closes,
  confirm,
  endsIn,
  mends,
  pays,
  pendingDebit,
  writesOf,
} from './writing.ts';

let console: TestConsole;

async function begin(options: ConsoleOptions = {}): Promise<void> {
  console = await startOnAccounts({ cols: 200, rows: 40, ...options });
}
async function looks(): Promise<void> {
  console.press('!');
  await console.sees('needs attention');
  await console.losesSight('reading …');
}
const place = (): string => currentView(console.state()).place;
const cursorLine = (): string =>
  console.screen
    .contents()
    .split('\n')
    .find(line => line.startsWith('›')) ?? '';

/** A clock for the console that runs `times` as fast as the real one. */
function fastClock(times: number) {
  const real = systemClock();
  const [wall, monotonic] = [real.wall(), real.monotonic()];
  const gone = (): number => (real.monotonic() - monotonic) * times;
  return {
    wall: () => Math.round(wall + gone()),
    monotonic: () => monotonic + gone(),
    after: (ms: number, run: () => void) => real.after(ms / times, run),
  };
}

describe('the list “needs attention”', () => {
  it('is below the balances and starts with the most urgent item, which has the cursor', async () => {
    await begin();
    await looks();
    await console.sees(/^Balances {2}\d+ s ago\n184,203\.17 GBP {3}−1,250\.75 USD/m);
    await console.sees(/^› ● ACTION_REQUIRED +Request for information: KYC, 3 questions/m);
    await console.sees(/^ {2}● PENDING +[\d,.]+ [A-Z]{3} from /m);
    await console.sees(/^ {2}· INACTIVE +1 account is inactive: Australia \(new\)/m);
    await console.sees(/INACTIVE +\d+ cards are inactive/);
    await console.sees(/^9 items {2}\d+ s ago$/m);
  });

  it.each([
    [/INACTIVE +1 account/, 'accounts', 'loaded: status:INACTIVE'],
    [/INACTIVE +\d+ cards/, 'cards', 'service: status=INACTIVE'],
    [/ACTION_REQUIRED/, 'rfi', 'RFI'],
    [/PENDING/, 'direct-debits', 'direct debits'],
  ])('has the row %s, on which Enter opens the screen %s', async (row, to, shown) => {
    await begin();
    await looks();
    for (let n = 0; n < 20 && !row.test(cursorLine()); n++) {
      const before = cursorLine();
      console.press('j');
      await vi.waitFor(() => expect(cursorLine()).not.toBe(before), patience);
    }
    const amount = / ([\d,.]+) [A-Z]{3} from /.exec(cursorLine())?.[1] ?? '';
    console.press('enter');
    await vi.waitFor(() => expect(place()).toBe(to), patience);
    await console.sees(shown);
    if (to === 'direct-debits') await console.sees(new RegExp(`^›.* ${amount} `, 'm'));
    console.press('-');
    await console.sees('needs attention');
  });

  it('shows the whole time of a direct debit and how long ago that was', async () => {
    await begin();
    await looks();
    console.press('j');
    await console.sees(/\d\d \w{3} \d{4} \d\d:\d\d:\d\d UTC \(\d+ (?:h|min) ago\)/);
  });

  it('lets y, i, d and x copy, explain, show and cancel the record of a row', async () => {
    await begin();
    await looks();
    console.press('i');
    // The key belongs to another screen, so the text names that screen.
    await console.sees('open RFI (8) and press n');
    console.press('esc');
    await console.losesSight('Who acts next');
    // RFI has no key x, so the text does not name one.
    console.press('x');
    await console.sees("You can't cancel this on the overview. Press Enter to open RFI.");
    while (!/PENDING/.test(cursorLine())) {
      const before = cursorLine();
      console.press('j');
      await vi.waitFor(() => expect(cursorLine()).not.toBe(before), patience);
    }
    await console.sees(/^Enter open {2}x cancel /m);
    console.press('y');
    await console.sees(/Transaction ID [0-9a-f-]{36}/);
    console.press('i');
    await console.sees('Who acts next');
    console.press('esc');
    await console.losesSight('Who acts next');
    console.press('d');
    await console.sees(/"statement_ref": "DD-/);
    console.press('esc');
    await console.losesSight('"statement_ref"');
    console.press('x');
    await console.sees('[ Cancel direct debit');
    await closes(console);
    console.press('G', 'd');
    await console.sees("This row isn't a single record");
  });

  it('shows unread lists as rows with the reason, and all other items as usual', async () => {
    await begin();
    await breaks(
      console,
      'rfi.get status=403 message=closed',
      'card.list status=500',
      'account.balances status=403',
    );
    await looks();
    // The reason names the list in full.
    await console.sees(/not read +Request for information: the service refused/);
    await console.sees(/not read +Inactive cards: the service failed/);
    await console.sees('Balances: the service refused the request (HTTP 403)');
    await console.sees(/PENDING +[\d,.]+ [A-Z]{3} from /);
    await mends(console);
    console.press('r');
    await console.sees('ACTION_REQUIRED');
    await console.losesSight('not read');
    await console.sees('184,203.17 GBP');
  });

  it('shows “reading …” for a slow list, and no items of it', async () => {
    await begin();
    await breaks(console, 'rfi.get hang');
    console.press('!');
    await console.sees(/reading … +Request for information/);
    await console.sees(/PENDING +[\d,.]+ [A-Z]{3} from /);
    expect(console.screen.text()).not.toContain('ACTION_REQUIRED');
  });

  it('shows a live quote with the seconds left, and Enter opens the quote', async () => {
    await begin();
    await askFor(console, ['GBP', 'USD', '1000']);
    await console.sees('Expires in');
    await looks();
    await console.sees(/^› ● \d+:\d\d left +1,000\.00 GBP → [\d,.]+ USD · Live quote/m);
    console.press('enter');
    await console.sees('Expires in');
    expect(place()).toBe('convert');
  });

  it('shows unresolved writes first, also of other customers with their name, and Enter opens the journal row', async () => {
    await begin();
    await breaks(console, 'payout.create reset=after');
    await pays(console);
    await endsIn(console, 'UNKNOWN');
    await closes(console);
    await looks();
    await console.sees(/^› ! UNKNOWN +12\.50 GBP to .+ · Pay/m);
    const other = console.simulator.customers[1];
    if (!other) throw new Error('there is one customer only');
    console.app.customers.switchTo(other);
    await console.sees('Großhandel');
    await looks();
    await console.sees(/^› ! UNKNOWN +12\.50 GBP to .+ · Pay · Bramble & Finch Trading Ltd/m);
    await console.sees('This row belongs to another customer');
    console.press('enter');
    await vi.waitFor(() => expect(place()).toBe('journal'), patience);
    await console.sees(/^› .*UNKNOWN/m);
  });

  it.each([
    ['missing', 'null', '–'],
    ['invalid', '"85,47"', '\\? 85,47'],
  ])('begins a row with its amount even if the amount is %s [C17]', async (_, sent, shown) => {
    await begin();
    await looks();
    await console.sees(/PENDING +[\d,.]+ [A-Z]{3} from /);
    await breaks(
      console,
      ...[0, 1, 2, 3, 4, 5].map(at => `directDebit.list set=items[${at}].amount:${sent}`),
    );
    console.press('r');
    await console.sees(new RegExp(`PENDING +${shown} .*from .+ · Direct debit`));
  });

  it('shows a payout made in Purser until it is cancelled', async () => {
    await begin();
    const { id } = await paysOut(console);
    await looks();
    await console.sees(/may be pending +12\.50 GBP to /);
    void console.app.dialog.ask(cancelPayout(id));
    await console.sees('[ Cancel payout');
    await confirm(console, id.slice(-4));
    await endsIn(console, 'DONE');
    await closes(console);
    await console.losesSight('may be pending');
  });

  it('fits 80×24, even with hostile data', async () => {
    await begin({ cols: 80, rows: 24, customer: 7 });
    await looks();
    await console.sees('1,000.00 GBP');
    expect(console.screen.text().split('\n')).toHaveLength(24);
  });
});

describe('after a status change,', () => {
  it('the row is marked without a key press, and the change is announced once and rings once', async () => {
    await begin({ clock: fastClock(30) });
    console.press('5');
    await console.sees('balance history rows');
    console.press('D');
    await console.sees('direct debits loaded · G loads more');
    await console.sees('Same as in the list.');
    const id = pendingDebit(console);
    const rings = (): number => console.screen.bytes.split('\u0007').length - 1;
    expect(rings()).toBe(0);
    await later(console, 46 * 3_600_000);
    await console.sees(/Direct debit [\d,.]+ [A-Z]{3} of .+ is now RETURNED\. \d+ more changed\. Press !/);
    await console.sees(/^[ ›]•/m);
    expect(rings()).toBe(1);
    // The record that was read by its ID is now older than the row, so Purser reads the record again.
    await console.losesSight('Different from the list');
    expect(console.state().statusChanges.filter(({ key }) => key.endsWith(id))).toHaveLength(1);
    const said = console.state().statusChanges.length;
    console.press('r');
    await console.sees('reloading');
    await console.losesSight('reloading');
    expect([console.state().statusChanges.length, rings()]).toEqual([said, 1]);
  });

  it('RETURNED stays until Esc, also with the bell off, and stays in the overview for the session', async () => {
    await begin({ clock: fastClock(30), bell: false });
    console.press('5');
    await console.sees('balance history rows');
    console.press('D');
    await console.sees('direct debits loaded · G loads more');
    await breaks(console, 'directDebit.list set=items[0].status:"RETURNED"');
    await console.sees(/Direct debit [\d,.]+ [A-Z]{3} of .+ is now RETURNED\./);
    console.press('j');
    await console.drawn();
    await console.sees('is now RETURNED.');
    console.press('esc');
    await console.losesSight('is now RETURNED.');
    expect(console.screen.bytes).not.toContain('\u0007');
    console.press('!');
    await console.sees(/RETURNED +Direct debit .+ changed in this session/);
  });

  it('RETURNED is not announced if the status before was undocumented', async () => {
    await begin({ clock: fastClock(30), bell: false });
    await breaks(console, 'directDebit.list set=items[0].status:"GARBLED"');
    await looks();
    // Each page has a first item, so a second page adds a second record.
    await console.sees(/\? status +\d direct debit/);
    await breaks(console, 'directDebit.list set=items[0].status:"RETURNED"');
    console.press('r');
    await console.losesSight('? status');
    expect(console.state().statusChanges).toEqual([]);
  });

  it('balances are read again without a key press while they are on the screen', async () => {
    await begin({ clock: fastClock(60) });
    await looks();
    const reads = () => console.exchanges().filter(one => /\/account\/balance(\?|$)/.test(one)).length;
    const before = reads();
    await vi.waitFor(() => expect(reads()).toBeGreaterThan(before), patience);
  });

  it('a key turns the bell on and off', async () => {
    await begin();
    console.press('*');
    await console.sees('The bell is off for this session');
    expect(console.state().bell).toBe(false);
    console.press('*');
    await console.sees('The bell is on');
  });
});

it('after 60 s without a network OFFLINE shows the age of the data; with the network back only reads resume [A19a–d]', async () => {
  const options = { seed: 1, clock: '2026-11-20T09:00:00Z' };
  const first = await startSimulator(options);
  await begin({ at: first, clock: fastClock(20) });
  const port = Number(new URL(first.url).port);
  await first.close();
  console.press('r');
  await console.sees(/OFFLINE 0:\d\d/);
  await console.sees(/failed; r loads again · 7 accounts, all {2}\d+ (s|min) ago/);
  await console.sees(
    /OFFLINE\. Last read \d+ (s|min) ago\. Purser reads again once the service answers\. Purser never repeats a write\./,
  );
  void console.app.dialog.ask(cancelPayout('11111111-2222-4333-8444-555555556666'));
  await console.sees('[ Cancel payout');
  await confirm(console, '6666');
  await endsIn(console, 'NOT SENT');
  await closes(console);
  await console.sees(/OFFLINE 1:\d\d/);
  const again = await startSimulator({ ...options, port });
  await console.losesSight('OFFLINE');
  await console.losesSight('failed');
  await console.sees('7 accounts, all');
  // The rows were on the screen all the time, so only the request shows that they were read again.
  await vi.waitFor(
    () => expect(again.wire.map(({ operation }) => operation)).toContain('account.list'),
    patience,
  );
  expect(writesOf({ ...console, simulator: again })).toEqual([]);
  expect(again.world.ledger.effects).toEqual([]);
  await again.close();
});

it('a listed record that the service no longer knows is marked, and Purser reads the list once more [B6a–b]', async () => {
  await begin();
  console.press('5');
  await console.sees('balance history rows');
  await breaks(console, 'directDebit.get status=404');
  const lists = (): number =>
    console.simulator.wire.filter(({ operation }) => operation === 'directDebit.list').length;
  console.press('D');
  await console.sees('direct debits loaded · G loads more');
  await console.sees(/^›×/m);
  await console.sees('The record may be gone');
  await vi.waitFor(() => expect(lists()).toBe(2), patience);
  await console.drawn();
  console.press('j');
  await console.sees(/^ ×/m);
  await console.sees(/^›×/m);
  await vi.waitFor(() => expect(lists()).toBe(3), patience);
});
