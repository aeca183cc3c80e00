// The composition root: reads the command line and starts its command.

import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { t, type Visible } from './lib/visible.ts';
import { runConsole } from './start/run-console.ts';
import { PLACES } from './store/places.ts';
import { parseArguments } from './system/arguments.ts';
import { readCommandLine } from './system/command-line.ts';
import { forgetKeys } from './system/forget-keys.ts';
import { readMachine } from './system/machine.ts';
import { checkSimulator } from './system/machine-limits.ts';
import { systemPlace } from './system/machine-place.ts';
import { resetTerminal, syncWriter, systemResetParts } from './system/terminal.ts';

declare const PURSER_VERSION: string;

// Waits as long as a slow reader needs, so that the output is complete. `lost` is the error code if the output is not
// complete.
let lost: string | undefined;
const out = syncWriter(1, undefined, Number.POSITIVE_INFINITY, code => {
  lost ??= code;
});
const err = syncWriter(2);
const USAGE_ERROR = 2;

/** Loads Node's crypto with the first ID, because the first paint needs no ID. */
const uuid = (): string => process.getBuiltinModule('node:crypto').randomUUID();

const refuse = (sentence: Visible): number => {
  err(`purser: ${sentence}\n`);
  return USAGE_ERROR;
};

const machine = () => readMachine(systemPlace(process.platform));

/** Runs the command. Returns the exit code, or `undefined` if the process goes on. */
export async function main(): Promise<number | undefined> {
  const command = parseArguments(process.argv.slice(2), PLACES);
  switch (command.kind) {
    case 'usage-error':
      return refuse(command.sentence);
    case 'help': {
      const { ownHelp, usage } = await import('./system/usage.ts');
      out(command.of ? ownHelp(command.of) : usage(PLACES));
      return 0;
    }
    case 'version':
      out(`${PURSER_VERSION}\n`);
      return 0;
    case 'reset': {
      forgetKeys(process);
      const problem = resetTerminal(systemResetParts(process.env['PATH']));
      if (problem) err(`purser: ${problem}\n`);
      return problem ? 1 : 0;
    }
    case 'simulate': {
      forgetKeys(process);
      const { FLAGS, simulate } = await import('./sim/command.ts');
      const read = readCommandLine(t`purser simulate`, command.rest, FLAGS);
      if (!read.ok) return refuse(read.why);
      const barred = checkSimulator(await machine());
      if (barred) return refuse(barred);
      const running = await simulate(read.line, { out, err });
      return typeof running === 'number' ? running : undefined;
    }
    case 'command': {
      const { runCommand } = await import('./commands/commands.ts');
      const parts = { process, out, outLost: () => lost, err, refuse, uuid, version: PURSER_VERSION };
      return runCommand(command.name, command.rest, { ...parts, machine: await machine() });
    }
    case 'console': {
      return runConsole(command, {
        ...{ process, err, refuse, uuid, bundle: fileURLToPath(import.meta.url) },
        machine: await machine(),
        version: PURSER_VERSION,
      });
    }
  }
}
