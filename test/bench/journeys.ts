// Measures the time from a key to the correct screen, for each kind of key.
import { layoutOf, listRows } from '../../src/ui/screens/layout.ts';
import { spawnInPty } from '../harness/pty.ts';
import type { Screen } from '../harness/terminal.ts';
import type { ExpectedList } from './expected.ts';
import { type Figures, figures } from './figures.ts';

const PRESSES = 60;
export const SIZE = { cols: 200, rows: 60 } as const;
/** The words that are typed into the filter, letter by letter. */
const WORDS = [
  'ashdown',
  'refund',
  'invoice',
  'payroll',
  'top-up',
  'supplier',
  'consulting',
  'vale',
  'söhne',
];

export interface KeyFigures {
  readonly key: string;
  /** In milliseconds. */
  readonly time: Figures;
  /** Bytes written to the terminal. */
  readonly bytes: Figures;
}

interface Press {
  readonly ms: number;
  readonly bytes: number;
}

const summed = (key: string, presses: readonly Press[]): KeyFigures => ({
  key,
  time: figures(presses.map(({ ms }) => ms)),
  bytes: figures(presses.map(({ bytes }) => bytes)),
});

async function press(screen: Screen, key: string, isRight: (screen: Screen) => boolean): Promise<Press> {
  const before = screen.byteCount;
  const from = performance.now();
  screen.press(key);
  await screen.until(isRight);
  return { ms: performance.now() - from, bytes: screen.byteCount - before };
}

/** Measures how long the terminal itself takes to echo a key. Every other figure includes this time. */
export async function measureEcho(): Promise<KeyFigures> {
  const { screen, close } = await spawnInPty(['sh', '-c', 'echo ready; exec cat'], SIZE);
  await screen.until('ready');
  const presses: Press[] = [];
  for (let i = 1; i <= PRESSES; i++)
    presses.push(await press(screen, 'x', now => now.lines()[1]?.length === i));
  await close();
  return summed('echo of the terminal alone', presses);
}

/** Whether the cursor is on this row and the details show the same row. */
const isAt = (list: ExpectedList, index: number) => {
  const told = `││ ${list.told(index)}`;
  const amount = list.amount(index);
  return (screen: Screen): boolean => {
    const lines = screen.lines();
    const cursor = lines.find(line => line.startsWith('│›'));
    return cursor?.includes(amount) === true && lines.some(line => line.includes(told));
  };
};

/** Presses the same key from the first row on. At the end of the list it starts again at the first row. */
async function onward(screen: Screen, list: ExpectedList, key: string, step: number): Promise<KeyFigures> {
  const presses: Press[] = [];
  let at = list.rows;
  for (let i = 0; i < PRESSES; i++) {
    if (at + step >= list.rows) {
      await press(screen, 'g', isAt(list, 0));
      at = 0;
    }
    at += step;
    presses.push(await press(screen, key, isAt(list, at)));
  }
  return summed(key, presses);
}

async function endToEnd(screen: Screen, list: ExpectedList): Promise<KeyFigures> {
  const presses: Press[] = [];
  await press(screen, 'g', isAt(list, 0));
  for (let i = 0; i < PRESSES; i += 2) {
    presses.push(await press(screen, 'G', isAt(list, list.rows - 1)));
    presses.push(await press(screen, 'g', isAt(list, 0)));
  }
  return summed('g and G', presses);
}

const BURST = 30;

/** Sends many keys in one write, as a terminal does when a key is held down and the program is busy. */
async function burst(screen: Screen, list: ExpectedList): Promise<KeyFigures> {
  const presses: Press[] = [];
  await press(screen, 'g', isAt(list, 0));
  for (let at = BURST; presses.length < PRESSES / 3; at += BURST) {
    if (at >= list.rows) {
      await press(screen, 'g', isAt(list, 0));
      at = BURST;
    }
    const before = screen.byteCount;
    const from = performance.now();
    screen.type('j'.repeat(BURST));
    await screen.until(isAt(list, at));
    presses.push({ ms: performance.now() - from, bytes: screen.byteCount - before });
  }
  return summed(`${BURST} × j in one write`, presses);
}

async function filterCharacters(screen: Screen, list: ExpectedList): Promise<KeyFigures> {
  const all = list.rows.toLocaleString('en');
  const presses: Press[] = [];
  await press(screen, '/', now => now.text().includes('loaded rows: words'));
  for (const word of WORDS) {
    const letters = [...word].slice(0, PRESSES - presses.length);
    for (const [i, letter] of letters.entries()) {
      const typed = letters.slice(0, i + 1).join('');
      const found = `${list.matches(typed).toLocaleString('en')} of ${all} loaded match`;
      const isRight = (now: Screen) => {
        const text = now.text();
        return text.includes(`[loaded: ${typed}]`) && text.includes(found);
      };
      presses.push(await press(screen, letter, isRight));
    }
    screen.press(...letters.map(() => 'backspace'));
    await screen.until(now => now.text().includes(`${all} transactions, all`));
  }
  await press(screen, 'esc', now => !now.text().includes('loaded rows: words'));
  return summed('a filter character', presses);
}

/** Measures every kind of key on a completely loaded list. */
export async function measureJourneys(screen: Screen, list: ExpectedList): Promise<readonly KeyFigures[]> {
  const page = listRows(layoutOf({ columns: screen.cols, rows: screen.rows }).list);
  return [
    await onward(screen, list, 'j', 1),
    await onward(screen, list, 'pgdn', page),
    await endToEnd(screen, list),
    await burst(screen, list),
    await filterCharacters(screen, list),
  ];
}
