// The parts of the help tables that all three completion scripts need.

import type { CommandHelp } from '../lib/command-help.ts';
import type { DescribedFlag } from '../lib/flag-lines.ts';

export type CompletionFlags = readonly (readonly [name: string, flag: DescribedFlag])[];

/** The profile that needs no config file. */
export const DEMO = 'demo';

/** Prints the names of the profiles in config.json. */
export const PROFILE_NAMES = 'profile list --names 2>/dev/null';

/** The flags of a command, or of one of its words. */
export function flagsOf({ flags, words }: CommandHelp, word?: string): CompletionFlags {
  const only = word === undefined ? undefined : words?.[word]?.flags;
  return Object.entries(flags).filter(
    ([name]) => only === undefined || name === 'help' || only.includes(name),
  );
}

/** All flags that take a value, of all commands. The argument after such a flag is not a word. */
export const takingFlags = (helps: readonly CommandHelp[]): readonly string[] => [
  ...new Set(
    helps.flatMap(({ flags }) =>
      Object.entries(flags).flatMap(([name, { takes }]) => (takes === undefined ? [] : [`--${name}`])),
    ),
  ),
];

/** The long and short forms of the flags, as typed. */
export const spellings = (flags: CompletionFlags): readonly string[] =>
  flags.flatMap(([name, { short }]) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]);

/** The text up to the first colon, semicolon or full stop, to show next to a word. */
export const brief = (says: string): string => says.split(/[:;.] /)[0] ?? says;

/** The text in single quotes, for bash and zsh. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
