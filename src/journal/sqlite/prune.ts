// Prunes ended entries and old notes: the content with personal data goes, and the proof of each write stays.

import { sameId } from '../../lib/identifier.ts';
import { DAY } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { RowState } from '../intent.ts';
import type { Pruned, PruneWanted } from '../local-journal.ts';
import { DELETED, hashOf, integer, text } from '../stored-row.ts';
import { appendAudit, headOf, newestLines, type Writer } from './audit-table.ts';
import type { Database, DatabaseRow, SqlValue } from './database.ts';
import { findRow, isPruned, prunedSeal, rowOf, transitionsOf } from './sealed-rows.ts';

/** `next`: where the next transaction continues. Undefined: everything is pruned. */
interface PrunedPart extends Pruned {
  readonly next: number | undefined;
}

const ENDED: ReadonlySet<unknown> = new Set<RowState>(['DONE', 'REFUSED', 'NOT SENT', 'RESOLVED']);

/** Entries, and notes, of one transaction: other consoles wait for its end. */
const MOST = 500;

/** How many there are to prune. */
export function countOld(database: Database, wanted: PruneWanted, now: number): Pruned {
  let entries = 0;
  for (const _ of oldEntries(database, wanted, now)) entries++;
  return { entries, notes: oldNotes(database, wanted, now).length };
}

/** The clock decides what is old. An entry of the future, or none for so long, says that the clock is wrong, in ms. */
const [BEFORE_LAST, AFTER_LAST] = [300_000, 366 * DAY];

/** Compares the clock with the newest line of the log, which every start and each check of the log renews. */
export function checkClock(database: Database, now: number): Visible | undefined {
  const [last] = newestLines(database, 1);
  if (last === undefined) return undefined;
  const at = Date.parse(last.at);
  if (now >= at - BEFORE_LAST && now <= at + AFTER_LAST) return undefined;
  const gap = t`This clock says ${visible(new Date(now).toISOString())}, and the last entry is of ${visible(last.at, 40)}.`;
  return t`${gap} Correct the clock. If it is right, run purser audit verify, then this command again.`;
}

/** Inside a transaction, with its line in the audit log. `from`: undefined, then `next` of the part before. */
export function prunePart(
  database: Database,
  wanted: PruneWanted,
  by: Writer,
  from: number | undefined,
): PrunedPart {
  const line = (headOf(database)?.number ?? 0) + 1;
  const entries = oldEntries(database, wanted, by.at, from)
    .take(MOST)
    .map(entry => emptied(entry, line, by.at))
    .toArray();
  const notes = oldNotes(database, wanted, by.at).slice(0, MOST);
  if (from !== undefined && entries.length + notes.length === 0)
    return { entries: 0, notes: 0, next: undefined };
  // The journal's own spelling: a person may have typed a name instead of an ID, and the log keeps every line.
  const [found] = [...entries.map(entry => entry.found), ...notes];
  const detail = {
    days: String(wanted.days),
    entries: String(entries.length),
    notes: String(notes.length),
    ...(wanted.userId !== undefined && found && { customer: text(found, 'user_id') }),
    hash: prunedHash([...entries.map(({ seal }) => seal), ...notes.map(notePart)]),
  };
  appendAudit(database, { kind: 'pruned', detail }, by);
  for (const entry of entries) write(database, entry);
  for (const note of notes)
    database.run('UPDATE notes SET text = ?, pruned = ? WHERE id = ?', DELETED, line, text(note, 'id'));
  const last = entries.at(-1)?.found ?? { number: from ?? 0 };
  const more = entries.length === MOST || notes.length === MOST;
  return {
    ...{ entries: entries.length, notes: notes.length },
    next: more ? integer(last, 'number') : undefined,
  };
}

/** What stays of a note. */
export const notePart = (note: DatabaseRow): string => JSON.stringify(OF_NOTE.map(name => note[name]));
const OF_NOTE = ['id', 'base_url', 'client_id', 'user_id', 'on_behalf_of', 'record', 'author', 'at'];

/** `parts`: the seals of the entries, then those of `notePart`, in the order of their numbers. */
export const prunedHash = (parts: readonly string[]): string => hashOf(parts.join('\n'));

interface OldEntry {
  readonly found: DatabaseRow;
  readonly changes: readonly DatabaseRow[];
}

/** In the order of their numbers. Throws Damaged before anything hides that an entry was changed. */
function* oldEntries(
  database: Database,
  { days, userId }: PruneWanted,
  now: number,
  from = 0,
): Generator<OldEntry, void, void> {
  for (let last = from; ; ) {
    const page = database.rows('SELECT * FROM intents WHERE number > ? ORDER BY number LIMIT 1000', last);
    for (const found of page) {
      last = integer(found, 'number');
      if (isPruned(found) || !ENDED.has(found['state'])) continue;
      const changes = transitionsOf(database, text(found, 'request_id'));
      const { intent, transitions } = rowOf(found, changes);
      // The clock may have been put back, so the newest step may not be the last.
      const ended = Math.max(...transitions.map(({ at }) => at));
      if (ended < now - days * DAY && (userId === undefined || sameId(intent.customer.userId, userId)))
        yield { found, changes };
    }
    if (page.length === 0) return;
  }
}

function oldNotes(database: Database, { days, userId }: PruneWanted, now: number): readonly DatabaseRow[] {
  return database
    .rows('SELECT * FROM notes WHERE at < ? ORDER BY number', now - days * DAY)
    .filter(note => !isPruned(note) && (userId === undefined || sameId(text(note, 'user_id'), userId)));
}

interface EmptiedEntry extends OldEntry {
  readonly seal: string;
}

const deleted = (row: DatabaseRow, column: string): string | null => (row[column] === null ? null : DELETED);

/** The database refuses any other form. */
function emptied({ found, changes }: OldEntry, line: number, at: number): EmptiedEntry {
  const intent = {
    ...found,
    body: deleted(found, 'body'),
    what: '[]',
    pruned: line,
    pruned_at: Math.trunc(at),
  };
  const steps = changes.map(change => ({
    ...change,
    message: deleted(change, 'message'),
    answer: deleted(change, 'answer'),
    evidence: deleted(change, 'evidence'),
    note: deleted(change, 'note'),
    what: null,
  }));
  return { found: intent, changes: steps, seal: prunedSeal(intent, steps) };
}

function write(database: Database, { found, changes, seal }: EmptiedEntry): void {
  const requestId = text(found, 'request_id');
  set(database, 'intents', { ...found, pruned_seal: seal }, INTENT);
  for (const change of changes) set(database, 'transitions', change, TRANSITION);
  // Throws Damaged if the file has not become what the log says.
  findRow(database, requestId);
}

const INTENT = ['body', 'what', 'pruned', 'pruned_at', 'pruned_seal'];
const TRANSITION = ['message', 'answer', 'evidence', 'note', 'what'];

/** The column names come from this file, never from data. */
function set(
  database: Database,
  table: 'intents' | 'transitions',
  row: Readonly<Record<string, unknown>>,
  columns: readonly string[],
): void {
  const values = columns.map(name => row[name] as SqlValue);
  const places = columns.map(name => `${name} = ?`).join(', ');
  database.run(`UPDATE ${table} SET ${places} WHERE number = ?`, ...values, integer(row, 'number'));
}
