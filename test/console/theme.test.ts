// Choosing a theme in its menu: the whole screen has the selected theme.

import { describe, expect, it } from 'vitest';
import { THEMES } from '../../src/lib/colours.ts';
import { layoutOf } from '../../src/ui/screens/layout.ts';
import { colours } from '../e2e/bytes.ts';
import { asSeen } from '../harness/cell.ts';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';
import { goes } from './paying.ts';
import { rests } from './tour.ts';

let console: TestConsole;

const badge = () => console.screen.cellsOf(' DEMO ')?.[0]?.background;

describe('the theme menu', () => {
  it('shows the selected theme immediately, also outside the menu', async () => {
    console = await startOnAccounts({ depth: 'exact' });
    const own = badge();
    console.press(',');
    await console.sees('› default');
    for (const name of THEMES.slice(1)) {
      console.press('j');
      await console.sees(`› ${name}`);
      expect(badge() === own, name).toBe(false);
    }
    // mono, the last theme, has no colours.
    expect(badge()).toBe('default');
  });

  it('keeps the theme that Enter chooses, and says how to keep it for the next start', async () => {
    console = await startOnAccounts({ depth: 'exact', cols: 120 });
    console.press(',', 'j');
    await console.sees('› dark');
    console.press('enter');
    await console.sees('"theme": "dark" in config.json');
    expect(badge()).toBe('#56d364');
    console.press(',');
    await console.sees('› dark');
  });

  it('returns to the earlier theme with Esc', async () => {
    console = await startOnAccounts({ theme: 'light', depth: 'exact' });
    const before = badge();
    console.press(',');
    await console.sees('› light');
    console.press('k', 'k');
    await console.sees('› default');
    expect(badge()).not.toBe(before);
    console.press('esc');
    await console.losesSight('╭─ Theme');
    expect(badge()).toBe(before);
    expect(console.state().theme).toBe('light');
  });

  it('opens from the command palette', async () => {
    console = await startOnAccounts();
    console.press('ctrl-p');
    await console.sees('Commands');
    console.screen.type('theme');
    await console.sees(/› theme +everywhere +,/);
    console.press('enter');
    await console.sees('› default');
  });

  it('says why two themes look the same', async () => {
    console = await startOnAccounts({ depth: 'none' });
    console.press(',');
    await console.sees('Colours are off: every theme looks like mono.');
    console = await startOnAccounts({ depth: '16', cols: 40, rows: 10 });
    console.press(',');
    await console.sees('16 colours here: dark and light');
  });
});

const LISTS = [
  'overview',
  'accounts',
  'cards',
  'payouts',
  'direct-debits',
  'mandates',
  'beneficiaries',
  'rfi',
  'history',
];

/** The stretches of one colour in the list, as text with their column. */
function runs(): readonly { readonly x: number; readonly text: string; readonly colour: string | number }[] {
  const { screen } = console;
  const { list } = layoutOf({ columns: screen.cols, rows: screen.rows });
  return Array.from({ length: screen.rows }, (_, y) => {
    const found: { x: number; text: string; colour: string | number }[] = [];
    for (let x = 0; x < list.width; x++) {
      const { text, foreground, background, inverse } = asSeen(screen.cell(x, y));
      const last = found.at(-1);
      // The row under the cursor has its own colour, and so has the frame.
      if (inverse || background !== 'default' || /[─│╭╮╰╯]/.test(text)) continue;
      // A blank has no visible colour.
      if (last && (text === ' ' || last.colour === foreground)) last.text += text || ' ';
      else found.push({ x, text: text || ' ', colour: foreground });
    }
    return found.filter(({ colour }) => colour !== 'default');
  }).flat();
}

describe('a screen without colours', () => {
  it('loses nothing: in each column, equal texts always have the same colour', {
    timeout: 120_000,
  }, async () => {
    console = await startOnAccounts({ depth: 'exact', theme: 'dark', cols: 160, rows: 50 });
    const account = console.simulator.world.customers[0]?.accounts?.[0]?.record.id;
    for (const list of [...LISTS, `transactions/${account}`]) {
      await goes(console, list);
      await rests(console);
      const known = new Map<string, string | number>();
      for (const { x, text, colour } of runs()) {
        const word = `${x} ${text.trim()}`;
        expect(known.get(word) ?? colour, `${list}: ${word}`).toBe(colour);
        known.set(word, colour);
      }
      expect(known.size, list).toBeGreaterThan(0);
    }
  });

  it.each([
    ['mono', 'exact'],
    ['dark', 'none'],
  ] as const)('never sends a colour with the theme %s and the colour depth %s', async (theme, depth) => {
    console = await startOnAccounts({ theme, depth, environment: 'production' });
    for (const list of LISTS) {
      await goes(console, list);
      await rests(console);
    }
    expect(colours(console.screen.bytes)).toEqual([]);
    expect(console.screen.cellsOf(' PRODUCTION ')?.[0]).toMatchObject({ inverse: true, bold: true });
  });
});

it('a gauge behind a dialog is not brighter than the text beside it', async () => {
  console = await startOnAccounts({ depth: 'exact', theme: 'dark', cols: 160, rows: 50 });
  console.press('3');
  await console.sees('██');
  console.press('z');
  await console.sees('Freeze card');
  const colours = new Set(console.screen.cellsOf('█')?.map(({ foreground }) => foreground));
  expect([...colours]).toEqual(['#768390']);
});
