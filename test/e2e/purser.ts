// The built program in a real pseudo-terminal, with a simulator in this process that records every request.
import { readFileSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src/sim/simulator.ts';
import type { WireRecord } from '../../src/sim/wire.ts';
import { NO_DEBUGGER } from '../../src/system/no-debugger.ts';
import { type PtyOptions, type PtyProgram, spawnInPty } from '../harness/pty.ts';
import type { Screen } from '../harness/terminal.ts';
import { modes } from './bytes.ts';
import { addProgram, addService } from './case.ts';
import { giveCompiled, keepCompiled } from './compiled.ts';
import { builtProgram, variablesFor } from './program.ts';

export interface Service {
  readonly simulator: Simulator;
  /** The environment that signs in as the customer with this index. */
  variables(customer?: number): Record<string, string>;
  /** Adds fault rules, in the syntax of `--fault`. */
  breaks(...rules: readonly string[]): Promise<void>;
  /** Removes all faults. */
  mends(): Promise<void>;
  /** Sends an order to one of the simulator's controls, such as `/clock`. */
  control(path: string, order: object): Promise<void>;
  /** All requests so far, oldest first, as "METHOD path?query". */
  asked(): readonly string[];
  /** The requests for an operation. */
  requestsFor(operation: string): readonly WireRecord[];
}

/** A simulator with its own world. It closes when the test ends. */
export async function startService(options: SimulatorOptions = {}): Promise<Service> {
  const simulator = await startSimulator({ seed: 1, clock: '2026-11-20T09:00:00Z', ...options });
  onTestFinished(() => simulator.close());
  addService(simulator);
  const order = async (method: string, rules: readonly string[]): Promise<void> => {
    const body = method === 'POST' ? { body: JSON.stringify(rules) } : {};
    const answer = await fetch(`${simulator.url}/__sim/faults`, { method, ...body });
    if (!answer.ok) throw new Error(await answer.text());
  };
  return {
    simulator,
    variables: customer => variablesFor(simulator, customer),
    breaks: (...rules) => order('POST', rules),
    mends: () => order('DELETE', []),
    async control(path, sent) {
      const answer = await fetch(`${simulator.url}/__sim${path}`, {
        method: 'POST',
        body: JSON.stringify(sent),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    asked: () => simulator.wire.map(({ method, target }) => `${method} ${target}`),
    requestsFor: operation => simulator.wire.filter(record => record.operation === operation),
  };
}

interface ProgramOptions extends PtyOptions {
  readonly args?: readonly string[];
  /** The program's first file, if it is not the built program's. */
  readonly program?: string;
}

/**
 * Runs the program in its own terminal, with Node's switch as `npm start` does: without it the program starts twice.
 * Both close when the test ends.
 */
export async function startPurser(given: ProgramOptions = {}): Promise<PtyProgram> {
  const { args, program: file = builtProgram(), ...options } = { ...given, args: opened(given.args ?? []) };
  const command = [process.execPath, NO_DEBUGGER, file, ...args] as const;
  const program = await spawnInPty(command, { ...options, prepare: giveCompiled });
  addProgram(program, !COMMANDS.has(args[0] ?? ''), options.env ?? {});
  void program.exit.then(() => keepCompiled(program.home));
  onTestFinished(program.close);
  return program;
}

/** Opens the accounts if the arguments name no screen and no command, because most tests begin there. */
const opened = (args: readonly string[]): readonly string[] =>
  args[0] === undefined || args[0].startsWith('-') ? ['accounts', ...args] : args;

/** Commands that run in the terminal without the console. */
const COMMANDS: ReadonlySet<string> = new Set([
  ...['simulate', 'call', 'profile', 'audit', 'journal', 'doctor', 'check', 'timeline'],
]);

/** Runs a shell script in its own terminal. In the script, `"$0" "$@"` is the program with its arguments. */
export async function startShell(
  script: string,
  { args = [], ...options }: ProgramOptions = {},
): Promise<PtyProgram> {
  const given = opened(args);
  const command = ['sh', '-c', script, process.execPath, builtProgram(), ...given] as const;
  const program = await spawnInPty(command, { ...options, prepare: giveCompiled });
  addProgram(program, true, options.env ?? {});
  onTestFinished(program.close);
  return program;
}

/** A console that is signed in to its own simulator and shows the first customer's accounts. */
export async function startSignedIn(
  options: ProgramOptions & { readonly simulator?: SimulatorOptions; readonly customer?: number } = {},
): Promise<{ service: Service; purser: PtyProgram }> {
  const service = await startService(options.simulator);
  const env = { ...service.variables(options.customer), ...options.env };
  const purser = await startPurser({ cols: 120, rows: 40, ...options, env });
  await sees(purser.screen, /\d accounts?, all/);
  return { service, purser };
}

/**
 * Waits until the screen shows all sights at the same time. A terminal draws a frame in parts, so they may appear one
 * after the other.
 */
export async function sees(screen: Screen, ...sights: readonly (string | RegExp)[]): Promise<void> {
  const all = (now: Screen) => sights.every(sight => now.shows(sight));
  await screen.until(Object.assign(all, { toString: () => sights.join(' and ') }));
}

/** Waits until the text is no longer on the screen. */
export const losesSight = (screen: Screen, of: string): Promise<void> =>
  screen.until(now => !now.text().includes(of));

/**
 * A script for `startShell` that runs the program in a shell, and then prints its exit code and the terminal's
 * settings. It writes the process ID to the file `pid` in the home folder.
 */
export const thenSettings = `
  (sh -c 'echo "$$" >"$HOME/pid"; exec "$0" "$@"' "$0" "$@")
  echo "code $?"
  stty -a`;

/** The process ID that `thenSettings` or a similar script wrote. */
export const pidOf = ({ home }: PtyProgram): number => Number(readFileSync(`${home}/pid`, 'utf8'));

/**
 * FAULTS O2 for a program that `thenSettings` ran: all modes are reset in this order after the last one was set. The
 * normal screen has no text of the console, and the terminal has a shell's settings.
 */
export function expectRestored({ screen }: PtyProgram, code: number): void {
  expect(screen.alternate()).toBe(false);
  expect(screen.cursor().visible).toBe(true);
  expect(screen.pasteMode()).toBe(false);
  expect(screen.text().split('speed ')[0]).toMatch(new RegExp(`^(?:purser: .*\n)*code ${code}\n$`));
  expect(screen.text()).toMatch(/\sicanon\s.*\secho\s/s);
  expect(screen.text()).toMatch(/(?:^|\s)isig\s/m);
  const order = modes(screen.bytes);
  const lastSet = Math.max(...['?1049h', '?25l', '?2004h'].map(mode => order.lastIndexOf(mode)));
  expect(lastSet).toBeGreaterThan(0);
  expect(order.slice(lastSet).join(' ')).toMatch(/\?1049l .*\?25h .*\?2004l/);
}

export const signal =
  (name: NodeJS.Signals) =>
  (program: PtyProgram): void =>
    void process.kill(pidOf(program), name);

/** Whether the process runs. A zombie process has ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The environment of an interactive shell that can start the program. */
export const shellEnv = (service: Service) => ({
  ...service.variables(),
  PS1: 'shell$ ',
  ENV: '',
  PROGRAM: builtProgram(),
  NODE: process.execPath,
});
