// Runs the sub-commands in this process, with a state folder of their own and a simulator.

import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { runCommand } from '../../src/commands/commands.ts';
import type { Row } from '../../src/journal/intent.ts';
import type { OpenJournal } from '../../src/journal/open-journal.ts';
import type { Simulator, SimulatorOptions } from '../../src/sim/simulator.ts';
import type { CommandName } from '../../src/system/arguments.ts';
import type { Keyring } from '../../src/system/keyring.ts';
import type { MachineRead } from '../../src/system/machine.ts';
import { variablesFor } from '../e2e/program.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { rowsOf } from '../harness/ledger.ts';
import { noFiles } from '../harness/machine.ts';
import { type Desk, openDesk } from '../sim/http.ts';

export interface Called {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Caller {
  readonly folder: string;
  run(name: CommandName, rest: readonly string[], more?: CallOptions): Promise<Called>;
  /** `purser call`. */
  call(...rest: readonly string[]): Promise<Called>;
  /** The journal's rows, newest first. */
  rows(): readonly Row[];
}

interface CallOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly customer?: number;
  /** Called with the process while the command runs, to send signals. */
  readonly meanwhile?: (process: EventEmitter) => void;
  /** The system's error code for standard output. */
  readonly outLost?: string;
  /** What a person types at a terminal: a line for each question, then the end of input. By default there is no terminal. */
  readonly typed?: readonly string[];
  readonly keyring?: Keyring;
  readonly openJournal?: OpenJournal;
  /** The files of an administrator. Default: none. */
  readonly machine?: MachineRead;
  /** Whether standard error is a terminal. */
  readonly watched?: boolean;
}

/** The simulator of the running test. */
export let desk: Desk;
/** The commands against `desk`. */
export let calls: Caller;

/** Starts `desk` and `calls` for a test. */
export async function openCalls(options: SimulatorOptions = {}): Promise<void> {
  desk = await openDesk(options);
  calls = caller(desk.sim);
}

/** Adds fault rules, in the syntax of `--fault`. */
export const breaks = (...rules: readonly string[]) => desk.control('/faults', rules);

/** The requests for the operation. */
export const sentFor = (id: string) => desk.sim.wire.filter(({ operation }) => operation === id);

let ids = 0;
const { versions, execPath, platform, getuid, cwd } = process;
const machine = { versions, execPath, platform, getuid, cwd };

export function caller(simulator: Simulator): Caller {
  const folder = temporaryFolder();
  const file = join(folder, 'journal.db');

  async function run(
    name: CommandName,
    rest: readonly string[],
    {
      env = {},
      customer = 0,
      meanwhile,
      outLost,
      typed,
      keyring,
      openJournal,
      machine: files = noFiles,
      watched = false,
    }: CallOptions = {},
  ): Promise<Called> {
    let [out, err] = ['', ''];
    const person = typed && terminal(typed);
    const exited = Promise.withResolvers<number>();
    const process = Object.assign(new EventEmitter(), {
      env: {
        ...variablesFor(simulator, customer),
        PURSER_STATE_DIR: folder,
        PURSER_CONFIG_DIR: folder,
        ...env,
      },
      execArgv: [],
      ...machine,
      // The sub-command must not change the reports of the test process.
      report: {},
      stdout: { isTTY: false },
      stderr: { isTTY: watched },
      stdin: person ?? { isTTY: false },
      exit: exited.resolve,
    });
    const say = (text: string): void => {
      err += text;
      if (/[:\]] $/.test(text)) person?.answer();
    };
    const ran = runCommand(name, rest, {
      // The cast is safe: the object has all parts of a process that sub-commands use.
      process: process as unknown as NodeJS.Process,
      out: text => {
        out += text;
      },
      err: say,
      outLost: () => outLost,
      refuse: sentence => {
        say(`purser: ${sentence}\n`);
        return 2;
      },
      ...(keyring && { keyring }),
      ...(openJournal && { openJournal }),
      machine: files,
      uuid: () => `10000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    });
    meanwhile?.(process);
    const code = await Promise.race([ran, exited.promise]);
    return { code, out, err };
  }

  return {
    folder,
    run,
    call: (...rest) => run('call', rest),
    rows: () => rowsOf(file),
  };
}

function terminal(lines: readonly string[]) {
  const input = new PassThrough();
  const left = [...lines];
  return Object.assign(input, {
    isTTY: true,
    setRawMode: () => undefined,
    answer: () =>
      setImmediate(() => {
        const line = left.shift();
        if (line === undefined) input.end();
        else input.write(`${line}\n`);
      }),
  });
}

/** An input as `--set` arguments with full paths. */
export const setsOf = (input: object): readonly string[] =>
  Object.entries(input).flatMap(([part, value]) => setsIn(value, part));

function setsIn(value: unknown, path: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => setsIn(item, `${path}[${at}]`));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) => setsIn(member, `${path}.${name}`));
  return ['--set', `${path}=${String(value)}`];
}
