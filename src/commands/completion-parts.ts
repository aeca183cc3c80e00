// What the scripts of all three shells need of the help tables.

import type { CommandHelp } from '../lib/command-help.ts';
import type { DescribedFlag } from '../lib/flag-lines.ts';

export type CompletionFlags = readonly (readonly [name: string, flag: DescribedFlag])[];

/** The profile without a config file. */
export const DEMO = 'demo';

/** Prints the names of the profiles in config.json. */
export const PROFILE_NAMES = 'profile list --names 2>/dev/null';

/** The flags of a command, or of one word of it. */
export function flagsOf({ flags, words }: CommandHelp, word?: string): CompletionFlags {
  const only = word === undefined ? undefined : words?.[word]?.flags;
  return Object.entries(flags).filter(
    ([name]) => only === undefined || name === 'help' || only.includes(name),
  );
}

/** Every flag that takes a value, in any command: what follows it is no word. */
export const takingFlags = (helps: readonly CommandHelp[]): readonly string[] => [
  ...new Set(
    helps.flatMap(({ flags }) =>
      Object.entries(flags).flatMap(([name, { takes }]) => (takes === undefined ? [] : [`--${name}`])),
    ),
  ),
];

/** Long and short, as typed. */
export const spellings = (flags: CompletionFlags): readonly string[] =>
  flags.flatMap(([name, { short }]) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]);

/** The first idea of a text: a shell shows it beside the word. */
export const brief = (says: string): string => says.split(/[:;.] /)[0] ?? says;

/** In single quotes, for bash and zsh. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
