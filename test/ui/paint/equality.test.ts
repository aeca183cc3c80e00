// The painter shows what Ink would show, cell by cell, on every screen and overlay and at several sizes.

import { type Instance, render } from 'ink';
import { createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { goes } from '../../console/paying.ts';
import { tour } from '../../console/tour.ts';
import { payee, pendingDebit } from '../../console/writing.ts';
import type { Cell } from '../../harness/cell.ts';
import { startOnAccounts, type TestConsole } from '../../harness/console.ts';
import { patience } from '../../harness/patience.ts';
import { fakeTerminal, type Screen } from '../../harness/terminal.ts';
import { repeated } from '../../harness/whole.ts';
import { ByInk } from './without-blocks.tsx';

vi.mock(import('../../../src/ui/kit/Line.tsx'), async original =>
  (await import('./without-blocks.tsx')).linesWithoutBlocks(await original()),
);
vi.mock(import('../../../src/ui/kit/Panel.tsx'), async original =>
  (await import('./without-blocks.tsx')).panelsWithoutBlocks(await original()),
);

let console: TestConsole;
let ink: Instance | undefined;
afterEach(() => ink?.unmount());

/** Draws the console's tree again with Ink's own drawing, on a terminal of the same size. */
function drawnByInk(): Screen {
  const { cols, rows } = console.screen;
  const { screen, stdin, stdout } = fakeTerminal({ cols, rows });
  ink = render(createElement(ByInk, { value: true }, console.tree), {
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stdout as unknown as NodeJS.WriteStream,
    // Ink takes long for a frame, and only the last one is compared.
    ...{ alternateScreen: true, interactive: true, exitOnCtrlC: false, patchConsole: false, maxFps: 30 },
  });
  return screen;
}

/** Whether two cells look the same. Nobody sees the weight or the colour of a blank. */
function isSame(one: Cell, other: Cell): boolean {
  const [text, otherText] = [one.text || ' ', other.text || ' '];
  const same =
    text === otherText &&
    one.inverse === other.inverse &&
    one.underline === other.underline &&
    one.background === other.background;
  if (!same || (text === ' ' && !one.inverse)) return same;
  return one.bold === other.bold && one.dim === other.dim && one.foreground === other.foreground;
}

/** The rows that look different. Compares the texts first, because most cells differ while one screen is behind. */
function differing(one: Screen, other: Screen): readonly string[] {
  const [lines, others] = [one.lines(), other.lines()];
  const rows = (differs: (y: number) => boolean): readonly string[] =>
    lines.flatMap((line, y) => (differs(y) ? [`row ${y}: ${line} / ${others[y]}`] : []));
  const texts = rows(y => lines[y]?.trimEnd() !== others[y]?.trimEnd());
  if (texts.length > 0) return texts;
  const columns = Array.from({ length: one.cols }, (_, x) => x);
  return rows(y => columns.some(x => !isSame(one.cell(x, y), other.cell(x, y))));
}

const WIDE = { cols: 140, rows: 44, customer: 0 };
// The names of this customer have control characters and other hostile text.
const HOSTILE = { cols: 80, rows: 24, customer: 7 };

test.each(repeated([WIDE], [WIDE, HOSTILE]))(
  'the painter and Ink show the same at $cols×$rows, customer $customer',
  { timeout: 240_000 },
  async ({ cols, rows, customer }) => {
    console = await startOnAccounts({ cols, rows, customer, simulator: { rows: 60 } });
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
      repeated(['j', ']', 'i', 'a', '/'], undefined),
    );
    for (const keys of [['?'], ['u'], ['@', 'enter'], ['ctrl-p'], [':'], [',', 'j'], ['L']]) {
      await goes(console, 'accounts');
      for (const key of keys) {
        console.press(key);
        await console.drawn();
        await same(keys.join(' '));
      }
      console.press('esc');
      await console.drawn();
    }
  },
);
