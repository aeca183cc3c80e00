// The help of every command, for the manual page and for shell completion.

import { AUDIT } from '../src/commands/audit-command.ts';
import { COMPLETION, MAN } from '../src/commands/built-texts.ts';
import { CALL } from '../src/commands/call-flags.ts';
import { CHECK } from '../src/commands/check-command.ts';
import { DOCTOR } from '../src/commands/doctor.ts';
import { DRAFTS } from '../src/commands/drafts.ts';
import { JOURNAL } from '../src/commands/journal-command.ts';
import { PROFILE } from '../src/commands/profile-text.ts';
import { TEAM } from '../src/commands/team-help.ts';
import { TIMELINE } from '../src/commands/timeline-command.ts';
import type { CommandHelp } from '../src/lib/command-help.ts';
import { SIMULATE } from '../src/sim/command.ts';
import { PLACES } from '../src/store/places.ts';
import { consoleHelp, OPEN, QUOTE, RESET } from '../src/system/usage.ts';
import { bashScript, fishScript, zshScript } from './completion.ts';
import { manualPage } from './manual-page.ts';

export const allHelp: readonly CommandHelp[] = [
  ...[consoleHelp(PLACES), OPEN, QUOTE, SIMULATE, CALL, CHECK, TIMELINE, PROFILE, DOCTOR],
  ...[JOURNAL, AUDIT, DRAFTS, TEAM, COMPLETION, MAN, RESET],
];

/** What `purser completion` and `purser man` print. */
export const helpTexts = (version: string) => ({
  bash: bashScript(allHelp),
  zsh: zshScript(allHelp),
  fish: fishScript(allHelp),
  man: manualPage(allHelp, version),
});
