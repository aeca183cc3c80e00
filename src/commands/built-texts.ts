// `purser completion` and `purser man` print texts that the build makes from the help of all commands.

import { t } from '../lib/visible.ts';
import { command, commandHelp, prints } from './command-parts.ts';

declare const PURSER_TEXTS: string;

const textOf = (name: 'bash' | 'zsh' | 'fish' | 'man'): string => JSON.parse(PURSER_TEXTS)[name];

export const COMPLETION = commandHelp({
  name: 'completion',
  usage: ['completion bash|zsh|fish'],
  about:
    'Prints a script that lets the shell complete commands, flags, screens, operations, themes and the names of profiles.',
  flags: {},
  offers: ['bash', 'zsh', 'fish'],
  examples: [
    { line: 'source <(purser completion bash)', says: 'a line for ~/.bashrc' },
    { line: 'source <(purser completion zsh)', says: 'a line for ~/.zshrc' },
    { line: 'purser completion fish | source', says: 'a line for ~/.config/fish/config.fish' },
  ],
});

export const MAN = commandHelp({
  name: 'man',
  usage: ['man'],
  about: 'Prints the manual page purser(1) for the program man.',
  flags: {},
  examples: [{ line: 'purser man | man -l -', says: 'shows the manual page' }],
});

export const completion = command(COMPLETION, (line, parts) => {
  const [shell, another] = line.words;
  if (another !== undefined || (shell !== 'bash' && shell !== 'zsh' && shell !== 'fish'))
    return parts.refuse(t`purser completion takes bash, zsh or fish. See purser completion --help.`);
  return prints(parts, textOf(shell));
});

export const man = command(MAN, (_, parts) => prints(parts, textOf('man')));
