// Mandates: the accounts that have them, the mandates of an account, and cancelling a mandate once.

import { describe, expect, it, vi } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { currentView } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { effectsOf, goes } from './paying.ts';
import { rests } from './tour.ts';
import { breaks, closes, confirm, endsIn, writesOf } from './writing.ts';

let console: TestConsole;

const start = async (options: ConsoleOptions = {}): Promise<void> => {
  console = await startOnAccounts({ rows: 56, cols: 84, ...options });
};
const own = () => {
  const customer = console.simulator.world.customers[0];
  const account = customer?.accounts.find(({ global }) => global?.currency === 'GBP')?.record.id ?? '';
  const mandates = customer?.mandates.plan(account);
  const [first, second] = mandates?.recent?.() ?? [];
  return { account, first: first?.row.id ?? '', second: second?.row.id ?? '' };
};
/** Opens the mandates of the first customer's GBP account, with the cursor on the newest. */
async function onMandates(options: ConsoleOptions = {}): Promise<string> {
  await start(options);
  console.press('6');
  await console.sees(/› Operations +listed here/);
  console.press('enter');
  await console.sees('24 mandates, all');
  await console.sees('Same as in the list');
  return own().first;
}
const asks = async (): Promise<void> => {
  console.press('x');
  await console.sees('[ Cancel mandate');
};

describe('a status change after a cancellation', () => {
  it('is marked in its row', async () => {
    const id = await onMandates();
    const { customer, now } = console.state();
    if (!customer) throw new Error('nobody is in front');
    console.quietly({
      statusChanges: [
        { customer, key: `mandate ${id}`, name: t`Mandate`, status: t`ENDED`, grave: false, at: now },
      ],
    });
    await console.sees(/^›?•/m);
  });
});

describe('the list of accounts', () => {
  it('shows which accounts can have mandates, and explains why the others have none', async () => {
    await start();
    console.press('6');
    for (const row of [
      /› Operations +listed here/,
      /Euro suppliers +external party/,
      /日本の売上 +no Global Account/,
      /Kuwait office .* not available/,
    ])
      await console.sees(row);
    await console.sees("Press Enter for this account's mandates. The service lists only GBP mandates");
    console.press('j', 'j');
    await console.sees('The service lists only mandates');
    await console.sees('in EUR, NL');
    console.press('j');
    await console.sees('the service has no Global Account with this ID');
    console.press('j');
    await console.sees('Direct debits are not available');
    // Each Global Account is read once.
    const reads = console.exchanges().filter(line => line.includes('/global_accounts/'));
    expect(new Set(reads).size).toBe(reads.length);
    expect(reads).toHaveLength(7);
  });

  it('says why an account could not be read, instead of saying that it has no mandates', async () => {
    await start({ simulator: { faults: ["globalAccount.get status=403 message='No permission.'"] } });
    console.press('6');
    await console.sees(/› Operations +not read/);
    await console.sees('The API keys lack this permission');
    expect(console.screen.text()).not.toMatch(/no Global Account/);
    console.press('2', ']');
    await vi.waitFor(() => expect(currentView(console.shown()).place).toBe('accounts'), patience);
    await console.sees('The API keys lack this permission');
    expect(console.screen.text()).not.toMatch(/no Global Account/);
  });

  it.each([
    ['no capability', 'capability:null'],
    ['another account', 'id:"ga-2"'],
    ['a text instead of true', 'capability.support_direct_debit:"yes"'],
  ])('says “not known” after an answer with %s', async (_, change) => {
    await start({ simulator: { faults: [`globalAccount.get set=${change}`] } });
    console.press('6');
    await console.sees(/› Operations +\? not known/);
    await console.sees("Purser can't tell whether the account supports direct debits");
  });

  it('says that the mandates of an external account are not in the service', async () => {
    await start();
    console.press('6', 'j', 'j');
    await console.sees(/› Euro suppliers +external party/);
    console.press('enter');
    await console.sees('No mandates for this Global Account');
    await console.sees('ask the external party');
  });

  it('reports a missing account, because mandates need an account', async () => {
    await start();
    console.press(':');
    console.type('account-mandates');
    await console.sees('account-mandates');
    console.press('enter');
    await console.sees('Mandates need an account');
  });

  it('refuses an account ID that is a path, before any request', async () => {
    await start();
    const before = console.exchanges().length;
    await goes(console, 'account-mandates/..');
    await console.sees("can't consist of dots only");
    expect(
      console
        .exchanges()
        .slice(before)
        .filter(line => line.includes('mandates')),
    ).toEqual([]);
  });
});

describe('the list of mandates', () => {
  it.each([
    ['from_created_date', {}],
    ['from_created_at', { dialect: { mandateDates: 'from_created_at' } }],
  ] as const)(
    'filters by status and period, with the dates sent as %s',
    async (name, { dialect = {} }: { dialect?: object }) => {
      await onMandates({ dialect, simulator: { dialect } });
      console.press('f');
      await console.sees('ACTIVE, or another value of the service');
      console.type('active');
      console.press('tab');
      console.type('2026-01-01');
      console.press('tab');
      console.type('2026-06-30');
      console.press('tab', 'enter');
      await console.sees('6 mandates, all');
      const asked = console.exchanges().findLast(line => line.includes('/mandates?')) ?? '';
      expect(asked).toContain('status=ACTIVE');
      expect(asked).toContain(`${name}=2026-01-01`);
      expect(asked).toContain(`${name.replace('from', 'to')}=2026-07-01`);
    },
  );

  it('explains ACTIVE, the only status that the API documents', async () => {
    await onMandates();
    console.press('i');
    await console.sees('documents no other status.');
    await console.sees("The API can't undo that");
  });

  it('opens the direct debits of the selected mandate with D', async () => {
    const id = await onMandates();
    console.press('D');
    await console.sees(/\d+ of [\d,]+ loaded match/);
    expect(currentView(console.state())).toMatchObject({ place: 'direct-debits', filter: `mandate:${id}` });
    await console.sees(id);
    await console.sees(/Direct debits of the last 30 days \(f: earlier\), under O’Connor/);
    // All pages of the period are read, although nobody pressed G.
    await console.losesSight('G loads more');
  });

  it('is one Esc away from the direct debits of a mandate', async () => {
    const id = await onMandates();
    console.press('D');
    await console.sees(/\d+ of [\d,]+ loaded match/);
    await console.losesSight('G loads more');
    console.press('/');
    console.type('SETTLED');
    await console.sees('SETTLED');
    console.press('enter');
    await console.drawn();
    console.press('esc');
    const back = { place: 'direct-debits', filter: `mandate:${id}` };
    await vi.waitFor(() => expect(currentView(console.state())).toMatchObject(back), patience);
    console.press('esc');
    await console.sees('24 mandates, all');
    expect(currentView(console.state())).toMatchObject({ place: 'account-mandates', cursorKey: id });
  });

  it('opens the direct debits without their earlier filter, and the filtered view stays unchanged below', async () => {
    await start();
    await goes(console, 'direct-debits');
    console.press('f');
    await console.sees('From');
    console.type('2001-01-01');
    console.press('tab');
    console.type('2001-01-31');
    console.press('tab', 'enter');
    await console.sees('No match at the service');
    console.press('/');
    console.type('Nobody');
    console.press('enter', '6');
    await console.sees(/› Operations +listed here/);
    console.press('enter');
    await console.sees('24 mandates, all');
    const { first } = own();
    console.press('D');
    await console.sees(/[1-9]\d* of [\d,]+ loaded match/);
    expect(currentView(console.state())).toMatchObject({ server: {}, filter: `mandate:${first}` });
    // Opening the direct debits a second time adds no second view.
    console.press('-');
    await console.sees('24 mandates, all');
    console.press('D');
    await console.sees(/[1-9]\d* of [\d,]+ loaded match/);
    console.press('q');
    await console.sees('24 mandates, all');
    console.press('5', '5');
    await console.sees('No match at the service');
    expect(currentView(console.state())).toMatchObject({
      server: { from_created_date: '2001-01-01', to_created_date: '2001-01-31' },
      filter: 'Nobody',
    });
  });
});

describe('the cancellation of a mandate', () => {
  it("needs the last four of the mandate's ID, reads the mandate again, sends once, and shows the new status", async () => {
    const id = await onMandates();
    await asks();
    for (const line of [
      /Creditor +O’Connor/,
      /Scheme +Bacs · GBP/,
      /Status +ACTIVE/,
      new RegExp(`Mandate ID +${id}`),
      'Afterwards the service rejects new direct debits',
    ])
      await console.sees(line);
    await confirm(console, id.slice(-4));
    await endsIn(console, 'DONE');
    const sent = console.exchanges();
    const at = sent.findIndex(line => line.startsWith('POST') && line.endsWith('/cancel'));
    expect(sent[at - 1]).toMatch(new RegExp(`^GET .*/mandates/${id}$`));
    expect(writesOf(console)).toEqual([
      `POST /api/v1/global_accounts/${own().account}/mandates/${id}/cancel`,
    ]);
    expect(
      console.simulator.wire.findLast(({ operation }) => operation === 'mandate.cancel')?.body ?? '',
    ).toBe('');
    expect(effectsOf(console, 'mandate.cancel')).toMatchObject([{ thing: id }]);
    await closes(console);
    // C15: an unknown status is shown unchanged and marked.
    await console.sees(/^›•.* \? CANCELLED/m);
    await console.sees(/^Set up +21 Oct 2026 14:05:02 UTC( |$)/m);
    await console.sees(/^O’Connor-Nuñez, María José +● CANCELLED \(not documented\)$/m);
    console.press('i');
    await console.sees('the API lists no status with this name');
    console.press('esc');
    // Purser warns but sends: the service decides whether a second call does anything.
    await asks();
    await console.sees('The service documents only ACTIVE');
    await console.sees('Duplicate');
    await confirm(console, id.slice(-4));
    // E21: an exact duplicate is sent only after a person confirms the duplicate.
    await console.sees('Not sent. “Cancel mandate” with the same content was already done at');
    expect(writesOf(console)).toHaveLength(1);
    await confirm(console, id.slice(-4));
    await endsIn(console, 'REFUSED');
    expect(effectsOf(console, 'mandate.cancel')).toHaveLength(1);
  });

  it.each([
    ['returns another mandate', 'id:"other-0001"', 'returned a different mandate.'],
    ['returns another account', 'global_account_id:"ga-2"', 'returned a mandate of a different account.'],
  ])('is refused if the last read %s [D14a–b]', async (_, change, said) => {
    const id = await onMandates();
    await asks();
    await breaks(console, `mandate.get set=${change}`);
    await confirm(console, id.slice(-4));
    await console.sees(said);
    expect(writesOf(console)).toEqual([]);
  });

  it("is refused if the mandate names another account than the list's account [C23a–b]", async () => {
    await start({ simulator: { faults: ['mandate.list set=items[0].global_account_id:"ga-2"'] } });
    await goes(console, `account-mandates/${own().account}`);
    await console.sees('24 mandates, all');
    await console.sees(/^›\?/m);
    await console.sees(/\? The account of this row \(ga-2\)/);
    console.press('x');
    await console.sees('its account (ga-2) differs');
    expect(console.state().overlay).toBeUndefined();
  });
});

describe('unexpected mandates', () => {
  it('are shown with every character visible, and crash nothing', async () => {
    await start({ customer: 7, rows: 40, cols: 120 });
    console.press('6');
    await console.sees('Mandates by account');
    await console.sees(/accounts, all/);
    console.press('enter');
    await vi.waitFor(() => expect(currentView(console.shown()).place).toBe('account-mandates'), patience);
    await rests(console);
    console.press('x');
    await console.drawn();
    expect(writesOf(console)).toEqual([]);
  });
});
