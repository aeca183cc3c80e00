// Outcomes and notes that the server has not confirmed: sent again until it has them. This machine's file has them already.

import type { Clock } from '../../lib/clock.ts';
import type { AuditEntry } from '../audit.ts';
import type { Answer, Row, Settlement } from '../intent.ts';
import type { Barred, Recorded, Unwritable } from '../journal.ts';
import type { ServerJournal } from '../postgres/server-journal.ts';
import type { ProcessId } from '../processes.ts';
import { isAway } from './connection.ts';
import { type OfflineOutcome, withOutcome } from './offline-rows.ts';

interface Letter extends OfflineOutcome {
  /** NOT SENT of a further attempt, which may not have reached the server: it says nothing of the attempt before. */
  readonly further?: true;
  /** When it was put in, monotonic. */
  readonly since: number;
}

type OutboxStep = Recorded | Barred | Unwritable;

export interface Outbox {
  put(requestId: string, outcome: Settlement, answer?: Answer): void;
  /** A retry got no answer: where it was recorded all the same, it was NOT SENT. */
  putFurther(requestId: string): void;
  putNote(entry: AuditEntry): void;
  /** Whether the server may lack the outcome of this entry. */
  has(requestId: string): boolean;
  /** An entry as the server had it last, with the outcome that the server may lack. */
  withOwn(row: Row): Row;
  /** Sends what is there; stops where the server is away. */
  flush(server: ServerJournal): Promise<void>;
}

/** How long, in ms, a step without an answer may still be recorded: until then, "no such entry" ends nothing. */
const MAY_LAND = 30_000;

/**
 * Settles at the server. An entry that another console recorded as UNKNOWN meanwhile is RESOLVED by the outcome; `again` where
 * an earlier call got no answer.
 */
export async function settleThere(
  server: ServerJournal,
  requestId: string,
  { outcome, answer, further }: Pick<Letter, 'outcome' | 'answer' | 'further'>,
  again: boolean,
): Promise<OutboxStep> {
  const done = again
    ? await server.settleAgain(requestId, outcome, answer)
    : await server.settle(requestId, outcome, answer);
  const overtaken = !done.ok && 'barred' in done && ['UNKNOWN', 'RESOLVED'].includes(done.row?.state ?? '');
  if (!overtaken || further || outcome === 'UNKNOWN') return done;
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
    putFurther: requestId => {
      letters.set(requestId, { ...letter('NOT SENT', undefined), further: true });
    },
    putNote(entry) {
      notes.push(entry);
    },
    has: requestId => letters.has(requestId),
    withOwn(row) {
      const own = letters.get(row.intent.requestId);
      const open = row.state === 'PREPARED' || row.state === 'SENT';
      return own && !own.further && open ? withOutcome(row, own) : row;
    },
    flush(server) {
      flushing ??= flushAll(server).finally(() => {
        flushing = undefined;
      });
      return flushing;
    },
  };
}
