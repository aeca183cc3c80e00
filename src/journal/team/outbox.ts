// Outcomes and notes that the server has not confirmed. Purser sends them again until the server has them. This machine's file
// already has them.

import type { Clock } from '../../lib/clock.ts';
import type { AuditEntry } from '../audit.ts';
import type { Answer, Row, Settlement } from '../intent.ts';
import type { Barred, Recorded, Unwritable } from '../journal.ts';
import type { ServerJournal } from '../postgres/server-journal.ts';
import type { ProcessId } from '../processes.ts';
import { isAway } from './connection.ts';
import { type OfflineOutcome, withOutcome } from './offline-rows.ts';

interface Letter extends OfflineOutcome {
  /** Set for a retry that the server may not have recorded. Its NOT SENT says nothing about the earlier attempt. */
  readonly retry?: true;
  /** When this letter was put in the outbox, in monotonic time. */
  readonly since: number;
}

type OutboxStep = Recorded | Barred | Unwritable;

export interface Outbox {
  put(requestId: string, outcome: Settlement, answer?: Answer): void;
  /** For a retry whose recording got no answer. If the server did record the retry, the retry becomes NOT SENT. */
  putRetry(requestId: string): void;
  putNote(entry: AuditEntry): void;
  /** Whether the server may lack the outcome of this entry. */
  has(requestId: string): boolean;
  /** `row`, the server's last copy of an entry, with the outcome that the server may lack. */
  withOwn(row: Row): Row;
  /** Sends all outcomes, then all notes. Stops if the server is away. */
  flush(server: ServerJournal): Promise<void>;
}

/**
 * A step without an answer may still be recorded within this time, in ms. Until then Purser keeps a letter whose entry the
 * server doesn't have.
 */
const MAY_LAND = 30_000;

/**
 * Records the outcome at the server. If another console recorded the entry as UNKNOWN meanwhile, the outcome makes the entry
 * RESOLVED. `again`: an earlier call got no answer.
 */
export async function settleThere(
  server: ServerJournal,
  requestId: string,
  { outcome, answer, retry }: Pick<Letter, 'outcome' | 'answer' | 'retry'>,
  again: boolean,
): Promise<OutboxStep> {
  const done = again
    ? await server.settleAgain(requestId, outcome, answer)
    : await server.settle(requestId, outcome, answer);
  const overtaken = !done.ok && 'barred' in done && ['UNKNOWN', 'RESOLVED'].includes(done.row?.state ?? '');
  if (!overtaken || retry || outcome === 'UNKNOWN') return done;
  return server.late(requestId, outcome, answer);
}

export function createOutbox(clock: Clock, self: () => ProcessId): Outbox {
  const letters = new Map<string, Letter>();
  const notes: AuditEntry[] = [];
  let flushing: Promise<void> | undefined;

  async function flushAll(server: ServerJournal): Promise<void> {
    for (const [requestId, letter] of letters) {
      const done = await settleThere(server, requestId, letter, true);
      if (isAway(done)) return;
      const absent = !done.ok && 'barred' in done && done.row === undefined;
      const mayLand = absent && clock.monotonic() - letter.since < MAY_LAND;
      if (!mayLand && letters.get(requestId) === letter) letters.delete(requestId);
    }
    for (let entry = notes[0]; entry; entry = notes[0]) {
      if (isAway(await server.note(entry))) return;
      notes.shift();
    }
  }

  const letter = (outcome: Settlement, answer: Answer | undefined): Letter => ({
    outcome,
    answer,
    at: clock.wall(),
    process: self(),
    since: clock.monotonic(),
  });

  return {
    put: (requestId, outcome, answer) => {
      letters.set(requestId, letter(outcome, answer));
    },
    putRetry: requestId => {
      letters.set(requestId, { ...letter('NOT SENT', undefined), retry: true });
    },
    putNote(entry) {
      notes.push(entry);
    },
    has: requestId => letters.has(requestId),
    withOwn(row) {
      const own = letters.get(row.intent.requestId);
      const open = row.state === 'PREPARED' || row.state === 'SENT';
      return own && !own.retry && open ? withOutcome(row, own) : row;
    },
    flush(server) {
      flushing ??= flushAll(server).finally(() => {
        flushing = undefined;
      });
      return flushing;
    },
  };
}
