// The help of every command, for the manual page and for shell completion.

import type { CommandHelp } from '../lib/command-help.ts';
import { PLACES } from '../store/places.ts';
import { consoleHelp, OPEN, RESET } from '../system/usage.ts';
import { AUDIT } from './audit.ts';
import { CALL } from './call-help.ts';
import { DOCTOR } from './doctor.ts';
import { JOURNAL } from './journal.ts';
import { PROFILE } from './profile.ts';
import { COMPLETION, MAN } from './shell-help.ts';
import { TEAM } from './team-help.ts';

/** The console comes first. */
export async function allHelp(): Promise<readonly CommandHelp[]> {
  const { SIMULATE } = await import('../sim/command.ts');
  return [
    ...[consoleHelp(PLACES), OPEN, SIMULATE, CALL, PROFILE, DOCTOR, JOURNAL],
    ...[AUDIT, TEAM, COMPLETION, MAN, RESET],
  ];
}
