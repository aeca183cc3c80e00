// The painter shows what Ink alone would show: cell by cell, on every screen and overlay, at every size.

import { type Instance, render } from 'ink';
import { afterEach, expect, test, vi } from 'vitest';
import { goes } from '../../console/paying.ts';
import { tour } from '../../console/tour.ts';
import { payee, pendingDebit } from '../../console/writing.ts';
import { startConsole, type TestConsole } from '../../harness/console.ts';
import { patience } from '../../harness/patience.ts';
import { fakeTerminal, type Screen } from '../../harness/terminal.ts';

let console: TestConsole;
let ink: Instance | undefined;
afterEach(async () => {
  ink?.unmount();
  expect(console.crashes).toEqual([]);
  await console.close();
});

/** Draws the console's tree a second time, by Ink alone, on a terminal of the same size. */
function drawnByInk(): Screen {
  const { cols, rows } = console.screen;
  const { screen, stdin, stdout } = fakeTerminal({ cols, rows });
  ink = render(console.tree, {
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stdout as unknown as NodeJS.WriteStream,
    ...{ alternateScreen: true, interactive: true, exitOnCtrlC: false, patchConsole: false, maxFps: 1000 },
  });
  return screen;
}

/** The cells of a screen, one string for each row: texts and styles. */
function cellsOf(screen: Screen): readonly string[] {
  return Array.from({ length: screen.rows }, (_, y) =>
    Array.from({ length: screen.cols }, (_, x) => {
      const { text, bold, dim, underline, inverse, foreground, background } = screen.cell(x, y);
      const blank = text === '' || text === ' ';
      // Nobody sees the weight or the colour of a blank.
      const style = [inverse, underline, background, ...(blank && !inverse ? [] : [bold, dim, foreground])];
      return `${blank ? ' ' : text}${style.join()}`;
    }).join('|'),
  );
}

const differing = (one: Screen, other: Screen): readonly string[] => {
  const cells = cellsOf(other);
  return cellsOf(one).flatMap((row, y) =>
    row === cells[y] ? [] : [`row ${y}: ${one.lines()[y]} / ${other.lines()[y]}`],
  );
};

test.each([
  { cols: 140, rows: 44, customer: 0 },
  // The customer whose names attack the terminal.
  { cols: 80, rows: 24, customer: 7 },
])(
  'the painter and Ink show the same at $cols×$rows, customer $customer',
  { timeout: 240_000 },
  async ({ cols, rows, customer }) => {
    console = await startConsole({ cols, rows, customer });
    await console.sees('accounts, all');
    const other = drawnByInk();
    const same = (where: string) =>
      vi.waitFor(() => expect(differing(console.screen, other), where).toEqual([]), patience);
    await same('accounts');
    const own = console.simulator.world.customers[customer];
    const account = own?.accounts[0]?.record.id ?? '';
    const card = own?.cards.all[0]?.id ?? '';
    const beneficiary = customer === 0 ? payee(console) : (own?.beneficiaries.row(0).id ?? '');
    const debit = customer === 0 ? { 'direct-debits': pendingDebit(console) } : {};
    await tour(
      console,
      {
        transactions: account,
        'account-mandates': account,
        'card-transactions': card,
        'card-limits': card,
        'card-details': card,
        'new-payout': beneficiary,
        'update-beneficiary': beneficiary,
        ...debit,
      },
      same,
    );
    for (const keys of [['?'], ['u'], ['@', 'enter'], ['ctrl-p'], [':'], ['T', 'j'], ['L']]) {
      await goes(console, 'accounts');
      for (const key of keys) {
        console.press(key);
        await console.drawn();
        await same(keys.join(' '));
      }
      console.press('esc');
    }
  },
);
