// Rows to and from the database, each under a seal: SQLite has no checksums, and a flipped bit must not become an amount.
import { hash } from 'node:crypto';
import type { Intent, Row } from '../intent.ts';
import {
  type Columns,
  integer,
  intentColumns,
  intentOf,
  oneOfStates,
  optional,
  type RowChange,
  text,
  transitionColumns,
  transitionOf,
} from './columns.ts';
import type { Database, DatabaseRow } from './database.ts';
import { Damaged } from './failures.ts';

/** Adds an intent, in state NEW; its first transition has to follow in the same transaction. */
export function insertIntent(database: Database, intent: Intent, besides: string | undefined): void {
  const columns = intentColumns(intent, besides);
  insert(database, 'intents', { ...columns, seal: sealOf('', intentSealed, columns) });
}

/** Adds a transition to a row, and returns its seal; the database refuses an illegal one. */
export function insertTransition(database: Database, requestId: string, change: RowChange): string {
  const before = lastOf(database, requestId);
  const columns = transitionColumns(requestId, before.state, change);
  const seal = sealOf(before.seal, transitionSealed, columns);
  insert(database, 'transitions', { ...columns, seal });
  return seal;
}

/** The transitions of one intent, oldest first. */
export function transitionsOf(database: Database, requestId: string): readonly DatabaseRow[] {
  return database.rows('SELECT * FROM transitions WHERE request_id = ? ORDER BY number', requestId);
}

/** The row of an intent and all its transitions as stored; throws Damaged if a seal is broken. */
export function readRow(found: DatabaseRow, changes: readonly DatabaseRow[]): Row {
  checkSeal('', intentSealed, found);
  let before = { state: 'NEW', seal: text(found, 'seal') };
  const transitions = changes.map(change => {
    checkSeal(before.seal, transitionSealed, change);
    before = { state: text(change, 'to_state'), seal: text(change, 'seal') };
    return transitionOf(change);
  });
  if (found['state'] !== before.state) throw new Damaged('a transition is missing');
  const besides = optional(found, 'besides');
  return {
    number: integer(found, 'number'),
    intent: intentOf(found),
    ...(besides !== undefined && { besides }),
    state: oneOfStates(before.state),
    doubted: transitions.some(({ to }) => to === 'UNKNOWN'),
    transitions,
  };
}

/** Names of columns are the program's own; values are bound. */
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

/** The columns under a seal, in its order; both stay the same when later versions add columns. */
const intentSealed = [
  'request_id',
  'operation',
  'title',
  'class',
  'repeatable',
  'profile',
  'environment',
  'base_url',
  'client_id',
  'program_id',
  'user_id',
  'on_behalf_of',
  'method',
  'target',
  'body',
  'fingerprint',
  'what',
  'created_at',
  'besides',
];
const transitionSealed = [
  'request_id',
  'from_state',
  'to_state',
  'at',
  'pid',
  'process_started',
  'status',
  'message',
  'answer',
  'resolved_by',
  'verdict',
  'evidence',
  'note',
  'what',
];

/** Over the previous seal, so that no transition between two can be lost. */
function sealOf(before: string, sealed: readonly string[], columns: DatabaseRow): string {
  return hash('sha256', JSON.stringify([before, sealed.map(name => columns[name])]), 'base64');
}

function checkSeal(before: string, sealed: readonly string[], found: DatabaseRow): void {
  if (sealOf(before, sealed, found) !== found['seal']) throw new Damaged('a row was changed');
}
