// The audit log in the journal's database: entries are added inside a running transaction, and read in pieces.

import { type AuditEntry, type AuditLine, type Head, type SealedLine, sealed } from '../audit.ts';
import type { Row } from '../intent.ts';
import type { ProcessId } from '../processes.ts';
import { auditLineIn, integer, keptDetail, sealedLineIn, text } from '../stored-row.ts';
import type { Database } from './database.ts';

export interface Writer {
  /** Epoch ms. */
  readonly at: number;
  readonly process: ProcessId;
  readonly operator: string;
  readonly redact: (text: string) => string;
}

/** The transaction locks the file, so nobody else writes meanwhile. `seal`: the transition's, to compare log and journal. */
export function appendAudit(database: Database, entry: AuditEntry, by: Writer, seal?: string): void {
  const last = headOf(database);
  const line = sealed({
    number: (last?.number ?? 0) + 1,
    at: new Date(by.at).toISOString(),
    pid: by.process.pid,
    process: by.process.started,
    operator: by.operator.toWellFormed(),
    kind: entry.kind,
    detail: { ...keptDetail(entry.detail, by.redact), ...(seal !== undefined && { seal }) },
    before: last?.hash ?? '',
  });
  database.run('INSERT INTO audit (number, line, hash) VALUES (?, ?, ?)', line.number, line.text, line.hash);
}

/** A log without this first entry was emptied. `before`: the last change that is older than the log. */
export function beginAudit(database: Database, by: Writer): void {
  const [last] = database.rows('SELECT coalesce(max(number), 0) AS number FROM transitions');
  const before = last === undefined ? 0 : integer(last, 'number');
  appendAudit(database, { kind: 'log-begun', detail: { before: String(before) } }, by);
}

export function headOf(database: Database): Head | undefined {
  const [last] = database.rows('SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1');
  return last && { number: integer(last, 'number'), hash: text(last, 'hash') };
}

/** How many lines are in memory at a time. */
const chunk = 1000;

export function* sealedPieces(database: Database): Generator<readonly SealedLine[]> {
  for (let last = 0; ; ) {
    const found = database.rows(
      'SELECT number, line, hash FROM audit WHERE number > ? ORDER BY number LIMIT ?',
      last,
      chunk,
    );
    yield found.map(sealedLineIn);
    const end = found.at(-1);
    if (end === undefined || found.length < chunk) return;
    last = integer(end, 'number');
  }
}

export function* sealedLines(database: Database): Generator<SealedLine> {
  for (const piece of sealedPieces(database)) yield* piece;
}

/** Oldest first. */
export function newestLines(database: Database, limit: number): readonly AuditLine[] {
  return database
    .rows('SELECT number, line, hash FROM audit ORDER BY number DESC LIMIT ?', limit)
    .toReversed()
    .map(auditLineIn);
}

/** The confirmation and the request stay in the journal. */
export function writeEntry({ intent, transitions }: Row): AuditEntry {
  const last = transitions.at(-1);
  const { customer } = intent;
  return {
    kind: 'write',
    detail: {
      request: intent.requestId,
      operation: intent.operation,
      from: last?.from ?? '',
      to: last?.to ?? '',
      profile: intent.profile,
      environment: intent.environment,
      service: intent.baseUrl,
      client: intent.clientId,
      program: intent.programId,
      customer: customer.userId,
      ...(customer.onBehalfOf !== undefined && { actingFor: customer.onBehalfOf }),
      ...(last?.answer?.status !== undefined && { status: String(last.answer.status) }),
      ...(last?.resolution && { verdict: last.resolution.verdict, by: last.resolution.by }),
    },
  };
}
