/** Makes writing test journals fast. */
import type { Database } from '../../src/journal/sqlite/database.ts';

/** A connection that does not wait for the disk. */
export function unsynced(real: Database): Database {
  return {
    ...real,
    exec: sql => real.exec(sql.replace('BEGIN IMMEDIATE', 'PRAGMA synchronous = OFF; BEGIN IMMEDIATE')),
  };
}
