// Checks a journal before anything may write to it, through a read-only connection.
import type { Steps } from '../../lib/steps.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { Damaged, integer } from '../stored-row.ts';
import { type Database, type OpenDatabase, resultCode, snapshot } from './database.ts';
import { rowOf } from './sealed-rows.ts';
import { applicationId, otherVersion, rulesOf, rulesOfVersion, versionOf } from './sqlite-schema.ts';

/** SQLITE_READONLY_ROLLBACK: a crash left a rollback journal that only a writing connection can play back. */
const needsRollback = 776;

export interface Inspection {
  readonly wrong?: Visible;
  /** False if only a writing connection can check. */
  readonly done: boolean;
}

/** Gives why the file can't be used, as the end of a sentence. */
export type FaultSearch = (database: Database) => Steps<Visible | undefined>;

/** Changes nothing. Throws SQLite's error if the file can't be read. */
export function* inspect(
  open: OpenDatabase,
  file: string,
  busyMs: number,
  look: FaultSearch = database => findFault(database, open),
): Steps<Inspection> {
  const database = open(file, { readOnly: true, busyMs });
  try {
    const wrong = yield* look(database);
    return { done: true, ...(wrong !== undefined && { wrong }) };
  } catch (error) {
    if (resultCode(error) !== needsRollback) throw error;
    return { done: false };
  } finally {
    database.close();
  }
}

/** Throws Damaged for a broken seal. Another console may write between two steps. */
export function* findFault(database: Database, open: OpenDatabase): Steps<Visible | undefined> {
  const foreign = snapshot(database, () => findForeign(database, open));
  if (foreign !== undefined) return foreign;
  yield;
  database.exec('PRAGMA cell_size_check = ON');
  if (database.rows('PRAGMA integrity_check(1)')[0]?.['integrity_check'] !== 'ok') return t`it is damaged`;
  yield;
  yield* checkRows(database);
  return undefined;
}

function findForeign(database: Database, open: OpenDatabase): Visible | undefined {
  const version = versionOf(database);
  if (version < 1 || database.rows('PRAGMA application_id')[0]?.['application_id'] !== applicationId) {
    return t`it is not a journal`;
  }
  const other = otherVersion(version);
  if (other) return other;
  return rulesOf(database) === rulesOfVersion(open, version) ? undefined : t`its rules were changed`;
}

/** How many rows are in memory at a time. */
const chunk = 1000;

function* checkRows(database: Database): Steps<void> {
  for (let last: number | undefined = 0; last !== undefined; yield) {
    const from: number = last;
    last = snapshot(database, () => checkRowsFrom(database, from));
  }
  const strays = database.rows(
    'SELECT 1 FROM transitions WHERE request_id NOT IN (SELECT request_id FROM intents) LIMIT 1',
  );
  if (strays.length > 0) throw new Damaged('an intent is missing');
}

/** The last row's number; undefined if no more rows follow. */
function checkRowsFrom(database: Database, from: number): number | undefined {
  const intents = database.rows(
    'SELECT * FROM intents WHERE number > ? ORDER BY number LIMIT ?',
    from,
    chunk,
  );
  const end = intents.at(-1);
  if (end === undefined) return undefined;
  const last = integer(end, 'number');
  const changes = Map.groupBy(
    database.rows(
      `SELECT * FROM transitions WHERE request_id IN
        (SELECT request_id FROM intents WHERE number > ? AND number <= ?) ORDER BY number`,
      from,
      last,
    ),
    change => change['request_id'],
  );
  for (const found of intents) rowOf(found, changes.get(found['request_id']) ?? []);
  return intents.length === chunk ? last : undefined;
}
