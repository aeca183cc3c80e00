// Rows to and from the database, each under a seal: SQLite has no checksums, and a flipped bit must not become an amount.

import type { Answer, Intent, Resolution, Row, RowState, Shown } from '../intent.ts';
import type { RowFilters } from '../journal.ts';
import { isToldOf } from '../possible-duplicates.ts';
import type { ProcessId } from '../processes.ts';
import { conditionsOf } from '../row-filters.ts';
import {
  checkSeals,
  Damaged,
  intentColumns,
  readRow,
  sealedColumns,
  sealOf,
  shownText,
  text,
} from '../stored-row.ts';
import type { Database, DatabaseRow, SqlValue } from './database.ts';

export interface RowChange {
  readonly to: RowState;
  readonly at: number;
  readonly process: ProcessId;
  readonly answer?: Answer | undefined;
  readonly resolution?: Resolution | undefined;
  /** Only if it differs from the confirmation of the intent. */
  readonly what?: readonly Shown[] | undefined;
}

type Columns = Readonly<Record<string, SqlValue>>;

const SEALED = sealedColumns('body', 'process_started', 'answer');
const SEALED_NOW = { ...SEALED, intent: [...SEALED.intent, 'uses'] };

/** The seals of a file before version 8 do not cover the column. */
const sealedIn = (found: DatabaseRow) => ((found['uses'] ?? '[]') === '[]' ? SEALED : SEALED_NOW);

/** Its first transition has to follow in the same transaction. */
export function insertIntent(database: Database, intent: Intent, duplicateOf: string | undefined): void {
  const columns = wellFormed({
    ...intentColumns(intent),
    repeatable: intent.repeatable === true ? 1 : 0,
    body: intent.body ?? null,
    besides: duplicateOf ?? null,
    uses: JSON.stringify(intent.uses ?? []),
  });
  insert(database, 'intents', { ...columns, seal: sealOf('', sealedIn(columns).intent, columns) });
}

/** Returns the transition's seal. The database refuses an illegal transition. */
export function insertTransition(database: Database, requestId: string, change: RowChange): string {
  const before = lastOf(database, requestId);
  const { to, at, process, answer, resolution, what } = change;
  const columns = wellFormed({
    request_id: requestId,
    from_state: before.state,
    to_state: to,
    at: Math.trunc(at),
    pid: process.pid,
    process_started: process.started,
    status: answer?.status ?? null,
    message: answer?.message ?? null,
    answer: answer?.text ?? null,
    resolved_by: resolution?.by ?? null,
    verdict: resolution?.verdict ?? null,
    evidence: resolution?.evidence ?? null,
    note: resolution?.note ?? null,
    what: what === undefined ? null : shownText(what),
  });
  const seal = sealOf(before.seal, SEALED.transition, columns);
  insert(database, 'transitions', { ...columns, seal });
  return seal;
}

export const transitionsOf = (database: Database, requestId: string): readonly DatabaseRow[] =>
  database.rows('SELECT * FROM transitions WHERE request_id = ? ORDER BY number', requestId);

/** Throws Damaged if a seal is broken. */
export function rowOf(found: DatabaseRow, changes: readonly DatabaseRow[]): Row {
  if (!isPruned(found)) checkSeals(found, changes, sealedIn(found));
  else if (prunedSeal(found, changes) !== found['pruned_seal']) throw new Damaged('a pruned row was changed');
  return readRow(found, changes);
}

export const isPruned = (found: DatabaseRow): boolean => found['pruned'] !== null;

/** Over an entry without its content. The audit log has its hash, so nobody can prune an entry by hand. */
export const prunedSeal = (found: DatabaseRow, changes: readonly DatabaseRow[]): string =>
  changes.reduce(
    (before, change) => sealOf(before, [...SEALED.transition, 'seal'], change),
    sealOf(String(found['pruned']), [...sealedIn(found).intent, 'seal', 'pruned_at'], found),
  );

/** SQLite's UTF-8 changes malformed text, which then would not match its seal. */
function wellFormed(columns: Columns): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toWellFormed() : value,
    ]),
  );
}

/** The column names come from this file, never from data. */
function insert(database: Database, table: string, columns: Columns): void {
  const names = Object.keys(columns);
  const places = names.map(() => '?').join(', ');
  database.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`, ...Object.values(columns));
}

function lastOf(database: Database, requestId: string): { state: string; seal: string } {
  const [found] = database.rows(
    `SELECT i.state, coalesce(t.seal, i.seal) AS seal FROM intents i
     LEFT JOIN transitions t ON t.request_id = i.request_id
     WHERE i.request_id = ? ORDER BY t.number DESC LIMIT 1`,
    requestId,
  );
  if (found === undefined) throw new Damaged('the intent is missing');
  return { state: text(found, 'state'), seal: text(found, 'seal') };
}

const unresolvedStates = "('PREPARED', 'SENT', 'UNKNOWN')";
export const findRow = (database: Database, requestId: string): Row | undefined =>
  select(database, 'WHERE request_id = ?', requestId)[0];

/** However old, newest first. */
export function findEquals(database: Database, intent: Intent): readonly Row[] {
  return select(
    database,
    // Two searches with an index each. With a condition on the state, SQLite would read every entry.
    `WHERE request_id IN (
       SELECT request_id FROM intents WHERE fingerprint = ?
       UNION SELECT request_id FROM used WHERE name IN (SELECT value FROM json_each(?))) ORDER BY number DESC`,
    intent.fingerprint,
    JSON.stringify(intent.uses ?? []),
  ).filter(isToldOf);
}

/** Oldest first. */
export const findUnresolved = (database: Database): readonly Row[] =>
  select(database, `WHERE state IN ${unresolvedStates} ORDER BY number`);

/** Newest first. */
export function findRows(database: Database, filters: RowFilters, limit: number): readonly Row[] {
  const all = conditionsOf(filters);
  const conditions = all.map(({ column, is, wanted }) =>
    is === 'in' ? `${column} IN (${wanted.map(() => '?').join(', ')})` : `${column} ${is} ?`,
  );
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return select(
    database,
    `${where} ORDER BY number DESC LIMIT ?`,
    ...all.flatMap(({ wanted }) => wanted),
    Math.max(0, Math.trunc(limit)),
  );
}

function select(database: Database, rest: string, ...values: readonly SqlValue[]): readonly Row[] {
  return database
    .rows(`SELECT * FROM intents ${rest}`, ...values)
    .map(found => rowOf(found, transitionsOf(database, String(found['request_id']))));
}
