// `purser journal prune`: deletes the content of old entries and notes from the journal of this machine.

import fs from 'node:fs';
import type { Pruned, PruneWanted } from '../journal/local-journal.ts';
import { systemProcesses } from '../journal/processes.ts';
import { keepingHead, knownHeadsOf } from '../journal/sqlite/keeping-head.ts';
import { openJournal } from '../journal/sqlite/open.ts';
import { readOld } from '../journal/sqlite/read-journal.ts';
import { systemClock } from '../lib/clock.ts';
import { maskBody } from '../lib/redact.ts';
import { t, type Visible } from '../lib/visible.ts';
import { findFolders } from '../system/folders.ts';
import { userName } from '../system/system-user.ts';
import { type CommandParts, fails, prints } from './command-parts.ts';
import { ownJson } from './json-text.ts';

interface PruneAsked extends PruneWanted {
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Exit codes: 0, 1 if the journal can't be pruned, or the deleted bytes may still be in its file. */
export function pruneJournal(file: string, asked: PruneAsked, parts: CommandParts): number {
  const { days, userId, dryRun } = asked;
  const wanted = { days, ...(userId !== undefined && { userId }) };
  const heads = knownHeadsOf(file, findFolders(parts.process.env).heads);
  const gone = heads.checkThere();
  if (gone) return fails(parts, t`${NOTHING} ${gone}`);
  if (!fs.existsSync(file)) {
    parts.err('purser: there is no journal yet: nothing was written from here.\n');
    return tells({ entries: 0, notes: 0 }, asked, parts);
  }
  if (dryRun) {
    const found = readOld(file, wanted, systemClock().wall());
    return found.ok ? tells(found.value, asked, parts) : fails(parts, found.unreadable);
  }
  const opened = openJournal({
    file,
    clock: systemClock(),
    processes: systemProcesses(),
    redact: maskBody,
    // An administrator may prune as root.
    operator: userName(),
  });
  if ('locked' in opened) return fails(parts, t`${NOTHING} ${opened.locked}`);
  const journal = keepingHead(opened, heads);
  if ('locked' in journal) return fails(parts, t`${NOTHING} ${journal.locked}`);
  try {
    const done = journal.prune(wanted);
    if ('clock' in done) return fails(parts, t`${NOTHING} ${done.clock}`);
    if (!done.ok) return fails(parts, t`${done.unwritable} Some entries may be pruned already. ${AGAIN}`);
    const code = tells(done, asked, parts);
    return done.left === undefined ? code : fails(parts, t`${STILL_THERE} ${done.left}. ${AGAIN}`);
  } finally {
    journal.close();
  }
}

const NOTHING = t`nothing was pruned.`;
const STILL_THERE = t`deleted content may still be in the file:`;
const AGAIN = t`Run the command again.`;

function tells(
  { entries, notes }: Pruned,
  { days, userId, dryRun, json }: PruneAsked,
  parts: CommandParts,
): number {
  if (json) return prints(parts, ownJson({ entries, notes, days, customer: userId ?? null, dryRun }));
  const what: Visible = t`${entries}, notes: ${notes}, older than ${days} days.`;
  return prints(
    parts,
    dryRun
      ? `Entries that Purser would prune: ${what} Nothing was changed.\n`
      : `Entries pruned: ${what} The entries and their seals stay.\n`,
  );
}
