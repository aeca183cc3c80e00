// An intent and a transition as columns and back.

import {
  type Answer,
  type Intent,
  type Resolution,
  type RowState,
  type Shown,
  states,
  type Transition,
} from '../intent.ts';
import type { ProcessId } from '../processes.ts';
import type { DatabaseRow, SqlValue } from './database.ts';
import { Damaged } from './failures.ts';

/** What a transition adds to a row. */
export interface RowChange {
  readonly to: RowState;
  readonly at: number;
  readonly process: ProcessId;
  readonly answer?: Answer | undefined;
  readonly resolution?: Resolution | undefined;
  /** This attempt's confirmation, if it isn't the intent's own. */
  readonly what?: readonly Shown[] | undefined;
}

export type Columns = Readonly<Record<string, SqlValue>>;

export function intentColumns(intent: Intent, besides: string | undefined): Columns {
  return wellFormed({
    request_id: intent.requestId,
    operation: intent.operation,
    title: intent.title,
    class: intent.class,
    repeatable: intent.repeatable === true ? 1 : 0,
    profile: intent.profile,
    environment: intent.environment,
    base_url: intent.baseUrl,
    client_id: intent.clientId,
    program_id: intent.programId,
    user_id: intent.customer.userId,
    on_behalf_of: intent.customer.onBehalfOf ?? null,
    method: intent.method,
    target: intent.target,
    body: intent.body ?? null,
    fingerprint: intent.fingerprint,
    what: writtenDown(intent.what),
    created_at: Math.trunc(intent.createdAt),
    besides: besides ?? null,
  });
}

const writtenDown = (what: readonly Shown[]): string =>
  JSON.stringify(what.map(({ label, value }) => ({ label, value })));

/** The seal guarantees that it is a list from writtenDown. */
const shownIn = (what: string): readonly Shown[] => JSON.parse(what) as readonly Shown[];

/** SQLite keeps UTF-8: malformed text could not be read again as it was sealed. */
function wellFormed(columns: Columns): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toWellFormed() : value,
    ]),
  );
}

export function transitionColumns(requestId: string, from: string, change: RowChange): Columns {
  const { at, process, answer, resolution } = change;
  return wellFormed({
    request_id: requestId,
    from_state: from,
    to_state: change.to,
    at: Math.trunc(at),
    pid: process.pid,
    process_started: process.started,
    status: answer?.status ?? null,
    message: answer?.message ?? null,
    answer: answer?.text ?? null,
    resolved_by: resolution?.by ?? null,
    verdict: resolution?.verdict ?? null,
    evidence: resolution?.evidence ?? null,
    note: resolution?.note ?? null,
    what: change.what === undefined ? null : writtenDown(change.what),
  });
}

export function intentOf(found: DatabaseRow): Intent {
  const onBehalfOf = optional(found, 'on_behalf_of');
  const body = optional(found, 'body');
  return {
    requestId: text(found, 'request_id'),
    operation: text(found, 'operation'),
    title: text(found, 'title'),
    class: found['class'] === 'money' ? 'money' : 'write',
    repeatable: found['repeatable'] === 1,
    profile: text(found, 'profile'),
    environment: text(found, 'environment'),
    baseUrl: text(found, 'base_url'),
    clientId: text(found, 'client_id'),
    programId: text(found, 'program_id'),
    customer: { userId: text(found, 'user_id'), ...(onBehalfOf !== undefined && { onBehalfOf }) },
    method: text(found, 'method'),
    target: text(found, 'target'),
    ...(body !== undefined && { body }),
    fingerprint: text(found, 'fingerprint'),
    what: shownIn(text(found, 'what')),
    createdAt: integer(found, 'created_at'),
  };
}

export function transitionOf(found: DatabaseRow): Transition {
  const from = text(found, 'from_state');
  const status = found['status'] === null ? undefined : integer(found, 'status');
  const message = optional(found, 'message');
  const answer = optional(found, 'answer');
  const by = optional(found, 'resolved_by');
  const what = optional(found, 'what');
  return {
    number: integer(found, 'number'),
    from: from === 'NEW' ? from : oneOfStates(from),
    to: oneOfStates(text(found, 'to_state')),
    at: integer(found, 'at'),
    process: { pid: integer(found, 'pid'), started: text(found, 'process_started') },
    ...((status ?? message ?? answer) !== undefined && {
      answer: {
        ...(status !== undefined && { status }),
        ...(message !== undefined && { message }),
        ...(answer !== undefined && { text: answer }),
      },
    }),
    ...(by !== undefined && {
      resolution: {
        by,
        verdict: found['verdict'] === 'DONE' ? 'DONE' : 'NOT DONE',
        evidence: text(found, 'evidence'),
        note: optional(found, 'note') ?? '',
      },
    }),
    ...(what !== undefined && { what: shownIn(what) }),
  };
}

export function oneOfStates(word: string): RowState {
  const state = states.find(one => one === word);
  if (state === undefined) throw new Damaged(`unknown state: ${word}`);
  return state;
}

export function text(found: DatabaseRow, column: string): string {
  const value = found[column];
  if (typeof value !== 'string') throw new Damaged(`${column} is not text`);
  return value;
}

export function optional(found: DatabaseRow, column: string): string | undefined {
  return found[column] === null ? undefined : text(found, column);
}

export function integer(found: DatabaseRow, column: string): number {
  const value = found[column];
  if (typeof value !== 'number') throw new Damaged(`${column} is not a number`);
  return value;
}
