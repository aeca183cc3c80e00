// Opens the journal of this machine's user. The journal's code is loaded only now, because the first frame does not
// need it.

import path from 'node:path';
import type { Clock } from '../lib/clock.ts';
import { maskBody } from '../lib/redact.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { Folders } from '../system/folders.ts';
import type { Action } from './fingerprint.ts';
import type { Journal } from './journal.ts';
import type { TeamSetup } from './team/open-team.ts';

/** The journal and its fingerprint function. The root loads their code when it is needed. */
export interface JournalPort {
  readonly journal: Journal;
  readonly fingerprint: (action: Action) => string;
}

export type OpenJournal = () => Promise<JournalPort | { readonly locked: Visible }>;

/** Opens `journal.db` in the state folder, with pauses so that keys work. Without a folder, no write is possible. */
export const journalIn =
  (
    { state: folder, heads: elsewhere }: Folders,
    clock: Clock,
    operator = '',
    setup?: TeamSetup,
  ): OpenJournal =>
  async () => {
    if (folder === undefined)
      return { locked: t`Purser can't write to the service: there is no folder for the journal.` };
    const [
      { localJournal },
      { openJournalWithPauses },
      { fingerprint },
      { systemProcesses },
      { keepingHead, knownHeadsOf },
    ] = await Promise.all([
      import('./local-journal.ts'),
      import('./sqlite/open.ts'),
      import('./fingerprint.ts'),
      import('./processes.ts'),
      import('./sqlite/keeping-head.ts'),
    ]);
    const place = path.join(folder, 'journal.db');
    const heads = knownHeadsOf(place, elsewhere);
    const gone = heads.checkThere();
    if (gone) return { locked: gone };
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
    const file = keepingHead(opened, heads);
    if ('locked' in file) return file;
    if (setup?.journal === undefined) return { journal: localJournal(file), fingerprint };
    const { openTeamJournal } = await import('./team/open-team.ts');
    const journal = await openTeamJournal(localJournal(file), setup, { folder, clock });
    return 'locked' in journal ? journal : { journal, fingerprint };
  };
