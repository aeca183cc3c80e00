// The sub-commands, each loaded on request: they run without the screen.

import type { CommandName } from '../cli/arguments.ts';
import { forgetKeys } from '../cli/forget-keys.ts';
import type { Keyring } from '../cli/keyring.ts';
import type { SyncWrite } from '../cli/terminal.ts';
import type { OpenJournal } from '../effects/journal.ts';
import type { Visible } from '../lib/visible.ts';
import { unlessLost } from './lost-output.ts';

/** What the process gives a sub-command. */
export interface CommandParts {
  readonly process: NodeJS.Process;
  readonly out: SyncWrite;
  readonly err: SyncWrite;
  /** The system's code if standard output failed: ENOSPC, EPIPE. */
  readonly outLost?: () => string | undefined;
  /** Says why the command can't run, and gives the exit code of wrong usage or set-up, 2. */
  readonly refuse: (sentence: Visible) => number;
  readonly uuid: () => string;
  /** The version and its commit. */
  readonly version?: string;
  /** The system's own, unless a test gives another. */
  readonly keyring?: Keyring;
  /** This machine's own or its team's, unless a test gives another. */
  readonly openJournal?: OpenJournal;
}

/** These don't need a key. */
const KEYLESS: ReadonlySet<CommandName> = new Set(['journal', 'audit', 'completion', 'man']);

/** `rest` is the arguments after the sub-command's name; the result is the exit code. */
export async function runCommand(
  name: CommandName,
  rest: readonly string[],
  parts: CommandParts,
): Promise<number> {
  // An import reads its set-up itself, with the password of the team's journal.
  if (KEYLESS.has(name) && !(name === 'journal' && rest[0] === 'import')) forgetKeys(parts.process);
  const command = await COMMANDS[name]();
  const code = await command(rest, parts);
  // A call judges its own output: a lost answer is no failed write.
  return name === 'call' ? code : unlessLost(code, parts);
}

type SubCommand = (rest: readonly string[], parts: CommandParts) => Promise<number> | number;

const COMMANDS: Readonly<Record<CommandName, () => Promise<SubCommand>>> = {
  call: async () => (await import('./call.ts')).call,
  journal: async () => (await import('./journal.ts')).journal,
  profile: async () => (await import('./profile.ts')).profile,
  audit: async () => (await import('./audit.ts')).audit,
  team: async () => (await import('./team.ts')).team,
  completion: async () => (await import('./completion.ts')).completion,
  man: async () => (await import('./man.ts')).man,
  doctor: async () => (await import('./doctor.ts')).doctor,
};
