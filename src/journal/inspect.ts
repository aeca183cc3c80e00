// Looks a journal over before anything may write to it, through a connection that can't.
import { t, type Visible } from '../lib/visible.ts';
import { Damaged, integer } from './columns.ts';
import { type Database, type OpenDatabase, resultCode, snapshot } from './database.ts';
import { readRow } from './rows.ts';
import { applicationId, migrations, rulesOf, rulesOfVersion, versionOf } from './schema.ts';

/** SQLITE_READONLY_ROLLBACK: a crash left a rollback journal that only a writing connection can play back. */
const needsRollback = 776;

/** `wrong`: why the file can't be trusted with another write. */
export interface Inspection {
  readonly wrong?: Visible;
  /** False where only a connection that writes can look. */
  readonly done: boolean;
}

/** Looks the file over and changes nothing in it. Throws what SQLite throws where it can't even be read. */
export function inspect(open: OpenDatabase, file: string, busyMs: number): Inspection {
  const database = open(file, { readOnly: true, busyMs });
  try {
    const wrong = snapshot(database, () => findFault(database, open));
    return { done: true, ...(wrong !== undefined && { wrong }) };
  } catch (error) {
    if (resultCode(error) !== needsRollback) throw error;
    return { done: false };
  } finally {
    database.close();
  }
}

/** What bars the file: not ours, newer, damaged, or with rules other than ours. Throws Damaged for a broken seal. */
export function findFault(database: Database, open: OpenDatabase): Visible | undefined {
  const version = versionOf(database);
  if (version < 1 || database.rows('PRAGMA application_id')[0]?.['application_id'] !== applicationId) {
    return t`it is not a journal`;
  }
  if (version > migrations.length) {
    return t`it was written by a newer version of this program (${version}, this one knows ${migrations.length})`;
  }
  database.exec('PRAGMA cell_size_check = ON');
  if (database.rows('PRAGMA integrity_check(1)')[0]?.['integrity_check'] !== 'ok') return t`it is damaged`;
  if (rulesOf(database) !== rulesOfVersion(open, version)) return t`its rules were changed`;
  checkRows(database);
  return undefined;
}

/** How many rows are in memory at a time. */
const chunk = 1000;

/** Reads every row. */
function checkRows(database: Database): void {
  for (let last = 0, more = true; more; ) {
    const intents = database.rows(
      'SELECT * FROM intents WHERE number > ? ORDER BY number LIMIT ?',
      last,
      chunk,
    );
    const end = intents.at(-1);
    if (end === undefined) break;
    const from = last;
    last = integer(end, 'number');
    const changes = Map.groupBy(
      database.rows(
        `SELECT * FROM transitions WHERE request_id IN
          (SELECT request_id FROM intents WHERE number > ? AND number <= ?) ORDER BY number`,
        from,
        last,
      ),
      change => change['request_id'],
    );
    for (const found of intents) readRow(found, changes.get(found['request_id']) ?? []);
    more = intents.length === chunk;
  }
  const strays = database.rows(
    'SELECT 1 FROM transitions WHERE request_id NOT IN (SELECT request_id FROM intents) LIMIT 1',
  );
  if (strays.length > 0) throw new Damaged('an intent is missing');
}
