// Reads the arguments of a sub-command: its flags and its words. A mistake becomes a sentence.

import type { CommandHelp } from '../lib/command-help.ts';
import { nearest } from '../lib/nearest.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';
import { type FlagKind, readFlags } from './flags.ts';

export interface CommandLine<Name extends string> {
  readonly words: readonly string[];
  has(name: Name): boolean;
  /** The last value of a flag; undefined if the flag is not given. A flag without `many` has only one value. */
  value(name: Name): string | undefined;
  /** All values of a flag, in the given order. */
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

/** A sentence if the first word is not in the command's help, or if this word does not take one of the given flags. */
export function misuse<Name extends string>(
  { name, flags, words = {} }: CommandHelp,
  line: CommandLine<Name>,
): Visible | undefined {
  const [word = ''] = line.words;
  const command = t`purser ${visible(name)}`;
  const own = Object.hasOwn(words, word) ? words[word] : undefined;
  if (!own) {
    const known = Object.keys(words);
    const all = join(
      known.slice(0, -1).map(one => visible(one)),
      ', ',
    );
    const meant = nearest(word, known);
    const hint = meant === undefined ? t`See ${command} --help.` : t`Did you mean ${visible(meant)}?`;
    return t`${command} takes ${all} or ${visible(known.at(-1) ?? '')}. ${hint}`;
  }
  const stray = (Object.keys(flags) as Name[]).find(
    flag => line.has(flag) && flag !== 'help' && own.flags?.includes(flag) === false,
  );
  return stray === undefined
    ? undefined
    : t`${command} ${visible(word)} has no flag --${visible(stray)}. See ${command} --help.`;
}

/** Whether a word is a flag. A `-` alone means standard input, and `-5` is a number. */
const isFlag = (value: string): boolean => value.startsWith('-') && value !== '-' && !/^-\d/.test(value);

function unknown(command: Visible, rawName: string, known: readonly string[]): Visible {
  const name = rawName.replace(/^-+/, '');
  // A word that does not look like a flag could be a secret, so it is not repeated.
  if (!/^[a-zA-Z][a-zA-Z-]{0,19}$/.test(name))
    return t`${command} doesn't know one of the flags. See ${command} --help.`;
  const meant = nearest(name, known);
  return meant === undefined
    ? t`${command} has no flag --${visible(name)}. See ${command} --help.`
    : t`${command} has no flag --${visible(name)}. Did you mean --${visible(meant)}?`;
}
