// Reads the arguments after a sub-command's name: known flags, and words; anything else is a sentence.

import { parseArgs } from 'node:util';
import type { DescribedFlag } from '../lib/flag-lines.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { nearest } from './nearest.ts';

/** `takes` names what follows the flag, in one word; a flag without it takes nothing. */
export interface FlagKind extends DescribedFlag {
  /** May be given several times. */
  readonly many?: true;
}

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
  const kinds: Readonly<Record<string, FlagKind>> = flags;
  const options = Object.fromEntries(
    Object.entries(kinds).map(([name, { takes }]) => [
      name,
      takes === undefined ? { type: 'boolean' as const } : { type: 'string' as const },
    ]),
  );
  const { tokens } = parseArgs({
    args: [...rest],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const words: string[] = [];
  const given = new Map<string, readonly string[]>();
  const no = (why: Visible) => ({ ok: false, why }) as const;
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, value, inlineValue } = token;
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!kind) return no(unknown(command, token.rawName, Object.keys(kinds)));
    const flag = visible(`--${name}`);
    const before = given.get(name);
    if (before && !kind.many) return no(t`${flag} is given twice.`);
    if (kind.takes === undefined && inlineValue === true) return no(t`${flag} takes no value.`);
    if (kind.takes !== undefined && (value === undefined || (!inlineValue && isFlag(value))))
      return no(t`${flag} needs ${article(kind.takes)} ${visible(kind.takes)} after it.`);
    given.set(name, [...(before ?? []), value ?? '']);
  }
  const line: CommandLine<Name> = {
    words,
    has: name => given.has(name),
    value: name => given.get(name)?.at(-1),
    values: name => given.get(name) ?? [],
  };
  return { ok: true, line };
}

/** `takes` begins with a vowel or with the sound of "you": a user ID. */
const article = (word: string): Visible => (/^[aeio]/i.test(word) ? t`an` : t`a`);

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
