// The audit log in the journal's database: entries are added inside a running transaction, and read in pieces.
import { type AuditEntry, type AuditLine, type Head, lineOf, type SealedLine, sealed } from '../audit.ts';
import type { ProcessId } from '../processes.ts';
import { integer, text } from './columns.ts';
import type { Database, DatabaseRow } from './database.ts';
import { Damaged } from './failures.ts';

export interface Writer {
  /** Epoch ms. */
  readonly at: number;
  readonly process: ProcessId;
  readonly operator: string;
  readonly redact: (text: string) => string;
}

/** The longest kept detail, in UTF-16 units. */
const maxDetail = 500;

/**
 * Adds an entry after the last; no other process writes meanwhile, because the transaction locks the file. `seal` is
 * the seal of the entry's transition, so that the two can be compared.
 */
export function appendAudit(database: Database, entry: AuditEntry, by: Writer, seal?: string): void {
  const last = headOf(database);
  const line = sealed({
    number: (last?.number ?? 0) + 1,
    at: new Date(by.at).toISOString(),
    pid: by.process.pid,
    process: by.process.started,
    operator: by.operator.toWellFormed(),
    kind: entry.kind,
    detail: {
      ...Object.fromEntries(
        Object.entries(entry.detail).map(([name, value]) => [
          name,
          by.redact(value).slice(0, maxDetail).toWellFormed(),
        ]),
      ),
      ...(seal !== undefined && { seal }),
    },
    before: last?.hash ?? '',
  });
  database.run('INSERT INTO audit (number, line, hash) VALUES (?, ?, ?)', line.number, line.text, line.hash);
}

/** A log's first entry: an emptied log lacks it, and changes before the log are not missed. */
export function beginAudit(database: Database, by: Writer): void {
  const [last] = database.rows('SELECT coalesce(max(number), 0) AS number FROM transitions');
  const before = last === undefined ? 0 : integer(last, 'number');
  appendAudit(database, { kind: 'log-begun', detail: { before: String(before) } }, by);
}

/** The log's head. */
export function headOf(database: Database): Head | undefined {
  const [last] = database.rows('SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1');
  return last && { number: integer(last, 'number'), hash: text(last, 'hash') };
}

/** How many lines are in memory at a time. */
const chunk = 1000;

/** Every line in the order of their numbers, as found, in pieces. */
export function* sealedPieces(database: Database): Generator<readonly SealedLine[]> {
  for (let last = 0; ; ) {
    const found = database.rows(
      'SELECT number, line, hash FROM audit WHERE number > ? ORDER BY number LIMIT ?',
      last,
      chunk,
    );
    yield found.map(sealedLine);
    const end = found.at(-1);
    if (end === undefined || found.length < chunk) return;
    last = integer(end, 'number');
  }
}

/** The same, one by one. */
export function* sealedLines(database: Database): Generator<SealedLine> {
  for (const piece of sealedPieces(database)) yield* piece;
}

const sealedLine = (found: DatabaseRow): SealedLine => ({
  number: integer(found, 'number'),
  text: text(found, 'line'),
  hash: text(found, 'hash'),
});

/** The newest `limit` lines, oldest first. */
export function newestLines(database: Database, limit: number): readonly AuditLine[] {
  return database
    .rows('SELECT number, line, hash FROM audit ORDER BY number DESC LIMIT ?', limit)
    .toReversed()
    .map(found => {
      const line = lineOf(sealedLine(found));
      if (line === undefined) throw new Damaged('a line of the audit log');
      return line;
    });
}
