// Cards: the list, its filters, the limits and the transactions.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { currentView } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { cardOf, startOnCards } from './cardholders.ts';
import { goes } from './paying.ts';
import { breaks } from './writing.ts';

let console: TestConsole;

/** The queries of the requests to this path. */
const asked = (path: string) =>
  console
    .exchanges()
    .filter(line => line.includes(`${path}?`))
    .map(line => Object.fromEntries(new URLSearchParams(line.slice(line.indexOf('?') + 1))));
const card = (nth: number) => cardOf(console, nth);

describe('the card list', () => {
  it('shows each card with its status, also CLOSED cards, and its limits as gauges next to it', async () => {
    console = await startOnCards();
    await console.sees(/› Ashdown & Vale Ltd +4000 00\*\* \*{4} \d{4} +ACTIVE +GBP/);
    await console.sees(/Type +PHY/);
    await console.sees(/CLOSED +KWD/);
    await console.sees(/Card ID\s+\S+/);
    await console.sees(/Daily +[█░]+[\s│]+[\d,.]+ of 2,500\.00/);
    await console.sees(/█+░*/);
    expect(asked('/card/limit')).toEqual([{ id: card(0).id }]);
    console.press(']');
    await console.sees('Cash withdrawal limits');
    await console.sees(/Daily +[█░]+[\s│]+500\.00 of 500\.00/);
    // Purser reads limits only for the selected card.
    expect(asked('/card/limit')).toHaveLength(1);
  });

  it('fills in the cardholder of the selected card in the forms for a new card and for a cardholder', async () => {
    console = await startOnCards();
    console.press('j', 'n');
    const { holderId } = card(1);
    await console.sees(new RegExp(`Cardholder ID +${holderId}`));
    console.press('esc', 'U');
    await console.sees('Change a cardholder');
    await console.sees(new RegExp(`Cardholder ID +${holderId}`));
  });

  it('bars actions that write while other rows are marked, and says what marks are for', async () => {
    console = await startOnCards();
    console.press('space', 'space', 'j');
    await console.sees('2 marked');
    for (const key of ['z', 's', 'x', 'n', 'U']) {
      console.press('esc', 'g', 'space', 'space', key);
      await console.sees('2 rows are marked, for copy and export only. Esc clears the marks.');
    }
    console.press('a');
    await console.sees(/freeze, unfreeze.*\n.*2 rows are marked/);
    console.press('esc', 'D');
    await vi.waitFor(() => expect(currentView(console.shown()).place).toBe('card-details'));
    console.press('esc', 'esc', 'g', 'space', 'k', 'z');
    await console.sees('Freeze card');
  });

  it('marks two rows with the same ID, and bars their actions [C22c]', async () => {
    console = await startOnAccounts({ rows: 40, cols: 120 });
    await breaks(console, `card.list 'set=data[2].cardHashId:"${card(1).id}"'`);
    console.press('3', 'j');
    await console.sees('1 with a duplicate ID');
    expect(console.screen.lines().filter(line => /^│[ ›]\?/.test(line))).toHaveLength(2);
    for (const key of ['z', 'j', 'z', 'x']) console.press(key);
    await console.sees('Another row has the same ID. Purser offers no action for this row.');
    console.press('j', 'z');
    await console.sees('Freeze card');
  });

  it('marks a currency that is none, as beside an amount', async () => {
    console = await startOnCards({ simulator: { faults: ['card.list set=data[1].currency:"FROZEN"'] } });
    await console.sees(/1545 +INACTIVE +\? FROZEN/);
  });

  it('masks a card number that the service sent unmasked, in every part of the screen [C28]', async () => {
    console = await startOnCards({ cols: 160 });
    const { number } = card(5);
    console.press('j', 'j', 'j', 'j', 'j');
    await console.sees(new RegExp(`^•{4} •{4} •{4} ${number.slice(-4)}$`, 'm'));
    console.press('d');
    await console.sees('maskedCardNumber');
    expect(console.screen.text()).not.toContain(number);
    console.press('esc', 'enter');
    await console.sees('card transactions loaded · G loads more');
    await console.sees(new RegExp(`of .*(?:•{4} ){3}${number.slice(-4)}`));
    expect(console.screen.text()).not.toContain(number);
  });

  it('masks a number with a wrong check digit in details, raw JSON, clipboard, export and inspector [C28]', async () => {
    const number = '4111111111111112';
    const change = `card.list set=data[*].maskedCardNumber:"${number}"`;
    console = await startOnCards({ simulator: { faults: [change] }, rows: 60 });
    const shows = (): boolean => console.screen.bytes.includes('4111111111111');
    await console.sees(/Number +•{4} •{4} •{4} 1112/);
    console.press('d');
    await console.sees('maskedCardNumber": "••••••••••••1112');
    console.press('esc', ']', ']');
    await console.sees('maskedCardNumber": "••••••••••••1112');
    console.press('Y', 'j', 'j', 'enter');
    await console.sees('the JSON of the card');
    console.press('Y', 'j', 'enter');
    await console.sees('the row of the card');
    const copies = console.copied();
    expect(copies).toHaveLength(2);
    for (const text of copies) expect(text).toContain('1112');
    expect(copies.join()).not.toContain('4111');
    console.press('E');
    await console.sees('Export to a file');
    console.press('tab', 'tab', 'tab', 'enter');
    await console.sees(/Exported \d+ cards/);
    const file = readdirSync(console.home).find(name => name.endsWith('.csv')) ?? '';
    const csv = readFileSync(join(console.home, file), 'utf8');
    expect(csv).toContain('••••••••••••1112');
    expect(csv).not.toContain('4111');
    console.press('@');
    await console.sees('Request');
    const { exchanges } = console.state();
    const inspected = exchanges.map(one => JSON.stringify(one) + (one.responseBody?.() ?? '')).join();
    expect(inspected).toContain('••••••••••••1112');
    expect(inspected).not.toContain('4111111');
    expect(shows()).toBe(false);
  });

  it.each(['card-details', 'card-limits', 'cards', 'accounts'])(
    '%s refuses a card number as an ID, and no request contains it',
    async place => {
      console = await startOnCards();
      console.press(':');
      console.type(`${place}/4111 1111 1111 1111`);
      await console.sees('1111 1111 1111');
      console.press('enter');
      await console.sees('That is a card number, not an ID');
      expect(console.exchanges().filter(line => line.includes('1111'))).toEqual([]);
      expect(currentView(console.state()).place).toBe('cards');
    },
  );

  it("requests no card details if the card's ID is a card number", async () => {
    console = await startOnCards({
      simulator: { faults: ['card.list set=data[0].cardHashId:"4111111111111111"'] },
    });
    console.press('D');
    await console.sees('This is a card number, not a card ID');
    expect(console.exchanges().filter(line => line.includes('/card/detail'))).toEqual([]);
  });

  it('filters by status and type at the service, and refuses an unknown word in its field', async () => {
    console = await startOnCards();
    console.press('f');
    await console.sees('Search service');
    console.type('closed');
    console.press('tab', 'tab', 'enter');
    await console.sees('Type one of ACTIVE, INACTIVE.');
    expect(asked('/svc/api/v1/card').filter(query => query['status'])).toEqual([]);
    console.press('ctrl-u');
    console.type('inactive');
    console.press('tab');
    console.type('plastic');
    console.press('tab', 'enter');
    await console.sees('Type one of PHY, VIRTUAL.');
    console.press('ctrl-u');
    console.type('virtual');
    console.press('tab', 'enter');
    await console.sees('service: status=INACTIVE card_type=VIRTUAL');
    await console.sees(/\d+ cards, all/);
    expect(asked('/svc/api/v1/card').at(-1)).toMatchObject({ status: 'INACTIVE', card_type: 'VIRTUAL' });
    expect(console.screen.text()).not.toMatch(/PHY +ACTIVE/);
  });

  it("explains CLOSED in the API's words, and marks an unknown status as not documented", async () => {
    console = await startOnCards();
    console.press('j', 'j', 'j', 'j', 'i');
    await console.sees('the API names no change from CLOSED');
    console.press('esc');
    await breaks(console, 'card.list set=data[4].cardStatus:"BLOCKED"');
    console.press('r');
    await console.sees('? BLOCKED');
    console.press('i');
    await console.sees('the API lists no status with this name');
    await console.sees('ACTIVE, INACTIVE, CLOSED');
  });

  it("shows one card if it is opened with the card's ID", async () => {
    console = await startOnAccounts({ rows: 40, cols: 120 });
    const { id } = card(7);
    await goes(console, `cards/${id}`);
    await console.sees('1 of 45 loaded match');
    await console.sees(id.slice(0, 12));
  });
});

describe('the card transactions', () => {
  const opens = async (options: ConsoleOptions = {}) => {
    console = await startOnCards({ cols: 200, rows: 50, ...options });
    console.press('enter');
    await console.sees('card transactions loaded · G loads more');
  };

  it("are requested by the card's ID and show both amounts; a declined transaction shows reason, place and risk", async () => {
    await opens({ cols: 180 });
    expect(asked('/card/transaction')[0]).toEqual({ id: card(0).id, offset: '0', limit: '100' });
    await console.sees(/of Ashdown & Vale Ltd · 4000 00\*{2} \*{4} \d{4}/);
    await console.sees(/APPROVED/);
    console.press('j');
    await console.sees(/Reason +INSUFFICIENT_FUNDS/);
    console.press('j', 'j', 'j', 'j', 'j');
    await console.sees(/Reason +SUSPECTED_FRAUD/);
    await console.sees(/Actions +TRANSACTION_BLOCKED/);
    await console.sees(/Factors\s+Unusual merchant country, Amount\s+above\s+the\s+usual/);
    await console.sees(/3-D Secure +AUTHENTICATED/);
    await console.sees(/Category +\d{4}/);
    for (const label of ['Billed', 'Posted', 'Merchant ID', 'Matched', 'Auth. code', 'Wallet', 'Lifecycle'])
      await console.sees(new RegExp(`${label}\\s+\\S`));
  });

  it('are filtered by status and period at the service; an impossible day is refused in its field', async () => {
    await opens({ cols: 240 });
    console.press('f');
    await console.sees('Search service');
    console.type('declined');
    console.press('tab');
    console.type('2026-10-32');
    console.press('tab', 'tab', 'enter');
    await console.sees('No such day. Type 20nov, 20..21nov, yesterday or 7d.');
    expect(asked('/card/transaction')).toHaveLength(1);
    console.press('ctrl-u');
    console.type('2026-10-01');
    console.press('tab');
    console.type('2026-11-01');
    console.press('tab', 'enter');
    await console.sees('service: status=DECLINED start_date=2026-10-01 end_date=2026-11-01');
    await console.sees(/card transactions/);
    expect(asked('/card/transaction').at(-1)).toMatchObject({
      id: card(0).id,
      status: 'DECLINED',
      start_date: '2026-10-01',
      end_date: '2026-11-02',
    });
    expect(console.screen.text()).not.toContain('APPROVED');
  });

  it('are requested with POST if the dialect says so', async () => {
    await opens({
      dialect: { cardTransactions: 'POST' },
      simulator: { dialect: { cardTransactions: 'POST' } },
    });
    const sent = console.simulator.wire.find(({ operation }) => operation === 'card.transactions');
    expect(sent).toMatchObject({ method: 'POST', status: 200 });
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ id: card(0).id });
  });

  it('need a card, and the screen says so', async () => {
    console = await startOnAccounts();
    console.press(':');
    console.type('card-transactions');
    console.press('enter');
    await console.sees('Card transactions need a card');
    console.press('esc', ':');
    console.type('card-limits');
    console.press('enter');
    await console.sees('Limits need a card');
  });
});

describe('with unexpected card data,', () => {
  it.each([
    ['null', '–', '–'],
    ['7', '? 7', '● ? 7'],
    ['"FROZEN"', '? FROZEN', '● FROZEN (not documented)'],
    ['{"a":1}', '? {"a":1}', '● ? {"a":1}'],
  ])('the status %s is shown as %s, and Purser guesses no other status', async (sent, shown, marked) => {
    const rule = `card.list set=data[0].cardStatus:${sent}`;
    console = await startOnAccounts({ cols: 160, rows: 40, simulator: { faults: [rule] } });
    console.press('3');
    await console.sees('45 cards, all');
    await console.sees(new RegExp(`› .* ${RegExp.escape(shown)} `));
    await console.sees(new RegExp(`^Ashdown & Vale Ltd +${RegExp.escape(marked)}$`, 'm'));
  });

  it.each([
    ['null', /^– USD +● APPROVED$/m],
    ['"12.50"', /^12\.50 USD +● APPROVED$/m],
    ['"12,50"', /^\? 12,50 USD +● APPROVED$/m],
    ['{"a":1}', /^\? \{"a":1\} USD +● APPROVED$/m],
  ])('the amount %s is shown as sent, and never as 0', async (sent, shown) => {
    const rules = ['transaction_amount', 'billing_amount'].map(
      name => `card.transactions set=data.items[0].${name}:${sent}`,
    );
    console = await startOnAccounts({ cols: 140, rows: 40, simulator: { faults: rules } });
    await goes(console, `card-transactions/${card(0).id}`);
    await console.sees(shown);
    const row =
      console.screen
        .text()
        .split('\n')
        .find(line => line.includes('› ')) ?? '';
    expect(row).not.toMatch(/ 0(?:\.0+)? /);
  });

  it('a hostile name is shown with every character visible, in the list, the breadcrumb and the dialog', async () => {
    console = await startConsole({ customer: 7, opening: 'cards', cols: 180, rows: 40 });
    await console.sees('45 cards, all');
    await console.sees('› Acme␛[2J␛[3J␛[H Ltd');
    console.press('x');
    await console.sees(/Card +Acme␛\[2J␛\[3J␛\[H Ltd · 4000 00\*{2} \*{4} 1508 · PHY · GBP/);
    console.press('esc', 'enter');
    await console.sees('of Acme␛[2J␛[3J␛[H Ltd · 4000 00** **** 1508');
    await console.sees('evil\\u{202E}txt.exe');
  });
});
