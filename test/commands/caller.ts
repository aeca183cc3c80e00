// The sub-commands in this process, with a state folder of their own, beside a simulator that says what crossed the wire.

import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { CommandName } from '../../src/cli/arguments.ts';
import type { Keyring } from '../../src/cli/keyring.ts';
import { runCommand } from '../../src/commands/commands.ts';
import type { OpenJournal } from '../../src/effects/journal.ts';
import type { Row } from '../../src/journal/intent.ts';
import { readJournal } from '../../src/journal/sqlite/read-journal.ts';
import type { Simulator } from '../../src/sim/simulator.ts';
import { variablesFor } from '../e2e/program.ts';

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
  /** Newest first. */
  rows(): readonly Row[];
}

interface CallOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly customer?: number;
  /** Given the process once the command runs, to send it signals. */
  readonly meanwhile?: (process: EventEmitter) => void;
  /** What the system says of standard output. */
  readonly outLost?: string;
  /** What a person types at a terminal, a line to each question, and then gives up; without it standard input is none. */
  readonly typed?: readonly string[];
  readonly keyring?: Keyring;
  readonly openJournal?: OpenJournal;
  /** Standard error is a terminal. */
  readonly watched?: boolean;
}

let ids = 0;
const { versions, execPath, platform, getuid } = process;
const machine = { versions, execPath, platform, getuid };

export function caller(simulator: Simulator): Caller {
  const folder = mkdtempSync(join(tmpdir(), 'purser-call-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
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
      // The reports of the process that runs the tests are its own.
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
      // All of a process that a sub-command uses.
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
      uuid: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    });
    meanwhile?.(process);
    const code = await Promise.race([ran, exited.promise]);
    return { code, out, err };
  }

  return {
    folder,
    run,
    call: (...rest) => run('call', rest),
    rows() {
      const read = readJournal(file, { newest: {}, limit: 100 });
      return read.kind === 'rows' ? read.rows : [];
    },
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

/** An input as `--set` takes it, each part and place named in full. */
export const setsOf = (input: object): readonly string[] =>
  Object.entries(input).flatMap(([part, value]) => setsIn(value, part));

function setsIn(value: unknown, path: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => setsIn(item, `${path}[${at}]`));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) => setsIn(member, `${path}.${name}`));
  return ['--set', `${path}=${String(value)}`];
}
