/** A journal's file without waiting for the disk. */
import type { Database } from '../../src/journal/sqlite/database.ts';

/** A connection as quick as memory. */
export function unsynced(real: Database): Database {
  return {
    ...real,
    exec: sql => real.exec(sql.replace('BEGIN IMMEDIATE', 'PRAGMA synchronous = OFF; BEGIN IMMEDIATE')),
  };
}
