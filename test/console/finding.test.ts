// One place to find anything: `:` with an ID asks every place that could hold it, says who was asked, and goes there.

import { afterEach, describe, expect, test, vi } from 'vitest';
import { currentView } from '../../src/store/workspace.ts';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { breaks, confirm, endsIn, isReady, mends, pay, payee } from './writing.ts';

let console: TestConsole;
afterEach(() => console.close());

const find = (text: string): void => {
  console.type(':');
  console.type(text);
  console.press('enter');
};

/** The ID of the first row of a list that is loaded, by the beginning of its key in the cache. */
function firstId(operation: string): string {
  const lists = Object.values(console.state().workspaces).flatMap(({ lists: all }) => Object.entries(all));
  const items = lists.find(([key, list]) => key.startsWith(operation) && list.pages.items.length > 0)?.[1];
  const id = items?.pages.items[0]?.key;
  if (id === undefined) throw new Error(`no row of ${operation} is loaded`);
  return id;
}

describe('a whole ID', () => {
  test.each([
    ['an account', 'accounts', /accounts, all/, 'account.list ', 'Found: Account'],
    ['a card', 'cards', /cards, all/, 'card.list ', 'Found: Card'],
    ['a beneficiary', 'beneficiaries', /of 240|beneficiaries/, 'beneficiary.list ', 'Found: Beneficiary'],
    ['a direct debit', 'direct-debits', /direct debits/, 'directDebit.list ', 'Found: Direct debit payout'],
    ['a balance history entry', 'history', /entries/, 'account.balanceHistory ', 'Found: Balance history'],
  ])('of %s opens the record', async (_what, place, loaded, operation, said) => {
    console = await startConsole({ opening: place, cols: 140 });
    await console.sees(loaded);
    const id = firstId(operation);
    console.press('1');
    find(id);
    await console.sees(said);
    const { subject, filter, server, ...view } = currentView(console.state());
    expect(view.place).toBe(place);
    // As its subject, the server's filter or the local one, whichever that place takes.
    expect([subject, filter, server['id']]).toContain(id);
  });

  test('of a transaction is searched under each account once no place reads it by its ID', async () => {
    console = await startConsole({ cols: 140 });
    await console.sees('7 accounts, all');
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

  test('of a mandate is requested under each account', async () => {
    console = await startConsole({ opening: 'mandates', cols: 140 });
    await console.sees('listed here');
    console.press('enter');
    await console.sees(/mandates?, all|mandates? loaded/);
    const id = firstId('mandate.list ');
    console.press('1');
    find(id);
    await console.sees('Found: Mandate');
    await console.sees(/1 of \d+ loaded match/);
  });

  test("without a record gets an answer from each place, with a reason if a place can't be asked", async () => {
    console = await startConsole({ cols: 160, rows: 40 });
    await console.sees('7 accounts, all');
    find('0badcafe-0000-4000-8000-000000000000');
    await console.sees('an ID of any kind');
    await console.sees(/Mandate +not found/);
    await console.sees(/Card transaction +not in first \d+/);
    await console.sees(/Payout +not supported +Not supported by the service/);
    await console.sees(/Cardholder +not supported/);
    // Nothing that costs or changes something is ever asked for it.
    const asked = console.exchanges();
    expect(asked.filter(one => !one.startsWith('GET') && !one.includes('/login'))).toEqual([]);
    expect(asked.some(one => one.includes('/card/detail') || one.includes('/transfer/quote?'))).toBe(false);
  });

  test("is not called absent in lists that can't be read", async () => {
    console = await startConsole({ cols: 160, rows: 40 });
    await console.sees('7 accounts, all');
    await breaks(console, 'account.list status=500', 'card.list status=500', 'rfi.get status=500');
    console.press('R');
    await console.sees(/HTTP 500/);
    find('0badcafe-0000-4000-8000-000000000000');
    for (const place of ['Mandate', 'Transaction', 'Card transaction', 'RFI question'])
      await console.sees(new RegExp(`${place} +not read`));
    expect(console.screen.text()).not.toMatch(/(Mandate|ransaction|RFI question) +not found/);
  });

  test('shows how many accounts were searched', async () => {
    console = await startConsole({ cols: 180, rows: 40 });
    await console.sees('7 accounts, all');
    find('0badcafe-0000-4000-8000-000000000000');
    await console.sees(
      /Card transaction +not in first [\d,]+ +Not found in the first .* rows under the first 12 of (more than )?\d+ cards/,
    );
    await console.sees(/Mandate +not found +Not found/);
  });

  test('returns with Esc to the search, and stays there', async () => {
    console = await startConsole({ cols: 140 });
    await console.sees('7 accounts, all');
    const id = firstId('account.list ');
    find(id);
    await console.sees('Found: Account');
    // The first takes the service's filter away.
    console.press('esc', 'esc');
    await console.sees(/Account +found/);
    await console.drawn();
    await console.sees('Find');
    console.press('enter');
    await console.sees('service: id=');
  });

  test('of a request from Purser opens the journal', async () => {
    console = await startConsole({ cols: 140 });
    await console.sees('7 accounts, all');
    find('00000000-0000-4000-8000-00000000ffff');
    await console.sees(/Journal +not found +Not found in the newest 0 entries/);
  });
});

test('a payout made in Purser is found by its system reference in small letters', async () => {
  console = await startConsole({ cols: 140 });
  await console.sees('7 accounts, all');
  void console.app.writes.ask(pay(payee(console), '12.50', 'GBP'));
  await isReady(console);
  await confirm(console, '12.50');
  await endsIn(console, 'DONE');
  console.press('esc');
  const rows = console.state().journal;
  const reference = /PAY\d{12}/.exec(JSON.stringify(rows))?.[0];
  expect(reference).toBeDefined();
  find((reference ?? '').toLowerCase());
  await console.sees(/Journal +found +named in Pay: DONE|Found: Journal/);
});

describe('the last four of a number', () => {
  test('shows all records that end in them, or opens the only one', async () => {
    console = await startConsole({ opening: 'cards', cols: 140 });
    await console.sees(/cards, all/);
    await console.sees(/\d{6}\*+0148/);
    console.press('1');
    find('0148');
    await console.sees('Found: Card');
    await console.sees(/1 of 45 loaded match/);
  });

  test('leave the choice to you if several records match', async () => {
    console = await startConsole({ opening: 'beneficiaries', cols: 140, rows: 40 });
    await console.sees(/beneficiaries/);
    find('0001');
    await console.sees(/Card or cardholder +(found|not found)/);
    expect(currentView(console.state()).place).toBe('find');
  });
});

describe('an ID that names its kind', () => {
  test('is not searched elsewhere for a quote or a conversion', async () => {
    console = await startConsole({ cols: 140 });
    await console.sees('7 accounts, all');
    find('quote_nothing');
    await console.sees(/Quote +not found/);
    await console.sees(/Journal +not found/);
    expect(console.exchanges().filter(one => one.includes('quotedetails'))).toHaveLength(1);
    expect(console.exchanges().some(one => one.includes('beneficiary_id'))).toBe(false);
  });

  test('opens the switcher with the ID filled in for a customer', async () => {
    console = await startConsole({ cols: 140 });
    await console.sees('7 accounts, all');
    find('acct_0123456789');
    await console.sees('Connected account');
    await console.sees('acct_0123456789');
  });
});

describe('a reference', () => {
  test('of a direct debit is searched in the list, in capitals or not', async () => {
    console = await startConsole({ opening: 'direct-debits', cols: 140 });
    await console.sees(/direct debits/);
    const reference = String(/DD-\d{8}/.exec(console.screen.text()));
    expect(reference).toMatch(/^DD-/);
    console.press('1');
    find(reference.toLowerCase());
    await console.sees('Found: Direct debit reference');
    await console.sees(/[1-9]\d* of [\d,]+ loaded match/);
    await console.sees(reference);
  });

  test('outside the last 30 days is not called absent', async () => {
    console = await startConsole({ cols: 160, rows: 40 });
    await console.sees('7 accounts, all');
    find('DD-99999999');
    await console.sees(
      /Direct debit reference +not in 30 days +Not found in all \d+ rows of the last 30 days/,
    );
  });
});

test('a UUID in capitals finds its record', async () => {
  console = await startConsole({ cols: 140 });
  await console.sees('7 accounts, all');
  const id = firstId('account.list ');
  expect(id.toUpperCase()).not.toBe(id);
  find(id.toUpperCase());
  await console.sees('Found: Account');
});

test('a second search for the same ID asks again where it failed or found nothing', async () => {
  console = await startConsole({ cols: 160, rows: 40 });
  await console.sees('7 accounts, all');
  await breaks(console, 'beneficiary.get status=403 message=closed');
  find('0badcafe-0000-4000-8000-000000000000');
  await console.sees(/Beneficiary +not read/);
  await console.sees(/Card transaction +not in first/);
  await mends(console);
  // What was read in this very second counts as new.
  const then = console.state().now;
  await vi.waitFor(() => expect(console.state().now).toBeGreaterThan(then + 1000), patience);
  // The inspector keeps the newest requests only: what crossed the wire is the simulator's to say.
  const before = console.simulator.wire.length;
  find('0badcafe-0000-4000-8000-000000000000');
  await console.sees(/Beneficiary +not found/);
  for (const one of ['beneficiary_id', 'direct', 'history'])
    await vi.waitFor(
      () => expect(JSON.stringify(console.simulator.wire.slice(before))).toContain(one),
      patience,
    );
});

test('a place that fails is not called empty, and r asks it again', async () => {
  console = await startConsole({ cols: 160, rows: 40 });
  await console.sees('7 accounts, all');
  await breaks(console, 'beneficiary.get status=403 message=closed');
  find('0badcafe-0000-4000-8000-000000000000');
  await console.sees(/Beneficiary +not read/);
  await mends(console);
  console.press('r');
  await console.sees(/Beneficiary +not found/);
});

test('a mistyped screen is offered before everything else, and opens', async () => {
  console = await startConsole({ cols: 140 });
  await console.sees('7 accounts, all');
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

test('a search on the command line asks the service once somebody is signed in', async () => {
  console = await startConsole({ cols: 160, rows: 40, opening: 'find/no such thing' });
  await console.sees(/Transactions +searched +[\d,]+ rows? searched/);
  expect(console.state().search).toMatchObject({ text: 'no such thing', phase: 'done', failed: [] });
});
