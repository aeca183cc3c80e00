// Records the three jobs for docs/sessions with the built program and the simulator: `node test/pictures/sessions.ts`.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Simulator, startSimulator } from '../../src/sim/simulator.ts';
import { variablesFor } from '../e2e/program.ts';
import { spawnInPty } from '../harness/pty.ts';
import type { Screen } from '../harness/terminal.ts';
import { type Recording, record } from './recording.ts';

const FOLDER = 'docs/sessions';
const PROGRAM = 'dist/purser.mjs';
const SIZE = { cols: 110, rows: 30 };
/** The milliseconds between two keys, at a person's pace. */
const KEY = 120;

interface Job {
  readonly name: string;
  readonly title: string;
  play(screen: Screen, tape: Recording, prepared: string): Promise<void>;
  /** Prepares the simulator before the session. Returns a value for `play`. */
  prepare?(simulator: Simulator, env: Record<string, string>): Promise<string>;
}

async function types(screen: Screen, text: string): Promise<void> {
  for (const sign of text) {
    screen.type(sign);
    await setTimeout(KEY);
  }
}

async function presses(screen: Screen, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    screen.press(key);
    await setTimeout(KEY);
  }
}

/** Waits for the sight, adds a frame, and pauses. */
async function sees(
  screen: Screen,
  tape: Recording,
  sight: string | RegExp,
  caption: string,
  seconds = 2.5,
): Promise<void> {
  await screen.until(sight);
  // The last drawing comes at most a frame later.
  await setTimeout(400);
  tape.frame(caption, seconds);
  await setTimeout(1000);
}

async function confirms(screen: Screen, tape: Recording, token: string): Promise<void> {
  await types(screen, token);
  await presses(screen, 'tab');
  const typed = new RegExp(`to confirm:?\\s+${token.replace('.', '\\.')}`);
  await screen.until(now => now.isArmed());
  await sees(screen, tape, typed, `The token ${token} is typed, the button has the focus`);
  await presses(screen, 'enter');
}

const JOBS: readonly Job[] = [
  {
    name: 'find',
    title: 'Job 1: find the one transaction that matters',
    async play(screen, tape) {
      await sees(screen, tape, /\d\.\d\d GBP/, 'The overview of a customer');
      await presses(screen, '2');
      await sees(screen, tape, '7 accounts, all', 'The accounts');
      await presses(screen, 'enter');
      await sees(screen, tape, /100 (?:transactions )?loaded/, 'The transactions of an account');
      await types(screen, '/refund');
      await sees(screen, tape, /of 100 (?:loaded match|·)/, 'A word filters the loaded rows');
      await presses(screen, 'enter', 'enter');
      await sees(screen, tape, /ID/, 'The details of the transaction', 3);
      await presses(screen, ']');
      await sees(screen, tape, '"id"', 'The raw JSON from the service', 3);
    },
  },
  {
    name: 'convert',
    title: 'Job 2: quote and convert',
    async play(screen, tape) {
      await sees(screen, tape, /\d\.\d\d GBP/, 'The overview of a customer');
      await presses(screen, '4');
      await screen.until('quote and convert');
      await presses(screen, 'n');
      await sees(screen, tape, 'Get a quote', 'A new quote');
      await types(screen, 'GBP');
      await presses(screen, 'tab');
      await types(screen, 'USD');
      await presses(screen, 'tab', 'tab');
      await types(screen, '1000');
      await sees(screen, tape, /Amount\s+1000/, 'The currencies and the amount are typed');
      await presses(screen, 'tab', 'enter');
      await sees(screen, tape, 'Expires in', 'The quote: both amounts, and the time until it expires', 3);
      await presses(screen, 'enter');
      await sees(screen, tape, 'to confirm', 'The dialog asks for the sell amount', 3);
      await confirms(screen, tape, '1000.00');
      await sees(screen, tape, /\bDONE\b/, 'Converted, once', 4);
    },
  },
  {
    name: 'cancel',
    title: 'Job 3: cancel a pending payout',
    prepare: paid,
    async play(screen, tape, id) {
      await sees(screen, tape, /\d\.\d\d GBP/, 'The overview of a customer');
      await presses(screen, '5');
      await sees(screen, tape, /› .*DONE/, 'The payouts. The newest comes from the journal');
      await presses(screen, 'x');
      await sees(screen, tape, 'to confirm', 'The dialog shows the payout, and asks for the token', 4);
      await confirms(screen, tape, id.slice(-4));
      await sees(screen, tape, /Cancel[^\n]*[\s\S]*\bDONE\b/, 'Cancelled, once', 4);
      await presses(screen, 'enter');
      await sees(screen, tape, 'CANCELLED', 'The payout says CANCELLED', 4);
    },
  },
];

/** Makes a payout before the session and returns its ID. */
async function paid(simulator: Simulator, env: Record<string, string>): Promise<string> {
  const beneficiaries = simulator.world.customers[0]?.beneficiaries;
  const rows = Array.from({ length: beneficiaries?.count ?? 0 }, (_, n) => beneficiaries?.row(n));
  const payee = rows.find(row => row?.status === 'VERIFIED' && row.currency === 'GBP');
  const sets = [`beneficiary_id=${payee?.id}`, 'amount=250.00', 'currency=GBP', 'reference=Invoice 7'];
  const args = ['call', 'payout.create', ...sets.flatMap(set => ['--set', set]), '--confirm', '250.00'];
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env });
  return (JSON.parse(stdout) as { readonly id: string }).id;
}

mkdirSync(FOLDER, { recursive: true });
for (const { name, title, play, prepare } of JOBS) {
  const simulator = await startSimulator({ seed: 1 });
  const state = mkdtempSync(join(tmpdir(), 'purser-session-'));
  const env = { ...variablesFor(simulator), PURSER_STATE_DIR: state, COLORTERM: 'truecolor' };
  const prepared = (await prepare?.(simulator, env)) ?? '';
  const program = await spawnInPty([process.execPath, PROGRAM, '--theme', 'dark'], { ...SIZE, env });
  const tape = record(program.screen, title);
  try {
    await play(program.screen, tape, prepared);
    writeFileSync(join(FOLDER, `${name}.cast`), tape.cast());
    writeFileSync(join(FOLDER, `${name}.svg`), tape.svg());
  } finally {
    tape.stop();
    await program.close();
    await simulator.close();
    rmSync(state, { recursive: true, force: true });
  }
}
