// A timeline over many loaded rows on a large terminal: the time to open it, and the time of each key in it.
import { builtProgram } from '../e2e/program.ts';
import { spawnInPty } from '../harness/pty.ts';
import type { Screen } from '../harness/terminal.ts';
import { type Figures, figures } from './figures.ts';
import { SIZE } from './journeys.ts';
import { withSimulator } from './simulator.ts';

export interface TimelineFigures {
  readonly rows: number;
  /** The milliseconds from T to the first frame with the newest event, in consoles that had not opened a timeline. */
  readonly open: Figures;
  readonly key: Figures;
  readonly filter: Figures;
}

const OPENINGS = 3;
const PRESSES = 40;
const WORD = 'invoice';

export const measureTimeline = (rows: number): Promise<TimelineFigures> =>
  withSimulator(rows, async variables => {
    const runs = [];
    for (let run = 0; run < OPENINGS; run++) runs.push(await measureConsole(rows, variables));
    return {
      rows,
      open: figures(runs.map(({ open }) => open)),
      key: figures(runs.flatMap(({ keys }) => keys)),
      filter: figures(runs.flatMap(({ letters }) => letters)),
    };
  });

async function measureConsole(rows: number, env: Readonly<Record<string, string>>) {
  const { screen, exit, close } = await spawnInPty([process.execPath, builtProgram(), 'accounts'], {
    ...SIZE,
    env,
  });
  const all = rows.toLocaleString('en');
  try {
    await screen.until('7 accounts, all');
    screen.press('enter');
    await screen.until('transactions loaded · G loads more');
    screen.press('G');
    await screen.until(`${all} transactions, all`, 600_000);
    screen.press('esc');
    await screen.until('7 accounts, all');
    const open = await timed(
      screen,
      'T',
      now => now.text().includes('› Timeline') && cursorLine(now) !== undefined,
    );
    await screen.until(/at the limit of|· complete ─/, 60_000);
    const keys = [];
    for (let i = 0; i < PRESSES; i++) {
      const next = below(screen);
      keys.push(await timed(screen, 'j', now => rowText(cursorLine(now)) === next));
    }
    await timed(screen, '/', now => now.text().includes('loaded rows: words'));
    const letters = [];
    for (const [i, letter] of [...WORD].entries()) {
      const typed = WORD.slice(0, i + 1);
      letters.push(
        await timed(
          screen,
          letter,
          now => /\d of [\d,]+ loaded match/.test(now.text()) && now.text().includes(`[loaded: ${typed}]`),
        ),
      );
    }
    screen.press('esc', 'esc');
    screen.type(':q\r');
    await exit;
    return { open, keys, letters };
  } finally {
    await close();
  }
}

async function timed(screen: Screen, key: string, isRight: (screen: Screen) => boolean): Promise<number> {
  const from = performance.now();
  screen.press(key);
  await screen.until(isRight);
  return performance.now() - from;
}

const isCursor = (line: string): boolean => line.startsWith('│›');
const cursorLine = (screen: Screen): string | undefined => screen.lines().find(isCursor);

/** Without the day, which only the first row of a day and the selected row show. */
const rowText = (line: string | undefined): string | undefined => line?.slice(14, 80);

function below(screen: Screen): string | undefined {
  const lines = screen.lines();
  return rowText(lines[lines.findIndex(isCursor) + 1]);
}
