// `node test/pictures/look.ts` draws twelve screens for docs/look.md at two sizes and in two themes. For an earlier build,
// add its program and a name: `node test/pictures/look.ts ../old/dist/purser.mjs before`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startSimulator } from '../../src/sim/simulator.ts';
import { NO_DEBUGGER } from '../../src/system/no-debugger.ts';
import { variablesFor } from '../e2e/program.ts';
import { spawnInPty } from '../harness/pty.ts';
import type { Screen } from '../harness/terminal.ts';
import { START } from './start.ts';
import { DARK, drawScreen, LIGHT } from './svg.ts';

const [program = 'dist/purser.mjs', name = 'after'] = process.argv.slice(2);
const SIZES = [
  [80, 24],
  [120, 36],
] as const;
// An earlier program has only one theme.
const THEMES = name === 'after' ? (['dark', 'light'] as const) : (['default'] as const);
const FOLDER = 'docs/look';
const AT_NINE = fileURLToPath(new URL('at-nine.ts', import.meta.url));

interface Picture {
  readonly name: string;
  readonly says: string;
  show(screen: Screen): Promise<void>;
}

const settled = (screen: Screen): Promise<void> =>
  screen.until(now => !/reading …|loading page/i.test(now.text()));

async function quote(screen: Screen): Promise<void> {
  screen.press('4');
  await screen.until('quote and convert');
  screen.press('n');
  await screen.until('Get a quote');
  screen.type('GBP');
  screen.press('tab');
  screen.type('USD');
  screen.press('tab', 'tab');
  screen.type('1000');
  await screen.until(/1000\b/);
  screen.press('tab', 'enter');
  await screen.until('Expires in');
}

const PICTURES: readonly Picture[] = [
  {
    name: 'overview',
    says: 'The overview: balances, and what needs attention',
    async show(screen) {
      screen.press('1');
      await screen.until(/ACTION_REQUIRED|PENDING/);
      await settled(screen);
      screen.press('j', 'j');
    },
  },
  {
    name: 'accounts',
    says: 'The accounts of a customer',
    async show(screen) {
      screen.press('2');
      await screen.until('Operations');
    },
  },
  {
    name: 'transactions',
    says: 'The transactions of an account, and the details of one transaction',
    async show(screen) {
      screen.press('2', 'g', 'enter');
      await screen.until('loaded · G loads more');
      screen.press('j', 'j', 'j');
      await screen.until(/› .*(?:2\d Nov|20\d\d-)/);
    },
  },
  {
    name: 'chart',
    says: 'The balance of one currency over time',
    async show(screen) {
      screen.press('B');
      await screen.until(/entries loaded/);
      screen.press('G');
      await screen.until('entries, all');
      screen.press('g', 'j', ']');
      await screen.until('Balance in');
    },
  },
  {
    name: 'cards',
    says: 'Cards, and how much of the selected card’s limits is left',
    async show(screen) {
      screen.press('3');
      await screen.until(/● ACTIVE|Status +ACTIVE/);
      await settled(screen);
    },
  },
  { name: 'quote', says: 'A quote: both amounts, and the time until it expires', show: quote },
  {
    name: 'convert',
    says: 'The dialog that confirms a conversion',
    async show(screen) {
      screen.press('enter');
      await screen.until('to confirm:');
    },
  },
  {
    name: 'converted',
    says: 'The outcome of a conversion, in the same dialog',
    async show(screen) {
      screen.type('1000.00');
      screen.press('enter');
      await screen.until(now => now.isArmed());
      screen.press('enter');
      await screen.until(/\bDONE\b|You bought|Sold/);
      await settled(screen);
    },
  },
  {
    name: 'cancel-payout',
    says: 'The dialog that confirms the cancellation of a payout',
    async show(screen) {
      screen.press('esc', 'esc', '5');
      await screen.until('balance history');
      screen.press('X');
      await screen.until('Review cancellation');
      screen.type('PAY139988571160');
      screen.press('tab', 'tab', 'enter');
      await screen.until('to confirm:');
    },
  },
  {
    name: 'mandates',
    says: 'The mandates of an account',
    async show(screen) {
      screen.press('esc', 'esc', '6');
      await screen.until('Operations');
      await settled(screen);
    },
  },
  {
    name: 'help',
    says: 'The keys of a screen',
    async show(screen) {
      screen.press('2');
      await screen.until('Operations');
      screen.press('?');
      await screen.until('Keys here');
    },
  },
  {
    name: 'journal',
    says: 'The journal of all writes',
    async show(screen) {
      screen.press('esc', '0');
      await screen.until(/DONE|conversion/i);
    },
  },
];

mkdirSync(FOLDER, { recursive: true });
for (const theme of THEMES)
  for (const [cols, rows] of SIZES) {
    const simulator = await startSimulator({ seed: 1, clock: START });
    // Without the flag the program starts itself again, with the real clock.
    const child = await spawnInPty(
      [process.execPath, NO_DEBUGGER, AT_NINE, program, ...(theme === 'default' ? [] : ['--theme', theme])],
      { cols, rows, env: { ...variablesFor(simulator), COLORTERM: 'truecolor' } },
    );
    try {
      await child.screen.until(/ WRITE|READ-ONLY/);
      for (const { name: picture, says, show } of PICTURES) {
        await show(child.screen);
        // The last drawing comes at most a frame later.
        await new Promise(resolve => setTimeout(resolve, 300));
        const title = `${says}, ${cols}×${rows}, ${name === 'after' ? `theme ${theme}` : name}`;
        const file = [name, picture, `${cols}x${rows}`, ...(name === 'after' ? [theme] : [])].join('-');
        writeFileSync(
          `${FOLDER}/${file}.svg`,
          drawScreen(child.screen, title, theme === 'light' ? LIGHT : DARK),
        );
      }
    } finally {
      await child.close();
      await simulator.close();
    }
  }
