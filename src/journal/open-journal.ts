// Opens the journal of this machine's user. The journal's code is loaded only now, because the first frame does not
// need it.

import path from 'node:path';
import type { Clock } from '../lib/clock.ts';
import { maskBody } from '../lib/redact.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { Action } from './fingerprint.ts';
import type { Journal } from './journal.ts';
import type { TeamSetup } from './team/open-team.ts';

/** The journal and its fingerprint function. The root loads their code when it is needed. */
export interface JournalPort {
  readonly journal: Journal;
  readonly fingerprint: (action: Action) => string;
}

export type OpenJournal = () => Promise<JournalPort | { readonly locked: Visible }>;

const OTHER_LOG = t`Purser can't write to the service: the journal's log was removed or replaced, so Purser can't find duplicates. Restore the journal. If this was deliberate, remove audit-head from the state folder.`;

/** Opens `journal.db` in the state folder, with pauses so that keys work. Without a folder, no write is possible. */
export const journalIn =
  (folder: string | undefined, clock: Clock, operator = '', setup?: TeamSetup): OpenJournal =>
  async () => {
    if (folder === undefined)
      return { locked: t`Purser can't write to the service: there is no folder for the journal.` };
    const [
      { localJournal },
      { openJournalWithPauses },
      { fingerprint },
      { systemProcesses },
      { isLogGone, keepingHead },
    ] = await Promise.all([
      import('./local-journal.ts'),
      import('./sqlite/open.ts'),
      import('./fingerprint.ts'),
      import('./processes.ts'),
      import('./sqlite/keeping-head.ts'),
    ]);
    const place = path.join(folder, 'journal.db');
    if (isLogGone(place)) return { locked: OTHER_LOG };
    const opened = await openJournalWithPauses(
      {
        file: place,
        clock,
        processes: systemProcesses(),
        redact: maskBody,
        operator,
      },
      () => new Promise(resolve => setImmediate(resolve)),
    );
    if ('locked' in opened) return opened;
    const { journal: file, isOther } = keepingHead(opened, place);
    if (isOther) {
      file.close();
      return { locked: OTHER_LOG };
    }
    if (setup?.journal === undefined) return { journal: localJournal(file), fingerprint };
    const { openTeamJournal } = await import('./team/open-team.ts');
    const journal = await openTeamJournal(localJournal(file), setup, { folder, clock });
    return 'locked' in journal ? journal : { journal, fingerprint };
  };
