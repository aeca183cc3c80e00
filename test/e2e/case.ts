// What one end-to-end case started, and the oracles of FAULTS.md that check it at its end.

import { appendFileSync } from 'node:fs';
import { expect, type RunnerTestCase } from 'vitest';
import type { Simulator } from '../../src/sim/simulator.ts';
import type { PtyProgram } from '../harness/pty.ts';
import type { Screen } from '../harness/terminal.ts';
import { oracles } from './oracles.ts';

/** A console or a command in a pseudo-terminal, and the outcomes that its frames showed. */
export interface Started {
  readonly program: PtyProgram;
  /** Whether the program is the full-screen console, started directly or by a shell. */
  readonly isConsole: boolean;
  /** The outcome words of the frames that showed each request ID. */
  readonly told: Map<string, Set<string>>;
  /** Why O2 can't apply: nothing can restore the terminal after a sudden end. */
  unrestorable?: string;
}

export interface Case {
  readonly services: Simulator[];
  readonly programs: Started[];
  /** The home, state and config folders of its programs. */
  readonly folders: Set<string>;
  /** The output of its commands without a terminal. */
  readonly outputs: (() => string)[];
}

let current = emptyCase();

function emptyCase(): Case {
  return { services: [], programs: [], folders: new Set(), outputs: [] };
}

export function addService(simulator: Simulator): void {
  current.services.push(simulator);
}

/** `env` is the program's environment, which may name its state and config folders. */
export function addProgram(
  program: PtyProgram,
  isConsole: boolean,
  env: Readonly<Record<string, string>>,
): void {
  const told = new Map<string, Set<string>>();
  if (isConsole) program.screen.watch(() => noteOutcomes(program.screen, told));
  current.programs.push({ program, isConsole, told });
  addFolders({ ...env, HOME: program.home });
}

/** Adds a command without a terminal. `output` returns everything that it has printed. */
export function addCommand(env: Readonly<Record<string, string>>, output: () => string): void {
  current.outputs.push(output);
  addFolders(env);
}

function addFolders(env: Readonly<Record<string, string>>): void {
  for (const name of ['HOME', 'PURSER_STATE_DIR', 'PURSER_CONFIG_DIR'])
    if (env[name] !== undefined) current.folders.add(env[name]);
}

/** Marks a program that ends without a handler, so that nothing can restore its terminal. */
export function cannotRestore(program: PtyProgram, why: string): void {
  for (const started of current.programs) if (started.program === program) started.unrestorable = why;
}

/** The dialog's own request ID. Its text may contain other request IDs. */
const REQUEST_ID = /Request ID[\s│┃]+([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\b/g;
/** An outcome at the beginning of a line, after an optional frame. */
const OUTCOME = /^[\s│┃]*(DONE|REFUSED|UNKNOWN|NOT SENT)\b/gm;

/** Notes the request ID and the outcome in the last frames of a dialog. */
function noteOutcomes(screen: Screen, told: Map<string, Set<string>>): void {
  if (!screen.text().includes('[ Close ]')) return;
  // The screen below the dialog may contain other outcomes.
  const text = screen.boxWith('[ Close ]');
  const words = new Set([...text.matchAll(OUTCOME)].map(([, word = '']) => word));
  // O5: exactly one word. Any other number of words is recorded as an error.
  const said = words.size === 1 ? [...words] : [`${words.size} outcome words`];
  for (const [, id = ''] of text.matchAll(REQUEST_ID)) {
    const known = told.get(id) ?? new Set();
    for (const word of said) known.add(word);
    told.set(id, known);
  }
}

/** Runs the oracles on the case that ends, and begins the next one. */
export async function endCase(task: Readonly<RunnerTestCase>): Promise<void> {
  const ended = current;
  current = emptyCase();
  const findings = await oracles(ended);
  // `npm run faults` reads the findings from this file, a line each.
  const report = process.env['PURSER_ORACLES'];
  if (report !== undefined && report !== '') {
    const test = expect.getState().currentTestName ?? task.name;
    for (const finding of findings) appendFileSync(report, `${JSON.stringify({ test, ...finding })}\n`);
  }
  // A failed case already reports its own reason.
  if (task.result?.state === 'fail') return;
  expect(findings.filter(({ broken }) => broken.length > 0)).toEqual([]);
}
