// `purser completion` and `purser man` print texts that the build makes from the help of all commands.

import type { CommandHelp } from '../lib/command-help.ts';
import { t } from '../lib/visible.ts';
import { SUMMARIES } from '../system/usage.ts';
import { type CommandParts, lineOf, prints } from './command-parts.ts';

declare const PURSER_TEXTS: string;

const textOf = (name: 'bash' | 'zsh' | 'fish' | 'man'): string => JSON.parse(PURSER_TEXTS)[name];

const HELP_FLAG = { help: { says: 'shows this help', short: 'h' } } as const;

export const COMPLETION: CommandHelp = {
  name: 'completion',
  summary: SUMMARIES.completion,
  usage: ['completion bash|zsh|fish'],
  about:
    'Prints a script that lets the shell complete commands, flags, screens, operations, themes and the names of profiles.',
  flags: HELP_FLAG,
  offers: ['bash', 'zsh', 'fish'],
  examples: [
    { line: 'source <(purser completion bash)', says: 'a line for ~/.bashrc' },
    { line: 'source <(purser completion zsh)', says: 'a line for ~/.zshrc' },
    { line: 'purser completion fish | source', says: 'a line for ~/.config/fish/config.fish' },
  ],
};

export const MAN: CommandHelp = {
  name: 'man',
  summary: SUMMARIES.man,
  usage: ['man'],
  about: 'Prints the manual page purser(1) for the program man.',
  flags: HELP_FLAG,
  examples: [{ line: 'purser man | man -l -', says: 'shows the manual page' }],
};

export function completion(rest: readonly string[], parts: CommandParts): number {
  const line = lineOf(COMPLETION, HELP_FLAG, rest, parts);
  if (typeof line === 'number') return line;
  const [shell, another] = line.words;
  if (another !== undefined || (shell !== 'bash' && shell !== 'zsh' && shell !== 'fish'))
    return parts.refuse(t`purser completion takes bash, zsh or fish. See purser completion --help.`);
  return prints(parts, textOf(shell));
}

export function man(rest: readonly string[], parts: CommandParts): number {
  const line = lineOf(MAN, HELP_FLAG, rest, parts);
  if (typeof line === 'number') return line;
  if (line.words.length > 0) return parts.refuse(t`purser man takes no words. See purser man --help.`);
  return prints(parts, textOf('man'));
}
