// A console on a large terminal with many loaded rows: the loading time, the memory, and the time of each key.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pass } from 'node:timers/promises';
import { builtProgram } from '../e2e/program.ts';
import { spawnInPty } from '../harness/pty.ts';
import { expectedList } from './expected.ts';
import { type KeyFigures, measureJourneys, SIZE } from './journeys.ts';
import { withSimulator } from './simulator.ts';

export interface RowFigures {
  readonly rows: number;
  /** The milliseconds to load all rows. */
  readonly loadMs: number;
  /** The resident memory in MiB: with one page of rows, with all rows, and after all keys. */
  readonly rssMiB: { readonly onePage: number; readonly all: number; readonly after: number };
  readonly keys: readonly KeyFigures[];
}

/** Loads a list with `rows` rows and presses keys on it. */
export const measureKeys = (rows: number): Promise<RowFigures> =>
  withSimulator(rows, variables => measureConsole(rows, variables));

async function measureConsole(rows: number, env: Readonly<Record<string, string>>): Promise<RowFigures> {
  const { screen, pid, exit, close } = await spawnInPty([process.execPath, builtProgram(), 'accounts'], {
    ...SIZE,
    env,
  });
  try {
    await screen.until('7 accounts, all');
    screen.press('enter');
    await screen.until('transactions loaded · G loads more');
    const onePage = await settledMiB(pid);
    const from = performance.now();
    screen.press('G');
    await screen.until(`${rows.toLocaleString('en')} transactions, all`, 600_000);
    const loadMs = performance.now() - from;
    const all = await settledMiB(pid);
    const keys = await measureJourneys(screen, expectedList(rows));
    const after = await settledMiB(pid);
    screen.type(':q\r');
    await exit;
    return { rows, loadMs, rssMiB: { onePage, all, after }, keys };
  } finally {
    await close();
  }
}

/** The resident memory after it stayed within one MiB for a second. Work continues after the last frame. */
async function settledMiB(pid: number): Promise<number> {
  for (let before = residentMiB(pid), tries = 0; ; tries++) {
    await pass(1_000);
    const now = residentMiB(pid);
    if (Math.abs(now - before) < 1 || tries === 10) return now;
    before = now;
  }
}

/** The resident memory of a process in MiB. */
function residentMiB(pid: number): number {
  const file = `/proc/${pid}/status`;
  const text = existsSync(file)
    ? (/VmRSS:\s*(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? '')
    : spawnSync('ps', ['-o', 'rss=', '-p', String(pid)]).stdout.toString();
  return Number(text) / 1024;
}
