// What one end-to-end case started, and FAULTS' oracles over all of it once the case is over.

import { appendFileSync } from 'node:fs';
import { afterEach, expect } from 'vitest';
import type { Simulator } from '../../src/sim/simulator.ts';
import type { PtyProgram } from '../harness/pty.ts';
import type { Screen } from '../harness/terminal.ts';
import { oracles } from './oracles.ts';

/** A console or a command in a pseudo-terminal, and every outcome that its frames showed. */
export interface Started {
  readonly program: PtyProgram;
  /** Whether it is the full-screen console, under a shell or not. */
  readonly isConsole: boolean;
  /** Each request ID with the outcome words of the frames that showed it. */
  readonly told: Map<string, Set<string>>;
  /** Why O2 can't hold for it: no handler runs for such an end. */
  unrestorable?: string;
}

export interface Case {
  readonly services: Simulator[];
  readonly programs: Started[];
  /** Homes, state folders and config folders of its programs. */
  readonly folders: Set<string>;
  /** What its commands printed without a terminal. */
  readonly outputs: (() => string)[];
}

let current = emptyCase();

function emptyCase(): Case {
  return { services: [], programs: [], folders: new Set(), outputs: [] };
}

export function addService(simulator: Simulator): void {
  current.services.push(simulator);
}

/** `env` is what it was given: the state folder and the config folder may be named there. */
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

/** A command without a terminal; `output` gives everything that it printed so far. */
export function addCommand(env: Readonly<Record<string, string>>, output: () => string): void {
  current.outputs.push(output);
  addFolders(env);
}

function addFolders(env: Readonly<Record<string, string>>): void {
  for (const name of ['HOME', 'PURSER_STATE_DIR', 'PURSER_CONFIG_DIR'])
    if (env[name] !== undefined) current.folders.add(env[name]);
}

/** Says of a program that no handler can run when it ends, so that nothing can restore its terminal. */
export function diesAtOnce(program: PtyProgram, why: string): void {
  for (const started of current.programs) if (started.program === program) started.unrestorable = why;
}

/** The dialog's own request ID; the text may name those of other entries too. */
const REQUEST_ID = /Request ID[\s│┃]+([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\b/g;
/** An outcome at the beginning of a line, whatever frame is drawn around it. */
const OUTCOME = /^[\s│┃]*(DONE|REFUSED|UNKNOWN|NOT SENT)\b/gm;

/** A dialog's last frames: its button, the request ID and the outcome. */
function noteOutcomes(screen: Screen, told: Map<string, Set<string>>): void {
  if (!screen.text().includes('[ Close ]')) return;
  // The screen behind the dialog may name other outcomes.
  const text = screen.boxWith('[ Close ]');
  const words = new Set([...text.matchAll(OUTCOME)].map(([, word = '']) => word));
  // O5: exactly one word. Anything else is no outcome that a journal could hold.
  const said = words.size === 1 ? [...words] : [`${words.size} outcome words`];
  for (const [, id = ''] of text.matchAll(REQUEST_ID)) {
    const known = told.get(id) ?? new Set();
    for (const word of said) known.add(word);
    told.set(id, known);
  }
}

afterEach(async ({ task }) => {
  const ended = current;
  current = emptyCase();
  const findings = await oracles(ended);
  // `npm run faults` reads the findings from this file, a line each.
  const report = process.env['PURSER_ORACLES'];
  if (report !== undefined && report !== '') {
    const test = expect.getState().currentTestName ?? task.name;
    for (const finding of findings) appendFileSync(report, `${JSON.stringify({ test, ...finding })}\n`);
  }
  // A case that failed already says why itself.
  if (task.result?.state === 'fail') return;
  expect(findings.filter(({ broken }) => broken.length > 0)).toEqual([]);
});
