// Mandates: which accounts have any here, what is under one, and cancelling it once, certainly, and never the wrong one.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { currentView } from '../../src/store/workspace.ts';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { effectsOf, goes } from './paying.ts';
import {
  breaks,
  closes,
  confirm,
  dialogOf,
  endsIn,
  isReady,
  newestRow,
  typeToken,
  writesOf,
} from './writing.ts';

let console: TestConsole;
afterEach(async () => {
  expect(console.crashes).toEqual([]);
  await console.close();
});

const start = async (options: Parameters<typeof startConsole>[0] = {}): Promise<void> => {
  console = await startConsole({ rows: 56, cols: 84, ...options });
  await console.sees('accounts, all');
};
const own = () => {
  const customer = console.simulator.world.customers[0];
  const account = customer?.accounts.find(({ global }) => global?.currency === 'GBP')?.record.id ?? '';
  const mandates = customer?.mandates.plan(account);
  const [first, second] = mandates?.recent?.() ?? [];
  return { account, first: first?.row.id ?? '', second: second?.row.id ?? '' };
};
/** The mandates of the first customer's pounds account, the newest under the cursor. */
async function onMandates(options: Parameters<typeof startConsole>[0] = {}): Promise<string> {
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
const statusOf = (id: string) =>
  console.simulator.world.customers[0]?.mandates.find(own().account, id)?.record.status;

describe('a status that changed after a cancelling', () => {
  it('is marked in its row', async () => {
    const id = await onMandates();
    const { customer, now } = console.state();
    if (!customer) throw new Error('nobody is in front');
    console.quietly({
      told: [{ customer, key: `mandate ${id}`, name: t`Mandate`, status: t`ENDED`, grave: false, at: now }],
    });
    await console.sees(/^›?•/m);
  });
});

describe('the accounts', () => {
  it('say at a glance whose mandates are listed here, and in sentences why the others’ are not', async () => {
    await start();
    console.press('6');
    for (const row of [
      /› Operations +listed here/,
      /Euro suppliers +external party/,
      /日本の売上 +no Global Account/,
      /Kuwait office .* not available/,
    ])
      await console.sees(row);
    await console.sees("The service lists this account's mandates signed in the United Kingdom for GBP");
    console.press('j', 'j');
    await console.sees('The service lists only mandates');
    await console.sees('in EUR, NL');
    console.press('j');
    await console.sees('the service has no Global Account with this ID');
    console.press('j');
    await console.sees('Direct debit payouts are not available');
    // One reading for each account, and no more.
    const reads = console.exchanges().filter(line => line.includes('/global_accounts/'));
    expect(new Set(reads).size).toBe(reads.length);
    expect(reads).toHaveLength(7);
  });

  it('that could not be read say so with their reason, and not that there are none', async () => {
    await start({ simulator: { faults: ["globalAccount.get status=403 message='No permission.'"] } });
    console.press('6');
    await console.sees(/› Operations +not read/);
    await console.sees('The API keys lack this permission');
    expect(console.screen.text()).not.toMatch(/no Global Account/);
    console.press('2', ']');
    await console.sees('The API keys lack this permission');
    expect(console.screen.text()).not.toMatch(/no Global Account/);
  });

  it.each([
    ['data[0].country_code', 'capability:null'],
    ['another account', 'id:"ga-2"'],
    ['a word for yes', 'capability.support_direct_debit:"yes"'],
  ])('claim nothing from %s', async (_, change) => {
    await start({ simulator: { faults: [`globalAccount.get set=${change}`] } });
    console.press('6');
    await console.sees(/› Operations +\? not known/);
    await console.sees("Purser can't tell whether the account supports direct debits");
  });

  it('without mandates of the service say so in their place', async () => {
    await start();
    console.press('6', 'j', 'j');
    await console.sees(/› Euro suppliers +external party/);
    console.press('enter');
    await console.sees('No mandates for this Global Account');
    await console.sees('ask the external party');
  });

  it('are needed by name: mandates of no account are not guessed', async () => {
    await start();
    console.press(':');
    console.type('account-mandates');
    await console.sees('account-mandates');
    console.press('enter');
    await console.sees('Mandates need an account');
  });

  it('an ID that would lead elsewhere is refused before a request is built', async () => {
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

describe('the list', () => {
  it.each([
    ['from_created_date', {}],
    ['from_created_at', { dialect: { mandateDates: 'from_created_at' } }],
  ] as const)(
    'filters by status and period, the dates as %s',
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
      expect(asked).toContain(`${name.replace('from', 'to')}=2026-06-30`);
    },
  );

  it('explains the one status that the API names', async () => {
    await onMandates();
    console.press('i');
    await console.sees('documents no other status.');
    await console.sees("The API can't undo that");
  });

  it('leads to the direct debits under the mandate under the cursor', async () => {
    const id = await onMandates();
    console.press('D');
    await console.sees(/\d+ of [\d,]+ loaded match/);
    expect(currentView(console.state())).toMatchObject({ place: 'direct-debits', filter: `mandate:${id}` });
    await console.sees(new RegExp(`Mandate +${id}`));
    await console.sees(/Direct debits of the last 30 days \(f: earlier\), under O’Connor/);
    // All of the period is looked through, without being asked to.
    await console.losesSight('G loads more');
  });

  it('comes back to the mandate from its direct debits with one Esc', async () => {
    const id = await onMandates();
    console.press('D');
    await console.sees(/\d+ of [\d,]+ loaded match/);
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

  it('leads there past an earlier filter, which stays below it unchanged', async () => {
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
    // Twice running it is one view.
    console.press('-');
    await console.sees('24 mandates, all');
    console.press('D');
    await console.sees(/[1-9]\d* of [\d,]+ loaded match/);
    console.press('q');
    await console.sees('24 mandates, all');
    console.press('5');
    await console.sees('No match at the service');
    expect(currentView(console.state())).toMatchObject({
      server: { from_created_date: '2001-01-01', to_created_date: '2001-01-31' },
      filter: 'Nobody',
    });
  });
});

describe('cancelling one', () => {
  it('is confirmed with the last four of its ID, sent once with no body, read again before, and shown after', async () => {
    const id = await onMandates();
    await asks();
    for (const line of [
      /Creditor +O’Connor/,
      /Scheme +Bacs · GBP/,
      /Status +ACTIVE/,
      new RegExp(`Mandate ID +${id}`),
      'Afterwards the service rejects new direct debit payouts',
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
    // C15: a status that the interface doesn't list is shown as it came, and marked.
    await console.sees(/^›•.* \? CANCELLED/m);
    await console.sees(/^Set up +21 Oct 2026 14:05:02 UTC$/m);
    await console.sees(/^O’Connor-Nuñez, María José +● \? CANCELLED$/m);
    console.press('i');
    await console.sees('the API lists no status with this name');
    console.press('esc');
    // Whether another call does anything is the service's to say.
    await asks();
    await console.sees('The service documents only ACTIVE');
    await console.sees('Duplicate');
    await confirm(console, id.slice(-4));
    // E21: an exact duplicate is sent only once a person says that a second one is meant.
    await console.sees('NOT SENT: a duplicate was done at');
    expect(writesOf(console)).toHaveLength(1);
    await confirm(console, id.slice(-4));
    await endsIn(console, 'REFUSED');
    expect(effectsOf(console, 'mandate.cancel')).toHaveLength(1);
  });

  it.each([
    ['nothing', () => '', 'type the last four of the mandate ID first'],
    ['something else', () => 'zzzz', 'the typed text is not the last four'],
    ['the end of another', () => own().second.slice(-4), 'the typed text is not the last four'],
  ])('%s in the place of the token sends nothing [E11]', async (_, token, said) => {
    await onMandates();
    await asks();
    await typeToken(console, token());
    console.press('enter');
    await console.sees(said);
    expect(writesOf(console)).toEqual([]);
  });

  it.each(['false', '"true"', '1', 'null', '{}'])(
    '%s in the place of true is UNKNOWN [B20]',
    async answer => {
      const id = await onMandates();
      await asks();
      await breaks(console, `mandate.cancel not-json=${answer} count=1`);
      await confirm(console, id.slice(-4));
      await endsIn(console, 'UNKNOWN');
      expect(effectsOf(console, 'mandate.cancel')).toHaveLength(1);
      expect(writesOf(console)).toHaveLength(1);
    },
  );

  it('one whose answer could not be trusted is checked by its own ID', async () => {
    const id = await onMandates();
    await asks();
    await breaks(console, 'mandate.cancel not-json=false count=1');
    await confirm(console, id.slice(-4));
    await endsIn(console, 'UNKNOWN');
    await console.sees('new direct debits may still be made under the');
    expect(statusOf(id)).toBe('CANCELLED');
    console.press('enter', '0');
    await console.sees(new RegExp(`› .*UNKNOWN +Cancel mandate +${id.slice(0, 15)}`));
    await console.sees('may still be made under');
    expect(console.screen.text()).not.toMatch(/money/);
    console.press('enter');
    await console.sees(/Status then +ACTIVE/);
    await console.sees(/Status now +\? CANCELLED/);
    await console.sees('Conclusion');
    expect((await newestRow(console)).state).toBe('UNKNOWN');
    expect(writesOf(console)).toHaveLength(1);
  });

  it.each([
    ['is another one', 'id:"other-0001"', 'another mandate than the requested one.'],
    [
      'is of another account',
      'global_account_id:"ga-2"',
      'a mandate of another account than the requested one.',
    ],
  ])('a fresh reading that %s bars it [D14]', async (_, change, said) => {
    const id = await onMandates();
    await asks();
    await breaks(console, `mandate.get set=${change}`);
    await confirm(console, id.slice(-4));
    await console.sees(said);
    expect(writesOf(console)).toEqual([]);
  });

  it('a creditor that changed meanwhile voids what was confirmed, and shows both [D14]', async () => {
    const id = await onMandates();
    await asks();
    await breaks(console, `mandate.get set='creditor_name:"Somebody else"'`);
    await confirm(console, id.slice(-4));
    await console.sees('The record changed');
    await console.sees('now Somebody else');
    expect(dialogOf(console).typed).toBe('');
    expect(writesOf(console)).toEqual([]);
  });

  it('goes for the one that was shown, wherever its row is by then [E12]', async () => {
    const id = await onMandates();
    await asks();
    await breaks(console, 'mandate.list shift=3');
    console.app.forget();
    await isReady(console);
    await confirm(console, id.slice(-4));
    await endsIn(console, 'DONE');
    expect(effectsOf(console, 'mandate.cancel')).toMatchObject([{ thing: id }]);
  });

  it('one that names another account than it was listed under is marked, and not cancelled from here [C23]', async () => {
    await start({ simulator: { faults: ['mandate.list set=items[0].global_account_id:"ga-2"'] } });
    await goes(console, `account-mandates/${own().account}`);
    await console.sees('24 mandates, all');
    await console.sees(/^›\?/m);
    await console.sees(/\? This row has another account \(ga-2\)/);
    console.press('x');
    await console.sees('its account (ga-2) differs');
    expect(console.state().overlay).toBeUndefined();
  });

  it('is barred while it only reads, with the reason', async () => {
    await onMandates({ environment: 'production' });
    console.press('x');
    await console.sees('This is READ-ONLY: press w for write access.');
    expect(writesOf(console)).toEqual([]);
  });
});

describe('what isn’t as promised', () => {
  it('a hostile customer’s mandates are shown with every character visible, and crash nothing', async () => {
    await start({ customer: 7, rows: 40, cols: 120 });
    console.press('6');
    await console.sees('Mandates by account');
    await console.sees(/accounts, all/);
    console.press('enter');
    await console.sees('Mandate');
    console.press('x');
    await console.drawn();
    expect(writesOf(console)).toEqual([]);
  });

  it.each([1, 2, 3])(
    'unknown fields, words, nulls and types everywhere crash nothing (seed %i)',
    async seed => {
      const faults = ['mandate', 'account.list', 'globalAccount.get']
        .flatMap(name => (name === 'mandate' ? ['mandate.list', 'mandate.get'] : [name]))
        .map(name => `${name} mutate=any percent=30`);
      await start({ simulator: { seed } });
      await breaks(console, ...faults);
      const { account } = own();
      console.press('6');
      await console.sees('Mandates by account');
      await goes(console, `account-mandates/${account}`);
      await console.sees(/mandates?, all|loaded|more|missing|No answer|Mandates/);
      console.press('j', 'enter', ']', 'x', 'esc', 'D');
      await console.drawn();
      expect(console.crashes).toEqual([]);
      expect(writesOf(console)).toEqual([]);
    },
  );
});
