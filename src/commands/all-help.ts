// The help of every command, for the manual page and for shell completion.

import type { CommandHelp } from '../lib/command-help.ts';
import { PLACES } from '../store/places.ts';
import { consoleHelp, OPEN, QUOTE, RESET, SUMMARIES } from '../system/usage.ts';
import { AUDIT } from './audit-command.ts';
import { CALL } from './call-flags.ts';
import { CHECK } from './check-command.ts';
import { DOCTOR } from './doctor.ts';
import { DRAFTS } from './drafts.ts';
import { JOURNAL } from './journal-command.ts';
import { PROFILE } from './profile-text.ts';
import { TEAM } from './team-help.ts';
import { TIMELINE } from './timeline-command.ts';

export async function allHelp(): Promise<readonly CommandHelp[]> {
  const { SIMULATE } = await import('../sim/command.ts');
  return [
    ...[consoleHelp(PLACES), OPEN, QUOTE, SIMULATE, CALL, CHECK, TIMELINE, PROFILE, DOCTOR],
    ...[JOURNAL, AUDIT, DRAFTS, TEAM, COMPLETION, MAN, RESET],
  ];
}

export const HELP_FLAG = { help: { says: 'shows this help', short: 'h' } } as const;

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
