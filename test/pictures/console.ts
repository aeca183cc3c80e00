// The built program on a simulator of its own, for the pictures and the sessions.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type SimulatorOptions, startSimulator } from '../../src/sim/simulator.ts';
import { NO_DEBUGGER } from '../../src/system/no-debugger.ts';
import { variablesFor } from '../e2e/program.ts';
import { spawnInPty } from '../harness/pty.ts';
import type { Screen, Size } from '../harness/terminal.ts';

const START = '2026-11-20T09:00:00Z';
// Without the flag the program starts itself again, with the real clock.
const PROGRAM = [
  process.execPath,
  NO_DEBUGGER,
  fileURLToPath(new URL('at.ts', import.meta.url)),
  START,
  'dist/purser.mjs',
] as const;

/** The amount of the payout that the journal has from the start, and its currency. */
const PAID = { amount: '250.00', currency: 'GBP' };

interface Setting extends Size {
  readonly theme: 'dark' | 'light';
  /** Rules of the simulator's faults. */
  readonly faults?: readonly string[];
  /** What is wrong in the balance histories. */
  readonly books?: SimulatorOptions['books'];
}

/** Plays in a console whose journal has one payout. `payout` is the payout's ID. */
export async function inConsole(
  { theme, faults = [], books = [], ...size }: Setting,
  play: (screen: Screen, payout: string) => Promise<void>,
): Promise<void> {
  const simulator = await startSimulator({
    seed: 1,
    clock: START,
    faults,
    ...(books.length > 0 && { books }),
  });
  const state = mkdtempSync(join(tmpdir(), 'purser-picture-'));
  const env = { ...variablesFor(simulator), PURSER_STATE_DIR: state, COLORTERM: 'truecolor' };
  try {
    const beneficiaries = simulator.world.customers[0]?.beneficiaries;
    const rows = Array.from({ length: beneficiaries?.count ?? 0 }, (_, n) => beneficiaries?.row(n));
    const payee = rows.find(row => row?.status === 'VERIFIED' && row.currency === PAID.currency);
    const body = { beneficiary_id: payee?.id, ...PAID, reference: 'Invoice 7' };
    const sets = Object.entries(body).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
    const [node, ...args] = PROGRAM;
    const call = [...args, 'call', 'payout.create', ...sets, '--confirm', PAID.amount];
    const { stdout } = await promisify(execFile)(node, call, { env });
    const { id } = JSON.parse(stdout) as { readonly id: string };
    const program = await spawnInPty([...PROGRAM, '--theme', theme], { ...size, env });
    try {
      await play(program.screen, id);
    } finally {
      await program.close();
    }
  } finally {
    await simulator.close();
    rmSync(state, { recursive: true, force: true });
  }
}
