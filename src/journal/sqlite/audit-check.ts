// Checks, through a read-only connection, that the audit log in a journal's file is whole and agrees with the journal.
import { atOnce, type Steps } from '../../lib/steps.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { type AuditLine, type Head, lineOf, type SealedLine } from '../audit.ts';
import { type Broken, broken, type ChainCheck, isBroken, startChain } from '../audit-chain.ts';
import { hashOf, sealedLineIn, text } from '../stored-row.ts';
import { headOf, sealedLines, sealedPieces } from './audit-table.ts';
import { causeOf, type Database, type OpenDatabase, openSqlite, snapshot } from './database.ts';
import { notePart, prunedHash } from './prune.ts';
import { isPruned } from './sealed-rows.ts';
import { applicationId, otherVersion, versionOf } from './sqlite-schema.ts';

interface CheckParts {
  readonly file: string;
  readonly heads?: readonly Head[];
  readonly open?: OpenDatabase;
  /** How many of the entries are checked. */
  readonly tell?: (checked: number, of: number) => void;
}

/** Why the log can't be checked, as a whole sentence. */
export type FileChecked = ChainCheck | { readonly ok: false; readonly unreadable: Visible };

export const checkAudit = ({ file, heads, open = openSqlite, tell }: CheckParts): FileChecked =>
  reading(file, open, database => atOnce(checkLog(database, heads, tell)));

export function hasLine(file: string, { number, hash }: Head): boolean {
  const found = reading(file, openSqlite, database => ({
    ok: true as const,
    has: database
      .rows('SELECT hash FROM audit WHERE number = ?', number)
      .some(line => String(line['hash']).startsWith(hash)),
  }));
  return found.ok && found.has;
}

/** As the end of a sentence. */
export function* findLogFault(database: Database): Steps<Visible | undefined> {
  const checked = yield* checkLog(database);
  return checked.ok ? undefined : t`its audit log is not whole: ${checked.why}`;
}

/** Another console may write meanwhile, so only changes from before the check must be in the chain. */
function* checkLog(
  database: Database,
  heads: readonly Head[] = [],
  tell?: CheckParts['tell'],
): Steps<ChainCheck> {
  const seen: AuditNotes = { seals: new Map(), notes: [], pruned: new Map(), before: undefined };
  const [newest] = database.rows('SELECT coalesce(max(number), 0) AS number FROM transitions');
  const chain = startChain({ heads });
  const all = headOf(database)?.number ?? 0;
  for (const piece of sealedPieces(database)) {
    for (const found of piece) {
      const line = chain.follow(found);
      if (isBroken(line)) return line;
      note(line, seen);
    }
    tell?.(piece.at(-1)?.number ?? all, all);
    yield;
  }
  const checked = chain.end();
  if (!checked.ok) return checked;
  return (
    differenceFromJournal(database, seen, Number(newest?.['number'])) ??
    differenceFromPruned(database, seen, checked.lines) ??
    differenceFromNotes(database, seen) ??
    checked
  );
}

/** `since` is epoch ms. Leaves out an unreadable entry: a check of the entries then finds the gap. */
export function readAudit({ file, open = openSqlite }: CheckParts, since?: number) {
  return reading(file, open, database =>
    snapshot(database, () => {
      const lines = [...sealedLines(database)].filter(line => lineOf(line) !== undefined);
      // The clock may have been put back, so all entries after the first entry of the period count.
      const from =
        since === undefined ? 0 : lines.findIndex(line => Date.parse(lineOf(line)?.at ?? '') >= since);
      return { ok: true as const, lines: from < 0 ? [] : lines.slice(from), head: headOf(database) };
    }),
  );
}

/** At most. */
const PIECE = 1000;

/**
 * The lines after `after`, oldest first, in pieces. Broken if the log lacks `after`, or if a line does not follow. Without
 * `after`: all lines.
 */
export function linesAfter({ file, open = openSqlite }: CheckParts, after?: Head) {
  return reading(file, open, database =>
    snapshot(database, () => {
      const first = after?.number ?? 1;
      const found = database
        .rows('SELECT number, line, hash FROM audit WHERE number >= ? ORDER BY number LIMIT ?', first, PIECE)
        .map(sealedLineIn);
      const chain = startChain({ first, ...(after && { heads: [after] }) });
      const lines: FollowedLine[] = [];
      for (const sealed of found) {
        const line = chain.follow(sealed);
        if (isBroken(line)) return line;
        if (sealed.number !== after?.number) lines.push({ sealed, line });
      }
      const checked = chain.end();
      return checked.ok ? { ok: true as const, lines, head: headOf(database) } : checked;
    }),
  );
}

/** The last line before this time (epoch ms). Infinity: the newest. Undefined without lines. */
export const headBefore = ({ file, open = openSqlite }: CheckParts, since: number) =>
  reading(file, open, database =>
    snapshot(database, () => {
      let head: Head | undefined;
      for (const sealed of sealedLines(database)) {
        if (Date.parse(lineOf(sealed)?.at ?? '') >= since) break;
        head = { number: sealed.number, hash: sealed.hash };
      }
      return { ok: true as const, head };
    }),
  );

export interface FollowedLine {
  readonly sealed: SealedLine;
  readonly line: AuditLine;
}

function reading<T>(file: string, open: OpenDatabase, read: (database: Database) => T) {
  let database: Database | undefined;
  try {
    database = open(file, { readOnly: true, busyMs: 2000 });
    const ours = database.rows('PRAGMA application_id')[0]?.['application_id'] === applicationId;
    if (!ours) return unreadable(t`it is not a journal`);
    const other = otherVersion(versionOf(database));
    return other ? unreadable(other) : read(database);
  } catch (error) {
    return unreadable(causeOf(error));
  } finally {
    database?.close();
  }
}

const unreadable = (why: Visible) => ({
  ok: false as const,
  unreadable: t`The audit log can't be read: ${why}.`,
});

interface AuditNotes {
  /** By the seal of each change: the number of its entry. */
  readonly seals: Map<string, number>;
  /** Of each note, in their order. */
  readonly notes: { readonly entry: number; readonly hash: string }[];
  /** By the number of each pruning's entry: the hash of what stays. */
  readonly pruned: Map<number, string>;
  /** The last change before the log, from the log's first entry. */
  before: number | undefined;
}

function note({ number, kind, detail }: AuditLine, seen: AuditNotes): void {
  const { seal, before, hash = '' } = detail;
  if (seal !== undefined) seen.seals.set(seal, number);
  if (kind === 'note') seen.notes.push({ entry: number, hash });
  if (kind === 'pruned') seen.pruned.set(number, hash);
  if (kind === 'log-begun' && before !== undefined) seen.before ??= Number(before);
}

/** The log may lack changes after `newest`. */
function differenceFromJournal(
  database: Database,
  { seals, before }: AuditNotes,
  newest: number,
): Broken | undefined {
  if (before === undefined)
    return broken(1, t`The log's first entry is missing: the log was emptied, or started again.`);
  const kept = database.rows('SELECT number, seal FROM transitions ORDER BY number');
  const known = new Set(kept.map(({ seal }) => seal));
  for (const [seal, entry] of seals)
    if (!known.has(seal)) return broken(entry, t`The change in this entry is not in the journal.`);
  const unlogged = kept.some(
    ({ number, seal }) => Number(number) > before && Number(number) <= newest && !seals.has(String(seal)),
  );
  const next = (headOf(database)?.number ?? 0) + 1;
  return unlogged ? broken(next, t`The journal has a change that the log lacks.`) : undefined;
}

/** What was pruned after the last checked line is for the next check. */
function differenceFromPruned(database: Database, { pruned }: AuditNotes, last: number): Broken | undefined {
  const entries = database.rows(
    'SELECT pruned, pruned_seal FROM intents WHERE pruned IS NOT NULL ORDER BY number',
  );
  const notes = database.rows('SELECT * FROM notes WHERE pruned IS NOT NULL ORDER BY number');
  const parts = Map.groupBy(
    [
      ...entries.map(found => ({ line: Number(found['pruned']), part: String(found['pruned_seal']) })),
      ...notes.map(found => ({ line: Number(found['pruned']), part: notePart(found) })),
    ],
    ({ line }) => line,
  );
  for (const number of new Set([...pruned.keys(), ...parts.keys()])) {
    if (number > last && number <= (headOf(database)?.number ?? 0)) continue;
    const own = (parts.get(number) ?? []).map(({ part }) => part);
    if (!pruned.has(number))
      return broken(number, t`Content of the journal was deleted, and no entry of the log says so.`);
    if (pruned.get(number) !== prunedHash(own))
      return broken(number, t`The journal's pruned content is not what this entry says.`);
  }
  return undefined;
}

/** Another console may have added notes since. */
function differenceFromNotes(database: Database, { notes }: AuditNotes): Broken | undefined {
  const found = database.rows('SELECT * FROM notes ORDER BY number LIMIT ?', notes.length);
  const changed = notes.find(({ hash }, at) => {
    const note = found[at];
    return note === undefined || (!isPruned(note) && hashOf(text(note, 'text')) !== hash);
  });
  return changed && broken(changed.entry, t`The note of this entry was changed or removed.`);
}
