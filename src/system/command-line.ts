// Reads flags and words from arguments. A mistake becomes a sentence, which never repeats a possible secret.

import { parseArgs } from 'node:util';
import type { CommandLine, DescribedFlag } from '../lib/flag-lines.ts';
import { didYouMean } from '../lib/nearest.ts';
import { t, type Visible, visible } from '../lib/visible.ts';

export type { CommandLine };

type CommandLineRead<Name extends string> =
  | { readonly ok: true; readonly line: CommandLine<Name> }
  | { readonly ok: false; readonly why: Visible };

/** `command`: such as "purser call". Never throws, and repeats no value. */
export function readCommandLine<Name extends string>(
  command: Visible,
  rest: readonly string[],
  flags: Readonly<Record<Name, DescribedFlag>>,
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

/** `-` alone means standard input, and `-5` is a number. */
const isFlag = (value: string): boolean => value.startsWith('-') && value !== '-' && !/^-\d/.test(value);

function unknown(command: Visible, rawName: string, known: readonly string[]): Visible {
  const name = rawName.replace(/^-+/, '');
  // A word that does not look like a flag could be a secret, so it is not repeated.
  if (!/^[a-zA-Z][a-zA-Z-]{0,19}$/.test(name))
    return t`${command} doesn't know one of the flags. See ${command} --help.`;
  const hint = didYouMean(name, known, t`See ${command} --help.`, '--');
  return t`${command} has no flag --${visible(name)}. ${hint}`;
}

interface FlagRules {
  /** Whether a word can't be the value of a flag, for example because it is a flag. */
  isMissing(value: string, inline: boolean): boolean;
  unknown(rawName: string): Visible;
}

/** In `given`, a flag without a value has ''. Never throws. */
export function readFlags(
  args: readonly string[],
  kinds: Readonly<Record<string, DescribedFlag>>,
  { isMissing, unknown }: FlagRules,
) {
  const options = Object.fromEntries(
    Object.entries(kinds).map(([name, { takes, short }]) => [
      name,
      { type: takes === undefined ? 'boolean' : 'string', ...(short !== undefined && { short }) } as const,
    ]),
  );
  const loosely = { strict: false, allowPositionals: true, tokens: true } as const;
  const { tokens } = parseArgs({ args: [...args], options, ...loosely });
  const words: string[] = [];
  const given = new Map<string, readonly string[]>();
  let problem: Visible | undefined;
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue: inline = false } = token;
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!kind) {
      problem ??= unknown(rawName);
      continue;
    }
    const before = given.get(name);
    const flag = visible(`--${name}`);
    if (before && !kind.many) problem ??= t`${flag} is given twice.`;
    else if (kind.takes === undefined) problem ??= inline ? t`${flag} takes no value.` : undefined;
    else if (value === undefined || isMissing(value, inline))
      problem ??= t`${flag} needs ${withArticle(kind.takes)} after it.`;
    given.set(name, [...(before ?? []), value ?? '']);
  }
  return { words, given, problem };
}

/** "a user ID", but "an account". */
function withArticle(word: string): Visible {
  if (word.endsWith('s')) return t`a number of ${visible(word)}`;
  return /^[aeio]/i.test(word) ? t`an ${visible(word)}` : t`a ${visible(word)}`;
}

const secretName =
  /key$|(api|shared|private|access|client)key|token|secret|passw|passphrase|bearer|credential|authorization|^(auth|pass|pwd)$/;

/** Such as `--api-key`, `sharedApiKey`, `X_API_KEY` or `password`. */
export const namesSecret = (name: string): boolean =>
  secretName.test(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
