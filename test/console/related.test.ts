// Related records: o and a digit open one, and Esc comes back to the record with its cursor and filter.

import { describe, expect, it, vi } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { viewUnder } from '../../src/store/view.ts';
import { currentView, visitOnTop } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { converts } from './fx.ts';
import { goes, paysOut } from './paying.ts';
import { rests } from './tour.ts';
import { closes, endsIn, payee } from './writing.ts';

let console: TestConsole;

const view = () => currentView(console.shown());
const isAt = (place: string): Promise<void> => vi.waitFor(() => expect(view().place).toBe(place), patience);
const menu = (): readonly string[] =>
  console.screen.lines().flatMap(line => /│ [› ] (\d {2}\S.*?)(?: {2,}│|│)/.exec(line)?.[1] ?? []);

/** Opens the menu, and one of its records by its digit. Esc must come back to the same record. */
async function opensAndComesBack(kind: string, place: string): Promise<void> {
  await rests(console);
  const before = view();
  console.press('o');
  await console.sees('Esc close');
  const line = menu().find(text => text.slice(3).startsWith(kind));
  if (line === undefined) throw new Error(`no ${kind} in ${menu().join('\n')}`);
  console.press(line.slice(0, 1));
  await vi.waitFor(() => expect(view()).not.toBe(before), patience);
  await isAt(place);
  // While rows are read, Esc stops the read first.
  await rests(console);
  console.press('esc');
  await isAt(before.place);
  await vi.waitFor(
    () =>
      expect(view()).toMatchObject({
        cursorKey: before.cursorKey,
        filter: before.filter,
        panel: before.panel,
      }),
    patience,
  );
}

const SIZES: readonly ConsoleOptions[] = [
  { cols: 80, rows: 24 },
  { cols: 200, rows: 50 },
];

describe.each(SIZES)('at $cols×$rows', size => {
  it('a payout has its balance entries, its beneficiary and its journal entry, from the whole record too', async () => {
    console = await startOnAccounts(size);
    const { systemReference } = await paysOut(console);
    await goes(console, 'payouts');
    await console.sees(/› .*12\.50/);
    await opensAndComesBack('Beneficiary', 'beneficiaries');
    await opensAndComesBack('Journal entry', 'journal');
    console.press('enter');
    await vi.waitFor(() => expect(view()).toMatchObject({ panel: 'details', whole: true }), patience);
    console.press('G');
    await console.sees('Related (o)');
    await opensAndComesBack('Balance entries', 'history');
    console.press('o');
    await console.sees('Esc close');
    console.press('1');
    await isAt('history');
    await console.sees(`Held for payout ${systemReference}`);
    // The entry leads back to the payout.
    await opensAndComesBack('Payout', 'payouts');
  });

  it('a direct debit has its mandate and the debits of the same mandate', async () => {
    console = await startOnAccounts(size);
    await goes(console, 'direct-debits');
    await console.sees('Debtor');
    console.press('/');
    console.type('status:pending gbp');
    console.press('enter');
    await vi.waitFor(() => expect(view().filter).toBe('status:pending gbp'), patience);
    await console.sees(/› .*PENDING/);
    console.press('j');
    await opensAndComesBack('Mandate', 'account-mandates');
    await opensAndComesBack('Same mandate', 'direct-debits');
    await opensAndComesBack('Account', 'accounts');
  });

  it('a card has its transactions and the other cards of its cardholder', async () => {
    console = await startOnAccounts(size);
    await goes(console, 'cards');
    await console.sees('Name on card');
    console.press('j', 'j');
    await opensAndComesBack('Transactions', 'card-transactions');
    await opensAndComesBack('Cardholder', 'cards');
    console.press('enter');
    await isAt('card-transactions');
    await console.sees('Merchant');
    await vi.waitFor(() => expect(view().cursorKey).toBeDefined(), patience);
    await opensAndComesBack('Card ', 'cards');
  });

  it('a conversion has its quote and its balance entries', async () => {
    console = await startOnAccounts(size);
    await converts(console, '1000');
    await endsIn(console, 'DONE');
    await closes(console);
    console.press('esc', 'esc');
    await goes(console, 'fx');
    await console.sees(/› .*1,000\.00/);
    await opensAndComesBack('Quote', 'quote');
    await opensAndComesBack('Balance entries', 'history');
    // The read conversion has them too.
    console.press('o');
    await console.sees('By its ID');
    console.press('2');
    await isAt('conversion');
    await console.sees('Related (o)');
    await opensAndComesBack('Quote', 'quote');
    await opensAndComesBack('Conversion', 'fx');
  });
});

it('Enter opens the selected record, the palette has the command, and o closes the menu', async () => {
  console = await startOnAccounts();
  await goes(console, 'cards');
  await console.sees('Name on card');
  console.press('o');
  await console.sees('Esc close');
  console.press('9');
  await console.sees('The menu has 2 records.');
  console.press('o');
  await console.losesSight('Esc close');
  console.press('ctrl-p');
  console.type('open related');
  await console.sees('open related record');
  console.press('enter');
  await console.sees('Esc close');
  console.press('j', 'enter');
  await vi.waitFor(() => expect(view()).toMatchObject({ place: 'cards' }), patience);
  await vi.waitFor(() => expect(view().filter).toContain('holder:'), patience);
  await console.sees('Cards under ');
});

it('without related records o says so, and the digit after o opens a single one too', async () => {
  console = await startOnAccounts();
  await goes(console, 'beneficiaries');
  await console.sees('Last used');
  console.press('o');
  await console.sees('Purser knows no records that belong to this record.');
  await goes(console, 'rfi');
  await console.sees(/open|answered/);
  console.press('o', '1');
  await isAt('customer');
  // Unlike Esc, q goes back at once.
  console.press('q');
  await isAt('rfi');
  console.press('o', 'enter');
  await isAt('customer');
});

it('rows that are not loaded are said to be missing, and G loads more', async () => {
  console = await startOnAccounts({ simulator: { rows: 3000 } });
  await goes(console, 'history');
  await console.sees('G loads more');
  // As a related record opens the place.
  console.quietly(visitOnTop(console.state(), viewUnder('history', 'PAY000000000000', t`PAY000000000000`)));
  await console.sees(/None of the [\d,]+ searched rows belongs to/);
  await console.sees(/G loads more\.\s/);
});

it('no key for related records sends a request before one is opened', async () => {
  console = await startOnAccounts();
  await goes(console, 'cards');
  await console.sees('Cash withdrawal limits');
  const before = console.exchanges().length;
  console.press('o');
  await console.sees('Esc close');
  console.press('esc');
  await console.losesSight('Esc close');
  expect(console.exchanges().slice(before)).toEqual([]);
});

it('a payout to a beneficiary is on the beneficiary too', async () => {
  console = await startOnAccounts();
  await paysOut(console);
  await goes(console, 'beneficiaries');
  console.press('/');
  console.type(payee(console));
  console.press('enter');
  await vi.waitFor(() => expect(view().filter).toBe(payee(console)), patience);
  await opensAndComesBack('Payouts', 'payouts');
});
