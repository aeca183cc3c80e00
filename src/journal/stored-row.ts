// An entry as rows of a database. A seal over a row and the row before it shows a changed or lost row.

import { hash } from 'node:crypto';
import { withoutUndefined } from '../lib/without-undefined.ts';
import { type AuditEntry, type AuditLine, lineOf, type SealedLine } from './audit.ts';
import {
  type Answer,
  type ApprovalEnd,
  type Intent,
  type Resolution,
  type Row,
  type RowState,
  type Shown,
  states,
  type Transition,
} from './intent.ts';

export class Damaged extends Error {}

export type StoredRow = Readonly<Record<string, unknown>>;

/** In the seal's order, which never changes, because old seals must stay valid. */
export interface SealedColumns {
  readonly intent: readonly string[];
  readonly transition: readonly string[];
}

/** The columns that differ between SQLite and PostgreSQL. */
export const sealedColumns = (body: string, process: string, answer: string): SealedColumns => ({
  intent: [
    ...words(
      'request_id operation title class repeatable profile environment base_url client_id program_id',
      `user_id on_behalf_of method target ${body} fingerprint what created_at`,
    ),
    'besides',
  ],
  transition: words(
    `request_id from_state to_state at pid ${process} status message ${answer}`,
    'resolved_by verdict evidence note what',
  ),
});

const words = (...lines: readonly string[]): readonly string[] => lines.join(' ').split(' ');

/** In place of a text that was pruned. */
export const DELETED = '•••';

/** SHA-256 in base64. */
export const sealOf = (before: string, columns: readonly string[], row: StoredRow): string =>
  hashOf(JSON.stringify([before, columns.map(name => row[name])]));

/** Databases keep only well-formed characters, and SQLite measures a text up to its first NUL. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '␀');

export const hashOf = (text: string): string => hash('sha256', text, 'base64');

/** The columns that are the same in every database; the body's column is not. */
export const intentColumns = (intent: Intent) => ({
  request_id: intent.requestId,
  operation: intent.operation,
  title: intent.title,
  class: intent.class,
  repeatable: intent.repeatable === true,
  profile: intent.profile,
  environment: intent.environment,
  base_url: intent.baseUrl,
  client_id: intent.clientId,
  program_id: intent.programId,
  user_id: intent.customer.userId,
  on_behalf_of: intent.customer.onBehalfOf ?? null,
  method: intent.method,
  target: intent.target,
  fingerprint: intent.fingerprint,
  what: shownText(intent.what),
  created_at: Math.trunc(intent.createdAt),
});

export const shownText = (what: readonly Shown[]): string =>
  JSON.stringify(what.map(({ label, value }) => ({ label, value })));

/** `sealedAs` gives the values under the seal. Throws Damaged if a seal is broken. */
export function checkSeals(
  found: StoredRow,
  changes: readonly StoredRow[],
  sealed: SealedColumns,
  sealedAs = (row: StoredRow): StoredRow => row,
): void {
  const check = (before: string, columns: readonly string[], row: StoredRow): string => {
    if (sealOf(before, columns, sealedAs(row)) !== row['seal']) throw new Damaged('a row was changed');
    return text(row, 'seal');
  };
  changes.reduce((seal, change) => check(seal, sealed.transition, change), check('', sealed.intent, found));
}

/** Its seals must have been checked. Throws Damaged if a transition is missing. */
export function readRow(found: StoredRow, changes: readonly StoredRow[]): Row {
  let state: Transition['from'] = 'NEW';
  const transitions = changes.map(change => {
    const transition = transitionOf(change);
    if (transition.from !== state) throw new Damaged('a transition is missing');
    state = transition.to;
    return transition;
  });
  if (found['state'] !== state) throw new Damaged('a transition is missing');
  return withoutUndefined({
    number: integer(found, 'number'),
    intent: intentOf(found),
    duplicateOf: optional(found, 'besides'),
    state: stateIn(found, 'state'),
    wasUnknown: transitions.some(({ to }) => to === 'UNKNOWN'),
    transitions,
    prunedAt: optionalInteger(found, 'pruned_at'),
  });
}

function intentOf(found: StoredRow): Intent {
  const uses = optional(found, 'uses');
  // The seal guarantees the types of the parsed texts.
  return withoutUndefined({
    requestId: text(found, 'request_id'),
    operation: text(found, 'operation'),
    title: text(found, 'title'),
    class: found['class'] === 'money' ? 'money' : 'write',
    repeatable: found['repeatable'] === 1 || found['repeatable'] === true,
    profile: text(found, 'profile'),
    environment: text(found, 'environment'),
    baseUrl: text(found, 'base_url'),
    clientId: text(found, 'client_id'),
    programId: text(found, 'program_id'),
    customer: customerIn(found),
    method: text(found, 'method'),
    target: text(found, 'target'),
    body: optional(found, 'body'),
    fingerprint: text(found, 'fingerprint'),
    what: parsed<Intent['what']>(text(found, 'what')),
    amounts: parsed<Intent['amounts']>(optional(found, 'amounts')),
    uses: parsed<Intent['uses']>(uses === '[]' ? undefined : uses),
    createdAt: integer(found, 'created_at'),
  });
}

export const customerIn = (found: StoredRow): Intent['customer'] =>
  withoutUndefined({ userId: text(found, 'user_id'), onBehalfOf: optional(found, 'on_behalf_of') });

function transitionOf(found: StoredRow): Transition {
  const from = found['from_state'] === 'NEW' ? 'NEW' : stateIn(found, 'from_state');
  const to = stateIn(found, 'to_state');
  const approval = from === 'WAITING' || from === to ? approvalIn(found) : undefined;
  const status = optionalInteger(found, 'status');
  const message = approval ? undefined : optional(found, 'message');
  const answer = optional(found, 'answer');
  return withoutUndefined({
    number: integer(found, 'number'),
    from,
    to,
    at: integer(found, 'at'),
    process: { pid: integer(found, 'pid'), started: optional(found, 'process_started') ?? '' },
    operator: optional(found, 'role'),
    answer:
      (status ?? message ?? answer) === undefined
        ? undefined
        : withoutUndefined({ status, message, text: answer }),
    approval,
    resolution: approval ? undefined : resolutionIn(found),
    what: parsed<Transition['what']>(optional(found, 'what')),
  });
}

function resolutionIn(found: StoredRow): Resolution | undefined {
  const by = optional(found, 'resolved_by');
  if (by === undefined) return undefined;
  const verdict = found['verdict'] === 'DONE' ? 'DONE' : 'NOT DONE';
  return { by, verdict, evidence: text(found, 'evidence'), note: optional(found, 'note') ?? '' };
}

const ENDS = ['approved', 'declined', 'expired', 'withdrawn', 'changed'] as const;

/** Without a message, the asker's console got no answer. */
const approvalIn = (found: StoredRow): ApprovalEnd =>
  withoutUndefined({
    outcome: ENDS.find(end => end === found['message']) ?? 'unanswered',
    by: optional(found, 'resolved_by'),
    note: optional(found, 'note'),
  });

function stateIn(found: StoredRow, column: string): RowState {
  const state = states.find(one => one === found[column]);
  if (state === undefined) throw new Damaged(`${column} is not a state`);
  return state;
}

export function text(found: StoredRow, column: string): string {
  const value = found[column];
  if (typeof value !== 'string') throw new Damaged(`${column} is not text`);
  return value;
}

/** Undefined for NULL, and for a column that this database lacks. */
export const optional = (found: StoredRow, column: string): string | undefined =>
  found[column] === null || found[column] === undefined ? undefined : text(found, column);

/** PostgreSQL's bigint comes as text. */
export function integer(found: StoredRow, column: string): number {
  const value = Number(found[column] ?? Number.NaN);
  if (!Number.isSafeInteger(value)) throw new Damaged(`${column} is not a number`);
  return value;
}

const optionalInteger = (found: StoredRow, column: string): number | undefined =>
  (found[column] ?? undefined) === undefined ? undefined : integer(found, column);

const parsed = <T>(json: string | undefined) => (json === undefined ? undefined : JSON.parse(json)) as T;

export const sealedLineIn = (found: StoredRow): SealedLine => ({
  number: integer(found, 'number'),
  text: text(found, 'line'),
  hash: text(found, 'hash'),
});

export function auditLineIn(found: StoredRow): AuditLine {
  const line = lineOf(sealedLineIn(found));
  if (line === undefined) throw new Damaged('a line of the audit log');
  return line;
}

/** In UTF-16 units. */
const maxKept = 64 * 1024;

export const kept = ({ status, ...texts }: Answer, redact: (text: string) => string): Answer => ({
  ...withoutUndefined({ status }),
  ...keptTexts(texts, redact),
});

/** Absent texts stay absent. */
export function keptTexts<T extends object>(texts: T, redact: (text: string) => string): T {
  const given = Object.entries(texts).filter(([, text]) => text !== undefined);
  // A cast: the names stay, and so do the texts.
  return Object.fromEntries(given.map(([name, text]) => [name, keptText(String(text), redact)])) as T;
}

/** Redacted before it is cut, so that no cut hides half of a secret. */
export function keptText(text: string, redact: (text: string) => string): string {
  const redacted = redact(text);
  return redacted.length > maxKept ? `${redacted.slice(0, maxKept)}…` : redacted;
}

/** In UTF-16 units. */
const MAX_DETAIL = 500;

export const keptDetail = (
  detail: AuditEntry['detail'],
  redact: (text: string) => string,
): AuditEntry['detail'] =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [name, redact(value).slice(0, MAX_DETAIL).toWellFormed()]),
  );
