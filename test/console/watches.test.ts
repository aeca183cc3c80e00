// Watched records: W starts and stops a watch, Purser reads the record again and announces each change, until a last status.

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { visible } from '../../src/lib/visible.ts';
import { MOST_WATCHES, watchesNow } from '../../src/store/watches.ts';
import { currentView, customerKey } from '../../src/store/workspace.ts';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { converts, later } from './fx.ts';
import { goes, paysOut } from './paying.ts';
import { rests } from './tour.ts';
import { breaks, closes, endsIn, mends, openCustomer } from './writing.ts';

let console: TestConsole;
const wide = { cols: 160, rows: 40 } as const;
/** In ms: a watched record is read again after this time at the latest, while the watch is young. */
const ROUND = 75_000;

const header = (): string => console.screen.text().split('\n')[0] ?? '';
const reads = (operation: string): number =>
  console.simulator.wire.filter(one => one.operation === operation).length;

beforeEach(async () => {
  console = await startOnAccounts(wide);
});

/** On the list of direct debits, with the cursor on a pending one. */
async function onPendingDebit(): Promise<string> {
  await goes(console, 'direct-debits');
  await console.sees('direct debits loaded');
  console.press('/');
  console.type('status=pending');
  console.press('enter');
  await console.sees(/loaded: status=pending/);
  const key = () => currentView(console.shown()).cursorKey ?? '';
  await vi.waitFor(() => expect(key()).not.toBe(''), patience);
  // Its details read it too.
  await rests(console);
  return key();
}

async function watches(count = 1): Promise<void> {
  console.press('W');
  await console.sees('Watching: ');
  await vi.waitFor(() => expect(header()).toContain(`${count} watched`), patience);
}

/** The next read of the watch has its answer. */
async function readAgain(operation: string, ms = ROUND): Promise<void> {
  // A leap of the clock would time out a read on its way.
  await rests(console);
  const before = reads(operation);
  console.passes(ms);
  await vi.waitFor(() => expect(reads(operation)).toBeGreaterThan(before), patience);
  await console.drawn();
}

describe('a watched direct debit', () => {
  it('is counted, is listed on the overview, is announced when it changes, and its watch ends with its last status', async () => {
    const id = await onPendingDebit();
    await watches();
    await console.sees(/Watching: Direct debit [\d,.]+ [A-Z]{3} of .+12 hours/);
    await console.sees('Press W to stop.');
    console.press('!');
    await console.sees(/Direct debit [\d,.]+ [A-Z]{3} of .+ · Watched/);
    // The overview reads the list again, where this service keeps another status.
    console.press('2');
    await console.sees(/accounts?, all/);
    await breaks(console, `directDebit.get set=status:"IN_REVIEW"`);
    await readAgain('directDebit.get');
    await console.sees(/Direct debit .+ is now IN_REVIEW\.$/m);
    expect(header()).toContain('1 watched');
    // The overview read the balances before the change.
    const balances = reads('account.balances');
    console.press('b');
    await vi.waitFor(() => expect(reads('account.balances')).toBe(balances + 1), patience);
    console.press('esc', 'b');
    await rests(console);
    expect(reads('account.balances')).toBe(balances + 1);
    await mends(console);
    await breaks(console, `directDebit.get set=status:"RETURNED"`);
    await readAgain('directDebit.get');
    await console.sees(/Direct debit .+ is now RETURNED\. The watch ended\./);
    await vi.waitFor(() => expect(header()).not.toContain('watched'), patience);
    const changed = console.state().statusChanges.filter(({ key }) => key.endsWith(id));
    expect(changed.map(({ status }) => status)).toEqual(['RETURNED', 'IN_REVIEW']);
    expect(console.screen.bytes.split('\u0007').length - 1).toBe(2);
    const before = reads('directDebit.get');
    console.passes(10 * ROUND);
    await console.drawn();
    expect(reads('directDebit.get')).toBe(before);
  });

  it('is no longer watched after a second W, on its row or on the overview', async () => {
    await onPendingDebit();
    await watches();
    console.press('W');
    await console.sees('Purser stopped watching: Direct debit');
    await vi.waitFor(() => expect(header()).not.toContain('watched'), patience);
    await watches();
    console.press('!');
    await console.sees('· Watched');
    console.press('/');
    console.type('Watched');
    console.press('enter');
    await vi.waitFor(() => expect(currentView(console.shown()).filter).toBe('Watched'), patience);
    await console.drawn();
    console.press('W');
    await console.sees('Purser stopped watching: Direct debit');
    await vi.waitFor(() => expect(watchesNow(console.state())).toEqual([]), patience);
  });

  it('that is SETTLED is not watched, and W says why', async () => {
    await goes(console, 'direct-debits');
    await console.sees('direct debits loaded');
    console.press('/');
    console.type('status=settled');
    console.press('enter');
    await console.sees(/loaded: status=settled/);
    console.press('W');
    await console.sees('This direct debit is SETTLED, so there is nothing left to watch.');
    expect(watchesNow(console.state())).toEqual([]);
  });

  it('of another customer is announced with its name, and nothing else of it is shown', async () => {
    await onPendingDebit();
    const [first, second] = console.simulator.customers;
    const name = console.state().customer?.name ?? first?.userId ?? '';
    await watches();
    const watched = watchesNow(console.state())[0];
    console.press('u');
    await console.sees('Connected account');
    console.type(second?.userId ?? '');
    console.press('enter');
    await vi.waitFor(() => expect(console.shown().customer?.userId).toBe(second?.userId), patience);
    console.press('!');
    await console.sees('needs attention');
    await console.drawn();
    expect(header()).toContain('1 watched');
    expect(console.screen.text()).not.toContain('· Watched');
    expect(console.screen.text()).not.toContain(String(watched?.name).slice(0, 24));
    console.press('u');
    await console.sees(/1 watched/);
    await closes(console);
    await breaks(console, 'directDebit.get set=status:"RETURNED"');
    await readAgain('directDebit.get');
    await console.sees(
      new RegExp(`${name.slice(0, 12)}.*: Direct debit .+ is now RETURNED\\. The watch ended\\.`),
    );
    const asked = console.simulator.wire.filter(({ operation }) => operation === 'directDebit.get').at(-1);
    expect(asked?.headers).toMatchObject({ 'x-on-behalf-of': [first?.onBehalfOf] });
  });
});

it('a change reaches a terminal without focus as a notification, without any name', async () => {
  console = await startOnAccounts({ ...wide, terminal: { notifications: 'osc9' } });
  await onPendingDebit();
  await watches();
  console.type('\u001B[O');
  await breaks(console, 'directDebit.get set=status:"RETURNED"');
  await readAgain('directDebit.get');
  await vi.waitFor(
    () => expect(console.screen.bytes).toContain(']9;Purser: A status is now RETURNED.\u0007'),
    patience,
  );
});

it('a card is not watched under a filter of the service, but its watch can be stopped there', async () => {
  console.press('3');
  await console.sees('cards');
  await rests(console);
  await watches();
  console.press('f');
  await console.sees('Status');
  console.type('ACTIVE');
  console.press('enter', 'enter', 'enter');
  await console.sees('[service: status=ACTIVE]');
  await rests(console);
  console.press('j');
  await console.drawn();
  console.press('W');
  await console.sees('Press Esc to remove the filter, then W.');
  console.press('k');
  await console.drawn();
  console.press('W');
  await console.sees('Purser stopped watching: Card');
});

describe('a failing service', () => {
  it('does not end a watch, and a change is announced when it answers again', async () => {
    await onPendingDebit();
    await watches();
    await breaks(console, "directDebit.get status=400 message='Something went wrong'");
    await readAgain('directDebit.get');
    await readAgain('directDebit.get', 3 * ROUND);
    expect(header()).toContain('1 watched');
    await mends(console);
    await breaks(console, 'directDebit.get truncate=20');
    // Without a key for 15 minutes the console locks.
    console.press('t');
    await readAgain('directDebit.get', 5 * ROUND);
    expect(header()).toContain('1 watched');
    await mends(console);
    await breaks(console, 'directDebit.get set=status:"RETURNED"');
    // A record on the screen is read again soon after the connection broke.
    console.passes(20_000);
    await console.sees(/is now RETURNED\. The watch ended\./);
  });

  it('that does not find the record any more ends the watch, and Purser says so', async () => {
    await onPendingDebit();
    await watches();
    await breaks(console, 'directDebit.get status=404');
    await readAgain('directDebit.get');
    await console.sees(/The service does not find this record any more, so the watch ended: Direct debit/);
    await vi.waitFor(() => expect(header()).not.toContain('watched'), patience);
  });

  it('with a hostile status changes nothing on the screen but its own words', async () => {
    await onPendingDebit();
    await watches();
    await breaks(console, 'directDebit.get set=status:"\\u001b[2J\\u202eX"');
    await readAgain('directDebit.get');
    expect(header()).toContain('1 watched');
    expect(console.state().statusChanges).toEqual([]);
  });
});

it('a locked console reads nothing', async () => {
  await onPendingDebit();
  await watches();
  console.press('L');
  await vi.waitFor(() => expect(console.state().lock).toBeDefined(), patience);
  const before = reads('directDebit.get');
  console.passes(10 * ROUND);
  await console.drawn();
  expect(reads('directDebit.get')).toBe(before);
  expect(console.screen.text()).not.toContain('watched');
});

it('a watched card is found in the list, and its watch ends when it is CLOSED', async () => {
  console.press('3');
  await console.sees('cards');
  const card = openCustomer(console).cards.all[0];
  if (!card) throw new Error('no card');
  await vi.waitFor(() => expect(currentView(console.shown()).cursorKey).toBe(card.id), patience);
  await console.drawn();
  await watches();
  const list = (): unknown => Object.values(console.state().workspaces[key()]?.lists ?? {});
  const key = (): string => {
    const { customer } = console.state();
    return customer ? customerKey(customer) : '';
  };
  const before = list();
  openCustomer(console).cards.change(card, 'INACTIVE', [], Date.now());
  await readAgain('card.list');
  await console.sees(/Card .+ is now INACTIVE\.$/m);
  // The list on the screen was not read again.
  expect(list()).toEqual(before);
  openCustomer(console).cards.change(card, 'CLOSED', [], Date.now());
  await readAgain('card.list');
  await console.sees(/Card .+ is now CLOSED\. The watch ended\./);
});

it('a watched payout is found in the balance history, and each new entry is announced', async () => {
  const payout = await paysOut(console);
  await goes(console, 'payouts');
  await vi.waitFor(() => expect(currentView(console.shown()).cursorKey).toMatch(/^journal /), patience);
  await console.drawn();
  await watches();
  await vi.waitFor(
    () => expect(watchesNow(console.state())[0]?.status).toBe('in the history: HOLD'),
    patience,
  );
  console.simulator.world.payouts.cancel(payout, openCustomer(console).wallet, Date.now());
  await readAgain('account.balanceHistory');
  await console.sees(/is now in the history: HOLD, HOLD\.$/m);
  await console.sees(/^[│ ]*›•/m);
  await console.sees('Watched: in the history: HOLD, HOLD. Press W to stop.');
  expect(header()).toContain('1 watched');
});

it('a row of the balance history among the payouts is not watched, and W says why', async () => {
  await goes(console, 'payouts');
  await console.sees('balance history rows');
  console.press('W');
  await console.sees('Purser can watch payouts that were made in Purser.');
});

it('a watched conversion ends with SETTLED', async () => {
  await converts(console, '1000');
  await endsIn(console, 'DONE');
  await closes(console);
  await goes(console, 'fx');
  await console.sees('processing');
  await watches();
  await later(console, 30_000);
  await readAgain('conversion.get', 20_000);
  await console.sees(/Conversion .+ is now SETTLED\. The watch ended\./);
});

it('a watched RFI is announced when its status changes', async () => {
  console.press('8');
  await console.sees(/questions?/);
  await watches();
  await console.sees('Watching: Request for information.');
  await breaks(console, 'rfi.get set=status:"SUBMITTED"');
  await readAgain('rfi.get');
  await console.sees('Request for information is now SUBMITTED.');
});

it('a row of the journal is not watched, and W says where', async () => {
  await paysOut(console);
  await goes(console, 'journal');
  await console.sees(/New payout/);
  console.press('W');
  await console.sees('Purser watches a record on its own screen: payouts (5)');
});

it('an account is not watched, and W says what can be', async () => {
  console.press('2');
  await console.sees(/accounts?, all/);
  console.press('W');
  await console.sees('Purser can watch payouts, direct debits, conversions, cards and RFIs.');
});

it(`at most ${MOST_WATCHES} records are watched, and W says so`, async () => {
  for (let n = 0; n < MOST_WATCHES; n++)
    console.app.watches.toggle({ kind: 'conversion', id: `c-${n}`, name: visible(`Conversion ${n}`) });
  expect(watchesNow(console.state())).toHaveLength(MOST_WATCHES);
  await onPendingDebit();
  console.press('W');
  await console.sees(`Purser watches ${MOST_WATCHES} records already.`);
  expect(watchesNow(console.state())).toHaveLength(MOST_WATCHES);
});

it('the screen reader says how many records are watched', async () => {
  console = await startOnAccounts({ ...wide, screenReader: true });
  console.app.watches.toggle({ kind: 'conversion', id: 'c-1', name: visible('Conversion c-1') });
  await console.sees('1 watched');
});
