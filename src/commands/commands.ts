// The sub-commands, which run without the console. Each is loaded on demand.

import type { OpenJournal } from '../journal/open-journal.ts';
import type { Visible } from '../lib/visible.ts';
import type { CommandName } from '../system/arguments.ts';
import { forgetKeys } from '../system/forget-keys.ts';
import type { Keyring } from '../system/keyring.ts';
import type { SyncWrite } from '../system/terminal.ts';
import { unlessLost } from './lost-output.ts';

/** What a sub-command receives from the process. */
export interface CommandParts {
  readonly process: NodeJS.Process;
  readonly out: SyncWrite;
  readonly err: SyncWrite;
  /** The system's error code if standard output failed, such as ENOSPC or EPIPE. */
  readonly outLost?: () => string | undefined;
  /** Prints why the command can't run. Returns 2, the exit code for wrong usage or set-up. */
  readonly refuse: (sentence: Visible) => number;
  readonly uuid: () => string;
  /** Purser's version and commit. */
  readonly version?: string;
  /** Only for tests: replaces the system's keyring. */
  readonly keyring?: Keyring;
  /** Only for tests: replaces the journal of this machine or team. */
  readonly openJournal?: OpenJournal;
}

/** The commands that need no API key. */
const KEYLESS: ReadonlySet<CommandName> = new Set(['journal', 'audit', 'completion', 'man']);

/** Runs a sub-command and returns the exit code. `rest`: the arguments after the sub-command's name. */
export async function runCommand(
  name: CommandName,
  rest: readonly string[],
  parts: CommandParts,
): Promise<number> {
  // `journal import` needs the password of the team's journal from the environment.
  if (KEYLESS.has(name) && !(name === 'journal' && rest[0] === 'import')) forgetKeys(parts.process);
  const command = await COMMANDS[name]();
  const code = await command(rest, parts);
  // `purser call` checks its output itself, because a write may have worked although its output was lost.
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
