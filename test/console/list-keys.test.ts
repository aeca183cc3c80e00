// The keys of a list: its order, columns, filter and marks, and the raw JSON of a record.

import { describe, expect, it, vi } from 'vitest';
import { currentView } from '../../src/store/workspace.ts';
import { layoutOf } from '../../src/ui/screens/layout.ts';
import { type ConsoleOptions, startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { rests } from './tour.ts';

let console: TestConsole;

/** Opens the transactions of the first account. Their first page is loaded. */
async function transactions(options: ConsoleOptions = {}): Promise<void> {
  console = await startOnAccounts({ rows: 24, cols: 80, ...options });
  console.press('enter');
  await console.sees('100 transactions loaded · G loads more');
}

const lines = (): readonly string[] => console.screen.contents().split('\n');
const heading = (): string => lines().find(line => /Amount/.test(line)) ?? '';
/** The rows of the list on the screen. Each row begins with two columns for its marks. */
const rows = (): readonly string[] => {
  const below = lines().slice(lines().indexOf(heading()) + 1);
  return below.slice(
    0,
    below.findIndex(line => !/^[ ›][ *]\S/.test(line)),
  );
};
/** The amount in minor units, with the sign of its direction. The list sorts by this signed amount. */
function amountOf(row: string): bigint {
  const [, sign, whole, pence] = /([−+])([\d,]+)\.(\d\d)$/.exec(row) ?? [];
  if (whole === undefined) throw new Error(`no amount in “${row}”`);
  return BigInt(`${sign === '−' ? '-' : ''}${whole.replaceAll(',', '')}${pence}`);
}
const view = () => currentView(console.state());

it('a key for a record, pressed before the rows arrive, says that they were still loading', async () => {
  console = await startOnAccounts({ simulator: { faults: ['account.transactions hang'] } });
  console.press('enter');
  await console.sees('Loading …');
  console.press('y');
  await console.sees('The rows were still loading. Press the key again.');
});

it('moves pressed before the rows arrive select the row, and G goes to the last row of all', async () => {
  const faults = ['* delay=300'];
  console = await startConsole({
    customer: 0,
    opening: 'overview',
    simulator: { faults },
    rows: 36,
    cols: 120,
  });
  console.press('3', 'j', 'j', 'j');
  await console.sees(/› Jürgen Großmann.*3679/);
  console.press('7', 'G', 'k', 'k', 'p');
  await console.sees('The rows were still loading. Press the key again.');
  await console.sees('240 beneficiaries, all');
  await vi.waitFor(() => expect(view()).toMatchObject({ place: 'beneficiaries', cursorIndex: 237 }));
});

it('while the details hide the list, only / works of the keys of the list', async () => {
  await transactions({ cols: 120, rows: 36 });
  console.press('tab', '+');
  await console.losesSight('100 transactions loaded');
  await console.sees('] next details tab');
  for (const key of ['f', 'C', 'space']) {
    console.press(key);
    await console.sees('The details hide the list. Press Tab to show the list.');
  }
  expect(console.state()).toMatchObject({ overlay: undefined, prompt: undefined });
  expect(view().marks.size).toBe(0);
  console.press('tab');
  await console.sees('100 transactions loaded');
  await console.sees('/ filter');
});

describe('the order of a list', () => {
  it('h, l, ← and → choose a column, and the mark of the chosen column moves no text', async () => {
    await transactions();
    expect(heading()).toMatch(/^ {2}Time/);
    const before = heading();
    console.press('l');
    await console.sees('›Time');
    console.press('right', 'l', 'left', 'h');
    await console.sees('›Time');
    expect(heading().replace('›', ' ')).toBe(before);
    const underlined = console.screen.cellsOf('Time')?.[0];
    expect(underlined).toMatchObject({ text: 'T', underline: true });
    console.press('h');
    await console.sees('›Time');
    console.press('tab');
    await console.losesSight('›Time');
    console.press('l');
    await console.sees('Columns belong to the list. Press Tab to go to the list.');
  });

  it('O sorts by the chosen column up, down and not at all, and says that it sorts only loaded rows', async () => {
    await transactions();
    const sent = rows().map(amountOf);
    console.press('O');
    await console.sees('choose a column with ← and → first');
    console.press('l', 'l', 'l', 'l', 'l', 'O');
    await console.sees('G loads more · loaded rows by Amount ↑');
    await console.sees('›↑Amount');
    const up = rows().map(amountOf);
    expect(up).toEqual(up.toSorted((a, b) => (a < b ? -1 : 1)));
    // As floats two of these amounts would be equal, so only exact numbers sort them.
    expect(rows()[0]).toContain('−9,007,199,254,740,993.01');
    console.press('O');
    await console.sees('loaded rows by Amount ↓');
    const down = rows().map(amountOf);
    expect(down).toEqual(down.toSorted((a, b) => (a < b ? 1 : -1)));
    console.press('O');
    await console.losesSight('loaded rows by');
    expect(rows().map(amountOf)).toEqual(sent);
  });

  it('stays while more rows are loaded, and loads no rows', async () => {
    await transactions({ simulator: { rows: 240 } });
    console.press('l', 'l', 'l', 'l', 'l', 'O', 'O');
    await console.sees('loaded rows by Amount ↓');
    console.press(...Array.from({ length: 9 }, () => 'pgdn'));
    await console.drawn();
    expect(console.exchanges().filter(line => line.includes('/transactions'))).toHaveLength(1);
    console.press('G');
    await console.sees(/240 transactions, all · sorted by Amount ↓/);
    console.press('g');
    await console.drawn();
    const down = rows().map(amountOf);
    expect(down).toEqual(down.toSorted((a, b) => (a < b ? 1 : -1)));
  });

  it('stays after a reload and after you leave the list and return', async () => {
    await transactions();
    console.press('l', 'O');
    await console.sees('loaded rows by Time ↑');
    const first = rows()[0];
    console.press('r');
    await console.sees('0 s ago');
    expect(rows()[0]).toBe(first);
    console.press('b');
    await console.sees('balances, all');
    console.press('5');
    await console.sees('balance history rows');
    console.press('2');
    await console.sees('accounts, all');
    console.press('2');
    await console.sees('balances, all');
    console.press('esc');
    await console.sees('loaded rows by Time ↑');
  });

  it('has the currency first if the amounts have several currencies, and the screen says so', async () => {
    console = await startConsole({ opening: 'history', cols: 140 });
    await console.sees('entries loaded · G loads more');
    console.press('l', 'l', 'l', 'l', 'O');
    await console.sees('loaded rows by currency, then Amount ↑');
    const currencies = rows().flatMap(line => /\.\d+ +([A-Z]{3})\b/.exec(line)?.[1] ?? []);
    expect(currencies.length).toBeGreaterThan(10);
    expect(currencies).toEqual(currencies.toSorted());
  });
});

describe('the columns of a list', () => {
  it('are hidden and shown with C; at least one stays, and r shows all', async () => {
    await transactions();
    console.press('C');
    await console.sees('Space show or hide');
    console.press('j', 'space');
    await console.sees('[ ] Description');
    console.press('enter');
    await console.losesSight('[ ] Description');
    expect(heading()).not.toContain('Description');
    console.press('C', 'space', 'j', 'j', 'space', 'j', 'space', 'j', 'space', 'j');
    await console.sees('› [x] ID');
    console.press('space');
    await console.sees('At least one column must stay');
    console.press('r');
    await console.sees('[x] Description');
    expect(console.screen.text()).not.toContain('[ ]');
  });

  it('stay hidden in every list of the same screen', async () => {
    await transactions();
    console.press('C', 'j', 'space', 'enter', 'esc');
    await console.sees('7 accounts, all');
    console.press('j', 'enter');
    await console.sees('transactions loaded · G loads more');
    expect(heading()).not.toContain('Description');
  });

  it('include a column without room when the column keys reach that column', async () => {
    await transactions();
    expect(heading()).not.toContain('ID');
    console.press('h');
    await console.sees('›ID');
    expect(console.screen.text()).toMatch(
      /^│›.*[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/m,
    );
  });

  it('end with the name of a column that fits nowhere', async () => {
    await transactions({ cols: 60, rows: 20 });
    console.press('h');
    await console.sees('›ID: no room');
    console.press('C');
    await console.sees('[x] ID: no room, or the same in all rows');
    await console.sees(/\[x\] Description *$/m);
  });
});

describe('the filter of a list', () => {
  it('takes conditions on columns and amounts, and excluded words', async () => {
    await transactions();
    console.press('/');
    console.type('amount>=1,000 status:set !refund');
    console.press('enter');
    await console.sees('[loaded: amount>=1,000 status:set !refund]');
    const shown = rows().filter(row => row.includes('SETTLED'));
    expect(shown.length).toBeGreaterThan(3);
    for (const row of shown) {
      const amount = amountOf(row);
      expect(amount < 0n ? -amount : amount).toBeGreaterThanOrEqual(100_000n);
      expect(row).toContain('SETTLED');
      expect(row).not.toContain('Refund');
    }
  });

  it('completes columns and their values with Tab; = matches the whole value, and you can type on', async () => {
    await transactions();
    console.press('/');
    console.type('stat');
    console.press('tab');
    await console.sees(/\/ status:/);
    console.press('tab');
    await console.sees(/\/ status:PENDING +1 of 2: Tab for the next/);
    console.press('ctrl-u');
    console.type('status=');
    console.press('tab', 'tab');
    await console.sees(/\/ status=SETTLED +2 of 2: Tab for the next/);
    const [, settled] = /(\d+) of 100 loaded match/.exec(console.screen.text()) ?? [];
    console.press('tab');
    await console.sees(/\/ status=PENDING +1 of 2/);
    console.press('ctrl-u');
    console.type('status=settle');
    await console.sees(/^0 of 100 loaded match/m);
    console.type('d|none');
    await console.sees(`${settled} of 100 loaded match`);
    console.press('ctrl-u');
    console.type('time<2000-01-01');
    await console.sees(/^0 of 100 loaded match/m);
  });

  it('names terms that it does not understand, next to the prompt, and under the list after Enter', async () => {
    await transactions();
    console.press('/');
    console.type('colour:red');
    await console.sees(/\/ colour:red.*no column begins with “colour”/);
    await console.sees('0 of 100 loaded match');
    await console.sees('Filter not understood: no column begins with “colour”.');
    console.press('enter');
    await console.sees('not understood: no column begins with “colour” · 0 of 100');
  });
});

describe('the marks of a list', () => {
  it('are set with Space, which moves down; Esc removes the marks first and then the filter', async () => {
    await transactions();
    console.press('/');
    console.type('settled');
    console.press('enter', 'space', 'space', 'j', 'space');
    await console.sees('3 marked');
    expect(rows().map(row => row.slice(0, 2))).toEqual([
      ' *',
      ' *',
      '  ',
      ' *',
      '› ',
      '  ',
      '  ',
      '  ',
      '  ',
    ]);
    console.press('k', 'space');
    await console.sees('2 marked');
    console.press('esc');
    await console.losesSight('marked');
    await console.sees('[loaded: settled]');
    console.press('esc');
    await console.losesSight('[loaded: settled]');
    expect(view().place).toBe('transactions');
  });

  it('have a sum of their own, with and without a filter', async () => {
    await transactions({ cols: 160 });
    const pounds = (count: number): string => {
      const sum = rows()
        .slice(0, count)
        .map(amountOf)
        .reduce((all, amount) => all + amount);
      const digits = String(sum < 0n ? -sum : sum).padStart(3, '0');
      const whole = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, ',');
      return `their sum ${sum < 0n ? '−' : ''}${whole}.${digits.slice(-2)} GBP`;
    };
    console.press('space', 'space');
    await console.sees(`2 marked, ${pounds(2)}`);
    console.press('esc', '/');
    console.type('settled');
    console.press('enter');
    await console.sees(/loaded match · G loads more · sum /);
    console.press('g', 'space', 'space', 'space');
    await console.sees(`3 marked, ${pounds(3)}`);
    console.press('/');
    console.type(' zzz');
    console.press('enter');
    await console.sees(/0 of 100 .* 3 marked, their sum /);
  });

  it('stay on their records after a sort, a filter and a reload', async () => {
    await transactions();
    const [first = ''] = rows();
    console.press('space', 'l', 'O');
    await console.sees('1 marked · loaded rows by Time ↑');
    console.press('/');
    console.type('zzz');
    await console.sees(/0 of 100 .*1 marked/);
    console.press('esc', 'O', 'O');
    await console.losesSight('loaded rows by');
    console.press('r');
    await rests(console);
    await console.sees('1 marked');
    expect(rows()[0]).toBe(`›*${first.slice(2)}`);
  });
});

describe('the raw JSON', () => {
  it('covers the whole screen after d, and Esc goes back', async () => {
    await transactions({ cols: 60, rows: 15 });
    console.press('d');
    await console.sees('Raw JSON');
    await console.sees(/"create_time": "2026-/);
    expect(lines().some(line => line.includes('Amount  '))).toBe(false);
    console.press('esc');
    await console.losesSight('Raw JSON');
    await console.sees('100 transactions');
  });

  it('scrolls to the end of a long record, and no further', async () => {
    console = await startOnAccounts({ cols: 60, rows: 15 });
    console.press('d');
    await console.sees(/^Operations · .* {2}↓ \d+ more$/m);
    console.press('G', 'j', 'pgdn');
    await console.sees(/^}$/m);
    await console.losesSight(' more');
    console.press('k', 'g');
    await console.sees(/^\{$/m);
  });

  it('shows a hostile record completely, and its control characters do nothing [C25a]', async () => {
    console = await startConsole({ customer: 7, opening: 'beneficiaries', cols: 100 });
    await console.sees('100 of 240 loaded · G loads more');
    console.press('d');
    await console.sees('Raw JSON');
    await console.sees('account_holder_name');
    for (let n = 0; n < 5; n++) console.press('esc', 'j', 'd');
    await console.sees('Raw JSON');
    expect(console.screen.replies).toEqual([]);
    expect(console.crashes).toEqual([]);
  });

  it('says that another record was selected meanwhile', async () => {
    await transactions();
    console.press('d');
    await console.sees('create_time');
    const overlay = console.state().overlay;
    if (overlay?.kind !== 'record') throw new Error('no record is shown');
    console.quietly({ overlay: { ...overlay, key: 'gone' } });
    await console.sees('This record is no longer selected');
  });
});

it.each([
  [60, 15],
  [80, 24],
  [100, 30],
  [200, 50],
] as const)(
  'at %i×%i the frame stays in place with a sort, marks and a selected column',
  async (cols, height) => {
    await transactions({ cols, rows: height });
    const { list, framed } = layoutOf({ columns: cols, rows: height });
    const side = (x: number): string =>
      Array.from({ length: list.height + 2 }, (_, y) => console.screen.cell(x, y + 2).text).join('');
    const frame = () => {
      const screen = console.screen.lines();
      const sides = framed ? [side(0), side(list.width + 1)] : [];
      return [screen.length, screen[0]?.slice(0, 40), screen[1], screen.at(-1), ...sides];
    };
    await console.drawn();
    const before = frame();
    if (framed) {
      const between = '│'.repeat(list.height);
      expect(before.slice(-2)).toEqual([`╭${between}╰`, `╮${between}╯`]);
    }
    for (const key of ['l', 'l', 'O', 'l', 'O', 'l', 'l', 'l', 'O', 'space', 'space']) {
      console.press(key);
      await console.drawn();
      expect(frame()).toEqual(before);
    }
    console.press('C');
    await console.sees('Space show or hide');
    expect(console.crashes).toEqual([]);
  },
);
