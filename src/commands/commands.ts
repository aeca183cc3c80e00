// The sub-commands, which run without the console. Each is loaded on demand.

import type { CommandName } from '../system/arguments.ts';
import { forgetKeys } from '../system/forget-keys.ts';
import { type CommandParts, unlessLost } from './command-parts.ts';

/** They need no API key. */
const KEYLESS: ReadonlySet<CommandName> = new Set(['journal', 'audit', 'drafts', 'completion', 'man']);

/** They print text of Purser, so they start whatever the policy of this machine says. doctor shows a wrong policy. */
const UNLIMITED: ReadonlySet<CommandName> = new Set(['completion', 'man', 'doctor']);

/** `rest`: the arguments after the sub-command's name. */
export async function runCommand(
  name: CommandName,
  rest: readonly string[],
  parts: CommandParts,
): Promise<number> {
  // `journal import` needs the password of the team's journal.
  if (KEYLESS.has(name) && !(name === 'journal' && rest[0] === 'import')) forgetKeys(parts.process);
  if (!parts.machine.ok && !UNLIMITED.has(name)) return parts.refuse(parts.machine.why);
  const command = await COMMANDS[name]();
  const code = await command(rest, parts);
  // `purser call` checks its output itself: a write may have worked although its output was lost.
  return name === 'call' ? code : unlessLost(code, parts);
}

type SubCommand = (rest: readonly string[], parts: CommandParts) => Promise<number> | number;

const COMMANDS: Readonly<Record<CommandName, () => Promise<SubCommand>>> = {
  call: async () => (await import('./call.ts')).call,
  check: async () => (await import('./check-command.ts')).check,
  timeline: async () => (await import('./timeline-command.ts')).timeline,
  journal: async () => (await import('./journal-command.ts')).journal,
  profile: async () => (await import('./profile.ts')).profile,
  audit: async () => (await import('./audit-command.ts')).audit,
  drafts: async () => (await import('./drafts.ts')).drafts,
  team: async () => (await import('./team.ts')).team,
  completion: async () => (await import('./built-texts.ts')).completion,
  man: async () => (await import('./built-texts.ts')).man,
  doctor: async () => (await import('./doctor.ts')).doctor,
};
