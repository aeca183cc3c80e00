// Beneficiaries and direct debits: lists with two other styles of paging, and services that page wrongly.

import { describe, expect, it, vi } from 'vitest';
import { currentView, currentWorkspace, updateView } from '../../src/store/workspace.ts';
import { startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';

let console: TestConsole;
/** The queries of all requests for this path, oldest first. */
const queries = (path: string): object[] =>
  console
    .exchanges()
    .map(exchange => new URL(exchange.split(' ')[1] ?? '', 'http://x'))
    .filter(({ pathname }) => pathname === path)
    .map(({ searchParams }) => Object.fromEntries(searchParams));
const PEOPLE = '/svc/api/v1/transfer/beneficiarylist';
const DEBITS = '/api/v1/direct_debits';

/** The customer's direct debits at the time of the simulator's clock, newest first. */
function debits(customer = 0) {
  const now = Date.parse('2026-11-20T09:00:00Z');
  const plan = console.simulator.world.customers[customer]?.directDebits.plan(now);
  if (!plan) throw new Error('there is no such customer');
  return Array.from({ length: plan.count }, (_, n) => plan.row(n));
}

describe('beneficiaries', () => {
  it('are loaded by offset, with three rows read again for each page, and the status line shows the total until all are loaded', async () => {
    console = await startOnAccounts();
    console.press('7');
    await console.sees('100 of 240 loaded · G loads more');
    console.press('G');
    await console.sees('240 beneficiaries, all');
    expect(queries(PEOPLE)).toEqual([
      { limit: '100', offset: '0' },
      { limit: '100', offset: '97' },
      { limit: '100', offset: '194' },
    ]);
  });

  it('of a dropped list are read again up to the selected record, and its full details stay open', async () => {
    console = await startOnAccounts({ simulator: { rows: 1100 } });
    const { customers } = console.simulator;
    console.press('7');
    await console.sees('100 of 1,100 loaded · G loads more');
    console.press('G');
    await console.sees('1,100 beneficiaries, all');
    console.press('G', 'enter');
    await vi.waitFor(() => expect(currentView(console.state()).whole).toBe(true), patience);
    const { cursorKey } = currentView(console.state());
    for (const at of [1, 2, 0]) {
      const next = customers[at];
      if (next) console.app.customers.switchTo(next);
    }
    const rows = () =>
      Object.values(currentWorkspace(console.state()).lists).map(({ pages }) => pages.items.length);
    expect(rows()).not.toContain(1100);
    await vi.waitFor(() => expect(rows()).toContain(1100), patience);
    expect(currentView(console.state())).toMatchObject({ cursorKey, cursorIndex: 1099, whole: true });
    // A record that is gone is not replaced by another record in full details.
    console.app.store.setState(state => updateView(state, { cursorKey: 'gone' }));
    await console.sees('The selected row is not in the list any more.');
    expect(currentView(console.state())).toMatchObject({ lost: true, whole: false, panel: 'list' });
  });

  it('are filtered by status and currency at the service', async () => {
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

  it('are read by ID when the cursor stops, and Enter moves to the details', async () => {
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

  it('show how the read by ID differs from the list', async () => {
    const faults = [
      'beneficiary.get set=data.account_number:"****0000"',
      'beneficiary.get set=data.bank_country_code:"FR"',
    ];
    console = await startConsole({ opening: 'beneficiaries', rows: 50, cols: 140, simulator: { faults } });
    await console.sees('Different from the list:');
    await console.sees(/Account +\*{4}0000/);
    await console.sees(/Country +FR/);
  });

  it.each(['404', 'null', 'text', 'items'])(
    'are all, if the page after the last is sent as %s',
    async form => {
      const faults = [`beneficiary.list nothing=${form}`, 'beneficiary.list drop=pagination'];
      console = await startConsole({ opening: 'beneficiaries', simulator: { faults } });
      await console.sees('100 loaded · G loads more');
      console.press('G');
      await console.sees('240 beneficiaries, all');
    },
  );

  it.each(['404', 'null'])('are none, if the first page is sent as %s', async form => {
    const faults = [
      'beneficiary.list set=data:[]',
      'beneficiary.list set=pagination.total_count:0',
      `beneficiary.list nothing=${form}`,
    ];
    console = await startConsole({ opening: 'beneficiaries', simulator: { faults } });
    await console.sees('This customer has no beneficiaries.');
    expect(console.screen.text()).not.toMatch(/refused|may be gone|failed/);
  });

  it('stay in the list if their read by ID fails, with the reason', async () => {
    const faults = ['beneficiary.get status=404'];
    console = await startConsole({ opening: 'beneficiaries', rows: 50, cols: 140, simulator: { faults } });
    await console.sees('the service refused the request (HTTP 404');
    await console.sees('100 of 240 beneficiaries');
  });

  it('have a question mark next to a total that is too small for the rows [D4a–b]', async () => {
    const faults = ['beneficiary.list set=pagination.total_count:10'];
    console = await startConsole({ opening: 'beneficiaries', simulator: { rows: 12, faults } });
    await console.sees(/12 of 10\? beneficiaries/);
    expect(console.crashes).toEqual([]);
  });

  it('show an error, not an empty list, if the answer has no list [C18a–b]', async () => {
    const faults = ['beneficiary.list set=data:{"a":1}'];
    console = await startConsole({ opening: 'beneficiaries', simulator: { faults } });
    await console.sees('Beneficiaries: the response has no list.');
    expect(console.screen.text()).not.toContain('This customer has no beneficiaries');
  });

  it('are listed as usual even with hostile names [C25a]', async () => {
    console = await startConsole({ customer: 7, opening: 'beneficiaries', cols: 140 });
    await console.sees('␛[2J');
    console.press('G', ']');
    await console.sees('240 beneficiaries, all');
    expect(console.screen.replies).toEqual([]);
    expect(console.crashes).toEqual([]);
  });
});

describe('direct debits', () => {
  it.each([
    [1, 'the first page again'],
    [0, 'the second page'],
  ] as const)(
    'appear once each if the service begins with page %d and page 1 is %s',
    async (firstPage, _) => {
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
    },
  );

  it('cover the last 30 days, which the breadcrumb shows, until you search for a period', async () => {
    console = await startConsole({ opening: 'direct-debits', cols: 200 });
    await console.sees('› Direct debits of the last 30 days');
    console.press('f');
    await console.sees('if empty: 30 days before the end date, or before today');
    console.press('tab');
    console.type('2026-11-31');
    console.press('tab', 'enter');
    await console.sees('No such day. Type 20nov, 20..21nov, yesterday or 7d.');
    console.press('ctrl-u');
    console.type('2026-11-10');
    console.press('enter', 'enter');
    await console.sees('Direct debits of the 30 days before the end date');
    await console.sees('service: to_created_date=2026-11-10');
    await console.sees('direct debits');
    expect(queries(DEBITS).at(-1)).toMatchObject({
      from_created_date: '2026-10-11',
      to_created_date: '2026-11-11',
    });
  });

  it('show the meaning of their status, and whether they can be cancelled', async () => {
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
    await console.sees('Cancelling: The currency is USD. Only GBP direct debits can be cancelled.');
  });

  it('can’t be cancelled with an unknown status, which is shown unchanged [C15a–b]', async () => {
    const faults = ['directDebit.list set=items[*].status:"FROZEN"', 'directDebit.get set=status:"FROZEN"'];
    console = await startConsole({ opening: 'direct-debits', rows: 50, cols: 140, simulator: { faults } });
    await console.sees('? FROZEN');
    await console.sees('Cancelling: The status (? FROZEN) is not documented');
  });

  it("can't be cancelled if they settled after the list was read, and show the difference", async () => {
    const faults = ['directDebit.get set=status:"SETTLED"'];
    console = await startConsole({ opening: 'direct-debits', rows: 50, cols: 140, simulator: { faults } });
    console.type('/');
    console.type('pending gbp');
    console.press('enter');
    await console.sees('Different from the list:');
    await console.sees('Cancelling: The status is SETTLED. Only a PENDING direct debit can be cancelled.');
  });

  it('show the Global Account that they belong to', async () => {
    console = await startConsole({ opening: 'direct-debits', rows: 50, cols: 140 });
    await console.sees('Same as in the list.');
    console.press(']');
    await console.sees(/Country +GB/);
    await console.sees(/Direct debit +yes/);
  });

  it('belong to the platform if the customer has no connected account, and the screen says so', async () => {
    console = await startConsole({ customer: 8, opening: 'direct-debits', rows: 50, cols: 140 });
    await console.sees("Direct debits of the last 30 days, of the platform's own account");
    await console.sees("Records of the platform's own account: this customer has no connected account");
    const list = console.simulator.wire.find(({ path }) => path === DEBITS);
    expect(list?.headers['x-on-behalf-of']).toBeUndefined();
  });

  it('are read by their ID, without a list, if you open one by its ID', async () => {
    console = await startOnAccounts({ cols: 120 });
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
    await vi.waitFor(() => expect(queries(`${DEBITS}/${second?.transaction_id}`)).toHaveLength(2), patience);
    await console.sees('1 direct debit ');
    console.press('f');
    await console.sees('This list has no rows from the service');
  });

  it("show the service's refusal and only the ID if the ID is unknown", async () => {
    console = await startConsole({ opening: 'direct-debits/no-such-id-1', rows: 24, cols: 140 });
    await console.sees('the service refused the request (HTTP 404, resource_not_found)');
    await console.sees(/ID +no-such-id-1/);
    expect(console.screen.text()).not.toMatch(/^– +–$/m);
    expect(queries(DEBITS)).toEqual([]);
  });

  it('show an error, and not the returned record, if the answer has a different ID', async () => {
    const faults = ['directDebit.get set=transaction_id:"another"'];
    console = await startOnAccounts({ cols: 140, rows: 50, simulator: { faults } });
    const [, second] = debits();
    console.type(':');
    console.type(`direct-debits/${second?.transaction_id}`);
    console.press('enter');
    await console.sees('the service returned a different record, not');
    await console.sees(new RegExp(`ID\\s+${second?.transaction_id}`));
    expect(console.screen.text()).not.toMatch(/^– +–$/m);
  });

  it('are not requested if the ID is a path [C20a]', async () => {
    console = await startConsole({ opening: 'direct-debits/..', rows: 50, cols: 140 });
    await console.sees('not sent.');
    expect(console.exchanges().filter(exchange => exchange.includes('direct_debits'))).toEqual([]);
  });

  it('stop loading if the service promises more but sends no rows, and the screen says so [D1a–b]', async () => {
    const faults = ['directDebit.list set=has_more:true', 'directDebit.list set=items:[] after=1'];
    console = await startConsole({ opening: 'direct-debits', simulator: { rows: 6, faults } });
    await console.sees('the service promised more, sent none');
    await console.drawn();
    expect(queries(DEBITS)).toHaveLength(2);
  });

  it('stop loading if the service repeats a page, and the screen says so [D2a–c]', async () => {
    const faults = ['directDebit.list repeat-page'];
    console = await startConsole({ opening: 'direct-debits', simulator: { rows: 400, faults } });
    await console.sees('direct debits loaded · G loads more');
    console.press('G');
    await console.sees('the service repeated a page');
    expect(queries(DEBITS)).toHaveLength(3);
  });

  it('appear once even if rows were added while loading, and the status line says so [D6a–b]', async () => {
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

  it('are listed as usual even with hostile debtors [C25a]', async () => {
    console = await startConsole({ customer: 7, opening: 'direct-debits', cols: 140 });
    await console.sees('␛');
    console.press('G', ']', ']');
    await console.sees(/direct debits, all/);
    expect(console.screen.replies).toEqual([]);
    expect(console.crashes).toEqual([]);
  });
});
