// Copying and exporting records, the explanation of a status, and a request as a curl command.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { parseJson } from '../../src/lib/json.ts';
import { t, type Visible } from '../../src/lib/visible.ts';
import { updateView } from '../../src/store/workspace.ts';
import { startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { fillsIn } from './paying.ts';
import { closes, confirm, endsIn } from './writing.ts';

let console: TestConsole;

const exported = (): string[] =>
  readdirSync(console.home).filter(name => /purser-(?!console)/.test(name) || name.endsWith('.tmp'));
const textOf = (name: string): string => readFileSync(join(console.home, name), 'utf8');
/** The file name that the form suggests. */
const proposed = (): string => /~\/(purser-\S+)/.exec(console.screen.text())?.[1] ?? '';
/** Moves from the first field to the button, changes no choice, and presses the button. */
const submit = (): void => console.press('tab', 'tab', 'tab', 'enter');
/**
 * Characters that hide or move other text. Joiners are allowed in words; line breaks and tabs separate rows and cells.
 */
const HIDING = /(?![\n\r\t\u200c\u200d])[\p{Cc}\p{Cf}]/u;
/** Opens the transactions of the first account. */
async function openTransactions(): Promise<void> {
  await console.sees(/\d accounts, all/);
  console.press('enter');
  await console.sees(/\d+ (transactions )?loaded · G loads more/);
}
/** Opens the export of these transactions. */
async function openExport(): Promise<void> {
  await openTransactions();
  console.press('E');
  await console.sees('Export to a file');
}
const firstAccount = (): string => {
  const id = console.simulator.world.customers[0]?.accounts[0]?.record.id;
  if (id === undefined) throw new Error('there is no account');
  return id;
};

describe('copying records', () => {
  it('copies the ID of the selected record with y', async () => {
    console = await startOnAccounts();
    console.press('y');
    await console.sees(`Copied, if the terminal allows OSC 52: ID ${firstAccount()}`);
    expect(console.copied()).toEqual([firstAccount()]);
  });

  it("uses the desktop's clipboard program if there is one, and sends the terminal nothing", async () => {
    const ran: string[] = [];
    console = await startOnAccounts({
      clipboard: {
        tools: [{ command: 'xclip', args: [], encoding: 'utf8' }],
        run: async ({ command }, text) => ran.push(`${command} ${text}`) > 0,
        inside: undefined,
      },
    });
    console.press('y');
    await console.sees('Copied by xclip: ID');
    expect(ran).toEqual([`xclip ${firstAccount()}`]);
    expect(console.copied()).toEqual([]);
  });

  it('copies the displayed row, or the record as JSON, from the menu of Y', async () => {
    console = await startOnAccounts();
    console.press('Y');
    await console.sees('To copy: account. Card numbers stay masked');
    console.press('j', 'enter');
    await console.sees('the row of the account');
    console.press('Y', 'j', 'j', 'enter');
    await console.sees('the JSON of the account');
    const [row, json] = console.copied();
    expect(row?.split('\t')).toEqual([
      'Operations',
      expect.stringMatching(/^\d+$/),
      'GBP',
      'ACTIVE',
      'GB',
      'Checking',
      firstAccount(),
    ]);
    expect(parseJson(json ?? '')).toMatchObject({
      ok: true,
      value: { id: firstAccount(), status: 'ACTIVE' },
    });
  });

  it('copies all marked records, in the order of the list', async () => {
    console = await startOnAccounts();
    const ids = (console.simulator.world.customers[0]?.accounts ?? []).map(({ record }) => record.id);
    const marked = [ids[3] ?? '', ids[1] ?? ''];
    console.quietly(updateView(console.state(), { marks: new Set(marked) }));
    console.press('y');
    await console.sees('the IDs of 2 accounts');
    console.press('Y', 'j', 'j', 'enter');
    await console.sees('the JSON of 2 accounts');
    expect(console.copied()[0]).toBe(`${ids[1]}\n${ids[3]}`);
    expect(parseJson(console.copied()[1] ?? '')).toMatchObject({
      ok: true,
      value: [{ id: ids[1] }, { id: ids[3] }],
    });
  });

  it('copies only IDs and masked text of a number that the service sent unmasked [G10]', async () => {
    const number = '4111111111111111';
    const faults = [
      `card.list set=data[0].maskedCardNumber:"${number}"`,
      `card.list set=data[0].nameOnCard:"PAN4111-1111-1111-1111"`,
    ];
    console = await startOnAccounts({ cols: 140, simulator: { faults } });
    console.press('3');
    await console.sees('45 cards, all');
    const id = console.simulator.world.customers[0]?.cards.all[0]?.id ?? '';
    console.press('y');
    await console.sees(`ID ${id}`);
    console.press('Y', 'enter');
    await console.drawn();
    console.press('Y', 'j', 'enter');
    await console.sees('the row of the card');
    console.press('Y', 'j', 'j', 'enter');
    await console.sees('the JSON of the card');
    const [byKey, byMenu, row, json, ...others] = console.copied();
    expect([byKey, byMenu, others]).toEqual([id, id, []]);
    const [cell] = row?.split('\t') ?? [];
    expect(cell).toBe('PAN••••-••••-••••-1111');
    expect(row).toContain('••••••••••••1111');
    expect(parseJson(json ?? '')).toMatchObject({
      ok: true,
      value: { cardHashId: id, maskedCardNumber: '••••••••••••1111', nameOnCard: 'PAN••••-••••-••••-1111' },
    });
    expect(console.copied().join()).not.toContain('4111');
  });

  it('copies no hidden text of a hostile record, and no control character [F20a G10]', async () => {
    console = await startConsole({ customer: 7 });
    await console.sees(/\d accounts, all/);
    console.press('Y', 'j', 'enter');
    await console.sees('the row of the account');
    console.press('Y', 'j', 'j', 'enter');
    await console.sees('the JSON of the account');
    expect(console.copied()).toHaveLength(2);
    for (const text of console.copied()) expect(text).not.toMatch(HIDING);
  });
});

const said = () => console.state().notice?.text;

describe('exporting a list', () => {
  it('suggests a name that follows the format; a typed name keeps its extension', async () => {
    console = await startOnAccounts();
    console.press('E');
    await console.sees('.csv');
    console.press('tab', 'right');
    await console.sees('.json');
    console.press('tab', 'ctrl-u');
    console.type('~/mine.csv');
    await console.sees('~/mine.csv');
    console.press('shift-tab', 'right');
    await console.sees('‹NDJSON›');
    expect(console.screen.text()).toContain('~/mine.csv');
  });

  it('stops at the first Esc and says so; only the next Esc clears a filter', async () => {
    console = await startConsole({
      simulator: { rows: 20_000, faults: ['account.transactions hang after=2'] },
    });
    await openTransactions();
    console.press('/');
    console.type('refund');
    console.press('enter', 'E');
    await console.sees('Export to a file');
    console.press('right');
    await console.sees('that match the local filter');
    submit();
    await console.sees('Esc stops this first');
    console.press('esc');
    await console.sees('was stopped');
    await console.sees('[loaded: refund]');
  });

  it("writes all rows that match the service's filter, and says where", async () => {
    console = await startConsole();
    await openTransactions();
    console.press('E');
    await console.sees('all rows from the service');
    const name = proposed();
    expect(name).toMatch(/^purser-transactions-\d{8}-\d{4}\.csv$/);
    submit();
    await console.sees('Exported 240 transactions to');
    expect(said()).toBe(`Exported 240 transactions to ${join(console.home, name)}.`);
    const lines = textOf(name).split('\r\n');
    expect(lines[0]).toBe('id,amount,currency,type,status,create_time,description');
    expect(lines).toHaveLength(242);
    expect(statSync(join(console.home, name)).mode & 0o777).toBe(0o600);
    expect(exported()).toEqual([name]);
  });

  it('writes only the loaded rows that match the filter, digit for digit, as JSON', async () => {
    console = await startConsole();
    await openTransactions();
    console.press('/');
    console.type('refund');
    console.press('enter');
    await console.sees('[loaded: refund]');
    await console.sees(/\d+ of 100\b/);
    const count = Number(/(\d+) of 100\b/.exec(console.screen.text())?.[1]);
    // By default the export contains only the rows on the screen.
    console.press('E');
    await console.sees('loaded rows that match the filter');
    console.press('tab', 'right', 'tab', 'tab');
    await console.sees('.json');
    const name = proposed();
    const asked = console.exchanges().length;
    console.press('enter');
    await console.sees(`Exported ${count} transactions`);
    expect(console.exchanges()).toHaveLength(asked);
    const read = parseJson(textOf(name));
    expect(read).toMatchObject({ ok: true });
    if (!read.ok || !Array.isArray(read.value)) throw new Error('no list');
    expect(read.value).toHaveLength(count);
  });

  it('writes all rows that match the filter, also rows that were not loaded, page by page', async () => {
    console = await startConsole();
    await openTransactions();
    console.press('/');
    console.type('refund');
    console.press('enter');
    await console.sees('[loaded: refund]');
    await console.sees(/\d+ of 100\b/);
    const loaded = Number(/(\d+) of 100\b/.exec(console.screen.text())?.[1]);
    console.press('E');
    await console.sees('loaded rows that match the filter');
    const name = proposed();
    console.press('right');
    await console.sees('that match the local filter');
    submit();
    await console.sees('transactions to');
    const lines = textOf(name).trimEnd().split('\r\n').slice(1);
    expect(lines.length).toBeGreaterThan(loaded);
    expect(lines.every(line => /refund/i.test(line))).toBe(true);
    console.press('G');
    await console.sees(`${lines.length} of 240`);
  });

  it('never overwrites a file, and suggests a free name', async () => {
    console = await startOnAccounts();
    console.press('E');
    await console.sees('Export to a file');
    const name = proposed();
    writeFileSync(join(console.home, name), 'mine');
    submit();
    await console.sees('A file with this name exists. This name is free.');
    const free = name.replace('.csv', '-2.csv');
    await console.sees(`~/${free}`);
    console.press('tab', 'enter');
    await console.sees('Exported 7 accounts to');
    expect(said()).toBe(`Exported 7 accounts to ${join(console.home, free)}.`);
    expect(textOf(name)).toBe('mine');
  });

  it('a problem that comes late does not change the form of another export', async () => {
    console = await startOnAccounts();
    console.press('E');
    await console.sees('Export to a file');
    const answer = Promise.withResolvers<{ why: Visible; free: string }>();
    vi.spyOn(console.app.exports, 'start').mockReturnValueOnce(answer.promise);
    submit();
    await vi.waitFor(() => expect(console.app.exports.start).toHaveBeenCalled(), patience);
    console.press('esc');
    await console.losesSight('Export to a file');
    console.press('E');
    await console.sees('Export to a file');
    const { overlay } = console.state();
    answer.resolve({ why: t`A file with this name exists.`, free: '~/other.csv' });
    await vi.waitFor(
      () => expect(console.state().notice?.text).toBe('A file with this name exists.'),
      patience,
    );
    expect(console.state().overlay).toEqual(overlay);
  });

  it('continues while another screen is open; Esc on its own screen stops it and removes its file', async () => {
    console = await startConsole({ simulator: { rows: 100_000 } });
    await openExport();
    submit();
    await console.sees(/Exporting transactions [\d,]+ rows.* · Esc stops/);
    await console.losesSight('Export to a file');
    console.press('7');
    await console.sees(/100 of [\d,]+ loaded · G loads more/);
    await console.sees(/Exporting transactions [\d,]+ rows, \d+ pages/);
    expect(console.screen.text()).not.toContain('Esc stops');
    console.press('esc', 'E');
    await console.sees('An export of transactions is running');
    console.press('2', '2');
    await console.sees(/Exporting transactions .* · Esc stops/);
    console.press('esc');
    await console.sees('The export of transactions was stopped. Purser removed its file.');
    expect(exported()).toEqual([]);
  });

  it('writes 20,000 rows, and the store keeps only the rows that were loaded before', async () => {
    console = await startConsole({ simulator: { rows: 20_000 } });
    await openExport();
    const name = proposed();
    submit();
    await console.screen.until('Exported 20,000 transactions to', 120_000);
    const lists = Object.values(console.state().workspaces).flatMap(({ lists: all }) => Object.values(all));
    expect(Math.max(...lists.map(({ pages }) => pages.items.length))).toBe(100);
    const lines = textOf(name).split('\r\n');
    expect(lines).toHaveLength(20_002);
    expect(new Set(lines.slice(1, -1).map(line => line.split(',')[0])).size).toBe(20_000);
  }, 150_000);

  it('writes no formula and no hidden text of hostile data [F20a–b]', async () => {
    console = await startConsole({
      customer: 7,
      simulator: { faults: ['account.transactions set=data[0].description:"=HYPERLINK(1)\\u0007"'] },
    });
    await openExport();
    const name = proposed();
    submit();
    await console.sees(/Exported \d+ transactions/);
    const text = textOf(name);
    expect(text).toContain("'=HYPERLINK(1)␇");
    expect(text).not.toMatch(HIDING);
    expect(text).not.toMatch(/(?:^|,)"?[=+@]/m);
  });

  it('leaves no file if the console closes meanwhile', async () => {
    console = await startConsole({ simulator: { rows: 100_000 } });
    await openExport();
    submit();
    await console.sees(/Exporting transactions/);
    await console.losesSight('Export to a file');
    console.press('q', 'q');
    await console.sees('Quitting stops the export and removes its file');
    expect(exported()).toHaveLength(1);
    console.app.quit();
    expect(exported()).toEqual([]);
  });
});

describe('the status of the selected row', () => {
  it("is explained by i, in the API's words", async () => {
    console = await startOnAccounts();
    console.press('i');
    await console.sees('Who acts next');
    await console.sees('The account is active.');
    console.press('esc');
    await console.losesSight('Who acts next');
    console.press('b');
    await console.sees('of all accounts');
    await console.sees(/\d balances/);
    console.press('i');
    await console.sees('Balances: these records have no status.');
  });

  it('can be read to its end on a small screen', async () => {
    console = await startConsole({ cols: 60, rows: 15, opening: 'direct-debits' });
    await console.sees('direct debits');
    console.type('/');
    console.type('pending gbp');
    console.press('enter');
    await console.sees(/PENDING/);
    console.press('i');
    await console.sees('Who acts next');
    await console.sees(/↓ \d+ more/);
    console.press(...'jjjjjjjjjjjj');
    await console.losesSight(' more');
    await console.sees('not documented.');
  });

  it('is marked as not documented if the API does not list it', async () => {
    console = await startOnAccounts({ simulator: { faults: ['account.list set=data[0].status:"FROZEN"'] } });
    console.press('i');
    await console.sees('the API lists no status with this name');
    await console.sees('FROZEN');
  });
});

it('the inspector copies a request as curl without its secrets, and shows it', async () => {
  console = await startOnAccounts();
  console.press('@');
  await console.sees(/Requests · 3\n *Newest first\./);
  console.press('j', 'c');
  await console.sees('Copied, if the terminal allows OSC 52: the curl command of “Accounts”');
  await console.sees('curl --globoff');
  const [command = ''] = console.copied();
  expect(command).toContain(`--url '${console.simulator.url}/svc/api/v1/account'`);
  expect(command).toContain('"$PURSER_TOKEN"');
  expect(command).not.toContain(console.simulator.credentials.apiKey);
});

describe('the summary of a record', () => {
  it('is in the details and is copied with Y, without an ID', async () => {
    console = await startOnAccounts({ cols: 140, rows: 50 });
    console.press('3');
    await console.sees('45 cards, all');
    await console.sees('Say to the customer');
    console.press('Y', 'j', 'j', 'j', 'enter');
    await console.sees('the summary of the card');
    expect(console.copied()).toEqual([expect.stringMatching(/^Your card ending in \d{4} is active\.$/)]);
    expect(console.screen.text()).toContain(console.copied()[0]);
  });

  it('is copied with Y from the outcome, from Payouts and from the journal', async () => {
    console = await startOnAccounts({ cols: 140, rows: 50 });
    await fillsIn(console);
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
    console.press('Y');
    await console.sees('what to say to the customer');
    await closes(console);
    for (const [tab, noun] of [
      ['5', 'balance history row'],
      ['0', 'write'],
    ] as const) {
      console.press(tab);
      await console.sees(/› .*DONE/);
      console.press('Y', 'j', 'j', 'j', 'enter');
      await console.sees(`the summary of the ${noun}`);
    }
    const said = expect.stringMatching(/^Your payout of 12\.50 GBP to .* was created on .*\.$/);
    expect(console.copied()).toEqual([said, said, said]);
  });

  it('is not possible for several records, nor for records that no customer hears of', async () => {
    console = await startOnAccounts({ cols: 140, rows: 50 });
    console.press('b');
    await console.sees(/\d+ balances, all/);
    console.press('Y', 'j', 'j', 'j', 'enter');
    await console.sees('There is no summary for balances.');
    console.press('3');
    await console.sees('45 cards, all');
    console.press(' ', ' ', 'Y', 'j', 'j', 'j', 'enter');
    await console.sees('A summary is for one record. Unmark the others.');
    expect(console.copied()).toEqual([]);
  });
});
