// Find: `:` with an ID asks every list that could contain it, shows the results, and opens the record.

import { describe, expect, test, vi } from 'vitest';
import { currentView } from '../../src/store/workspace.ts';
import { startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { rests } from './tour.ts';
import { breaks, confirm, endsIn, isReady, mends, pay, payee } from './writing.ts';

let console: TestConsole;

/** A world with few rows, because a search reads the lists of each account and card. */
const few = { simulator: { rows: 60 } } as const;

const find = (text: string): void => {
  console.type(':');
  console.type(text);
  console.press('enter');
};

/** The ID of the first row of a loaded list. `operation` is the beginning of the list's cache key. */
function firstId(operation: string): string {
  const lists = Object.values(console.state().workspaces).flatMap(({ lists: all }) => Object.entries(all));
  const items = lists.find(([key, list]) => key.startsWith(operation) && list.pages.items.length > 0)?.[1];
  const id = items?.pages.items[0]?.key;
  if (id === undefined) throw new Error(`no row of ${operation} is loaded`);
  return id;
}

test('the line after : says what Enter does', async () => {
  console = await startOnAccounts({ cols: 140, ...few });
  console.type(':q');
  await console.sees(/^: q +quits Purser$/m);
  console.press('ctrl-u');
  console.type('bal');
  await console.sees(/^: bal +balances$/m);
  console.press('ctrl-u');
  console.type('ashdown');
  await console.sees(/^: ashdown +finds an ID, a reference, an amount, a name; gbpusd1000 gets a quote$/m);
  console.press('esc');
});

describe('Find with a complete ID', () => {
  test.each([
    ['an account', 'accounts', /accounts, all/, 'account.list ', 'Found: Account'],
    ['a card', 'cards', /cards, all/, 'card.list ', 'Found: Card'],
    ['a beneficiary', 'beneficiaries', /of 240|beneficiaries/, 'beneficiary.list ', 'Found: Beneficiary'],
    ['a direct debit', 'direct-debits', /direct debits/, 'directDebit.list ', 'Found: Direct debit'],
    ['a balance history entry', 'history', /entries/, 'account.balanceHistory ', 'Found: Balance history'],
  ])('opens %s', async (_what, place, loaded, operation, said) => {
    console = await startConsole({ opening: place, cols: 140, ...few });
    await console.sees(loaded);
    const id = firstId(operation);
    console.press('1');
    find(id);
    await console.sees(said);
    const { subject, filter, server, ...view } = currentView(console.state());
    expect(view.place).toBe(place);
    // The ID is the view's subject, its service filter or its local filter, depending on the screen.
    expect([subject, filter, server['id']]).toContain(id);
  });

  test('waits with the only match while a filter is typed, and Esc then keeps both screens', async () => {
    console = await startOnAccounts({ cols: 140, ...few });
    const id = firstId('account.list ');
    await breaks(console, 'account.list delay=400');
    console.press('1');
    find(id);
    await vi.waitFor(() => expect(currentView(console.state()).place).toBe('find'), patience);
    console.type('/x');
    await vi.waitFor(() => expect(currentView(console.state()).filter).toBe('x'), patience);
    const direct = () => console.state().exchanges.findLast(one => one.operation === 'account.list');
    await vi.waitFor(() => expect(direct()?.status).toBe(200), patience);
    await console.drawn();
    expect(currentView(console.state())).toMatchObject({ place: 'find', filter: 'x' });
    console.press('esc');
    await console.sees('Found: Account');
    expect(currentView(console.state()).place).toBe('accounts');
  });

  test.each(['another tab', 'the same tab'])(
    'q goes from the match to all results, whatever tab was open (%s)',
    async tab => {
      console = await startOnAccounts({ cols: 140, ...few });
      console.press('3');
      await console.sees(/cards, all/);
      console.press('2', 'enter');
      await console.sees(/transactions loaded · G loads more/);
      const id = firstId('account.transactions ');
      if (tab === 'another tab') console.press('1');
      find(id);
      await console.sees('Press q for all results.');
      console.press('q');
      await vi.waitFor(
        () => expect(currentView(console.state())).toMatchObject({ place: 'find', subject: id }),
        patience,
      );
      await console.sees(/› Transaction 1 /);
    },
  );

  test('searches for a transaction under each account, after reading the lists that can be read by ID', async () => {
    console = await startOnAccounts({ cols: 140, ...few });
    console.press('enter');
    await console.sees(/transactions loaded · G loads more/);
    const id = firstId('account.transactions ');
    console.press('1');
    find(id);
    await console.sees('Found: Transaction');
    await console.sees(/1 of \d+ loaded match/);
    const asked = console.exchanges();
    expect(asked.some(one => one.includes('beneficiary_id'))).toBe(true);
  });

  test('requests a mandate under each account', async () => {
    console = await startConsole({ opening: 'mandates', cols: 140, ...few });
    await console.sees('listed here');
    console.press('enter');
    await console.sees(/mandates?, all|mandates? loaded/);
    const id = firstId('mandate.list ');
    console.press('1');
    find(id);
    await console.sees('Found: Mandate');
    await console.sees(/1 of \d+ loaded match/);
  });

  test("shows a result for each kind of record, with the reason if the service can't be asked", async () => {
    console = await startOnAccounts({ cols: 160, rows: 40, ...few });
    find('0badcafe-0000-4000-8000-000000000000');
    await console.sees('an ID of any kind');
    await console.sees(/Mandate\s+Not found/);
    await console.sees(/Card transaction +partly searched: Not found in the first \d+/);
    await console.sees(/Payout +Not supported by the service/);
    await console.sees(/Cardholder +Not supported by the service/);
    // Find sends no request that costs something or changes something.
    const asked = console.exchanges();
    expect(asked.filter(one => !one.startsWith('GET') && !one.includes('/login'))).toEqual([]);
    expect(asked.some(one => one.includes('/card/detail') || one.includes('/transfer/quote?'))).toBe(false);
  });

  test("says “not read” for lists that can't be read", async () => {
    console = await startOnAccounts({ cols: 160, rows: 40, ...few });
    await breaks(console, 'account.list status=500', 'card.list status=500', 'rfi.get status=500');
    console.press('R');
    await console.sees(/HTTP 500/);
    find('0badcafe-0000-4000-8000-000000000000');
    for (const place of ['Mandate', 'Transaction', 'Card transaction', 'RFI question'])
      await console.sees(new RegExp(`${place} +not read`));
    expect(console.screen.text()).not.toMatch(/(Mandate|ransaction|RFI question)\s+Not found/);
  });

  test('shows how many accounts were searched', async () => {
    console = await startOnAccounts({ cols: 180, rows: 40, ...few });
    find('0badcafe-0000-4000-8000-000000000000');
    await console.sees(
      /Card transaction +partly searched: Not found in the first .* rows under the first 12 of (more than )?\d+ cards/,
    );
    await console.sees(/Mandate\s+Not found/);
  });

  test('returns with Esc to the search, and Esc does not open the record again', async () => {
    console = await startOnAccounts({ cols: 140, ...few });
    const id = firstId('account.list ');
    find(id);
    await console.sees('Found: Account');
    // Esc stops a list that still loads.
    await rests(console);
    // The first Esc removes the service's filter.
    console.press('esc', 'esc');
    await console.sees(/Account 1 /);
    await console.drawn();
    await console.sees('Find');
    console.press('enter');
    await console.sees('service: id=');
  });

  test('searches the journal for the ID of a request from Purser', async () => {
    console = await startOnAccounts({ cols: 140, ...few });
    find('00000000-0000-4000-8000-00000000ffff');
    await console.sees(/Journal\s+Not found among the newest\s+entries/);
  });
});

test('a payout made in Purser is found by its system reference in small letters', async () => {
  console = await startOnAccounts({ cols: 140, ...few });
  void console.app.dialog.ask(pay(payee(console), '12.50', 'GBP'));
  await isReady(console);
  await confirm(console, '12.50');
  await endsIn(console, 'DONE');
  console.press('esc');
  const rows = console.state().journal;
  const reference = /PAY\d{12}/.exec(JSON.stringify(rows))?.[0];
  expect(reference).toBeDefined();
  find((reference ?? '').toLowerCase());
  await console.sees(/Journal 1 .*named in Pay: DONE|Found: Journal/);
});

describe('the last four digits of a number', () => {
  test('open the only record whose number ends in them', async () => {
    console = await startConsole({ opening: 'cards', cols: 140, ...few });
    await console.sees(/cards, all/);
    await console.sees(/\*{4} 0148/);
    console.press('1');
    find('0148');
    await console.sees('Found: Card');
    await console.sees(/1 of 45 loaded match/);
  });

  test('show all matching records if there are several', async () => {
    console = await startConsole({ opening: 'beneficiaries', cols: 140, rows: 40, ...few });
    await console.sees(/beneficiaries/);
    find('0001');
    await console.sees(/Card or cardholder( \d+ |\s+Not)/);
    expect(currentView(console.state()).place).toBe('find');
  });
});

describe('Find with an ID that shows its kind', () => {
  test('searches nowhere else for a quote or a conversion', async () => {
    console = await startOnAccounts({ cols: 140, ...few });
    find('quote_nothing');
    await console.sees(/Quote\s+Not found/);
    await console.sees(/Journal\s+Not found/);
    expect(console.exchanges().filter(one => one.includes('quotedetails'))).toHaveLength(1);
    expect(console.exchanges().some(one => one.includes('beneficiary_id'))).toBe(false);
  });

  test('opens the switcher for a customer, with the ID filled in', async () => {
    console = await startOnAccounts({ cols: 140, ...few });
    find('acct_0123456789');
    await console.sees('Connected account');
    await console.sees('acct_0123456789');
  });
});

describe('Find with a reference', () => {
  test('searches the direct debits of the last 30 days, whatever the letter case', async () => {
    console = await startConsole({ opening: 'direct-debits', cols: 140, ...few });
    await console.sees(/direct debits/);
    const reference = String(/DD-\d{8}/.exec(console.screen.text()));
    expect(reference).toMatch(/^DD-/);
    console.press('1');
    find(reference.toLowerCase());
    await console.sees('Found: Direct debit reference');
    await console.sees(/[1-9]\d* of [\d,]+ loaded match/);
    await console.sees(reference);
  });

  test('says “not found” only for the last 30 days', async () => {
    console = await startOnAccounts({ cols: 160, rows: 40, ...few });
    find('DD-99999999');
    await console.sees(
      /Direct debit reference +not in 30 days: Not found in any of the \d+ rows of the last 30 days/,
    );
  });
});

test('a UUID in capitals finds its record', async () => {
  console = await startOnAccounts({ cols: 140, ...few });
  const id = firstId('account.list ');
  expect(id.toUpperCase()).not.toBe(id);
  find(id.toUpperCase());
  await console.sees('Found: Account');
});

test('a second search for the same ID requests again only the lists that failed or had no match', async () => {
  console = await startOnAccounts({ cols: 160, rows: 40, ...few });
  await breaks(console, 'beneficiary.get status=403 message=closed');
  find('0badcafe-0000-4000-8000-000000000000');
  await console.sees(/Beneficiary +not read/);
  await console.sees(/Card transaction +partly searched/);
  await mends(console);
  // Rows younger than one second are not read again.
  const then = console.state().now;
  console.passes(1100);
  await vi.waitFor(() => expect(console.state().now).toBeGreaterThan(then + 1000), patience);
  // The inspector keeps only the newest requests, so the simulator's list is used.
  const before = console.simulator.wire.length;
  find('0badcafe-0000-4000-8000-000000000000');
  await console.sees(/Beneficiary\s+Not found/);
  for (const one of ['beneficiary_id', 'direct', 'history'])
    await vi.waitFor(
      () => expect(JSON.stringify(console.simulator.wire.slice(before))).toContain(one),
      patience,
    );
});

test('a list that fails is shown as “not read”, and r requests it again', async () => {
  console = await startOnAccounts({ cols: 160, rows: 40, ...few });
  await breaks(console, 'beneficiary.get status=403 message=closed');
  find('0badcafe-0000-4000-8000-000000000000');
  await console.sees(/Beneficiary +not read/);
  await mends(console);
  console.press('r');
  await console.sees(/Beneficiary\s+Not found/);
});

test('a mistyped screen name is the first suggestion, and opens', async () => {
  console = await startOnAccounts({ cols: 140, ...few });
  find('benefisiaries');
  await console.sees('› Screen');
  await console.sees('No screen “benefisiaries”. Did you mean beneficiaries?');
  console.press('enter');
  await vi.waitFor(() => expect(currentView(console.state()).place).toBe('beneficiaries'), patience);
  const account = firstId('account.list ');
  find(`transactoins/${account}`);
  await console.sees('Did you mean transactions?');
  console.press('enter');
  await vi.waitFor(
    () => expect(currentView(console.state())).toMatchObject({ place: 'transactions', subject: account }),
    patience,
  );
});

test('a search from the command line starts after the sign-in', async () => {
  // A search sends one request at a time, so a small world is enough.
  const world = { customer: 1, simulator: { rows: 20 } };
  console = await startConsole({ cols: 160, rows: 40, opening: 'find/no such thing', ...world });
  await console.sees(/Transactions\s+[\d,]+ rows? searched/);
  const done = { text: 'no such thing', phase: 'done', failed: [] };
  await vi.waitFor(() => expect(console.state().search).toMatchObject(done), patience);
});

test('the cursor starts on a matching customer, above the progress of the search', async () => {
  console = await startOnAccounts({ cols: 140, simulator: { faults: ['beneficiary.list hang'] } });
  find('großhandel');
  await console.sees(/› Customer +Großhandel.*\n.* Search +No match yet/);
});

test('the amounts of a search have the signs of their own lists', async () => {
  console = await startOnAccounts({ cols: 140, ...few });
  find('refund');
  await console.sees(/› Transaction \d+ .* −821,185\.66 {2}GBP/);
  await console.sees('−821,185.66 GBP · Refund 727971');
  await console.sees(/ \+648\.75 {2}USD/);
});
