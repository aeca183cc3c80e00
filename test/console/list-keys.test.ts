// How a list is looked at, key by key: its order, its columns, its filter, its marks, the record as it came.

import { afterEach, describe, expect, it } from 'vitest';
import { currentView } from '../../src/store/workspace.ts';
import { layoutOf } from '../../src/ui/screens/layout.ts';
import { startConsole, type TestConsole } from '../harness/console.ts';

let console: TestConsole;
afterEach(() => console.close());

/** A screen on which the transactions of the first account are loaded, a page of them. */
async function transactions(options: Parameters<typeof startConsole>[0] = {}): Promise<void> {
  console = await startConsole({ rows: 24, cols: 80, ...options });
  await console.sees('7 accounts, all');
  console.press('enter');
  await console.sees('100 transactions loaded · G loads more');
}

const lines = (): readonly string[] => console.screen.contents().split('\n');
const heading = (): string => lines().find(line => /Amount/.test(line)) ?? '';
/** The rows of the list that are on the screen: each is behind two cells of marks. */
const rows = (): readonly string[] => {
  const below = lines().slice(lines().indexOf(heading()) + 1);
  return below.slice(
    0,
    below.findIndex(line => !/^[ ›][ *]\S/.test(line)),
  );
};
/** As the service sent it: the sign on the screen is the direction, by which rows are neither sorted nor filtered. */
function amountOf(row: string): bigint {
  const [, sign, whole, pence] = /([−+])([\d,]+)\.(\d\d)$/.exec(row) ?? [];
  if (whole === undefined) throw new Error(`no amount in “${row}”`);
  return BigInt(`${sign === '−' ? '-' : ''}${whole.replaceAll(',', '')}${pence}`);
}
const view = () => currentView(console.state());

describe('the order', () => {
  it('a column is chosen with h l ← →, and its sign moves no column', async () => {
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

  it('O sorts by it: up, down, as the service sent it; of what is loaded, and the screen says so', async () => {
    await transactions();
    const sent = rows().map(amountOf);
    console.press('O');
    await console.sees('choose a column with ← and → first');
    console.press('l', 'l', 'l', 'l', 'l', 'O');
    await console.sees('G loads more · these sorted by Amount ↑');
    await console.sees('›↑Amount');
    const up = rows().map(amountOf);
    expect(up).toEqual(up.toSorted((a, b) => (a < b ? -1 : 1)));
    // A float takes two of these amounts for one: their order is exact.
    expect(rows()[0]).toContain('−9,007,199,254,740,993.01');
    console.press('O');
    await console.sees('these sorted by Amount ↓');
    const down = rows().map(amountOf);
    expect(down).toEqual(down.toSorted((a, b) => (a < b ? 1 : -1)));
    console.press('O');
    await console.losesSight('sorted by');
    expect(rows().map(amountOf)).toEqual(sent);
  });

  it('continues while the rest is loaded, and asks for nothing itself', async () => {
    await transactions({ simulator: { rows: 240 } });
    console.press('l', 'l', 'l', 'l', 'l', 'O', 'O');
    await console.sees('these sorted by Amount ↓');
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

  it('is kept where one goes and comes back, and by a reload', async () => {
    await transactions();
    console.press('l', 'O');
    await console.sees('these sorted by Time ↑');
    const first = rows()[0];
    console.press('r');
    await console.sees('0 s ago');
    expect(rows()[0]).toBe(first);
    console.press('b');
    await console.sees('balances, all');
    console.press('5');
    await console.sees('balance history rows');
    console.press('2');
    await console.sees('balances, all');
    console.press('esc');
    await console.sees('these sorted by Time ↑');
  });

  it('amounts of several currencies are sorted by currency, and the screen says so', async () => {
    console = await startConsole({ opening: 'history', cols: 140 });
    await console.sees('entries loaded · G loads more');
    console.press('l', 'l', 'l', 'l', 'O');
    await console.sees('these sorted by currency, then Amount ↑');
    const currencies = rows().flatMap(line => /\.\d+ +([A-Z]{3})\b/.exec(line)?.[1] ?? []);
    expect(currencies.length).toBeGreaterThan(10);
    expect(currencies).toEqual(currencies.toSorted());
  });
});

describe('columns', () => {
  it('C hides and shows them; one at least stays; r brings them all back', async () => {
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
    await console.sees('At least one column stays');
    console.press('r');
    await console.sees('[x] Description');
    expect(console.screen.text()).not.toContain('[ ]');
  });

  it('are hidden in every list of the place', async () => {
    await transactions();
    console.press('C', 'j', 'space', 'enter', 'esc');
    await console.sees('7 accounts, all');
    console.press('j', 'enter');
    await console.sees('transactions loaded · G loads more');
    expect(heading()).not.toContain('Description');
  });

  it('one for which the width had no room is shown once the column keys are on it', async () => {
    await transactions();
    expect(heading()).not.toContain('ID');
    console.press('h');
    await console.sees('›ID');
    expect(console.screen.text()).toMatch(
      /^│›.*[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/m,
    );
  });

  it('one for which there is no room at all is named where the headings end', async () => {
    await transactions({ cols: 60, rows: 20 });
    console.press('h');
    await console.sees('›ID: no room');
  });
});

describe('the filter', () => {
  it('takes columns, amounts and what must not be', async () => {
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

  it('Tab completes columns and what they have here; = finds the whole of it, and what was typed goes on', async () => {
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

  it('names the terms without meaning next to the prompt, and after it under the list', async () => {
    await transactions();
    console.press('/');
    console.type('colour:red');
    await console.sees(/\/ colour:red.*no column begins with “colour”/);
    await console.sees('100 loaded · G loads more');
    expect(console.screen.text()).not.toContain('not understood');
    expect(console.screen.text()).not.toContain('match');
    console.press('enter');
    await console.sees('not understood: no column begins with “colour”');
  });
});

describe('marks', () => {
  it('Space marks and goes down; Esc takes marks back before the filter, and quits nothing', async () => {
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

  it('stay on their records in another order, through a filter and by a reload', async () => {
    await transactions();
    const [first = ''] = rows();
    console.press('space', 'l', 'O');
    await console.sees('1 marked · these sorted by Time ↑');
    console.press('/');
    console.type('zzz');
    await console.sees(/0 of 100 .*1 marked/);
    console.press('esc', 'O', 'O');
    await console.losesSight('sorted by');
    console.press('r');
    await console.sees('1 marked');
    await console.drawn();
    expect(rows()[0]).toBe(`›*${first.slice(2)}`);
  });
});

describe('d', () => {
  it('shows the raw JSON over the whole screen, and Esc goes back', async () => {
    await transactions({ cols: 60, rows: 15 });
    console.press('d');
    await console.sees('Raw JSON');
    await console.sees(/"create_time": "2026-/);
    expect(lines().some(line => line.includes('Amount  '))).toBe(false);
    console.press('esc');
    await console.losesSight('Raw JSON');
    await console.sees('100 transactions');
  });

  it('scrolls to the end of a long one, and no further', async () => {
    console = await startConsole({ cols: 60, rows: 15 });
    await console.sees('7 accounts, all');
    console.press('d');
    await console.sees(/^Operations · .* {2}↓ \d+ more$/m);
    console.press('G', 'j', 'pgdn');
    await console.sees(/^}$/m);
    await console.losesSight(' more');
    console.press('k', 'g');
    await console.sees(/^\{$/m);
  });

  it('a record made to break a terminal is shown whole and does nothing [C25]', async () => {
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

  it('says so when another record has come under the cursor', async () => {
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
  'at %i×%i the frame and its border stay in their place, with a sort, marks and a selected column',
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
