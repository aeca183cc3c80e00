// Measures the time from the start of the process to the first frames. Each round also measures the start of
// Node alone.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtProgram } from '../e2e/program.ts';
import { spawnInPty } from '../harness/pty.ts';
import type { Screen } from '../harness/terminal.ts';
import { type Figures, figures } from './figures.ts';
import { withSimulator } from './simulator.ts';

const WARM_UPS = 2;
const ROUNDS = 11;
const LAUNCHER = join(dirname(builtProgram()), 'purser');

/** All times are in milliseconds. */
export interface StartFigures {
  /** `node -e 0`, from the start to the exit. */
  readonly floor: Figures;
  /** `purser --version`, from the start to the exit. */
  readonly version: Figures;
  /** From the start to a screen with the header, with Node's switch on the command line. */
  readonly header: Figures;
  /** The same by the package's own launcher, which is a shell script. */
  readonly launcher: Figures;
  /** The same by npm's command, where Purser starts Node again with its switch. */
  readonly bin: Figures;
  /** From the start to the first customer's accounts, with the simulator in another process. */
  readonly accounts: Figures;
  /** From the start to the accounts of the demo, whose simulator is in the same process. */
  readonly demo: Figures;
}

const hasHeader = (screen: Screen): boolean => /^ DEMO .*WRITE/.test(screen.lines()[0] ?? '');
const hasAccounts = (screen: Screen): boolean =>
  /^│› Operations .*^╰─ \d+ accounts, all/ms.test(screen.text()) && hasHeader(screen);

export async function measureStart(): Promise<StartFigures> {
  // All starts share a state folder, so later starts reuse the compile cache of the first, as for staff.
  const state = mkdtempSync(join(tmpdir(), 'purser-bench-'));
  const all = { floor: [], version: [], header: [], launcher: [], bin: [], accounts: [], demo: [] } as Record<
    keyof StartFigures,
    number[]
  >;
  await withSimulator(240, async variables => {
    for (let round = -WARM_UPS; round < ROUNDS; round++) {
      const floor = toExit(['-e', '0']);
      const version = toExit([builtProgram(), '--version'], { PURSER_STATE_DIR: state });
      const { header, accounts } = await start({ ...variables, PURSER_STATE_DIR: state });
      const { accounts: demo } = await start({ TZ: 'UTC', PURSER_STATE_DIR: state });
      const known = { ...variables, PURSER_STATE_DIR: state };
      const { header: launcher } = await start(known, [LAUNCHER]);
      const { header: bin } = await start(known, [process.execPath, builtProgram()]);
      if (round < 0) continue;
      for (const [name, value] of Object.entries({ floor, version, header, launcher, bin, accounts, demo }))
        all[name as keyof StartFigures].push(value);
    }
  });
  rmSync(state, { recursive: true });
  return {
    floor: figures(all.floor),
    version: figures(all.version),
    header: figures(all.header),
    launcher: figures(all.launcher),
    bin: figures(all.bin),
    accounts: figures(all.accounts),
    demo: figures(all.demo),
  };
}

function toExit(args: readonly string[], env: Readonly<Record<string, string>> = {}): number {
  const from = performance.now();
  spawnSync(process.execPath, args, { env: { ...process.env, ...env } });
  return performance.now() - from;
}

async function start(
  env: Readonly<Record<string, string>>,
  program: readonly [string, ...string[]] = [process.execPath, '--disable-sigusr1', builtProgram()],
): Promise<{ header: number; accounts: number }> {
  const from = performance.now();
  const { screen, exit, close } = await spawnInPty([...program, 'accounts'], {
    cols: 120,
    rows: 40,
    // The launcher takes the first Node of the path.
    env: { ...env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` },
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
