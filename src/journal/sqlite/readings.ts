// Reads an open journal: each answer is from one moment, and every failure is a value.
import { visible } from '../../lib/visible.ts';
import { headText } from '../audit.ts';
import { notRead } from '../explain.ts';
import type { ReadResult } from '../journal.ts';
import type { FileJournal } from '../local-journal.ts';
import { headOf, newestLines } from './audit-table.ts';
import { type Database, snapshot } from './database.ts';
import { causeOf } from './failures.ts';
import { findEarlierForms, findEquals, findRow, findRows, findUnresolved } from './queries.ts';

type FileReadings = Pick<
  FileJournal,
  'equals' | 'earlierForms' | 'unresolved' | 'list' | 'get' | 'audit' | 'auditHead' | 'version'
>;

/** The journal's reading functions, which read the file. */
export function readingsOf(database: Database): FileReadings {
  const read = <T>(work: () => T): ReadResult<T> => {
    try {
      return { ok: true, value: snapshot(database, work) };
    } catch (error) {
      return { ok: false, unreadable: notRead(causeOf(error)) };
    }
  };
  return {
    equals: intent => read(() => findEquals(database, intent)),
    earlierForms: action => read(() => findEarlierForms(database, action)),
    unresolved: () => read(() => findUnresolved(database)),
    list: ({ filters = {}, limit = 100 } = {}) => read(() => findRows(database, filters, limit)),
    get: requestId => read(() => findRow(database, requestId)),
    audit: limit => read(() => newestLines(database, limit)),
    auditHead() {
      const head = read(() => headOf(database));
      return head.ok && head.value ? visible(headText(head.value)) : undefined;
    },
    version() {
      try {
        return Number(database.rows('PRAGMA data_version')[0]?.['data_version']);
      } catch {
        return undefined;
      }
    },
  };
}
