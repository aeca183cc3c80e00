// Find with requests to the service: 20 accounts with many transactions each, slow pages, and pages that fail.

import { describe, expect, it, vi } from 'vitest';
import { transactionList } from '../../src/sim/world/transactions.ts';
import { currentView } from '../../src/store/workspace.ts';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { repeated } from '../harness/whole.ts';
import { goes } from './paying.ts';
import { breaks, closes, confirms, endsIn, mends } from './writing.ts';

let console: TestConsole;

const ACCOUNTS = 20;
const ROWS = repeated(400, 1000);
/** The rows of every other list. */
const OTHERS = repeated(60, 240);

/** Starts with a customer of 20 active accounts with many transactions each. */
async function begin(): Promise<void> {
  console = await startConsole({ cols: 160, rows: 40, opening: 'overview', simulator: { rows: OTHERS } });
  const [customer] = console.simulator.world.customers;
  if (!customer) throw new Error('the world has a customer');
  const lists = customer.transactions as Map<string, ReturnType<typeof transactionList>>;
  const rows = (id: string, n: number): void => {
    lists.set(
      id,
      transactionList({
        seed: 7 + n,
        name: id,
        count: ROWS,
        anchor: Date.parse('2026-11-20T09:00:00Z'),
        currencies: ['GBP'],
        counterparties: ['Ashdown & Vale Ltd'],
      }),
    );
  };
  for (let n = customer.accounts.length; n < ACCOUNTS; n++)
    customer.open({ label: `Account ${n + 1}`, currencies: ['GBP'], global: false });
  for (const [n, { record }] of customer.accounts.entries()) rows(record.id, n);
  console.press('R');
  await console.sees('needs attention');
}

/** The transaction of this account and row. */
function transaction(account: number, row: number) {
  const [customer] = console.simulator.world.customers;
  const id = customer?.accounts[account]?.record.id ?? '';
  const found = customer?.transactions.get(id)?.row(row);
  if (!found) throw new Error('there is no such transaction');
  return { account: id, ...found };
}

/** The first transaction with a large amount, from this row on. Only large amounts are unique. */
function largeTransaction(account: number, from: number) {
  for (let row = from; row < ROWS; row++) {
    const found = transaction(account, row);
    if (Number(found.amount.source) > 100_000) return found;
  }
  throw new Error('all transactions are small');
}

const find = (text: string): void => {
  console.type(':');
  console.type(text);
  console.press('enter');
};

/** The number of requested transaction pages of each account. */
function pagesAsked(): ReadonlyMap<string, number> {
  const pages = new Map<string, number>();
  for (const { operation, headers } of console.simulator.wire) {
    if (operation !== 'account.transactions') continue;
    const id = String(headers['x-account-id']);
    pages.set(id, (pages.get(id) ?? 0) + 1);
  }
  return pages;
}

/** A search reads hundreds of pages, which takes seconds, and on a busy machine a minute. */
const PATIENCE = { timeout: 60_000, interval: 20 };
vi.setConfig({ testTimeout: 120_000 });

const phase = () => console.state().search?.phase;

describe('the search for an amount', () => {
  it('searches all accounts, the newest rows first, and opens the found row', async () => {
    await begin();
    const { account, amount, description } = largeTransaction(14, 100);
    find(amount.source);
    await console.screen.until(/Transaction \d+ /, PATIENCE.timeout);
    await console.sees(description.slice(0, 12));
    // Each account's second page was requested before any account's fourth page.
    const asked = [...pagesAsked().values()];
    expect(asked).toHaveLength(ACCOUNTS);
    expect(Math.max(...asked) - Math.min(...asked)).toBeLessThanOrEqual(2);
    console.press('enter');
    await vi.waitFor(() => expect(currentView(console.state()).place).toBe('transactions'), patience);
    expect(currentView(console.state()).subject).toBe(account);
    await console.sees(description);
    await vi.waitFor(() => expect(phase()).not.toBe('searching'), patience);
    console.press('-');
    await console.sees(/Transaction \d+ /);
  });

  it('labels the amount as a balance if only the balance after the entry matches', async () => {
    console = await startConsole({ cols: 160, rows: 40, opening: 'overview' });
    await console.sees('needs attention');
    find('1250.75');
    await console.sees(/Balance history 1 .*balance after: −1,250\.75 · .*−[\d.]+ USD/);
  });

  it('finds the amount in the loaded rows before any request', async () => {
    await begin();
    const { account, amount } = transaction(0, 3);
    console.type(`:transactions/${account}`);
    console.press('enter');
    await console.sees(/transactions loaded/);
    await breaks(console, 'account.list hang', 'card.list hang', 'account.balanceHistory hang');
    console.press('1');
    find(`-${amount.source} gbp`);
    await vi.waitFor(() => expect(currentView(console.state()).place).toBe('find'), patience);
    find(amount.source);
    await console.sees(/Transaction \d+ /);
  });
});

describe('the search with a slow or failing service', () => {
  it('says that nothing matched after every list was searched', async () => {
    console = await startConsole({ cols: 120, rows: 36, opening: 'overview', simulator: { rows: OTHERS } });
    await console.sees('needs attention');
    find('zzzz nobody');
    await console.screen.until(/Find zzzz nobody, .* · no match/, PATIENCE.timeout);
    // No row has a date or an amount, so the frame does not name these columns.
    expect(console.screen.text()).not.toMatch(/─ (?:Date|Amount)|Date +·/);
    find('ashdown');
    await console.sees(/Transaction \d+ .*Ashdown & V/);
    await vi.waitFor(() => expect(phase()).toBe('done'), PATIENCE);
    await vi.waitFor(() => expect(console.screen.text()).not.toMatch(/searching, |no match/), patience);
  });

  it('stops at Esc, and shows the searched lists and the recent customers', async () => {
    await begin();
    await breaks(console, 'account.transactions delay=200');
    find('zzzz nobody');
    await console.sees(/Transactions\s+[\d,]+ rows searched in 20 lists/);
    console.press('esc');
    await vi.waitFor(() => expect(phase()).toBe('stopped'), patience);
    await console.sees(/The search was stopped\. No match so far\. Press r/);
    await console.sees('stopped, r continues');
    await console.sees(/Transactions +partly searched/);
    // A row that reports a search without a match is not counted as a result.
    await console.sees(/\d+ rows/);
    expect(console.screen.text()).not.toMatch(/\d results?\b/);
    await console.sees(/Other customer +\S/);
    console.press('/');
    console.type('transactions');
    console.press('enter');
    await console.sees('20 of 20 lists not read to the end');
    console.press('esc');
    expect(currentView(console.state()).place).toBe('find');
    const before = pagesAsked();
    await mends(console);
    console.press('r');
    await vi.waitFor(() => expect(pagesAsked().size).toBeGreaterThanOrEqual(before.size), patience);
    await vi.waitFor(() => expect(phase()).toBe('searching'), patience);
    console.press('esc');
  });

  it('names a list that fails, and searches the others', async () => {
    await begin();
    // Only the first page of one list fails.
    await breaks(console, 'account.transactions status=403 message=closed count=1');
    const { amount } = largeTransaction(15, 5);
    find(amount.source);
    await console.sees(/Transaction \d+ /);
    console.press('/');
    console.type('transactions');
    console.press('enter');
    await console.sees('The search failed in 1 list');
  });

  it('names the lists whose pages failed during a slow search, and r continues with them', async () => {
    await begin();
    await breaks(
      console,
      'account.transactions delay=5 jitter=5',
      'account.transactions status=403 message=closed after=50 count=3',
    );
    const failed = () => console.state().search?.failed ?? [];
    find('zzzz nobody');
    await vi.waitFor(() => expect(failed()).toHaveLength(3), PATIENCE);
    const before = failed();
    console.press('esc', '/');
    console.type('transactions');
    console.press('enter');
    await console.sees('The search failed in 3 lists');
    await mends(console);
    const rows = () =>
      Object.values(console.state().workspaces)[0]?.lists[before[0] ?? '']?.pages.items.length;
    const had = rows() ?? 0;
    expect(had).toBeGreaterThan(0);
    console.press('r');
    await vi.waitFor(() => expect(rows()).toBeGreaterThan(had), patience);
    expect(failed()).toEqual([]);
    console.press('esc', 'esc');
  });

  it('continues for another customer with the same text', async () => {
    await begin();
    await breaks(console, 'account.list hang');
    find('zzzz nobody');
    await vi.waitFor(() => expect(phase()).toBe('searching'), patience);
    console.press('esc');
    await console.sees(/Other customer +\S/);
    await mends(console);
    console.press('g', '/');
    console.type('other');
    console.press('enter');
    await console.sees(/› Other customer/);
    const before = console.state().customer?.userId;
    console.press('enter');
    await vi.waitFor(() => expect(console.state().customer?.userId).not.toBe(before), patience);
    await vi.waitFor(() => expect(currentView(console.state())).toMatchObject({ place: 'find' }), patience);
    expect(currentView(console.state()).subject).toBe('zzzz nobody');
    expect(phase()).toBe('searching');
    console.press('esc');
  });
});

describe('the results of a finished search', () => {
  const found = () =>
    console.screen.lines().filter(line => line.includes('Ashdown') && !line.includes('Find ashdown'));

  /** Finds a name, freezes a card that was found, and comes back to the results while the service is slow. */
  async function comeBackAfterAWrite(): Promise<readonly string[]> {
    console = await startConsole({ cols: 240, rows: 130, opening: 'overview', simulator: { rows: OTHERS } });
    await console.sees('needs attention');
    find('ashdown');
    await vi.waitFor(() => expect(phase()).toBe('done'), PATIENCE);
    await console.sees(/Card( \d+)? .*Ashdown & Vale Ltd · .* · ACTIVE/);
    const before = found();
    expect(before.length).toBeGreaterThan(40);
    await goes(console, 'cards');
    await console.sees(/›.Ashdown & Vale Ltd/);
    console.press('z');
    await console.sees('Freeze card');
    await confirms(console);
    await endsIn(console, 'DONE');
    await closes(console);
    await console.sees(/›.Ashdown & Vale Ltd .*INACTIVE/);
    await breaks(console, 'account.transactions delay=600000', 'account.balanceHistory delay=600000');
    console.press('-');
    await console.sees('Find ashdown');
    return before;
  }

  it('stay after a write, are read again, and show what the write changed', async () => {
    const before = await comeBackAfterAWrite();
    await console.sees(/Card( \d+)? .*Ashdown & Vale Ltd · .* · INACTIVE/);
    await console.sees('searching, ');
    expect(found()).toHaveLength(before.length);
    await mends(console);
    console.press('r');
    await vi.waitFor(() => expect(phase()).toBe('done'), PATIENCE);
    await console.losesSight('searching, ');
    expect(found()).toHaveLength(before.length);
    expect(console.state().search).toMatchObject({ again: false, failed: [] });
  });

  it('stay if you stop the repeated search or reload all, until the text changes', async () => {
    const before = await comeBackAfterAWrite();
    await console.sees('searching, ');
    console.press('esc');
    await console.sees('stopped, r continues');
    console.press('R');
    await console.drawn();
    expect(found().length).toBeGreaterThanOrEqual(before.length - 1);
    find('zzzz nobody');
    await console.sees('Find zzzz nobody');
    expect(found()).toEqual([]);
  });
});

it('a search for a name finds a recent customer', async () => {
  await begin();
  find('großhandel');
  await console.sees(/Customer +Großhandel/);
  console.press('esc');
});
