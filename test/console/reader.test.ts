// The --screen-reader mode: every line that it prints after each key.

import { expect, test, vi } from 'vitest';
import { PLACES, type PlaceId, places } from '../../src/store/places.ts';
import { currentWorkspace } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { openDialog } from './fx.ts';
import { rests } from './tour.ts';
import { isOver } from './writing.ts';

let console: TestConsole;

/** Everything that was written, except the codes that turn bracketed paste on and off. */
const written = (): string =>
  console.screen.bytes.replaceAll('\u001B[?2004h', '').replaceAll('\u001B[?2004l', '');

/** A character of a frame, or a control character. */
const NOT_PLAIN = /[\u2500-\u257F]|(?!\n)\p{Cc}/u;

/** Lines about short steps. Such a line may be missing, because its step can end before it is printed. */
const PASSING = /^(?:Signing in|Sent once|Requesting a quote)/;

/** The printed lines, with a placeholder for each value that changes between runs: times, IDs, rates. */
const lines = (): readonly string[] =>
  written()
    .split('\n')
    .slice(0, -1)
    .filter(line => !PASSING.test(line))
    .map(line =>
      line
        .replace(/\d\d [A-Z][a-z]{2}(?: \d{4})? \d\d:\d\d(?::\d\d)?/, 'TIME')
        .replace(/\d+:\d\d\b/, 'm:ss')
        .replace(/\d+ s ago/, 'AGO')
        .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
        .replace(/(?<=^Rate: (?:1 GBP = )?)\d\.\d+/, 'RATE')
        .replace(/12\d\.\d\d(?= USD)/, 'BOUGHT')
        .replace(/(?<=^Available.*: ).*/, 'BALANCE')
        .replace(/ available .*/, ''),
    );

let heard: readonly string[] = [];

/** Expects exactly these lines next. */
async function hears(...expected: readonly string[]): Promise<void> {
  heard = [...heard, ...expected];
  await vi.waitFor(() => expect(lines()).toEqual(heard), patience);
}

async function says(keys: readonly string[], ...expected: readonly string[]): Promise<void> {
  console.press(...keys);
  await hears(...expected);
}

/** Closes the outcome of a write with Enter. The time for reading it passes at once. */
async function closes(...expected: readonly string[]): Promise<void> {
  console.passes(1000);
  await says(['enter'], ...expected);
}

/** Waits, because an Enter right after another key would confirm nothing. */
const typingIsOver = (): Promise<void> =>
  vi.waitFor(() => expect(openDialog(console)).toMatchObject({ focus: 'go', silent: true }), patience);

/** Waits until the data was read after `since` (epoch ms) and no read is running, whatever the service's speed. */
const isRead = (name: string, since = 0): Promise<void> =>
  vi.waitFor(() => {
    const { documents, lists } = currentWorkspace(console.state());
    const found = Object.entries({ ...documents, ...lists }).filter(([key]) => key.startsWith(name));
    const read = found.map(([, { asOf = 0, loading }]) => asOf > since && loading === undefined);
    expect(read).toContain(true);
  }, patience);

async function start(options: ConsoleOptions = {}): Promise<void> {
  heard = [];
  console = await startConsole({ screenReader: true, opening: 'accounts', ...options });
  await hears(
    'DEMO. Customer Bramble & Finch Trading Ltd acct_ec6dd444ac467a7afb10. Connected account UUID. Write access.',
    'Accounts. Loading …',
    '7 accounts, all. 1 of 7: Operations, 12873738, GBP, ACTIVE.',
  );
}

const REFUND = '1 of 100: Refund 727971 Ashdown & Vale Ltd, TIME, PENDING, minus 821,185.66 GBP.';
const INVOICE = 'Invoice 251358 บริษัท สยามมั่นคง จํากัด';

test('staff find a transaction, convert a quote, make a payout and cancel it, all in plain lines', async () => {
  await start();
  await says(['j'], '2 of 7: US sales, 02250086, USD CAD, ACTIVE.');
  await says(['k'], '1 of 7: Operations, 12873738, GBP, ACTIVE.');
  await says(
    ['enter'],
    'Transactions of Operations 12873738. Loading …',
    `100 transactions loaded, G loads more. ${REFUND}`,
  );
  await says(['/'], 'Filter loaded rows: words, a|b, column:part, =whole, >100, !not.');
  await says(
    [...'593', 'enter'],
    'Typed: 593',
    `Transactions of Operations 12873738 [loaded: 593]. 2 of 100 loaded match, G loads more, sum 592,733.43 GBP. 1 of 2: ${INVOICE}, TIME, PENDING, plus 593,186.94 GBP.`,
  );
  await says(
    ['tab'],
    'Transaction, details 1 of 2.',
    'plus 593,186.94 GBP, PENDING',
    INVOICE,
    'Type: CREDIT',
    'Time: TIME UTC',
    'ID: UUID',
    'Say to the customer',
    'The transaction of 20 Nov 2026 is pending: +593,186.94 GBP.',
    'Related (o)',
    '1 Account: Operations 12873738',
  );
  await says(
    ['4'],
    'FX, conversions made in Purser. 0 conversions.',
    'No conversions made in Purser for this customer. Press n for a quote. Press B for the balance history, which also has conversions made elsewhere.',
  );
  await says(
    ['n'],
    'Convert. Sell, field 4 of 7: empty. three letters, such as GBP; or in one line: gbpusd1000.',
  );
  await says([...'GBP', 'tab'], 'Typed: GBP', 'Buy, field 5 of 7: empty. three letters, such as USD.');
  await says(
    [...'USD', 'tab'],
    'Typed: USD',
    'Fixed side, field 6 of 7: sell, choice 1 of 2. the side whose amount you type below; ← → to change.',
  );
  await says(['right'], 'buy, choice 2 of 2.');
  await says(['right'], 'sell, choice 1 of 2.');
  await says(['tab'], 'Amount, field 7 of 7: empty. such as 1000 or 1,000.00; or in one line: eurusd50.');
  await says([...'100', 'tab'], 'Typed: 100', 'Get a quote, button.');
  await says(
    ['enter'],
    'Customer sells: 100.00 GBP',
    'Customer buys: BOUGHT USD',
    'Rate: 1 GBP = RATE USD',
    'Expires in m:ss',
    'Available GBP: BALANCE',
    'Available USD: BALANCE',
    'Settles: immediate',
    'Expires at: TIME UTC',
    'Quote: quote_05d20c809d61ac6d2c39',
  );
  await says(
    ['ctrl-f'],
    'Quote expires in m:ss. DEMO. Customer Bramble & Finch Trading Ltd acct_ec6dd444ac467a7afb10. Connected account UUID. Write access. Needs attention: FX 1.',
  );
  await says(
    ['enter'],
    'Convert GBP to USD, DEMO.',
    'Customer sells 100.00 GBP, buys BOUGHT USD',
    'Rate: 1 GBP = RATE USD',
    'Settles: immediate',
    'Expires at: TIME UTC',
    'Available GBP: BALANCE',
    'Available USD: BALANCE',
    'Customer: Bramble & Finch Trading Ltd acct_ec6dd444ac467a7afb10',
    'Quote: quote_05d20c809d61ac6d2c39',
    'Request ID: UUID',
    'Quote expires in: m:ss',
    'Go back, button 1 of 2.',
    'Type the sell amount, 100.00, to confirm:',
  );
  await says([...'100', 'tab'], 'Typed: 100', 'Convert, button 2 of 2.');
  await typingIsOver();
  await says(
    ['enter'],
    'Checking the record before sending …',
    'DONE.',
    'Converted 100.00 GBP to BOUGHT USD.',
    'Conversion ID conversion_5b61bfc5c66cdff046b8, system reference number CNV6827775947.',
    'Status: processing. Purser checks the conversion until its status is SETTLED.',
    'Close, button.',
  );
  await isOver(console, 'DONE');
  await isRead('conversion.get');
  await closes(
    'Convert, done.',
    'Converted 100.00 GBP to BOUGHT USD.',
    'Conversion: conversion_5b61bfc5c66cdff046b8',
    'Status: processing',
    'Reference: CNV6827775947',
    'Sold: 100.00 GBP',
    'Bought: BOUGHT USD',
    'Rate: RATE',
    'Converts: TIME UTC',
    'Created: TIME UTC',
    'Read AGO. Purser reads the conversion again until its status is SETTLED.',
    'Request ID: UUID',
    'Press n for a new quote of the same pair.',
  );
  await says(
    ['7'],
    'Beneficiaries. Loading …',
    '100 of 240 beneficiaries loaded, G loads more. 1 of 100: O’Connor-Nuñez, María José, ****7088, GBP, VERIFIED, Thameside Clearing Bank plc.',
  );
  await isRead('beneficiary.get');
  await says(
    ['p'],
    'New payout.',
    'Pays: O’Connor-Nuñez, María José',
    'Account: ****7088',
    'Bank: Thameside Clearing Bank plc, GB, in GBP',
    'Status: VERIFIED',
    'Amount, field 2 of 5: empty. such as 1,200.50.',
  );
  await says(
    [...'12.50', 'tab'],
    'Typed: 12.50',
    "Reference, field 4 of 5: empty, required. what the payout is for, in the customer's words.",
  );
  await says(
    [...'Rent', 'tab'],
    'Typed: Rent',
    'Notes, field 5 of 5: empty, optional. who sees notes is not documented.',
  );
  await says(['tab'], 'Review payout, button.');
  await says(
    ['enter'],
    'New payout, DEMO.',
    '12.50 GBP to O’Connor-Nuñez, María José',
    'Account: ****7088',
    'Bank: Thameside Clearing Bank plc, GB, in GBP',
    'ID: UUID, VERIFIED',
    'Reference: Rent',
    'Available: BALANCE',
    'Customer: Bramble & Finch Trading Ltd acct_ec6dd444ac467a7afb10',
    'Request ID: UUID',
    'Go back, button 1 of 2.',
    'Type the amount, 12.50, to confirm:',
  );
  await says([...'12.50', 'tab'], 'Typed: 12.50', 'Make payout, button 2 of 2.');
  await typingIsOver();
  await says(
    ['enter'],
    'Checking the record before sending …',
    'DONE.',
    'Paid 12.50 GBP to O’Connor-Nuñez, María José.',
    "Payout ID: UUID, from this payout's response (not documented).",
    'Close, button.',
  );
  await isOver(console, 'DONE');
  const payout = console.simulator.world.payouts.all[0];
  const token = payout?.id.slice(-4) ?? '';
  await isRead('account.balanceHistory');
  await closes(
    'Payouts, made in Purser, and from balance history. 1 made in Purser, 84 balance history rows loaded, G loads more. 1 of 85: O’Connor-Nuñez, María José, TIME, Payout, DONE, minus 12.50 GBP.',
  );
  await says(
    ['x'],
    'Cancel payout, DEMO.',
    '12.50 GBP to O’Connor-Nuñez, María José',
    'Reference: Rent',
    'Customer: Bramble & Finch Trading Ltd acct_ec6dd444ac467a7afb10',
    'Payout ID: UUID',
    'Payout request: UUID',
    'Request ID: UUID',
    "Warning: ID from this payout's response (not documented).",
    "Warning: Purser can't read a payout, so the payout may no longer be pending. The service decides.",
    'Go back, button 1 of 2.',
    `Type the last four of the payout ID, ${token}, to confirm:`,
  );
  await says(
    ['tab'],
    'Cancel payout, button 2 of 2. Nothing was sent: type the last four of the payout ID first.',
  );
  await says(['shift-tab'], `Type the last four of the payout ID, ${token}, to confirm:`);
  await says([...token, 'tab'], `Typed: ${token}`, 'Cancel payout, button 2 of 2.');
  await typingIsOver();
  const before = console.app.clock.wall();
  await says(
    ['enter'],
    'Checking the record before sending …',
    'DONE.',
    'Cancelled the payout of 12.50 GBP to O’Connor-Nuñez, María José.',
    'The date of the refund is not documented. The balance history (B) shows when the money is back.',
    'Close, button.',
  );
  await isOver(console, 'DONE');
  await isRead('account.balanceHistory', before);
  await closes(
    'Payouts, made in Purser, and from balance history. 2 made in Purser, 84 balance history rows loaded, G loads more. 2 of 86: O’Connor-Nuñez, María José, TIME, Payout, CANCELLED, minus 12.50 GBP.',
  );
  expect(payout?.status).toBe('CANCELLED');
  // Plain lines have no frame, no colour, no cursor movement, and no line twice in a row.
  const all = written().split('\n');
  expect(written()).not.toMatch(NOT_PLAIN);
  expect(all.filter((line, at) => line !== '' && line === all[at - 1])).toEqual([]);
});

test('a screen reader gets no name while Purser is locked', async () => {
  await start();
  await says(['/'], 'Filter loaded rows: words, a|b, column:part, =whole, >100, !not.');
  console.type('Bramble');
  await vi.waitFor(() => expect(console.state().prompt?.kind).toBe('filter'), patience);
  console.app.lock.lock();
  await hears(
    'Locked. DEMO.',
    'You are signed out. Your screen is hidden until you unlock.',
    'No write is on its way or unresolved.',
    'Press any key to sign in again.',
  );
  const [, locked = ''] = written().split('Locked.');
  expect(locked).not.toMatch(/Bramble|acct_|Operations/);
});

test('for a menu the reader speaks its title, and then only the focused choice', async () => {
  await start();
  await says(['C'], 'Columns. 1 of 7: Label, shown.');
  await says(['j'], '2 of 7: Number, shown.');
  await says(['space'], '2 of 7: Number, hidden.');
  await says(['esc'], 'Accounts. 7 accounts, all. 1 of 7: Operations, GBP, ACTIVE.');
  await says(
    ['u'],
    'Customer. 8 recent. Customer, field 1 of 2: empty. user ID (acct_…), or part of a name.',
  );
  await says(['esc'], 'Accounts. 7 accounts, all. 1 of 7: Operations, GBP, ACTIVE.');
  await says(['Y'], 'Copy. account. 1 of 5: ID, one per line.');
  await says(['esc'], 'Accounts. 7 accounts, all. 1 of 7: Operations, GBP, ACTIVE.');
  await says(['ctrl-l'], 'Accounts. 7 accounts, all. 1 of 7: Operations, GBP, ACTIVE.');
});

test('a stopped process prints nothing, and speaks the top layer again when it continues', async () => {
  await start();
  console.leave();
  console.quietly({ now: console.state().now + 60_000 });
  await console.drawn();
  expect(lines()).toEqual(heard);
  console.enter();
  await hears('Accounts. 7 accounts, all. 1 of 7: Operations, 12873738, GBP, ACTIVE.');
});

test('each screen first speaks its name, in plain text', async () => {
  await start();
  const goes = async (place: PlaceId, says: RegExp): Promise<void> => {
    // Esc leaves a form, but it stops a list that still loads.
    await rests(console);
    console.press('esc', ':');
    await vi.waitFor(() => expect(console.state().prompt?.kind).toBe('goto'), patience);
    const from = lines().length;
    console.type(place);
    console.press('enter');
    await vi.waitFor(
      () =>
        expect(
          lines()
            .slice(from)
            .some(line => says.test(line)),
        ).toBe(true),
      patience,
    );
  };
  for (const place of PLACES.filter(id => places[id].takes === undefined || id === 'card-details'))
    await goes(place, new RegExp(`^${places[place].title}`));
  // Each amount is read with its label.
  await goes('balances', /1 of 9: GBP, Available 184,203\.17, Pending 1,250\.00, Reserved 300\.00\./);
  expect(written()).not.toMatch(NOT_PLAIN);
});

/** Expects that these keys print exactly these lines. */
async function saysLike(keys: readonly string[], ...expected: readonly RegExp[]): Promise<void> {
  const from = lines().length;
  console.press(...keys);
  await vi.waitFor(
    () => expect(lines().slice(from)).toEqual(expected.map(line => expect.stringMatching(line))),
    patience,
  );
}

test('the result of a filter is spoken once after the typing, not after each letter', async () => {
  await start();
  await saysLike(['?'], /^Keys here\. \d+ commands\. 1 of \d+: /);
  console.stopsTime();
  const from = lines().length;
  console.press(...'reload');
  await console.drawn();
  expect(lines().slice(from)).toEqual([]);
  // The pause after the typing.
  console.passes(600);
  const result = /^2 commands\. 1 of 2: reload, r\.$/;
  const back = /^Accounts\. 7 accounts, all\. 1 of 7: Operations/;
  expect(lines().slice(from)).toEqual([expect.stringMatching(result)]);
  console.press('esc');
  await vi.waitFor(() => {
    console.passes(100);
    const expected = [result, /^Typed: reload$/, back].map(line => expect.stringMatching(line));
    expect(lines().slice(from)).toEqual(expected);
  }, patience);
});

test('Tab does not repeat the details that were spoken after ]', async () => {
  await start();
  await saysLike(['j'], /^2 of 7: US sales/);
  const from = lines().length;
  console.press(']', ']');
  await vi.waitFor(
    () => expect(lines().slice(from).join('\n')).toMatch(/Raw, details 3 of 3\.[\s\S]*"id"/),
    patience,
  );
  await saysLike(['tab'], /^Raw, details 3 of 3\.$/);
});
