// Beneficiaries and direct debit payouts: lists of two other paging styles, and what is said of a server that pages badly.

import { afterEach, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../harness/console.ts';

let console: TestConsole;
afterEach(() => console.close());

/** Queries of the requests for this path so far, oldest first. */
const queries = (path: string): object[] =>
  console
    .exchanges()
    .map(exchange => new URL(exchange.split(' ')[1] ?? '', 'http://x'))
    .filter(({ pathname }) => pathname === path)
    .map(({ searchParams }) => Object.fromEntries(searchParams));
const PEOPLE = '/svc/api/v1/transfer/beneficiarylist';
const DEBITS = '/api/v1/direct_debits';

/** A customer's direct debits as the service has them at the moment of the tests' world, newest first. */
function debits(customer = 0) {
  const now = Date.parse('2026-11-20T09:00:00Z');
  const plan = console.simulator.world.customers[customer]?.directDebits.plan(now);
  if (!plan) throw new Error('there is no such customer');
  return Array.from({ length: plan.count }, (_, n) => plan.row(n));
}

describe('beneficiaries', () => {
  it('are loaded by offset, and of how many is said until all are here', async () => {
    console = await startConsole();
    await console.sees('7 accounts, all');
    console.press('7');
    await console.sees('100 of 240 loaded · G loads more');
    console.press('G');
    await console.sees('240 beneficiaries, all');
    expect(queries(PEOPLE)).toEqual([
      { limit: '100', offset: '0' },
      { limit: '100', offset: '100' },
      { limit: '100', offset: '200' },
    ]);
  });

  it('are filtered by the service, by status and currency', async () => {
    console = await startConsole({ opening: 'beneficiaries', cols: 140 });
    await console.sees('100 of 240 beneficiaries loaded · G loads more');
    console.press('f');
    await console.sees('Search service');
    console.type('pending_verification');
    console.press('tab');
    console.type('gbp');
    console.press('enter', 'enter');
    await console.sees('service: status=PENDING_VERIFICATION currency=GBP');
    await console.sees('all that match');
    expect(queries(PEOPLE).at(-1)).toEqual({
      status: 'PENDING_VERIFICATION',
      currency: 'GBP',
      limit: '100',
      offset: '0',
    });
  });

  it('are read by their ID once the cursor rests, and Enter goes to what that added', async () => {
    console = await startConsole({ opening: 'beneficiaries', rows: 50, cols: 140 });
    await console.sees('Same as in the list.');
    await console.sees(/Bank country +GB/);
    await console.sees(/Routing no\. +\*{5}\d{4}/);
    await console.sees(/Account type +CHECKING/);
    console.press('enter');
    await console.drawn();
    expect(queries('/svc/api/v1/transfer/beneficiary')).toHaveLength(1);
    expect(console.state().workspaces).toMatchObject(
      Object.fromEntries(
        Object.keys(console.state().workspaces).map(key => [
          key,
          { stacks: { beneficiaries: [{ place: 'beneficiaries', panel: 'details' }] } },
        ]),
      ),
    );
  });

  it('that differ by their ID from the list: the differences are next to it', async () => {
    const faults = [
      'beneficiary.get set=data.account_number:"****0000"',
      'beneficiary.get set=data.bank_country_code:"FR"',
    ];
    console = await startConsole({ opening: 'beneficiaries', rows: 50, cols: 140, simulator: { faults } });
    await console.sees('Different from the list:');
    await console.sees(/Account +\*{4}0000/);
    await console.sees(/Country +FR/);
  });

  it('one that is gone: its read says so, and the row stays', async () => {
    const faults = ['beneficiary.get status=404'];
    console = await startConsole({ opening: 'beneficiaries', rows: 50, cols: 140, simulator: { faults } });
    await console.sees('the service refused the request (HTTP 404');
    await console.sees('100 of 240 beneficiaries');
  });

  it('a total that the rows belie is shown with its question mark [D4]', async () => {
    const faults = ['beneficiary.list set=pagination.total_count:10'];
    console = await startConsole({ opening: 'beneficiaries', simulator: { rows: 12, faults } });
    await console.sees(/12 of 10\? beneficiaries/);
    expect(console.crashes).toEqual([]);
  });

  it('an answer without its list is an error, and not an empty list [C18]', async () => {
    const faults = ['beneficiary.list set=data:{"a":1}'];
    console = await startConsole({ opening: 'beneficiaries', simulator: { faults } });
    await console.sees('could not be understood');
    expect(console.screen.text()).not.toContain('This customer has no beneficiaries');
  });

  it('with names made to break a terminal are a list like any other [C25]', async () => {
    console = await startConsole({ customer: 7, opening: 'beneficiaries', cols: 140 });
    await console.sees('␛[2J');
    console.press('G', ']');
    await console.sees('240 beneficiaries, all');
    expect(console.screen.replies).toEqual([]);
    expect(console.crashes).toEqual([]);
  });
});

describe('direct debit payouts', () => {
  it.each([
    [1, 'the first one again'],
    [0, 'the second'],
  ] as const)('where page %d is the first, page 1 is %s: every row comes once', async (firstPage, _) => {
    console = await startConsole({ opening: 'direct-debits', simulator: { rows: 400, firstPage } });
    await console.sees('direct debits loaded · G loads more');
    console.press('G');
    await console.sees(/\d+ direct debits, all/);
    const month = Date.parse('2026-11-20T09:00:00Z') - 30 * 86_400_000;
    const expected = debits().filter(({ created_at }) => Date.parse(created_at) >= month).length;
    expect(expected).toBeGreaterThan(100);
    await console.sees(`${expected} direct debits, all`);
    const pages = Math.ceil(expected / 100);
    expect(queries(DEBITS)).toEqual(
      [undefined, ...Array.from({ length: pages - 1 + firstPage }, (_, n) => String(n + 1))].map(page => ({
        ...(page === undefined ? {} : { page_num: page }),
        page_size: '100',
      })),
    );
  });

  it('are of the last 30 days, of which the breadcrumb speaks, until a period is asked for', async () => {
    console = await startConsole({ opening: 'direct-debits', cols: 200 });
    await console.sees('› Direct debits of the last 30 days');
    console.press('f');
    await console.sees('if empty: 30 days before the end date, or before today');
    console.press('tab');
    console.type('2026-11-31');
    console.press('tab', 'enter');
    await console.sees('No such day. Type 2026-11-20, 20nov or 20..21nov.');
    console.press('ctrl-u');
    console.type('2026-11-10');
    console.press('enter', 'enter');
    await console.sees('Direct debits of the 30 days before the end date');
    await console.sees('service: to_created_date=2026-11-10');
    await console.sees('direct debits');
    expect(queries(DEBITS).at(-1)).toMatchObject({ to_created_date: '2026-11-10' });
  });

  it('say what their status means, and whether the API allows to cancel them', async () => {
    console = await startConsole({ opening: 'direct-debits', rows: 50, cols: 140 });
    await console.sees('NEW: the service received the instruction.');
    console.type('/');
    console.type('pending gbp');
    console.press('enter');
    await console.sees('PENDING: settlement is pending.');
    await console.sees('Cancelling: possible');
    await console.sees('Same as in the list.');
    console.press('/', 'ctrl-u');
    console.type('pending usd');
    console.press('enter');
    await console.sees('Cancelling: The currency is USD. Only GBP direct debit payouts can be cancelled.');
  });

  it('with an undocumented status are shown unchanged, and can’t be cancelled [C15]', async () => {
    const faults = ['directDebit.list set=items[*].status:"FROZEN"', 'directDebit.get set=status:"FROZEN"'];
    console = await startConsole({ opening: 'direct-debits', rows: 50, cols: 140, simulator: { faults } });
    await console.sees('? FROZEN');
    await console.sees('Cancelling: The status (? FROZEN) is not documented');
  });

  it('that settled since the list was read: the read by ID tells, and what can be done follows it', async () => {
    const faults = ['directDebit.get set=status:"SETTLED"'];
    console = await startConsole({ opening: 'direct-debits', rows: 50, cols: 140, simulator: { faults } });
    console.type('/');
    console.type('pending gbp');
    console.press('enter');
    await console.sees('Different from the list:');
    await console.sees(
      'Cancelling: The status is SETTLED. Only a PENDING direct debit payout can be cancelled.',
    );
  });

  it('with the Global Account that they belong to', async () => {
    console = await startConsole({ opening: 'direct-debits', rows: 50, cols: 140 });
    await console.sees('Same as in the list.');
    console.press(']');
    await console.sees(/Country +GB/);
    await console.sees(/Direct debit +yes/);
  });

  it('of a customer without a connected account are the platform’s own, and the screen says so', async () => {
    console = await startConsole({ customer: 8, opening: 'direct-debits', rows: 50, cols: 140 });
    await console.sees("Direct debits of the last 30 days, of the platform's own account");
    await console.sees("for the platform's own account: this customer has no connected account");
    const list = console.simulator.wire.find(({ path }) => path === DEBITS);
    expect(list?.headers['x-on-behalf-of']).toBeUndefined();
  });

  it('one by its ID is read by it, without a list', async () => {
    console = await startConsole({ cols: 120 });
    await console.sees('7 accounts, all');
    const [, second] = debits();
    console.type(':');
    console.type(`direct-debits/${second?.transaction_id}`);
    console.press('enter');
    await console.sees(`Direct debits ${second?.transaction_id}`);
    await console.sees(second?.statement_ref ?? '');
    await console.sees('1 direct debit ');
    expect(queries(DEBITS)).toEqual([]);
    expect(queries(`${DEBITS}/${second?.transaction_id}`)).toHaveLength(1);
    console.press('r');
    await console.drawn();
    await console.sees('1 direct debit ');
    expect(queries(`${DEBITS}/${second?.transaction_id}`)).toHaveLength(2);
    console.press('f');
    await console.sees('This list has no rows from the service');
  });

  it('one whose ID nobody knows: says so, and shows nothing but the ID', async () => {
    console = await startConsole({ opening: 'direct-debits/no-such-id-1', rows: 24, cols: 140 });
    await console.sees('the service refused the request (HTTP 404, resource_not_found)');
    await console.sees(/ID +no-such-id-1/);
    expect(console.screen.text()).not.toMatch(/^– +–$/m);
    expect(queries(DEBITS)).toEqual([]);
  });

  it('one by its ID that another one is answered for: that is said, and the other is no row', async () => {
    const faults = ['directDebit.get set=transaction_id:"another"'];
    console = await startConsole({ cols: 140, rows: 50, simulator: { faults } });
    await console.sees('7 accounts, all');
    const [, second] = debits();
    console.type(':');
    console.type(`direct-debits/${second?.transaction_id}`);
    console.press('enter');
    await console.sees('the service returned another record than');
    await console.sees(new RegExp(`ID\\s+${second?.transaction_id}`));
    expect(console.screen.text()).not.toMatch(/^– +–$/m);
  });

  it('an ID that is a path is refused before anything is sent [C20]', async () => {
    console = await startConsole({ opening: 'direct-debits/..', rows: 50, cols: 140 });
    await console.sees('not sent.');
    expect(console.exchanges().filter(exchange => exchange.includes('direct_debits'))).toEqual([]);
  });

  it('more for ever and nothing in it: stops, and says so [D1]', async () => {
    const faults = ['directDebit.list set=has_more:true', 'directDebit.list set=items:[] after=1'];
    console = await startConsole({ opening: 'direct-debits', simulator: { rows: 6, faults } });
    await console.sees('the service says more, but sent none');
    await console.drawn();
    expect(queries(DEBITS)).toHaveLength(2);
  });

  it('the same page for ever: stops, and says so [D2]', async () => {
    const faults = ['directDebit.list repeat-page'];
    console = await startConsole({ opening: 'direct-debits', simulator: { rows: 400, faults } });
    await console.sees('direct debits loaded · G loads more');
    console.press('G');
    await console.sees('the service repeated a page: stopped');
    expect(queries(DEBITS)).toHaveLength(3);
  });

  it('rows that came in between are seen, and none is there twice [D6]', async () => {
    const faults = ['directDebit.list shift=3 after=1'];
    console = await startConsole({
      opening: 'direct-debits',
      cols: 140,
      simulator: { rows: 400, firstPage: 0, faults },
    });
    await console.sees('direct debits loaded · G loads more');
    console.press('G');
    await console.sees(/direct debits, all.*list changed while loading: 3 seen twice/);
  });

  it('of debtors made to break a terminal are a list like any other [C25]', async () => {
    console = await startConsole({ customer: 7, opening: 'direct-debits', cols: 140 });
    await console.sees('␛');
    console.press('G', ']', ']');
    await console.sees(/direct debits, all/);
    expect(console.screen.replies).toEqual([]);
    expect(console.crashes).toEqual([]);
  });
});
