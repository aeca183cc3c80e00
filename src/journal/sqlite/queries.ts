// The queries for the journal's rows.
import { formsOf, mayBeDone } from '../duplicates.ts';
import { type Action, earlierForms } from '../fingerprint.ts';
import type { Intent, Row } from '../intent.ts';
import type { RowFilters } from '../journal.ts';
import { CONTEXT_COLUMNS, contextIn } from '../stored-row.ts';
import type { Database, SqlValue } from './database.ts';
import { rowOf, transitionsOf } from './rows.ts';

const unresolvedStates = "('PREPARED', 'SENT', 'UNKNOWN')";
/** REFUSED and NOT SENT entries are no duplicates. For a RESOLVED entry the verdict decides. */
const duplicateStates = "('PREPARED', 'SENT', 'UNKNOWN', 'DONE', 'RESOLVED')";

export function findRow(database: Database, requestId: string): Row | undefined {
  return select(database, 'WHERE request_id = ?', requestId)[0];
}

/** Every write with the same request that may have been done, however old, newest first. */
export function findEquals(database: Database, intent: Intent): readonly Row[] {
  const { earlierForms = findEarlierForms(database, intent) } = intent;
  const forms = formsOf({ ...intent, earlierForms });
  return select(
    database,
    `WHERE fingerprint IN (SELECT value FROM json_each(?)) AND state IN ${duplicateStates} ORDER BY number DESC`,
    JSON.stringify(forms),
  ).filter(mayBeDone);
}

/** The fingerprints under which version 0.1 may have recorded the same request here. */
export function findEarlierForms(database: Database, action: Action): readonly string[] {
  const sql = `SELECT DISTINCT ${CONTEXT_COLUMNS} FROM intents WHERE operation = ? AND fingerprint NOT GLOB '2:*'`;
  return earlierForms(action, database.rows(sql, action.operation).map(contextIn));
}

/** Oldest first. */
export function findUnresolved(database: Database): readonly Row[] {
  return select(database, `WHERE state IN ${unresolvedStates} ORDER BY number`);
}

/** Newest first. */
export function findRows(database: Database, filters: RowFilters, limit: number): readonly Row[] {
  const { states, profile, operations, userId, before, since } = filters;
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  const need = (condition: string, ...given: readonly SqlValue[]) => {
    conditions.push(condition);
    values.push(...given);
  };
  if (states !== undefined) need(`state IN (${places(states)})`, ...states);
  if (profile !== undefined) need('profile = ?', profile);
  if (operations !== undefined) need(`operation IN (${places(operations)})`, ...operations);
  if (userId !== undefined) need('user_id = ?', userId);
  if (before !== undefined) need('number < ?', before);
  if (since !== undefined) need('created_at >= ?', since);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return select(database, `${where} ORDER BY number DESC LIMIT ?`, ...values, Math.max(0, Math.trunc(limit)));
}

function select(database: Database, rest: string, ...values: readonly SqlValue[]): readonly Row[] {
  return database
    .rows(`SELECT * FROM intents ${rest}`, ...values)
    .map(found => rowOf(found, transitionsOf(database, String(found['request_id']))));
}

function places(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
