// Opens the journal, or says why writing is barred; an untrusted file is never changed.

import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { dirname } from 'node:path';
import { attempt } from '../../lib/attempt.ts';
import { atOnce, type Steps, withPauses } from '../../lib/steps.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { FileJournal } from '../local-journal.ts';
import { findLogFault } from './audit-check.ts';
import { beginAudit } from './audit-table.ts';
import { causeOf, type Database, type OpenDatabase, openSqlite } from './database.ts';
import { createFileJournal, type JournalNeeds } from './file-journal.ts';
import { type FaultSearch, findFault, inspect } from './inspect.ts';
import { onNetwork, preparePlace, putInPlace, watchPlace } from './place.ts';
import { migrate } from './sqlite-schema.ts';

export interface JournalParts
  extends Pick<JournalNeeds, 'clock' | 'processes' | 'redact'>,
    Partial<Pick<JournalNeeds, 'operator' | 'busyMs'>> {
  readonly file: string;
  readonly open?: OpenDatabase;
  /** Whether WAL isn't safe in this folder. */
  readonly network?: (folder: string) => boolean;
}

/** Why nothing may be written to the service, as a whole sentence. */
export type OpenedJournal = FileJournal | { readonly locked: Visible };

/** Creates the file (0600, its folder 0700) or updates it if needed. */
export const openJournal = (parts: JournalParts): OpenedJournal => atOnce(opening(parts));

/** Pauses, because a person uses the keys meanwhile. */
export const openJournalWithPauses = (
  parts: JournalParts,
  pause: () => Promise<unknown>,
): Promise<OpenedJournal> => withPauses(opening(parts), pause);

function* opening(parts: JournalParts): Steps<OpenedJournal> {
  const { file, busyMs = 2000, open = openSqlite, network = onNetwork } = parts;
  const place = preparePlace(file);
  if (!place.ok)
    return { locked: t`Purser can't write to the service: there is no place for the journal. ${place.why}.` };
  let database: Database | undefined;
  try {
    const wal = !network(dirname(file));
    const begin = (begun: Database) => (): void =>
      beginAudit(begun, {
        at: parts.clock.wall(),
        process: parts.processes.self,
        operator: parts.operator ?? '',
        redact: parts.redact,
      });
    if (!place.exists) create(open, file, wal, begin);
    const look: FaultSearch = function* (looked) {
      return (yield* findFault(looked, open)) ?? (yield* findLogFault(looked));
    };
    const inspection = yield* inspect(open, file, busyMs, look);
    if (inspection.wrong !== undefined) return locked(inspection.wrong);
    database = open(file, { readOnly: false, busyMs });
    const wrong = inspection.done ? undefined : yield* look(database);
    const mode = wrong === undefined ? setMode(database, wal) : undefined;
    if (mode === undefined) {
      database.close();
      return locked(wrong ?? t`it is not safe to write here`);
    }
    migrate(database, begin(database));
    return createFileJournal(database, mode, { operator: '', ...parts, busyMs, inPlace: watchPlace(file) });
  } catch (error) {
    attempt(() => database?.close());
    return locked(causeOf(error));
  }
}

function locked(why: Visible): OpenedJournal {
  const ended = visible(why.replace(/\.$/, ''));
  return {
    locked: t`Purser can't write to the service: the journal can't be used, because ${ended}. Purser does not change the file.`,
  };
}

/** Under a temporary name first, so that a console that starts at the same moment never sees half a file. */
function create(
  open: OpenDatabase,
  file: string,
  wal: boolean,
  begin: (database: Database) => () => void,
): void {
  const draft = `${file}.${randomUUID()}.new`;
  fs.closeSync(fs.openSync(draft, 'wx', 0o600));
  try {
    const database = open(draft, { readOnly: false, busyMs: 0 });
    try {
      migrate(database, begin(database));
      if (wal) database.rows('PRAGMA journal_mode = WAL');
    } finally {
      database.close();
    }
    putInPlace(draft, file);
  } finally {
    for (const rest of [draft, `${draft}-wal`, `${draft}-shm`, `${draft}-journal`])
      fs.rmSync(rest, { force: true });
  }
}

/** WAL with FULL, or else DELETE with EXTRA, because DELETE with FULL does not survive a power failure. */
function setMode(database: Database, wal: boolean): FileJournal['mode'] | undefined {
  // On macOS a plain fsync stops at the drive's cache.
  database.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON; PRAGMA trusted_schema = OFF');
  if (wal && journalMode(database, 'WAL') === 'wal')
    return synchronous(database, 'FULL', 2) ? 'wal' : undefined;
  if (journalMode(database, 'DELETE') !== 'delete') return undefined;
  return synchronous(database, 'EXTRA', 3) ? 'delete' : undefined;
}

const journalMode = (database: Database, mode: 'WAL' | 'DELETE'): unknown =>
  database.rows(`PRAGMA journal_mode = ${mode}`)[0]?.['journal_mode'];

function synchronous(database: Database, word: 'FULL' | 'EXTRA', level: number): boolean {
  database.exec(`PRAGMA synchronous = ${word}`);
  return database.rows('PRAGMA synchronous')[0]?.['synchronous'] === level;
}
