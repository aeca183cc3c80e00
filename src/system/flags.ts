// Reads flags and words from arguments, for the console and all sub-commands.

import { parseArgs } from 'node:util';
import type { DescribedFlag } from '../lib/flag-lines.ts';
import { t, type Visible, visible } from '../lib/visible.ts';

export interface FlagKind extends DescribedFlag {
  readonly short?: string;
  /** The flag may be repeated. */
  readonly many?: true;
}

interface FlagsRead {
  readonly words: readonly string[];
  /** The values of each flag in the given order. A flag without a value has ''. */
  readonly given: ReadonlyMap<string, readonly string[]>;
  /** The first mistake, as a whole sentence. It repeats no value. */
  readonly problem: Visible | undefined;
}

/**
 * Reads `args`. `isMissing`: whether a word can't be the value of a flag, for example because it is a flag. `unknown`:
 * the sentence about an unknown flag. Never throws.
 */
export function readFlags(
  args: readonly string[],
  kinds: Readonly<Record<string, FlagKind>>,
  {
    isMissing,
    unknown,
  }: { isMissing(value: string, inline: boolean): boolean; unknown(rawName: string): Visible },
): FlagsRead {
  const options = Object.fromEntries(
    Object.entries(kinds).map(([name, { takes, short }]) => [
      name,
      { type: takes === undefined ? 'boolean' : 'string', ...(short !== undefined && { short }) } as const,
    ]),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
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
      problem ??= t`${flag} needs ${article(kind.takes)} ${visible(kind.takes)} after it.`;
    given.set(name, [...(before ?? []), value ?? '']);
  }
  return { words, given, problem };
}

/** "an" before a vowel, except "u": "a user ID". */
const article = (word: string): Visible => (/^[aeio]/i.test(word) ? t`an` : t`a`);
