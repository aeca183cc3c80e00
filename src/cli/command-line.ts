// Reads the arguments after a sub-command's name: known flags, and words; anything else is a sentence.

import { nearest } from '../lib/nearest.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { type FlagKind, readFlags } from './flags.ts';

export interface CommandLine<Name extends string> {
  readonly words: readonly string[];
  has(name: Name): boolean;
  /** The last value, which is the only one unless `many` is set. */
  value(name: Name): string | undefined;
  /** In the order in which they were given. */
  values(name: Name): readonly string[];
}

type CommandLineRead<Name extends string> =
  | { readonly ok: true; readonly line: CommandLine<Name> }
  | { readonly ok: false; readonly why: Visible };

/** `command` is the command's name, as in "purser call". Never throws, and repeats no value. */
export function readCommandLine<Name extends string>(
  command: Visible,
  rest: readonly string[],
  flags: Readonly<Record<Name, FlagKind>>,
): CommandLineRead<Name> {
  const { words, given, problem } = readFlags(rest, flags, {
    isMissing: (value, inline) => !inline && isFlag(value),
    unknown: rawName => unknown(command, rawName, Object.keys(flags)),
  });
  if (problem !== undefined) return { ok: false, why: problem };
  const line: CommandLine<Name> = {
    words,
    has: name => given.has(name),
    value: name => given.get(name)?.at(-1),
    values: name => given.get(name) ?? [],
  };
  return { ok: true, line };
}

/** A `-` alone is standard input. */
const isFlag = (value: string): boolean => value.startsWith('-') && value !== '-' && !/^-\d/.test(value);

function unknown(command: Visible, rawName: string, known: readonly string[]): Visible {
  const name = rawName.replace(/^-+/, '');
  // A word that isn't a flag by its form could be anything, a key too.
  if (!/^[a-zA-Z][a-zA-Z-]{0,19}$/.test(name))
    return t`${command} doesn't know one of the flags. See ${command} --help.`;
  const meant = nearest(name, known);
  return meant === undefined
    ? t`${command} has no flag --${visible(name)}. See ${command} --help.`
    : t`${command} has no flag --${visible(name)}. Did you mean --${visible(meant)}?`;
}
