// From spawn to the first frames, beside what Node alone takes to start.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtProgram } from '../e2e/program.ts';
import { spawnInPty } from '../harness/pty.ts';
import type { Screen } from '../harness/terminal.ts';
import { type Figures, figures } from './figures.ts';
import { besideSimulator } from './simulator.ts';

const WARM_UPS = 2;
const RUNS = 10;

/** All in ms. */
export interface StartFigures {
  /** `node -e 0`, from spawn to exit. */
  readonly floor: Figures;
  /** From spawn to a frame with the header. */
  readonly header: Figures;
  /** From spawn to the accounts of the first customer, over HTTP. */
  readonly accounts: Figures;
}

const hasHeader = (screen: Screen): boolean => /^ DEMO .*WRITE/.test(screen.lines()[0] ?? '');
const hasAccounts = (screen: Screen): boolean => {
  const text = screen.text();
  return /^› Operations .*^ {2}Jakarta collections .*^7 accounts, all/ms.test(text) && hasHeader(screen);
};

async function repeated<T>(measure: () => Promise<T>): Promise<readonly T[]> {
  for (let i = 0; i < WARM_UPS; i++) await measure();
  const values: T[] = [];
  for (let i = 0; i < RUNS; i++) values.push(await measure());
  return values;
}

export async function measureStart(): Promise<StartFigures> {
  const floor = await repeated(async () => {
    const from = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    return performance.now() - from;
  });
  // One state folder for all: what was compiled at the first start is read back at the others, as it is for staff.
  const state = mkdtempSync(join(tmpdir(), 'purser-bench-'));
  const starts = await besideSimulator(240, variables =>
    repeated(() => start({ ...variables, PURSER_STATE_DIR: state })),
  );
  rmSync(state, { recursive: true });
  return {
    floor: figures(floor),
    header: figures(starts.map(({ header }) => header)),
    accounts: figures(starts.map(({ accounts }) => accounts)),
  };
}

async function start(env: Readonly<Record<string, string>>): Promise<{ header: number; accounts: number }> {
  const from = performance.now();
  const { screen, exit, close } = await spawnInPty([process.execPath, '--disable-sigusr1', builtProgram()], {
    ...{ cols: 120, rows: 40 },
    env,
  });
  try {
    await screen.until(hasHeader);
    const header = performance.now() - from;
    await screen.until(hasAccounts);
    const accounts = performance.now() - from;
    screen.type(':q\r');
    await exit;
    return { header, accounts };
  } finally {
    await close();
  }
}
