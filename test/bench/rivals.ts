// Measures the keys `j` and PgDn in Purser, in VisiData and in other installed terminal programs. The programs take turns, so that
// each finds the machine equally busy.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtProgram } from '../e2e/program.ts';
import { type PtyProgram, spawnInPty } from '../harness/pty.ts';
import type { Screen } from '../harness/terminal.ts';
import { expectedList } from './expected.ts';
import { type Figures, figures } from './figures.ts';
import { SIZE } from './journeys.ts';
import { withSimulator } from './simulator.ts';

export interface Rival {
  readonly name: string;
  /** The milliseconds from the key to the last byte of its answer. */
  readonly time: Figures;
  readonly page: Figures;
}

const ROWS = 1_000;
const ROUNDS = 6;
const PRESSES = 20;
/** Of PgDn in a round: both programs then have rows left. */
const PAGES = 8;
/** A key's answer ends when this many milliseconds pass without a byte. Later bytes are, for example, of a clock. */
const GAP = 8;
/** The next key is pressed after this many milliseconds without a byte. */
const SILENCE = 25;
const GIVEN_UP = 5_000;

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

/** Debian's VisiData, if this process may install it. */
function installVisiData(): void {
  if (isInstalled('vd') || process.getuid?.() !== 0) return;
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'visidata'], { stdio: 'ignore' });
}

/** Measures the programs with the same rows. Purser is the first in the result. */
export async function measureRivals(): Promise<readonly Rival[]> {
  installVisiData();
  const folder = mkdtempSync(join(tmpdir(), 'purser-rivals-'));
  const file = join(folder, 'rows.tsv');
  const list = expectedList(ROWS);
  const rows = Array.from({ length: ROWS }, (_, i) => `${i}\t${list.told(i)}\t${list.amount(i)}`);
  writeFileSync(file, ['number\tdescription\tamount', ...rows].join('\n'));
  try {
    return await withSimulator(ROWS, async env => {
      const purser = await spawnInPty([process.execPath, builtProgram(), 'accounts'], { ...SIZE, env });
      await purser.screen.until('7 accounts, all');
      purser.screen.press('enter');
      await purser.screen.until('transactions loaded · G loads more');
      purser.screen.press('G');
      await purser.screen.until(`${ROWS.toLocaleString('en')} transactions, all`);
      purser.screen.press('g');
      const all: { readonly name: string; readonly program: PtyProgram }[] = [
        { name: 'purser', program: purser },
      ];
      if (isInstalled('vd')) all.push({ name: 'vd', program: await spawnInPty(['vd', file], SIZE) });
      if (isInstalled('tig')) all.push({ name: 'tig', program: await spawnInPty(['tig'], SIZE) });
      try {
        return await compared(all);
      } finally {
        for (const { program } of all) await program.close();
      }
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compared(
  all: readonly { readonly name: string; readonly program: PtyProgram }[],
): Promise<readonly Rival[]> {
  for (const { program } of all) await silence(program.screen, 1_000);
  const measured = all.map(({ name, program: { screen } }) => ({
    name,
    screen,
    times: [] as number[],
    pages: [] as number[],
  }));
  for (let round = 0; round < ROUNDS; round++)
    for (const { screen, times, pages } of measured) {
      for (let n = 0; n < PRESSES; n++) times.push(await keyTime(screen, 'j'));
      for (let n = 0; n < PAGES; n++) pages.push(await keyTime(screen, 'pgdn'));
      for (let n = 0; n < PAGES; n++) await keyTime(screen, 'pgup');
    }
  return measured.map(({ name, times, pages }) => ({ name, time: figures(times), page: figures(pages) }));
}

async function keyTime(screen: Screen, key: string): Promise<number> {
  const from = performance.now();
  screen.press(key);
  // A program may write its answer in several parts.
  while (screen.lastOutputAt < from || performance.now() - screen.lastOutputAt < GAP) {
    if (performance.now() - from > GIVEN_UP) throw new Error('a key was not answered');
    await new Promise(resolve => setTimeout(resolve, 1));
  }
  const answered = screen.lastOutputAt - from;
  await silence(screen, SILENCE);
  return answered;
}

async function silence(screen: Screen, ms: number): Promise<void> {
  while (performance.now() - screen.lastOutputAt < ms || screen.byteCount === 0)
    await new Promise(resolve => setTimeout(resolve, 5));
}
