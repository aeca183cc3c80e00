// `purser completion`: prints a shell's completion script, made from the help tables.

import { helpText } from '../lib/command-help.ts';
import { t } from '../lib/visible.ts';
import { readCommandLine } from '../system/command-line.ts';
import { allHelp } from './all-help.ts';
import type { CommandParts } from './commands.ts';
import { bashScript } from './completion-bash.ts';
import { fishScript } from './completion-fish.ts';
import { zshScript } from './completion-zsh.ts';
import { COMPLETION } from './shell-help.ts';

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

const isShell = (word: string): word is keyof typeof SHELLS => Object.hasOwn(SHELLS, word);

/** Returns the exit code: 0, or 2 for wrong usage. */
export async function completion(rest: readonly string[], { out, refuse }: CommandParts): Promise<number> {
  const read = readCommandLine(t`purser completion`, rest, COMPLETION.flags);
  if (!read.ok) return refuse(read.why);
  const { line } = read;
  if (line.has('help')) {
    out(helpText(COMPLETION));
    return 0;
  }
  const [shell = '', another] = line.words;
  if (another !== undefined || !isShell(shell))
    return refuse(t`purser completion takes bash, zsh or fish. See purser completion --help.`);
  out(SHELLS[shell](await allHelp()));
  return 0;
}
