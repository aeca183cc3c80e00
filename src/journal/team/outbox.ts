// Outcomes and notes that only this machine's file has: Purser sends them until the server confirms them.
import type { Clock } from '../../lib/clock.ts';
import type { Visible } from '../../lib/visible.ts';
import type { AuditEntry } from '../audit.ts';
import type { Answer, Row, Settlement } from '../intent.ts';
import type { Stepped } from '../journal.ts';
import { isBegun, lastStep } from '../possible-duplicates.ts';
import type { ServerJournal } from '../postgres/server-journal.ts';
import type { ProcessId } from '../processes.ts';
import { isAway } from './team-connection.ts';

interface Letter {
  readonly outcome: Settlement;
  readonly answer: Answer | undefined;
  readonly at: number;
  readonly process: ProcessId;
  /** The NOT SENT is about a retry that the server may not have recorded, and says nothing about the earlier attempt. */
  readonly retry?: true;
  /** The server may not have recorded the claim. While the entry still waits, its approval stays valid. */
  readonly claim?: true;
  /** The server answered, and may still record the retry or the claim. */
  readonly told?: true;
  /** Monotonic ms. */
  readonly since: number;
}

export type Outbox = ReturnType<typeof createOutbox>;

/** How long, in ms, the server may still record a step to which it gave no answer. */
const MAY_LAND = 30_000;

/** If another console recorded UNKNOWN meanwhile, the outcome makes the entry RESOLVED. */
export async function settleThere(
  server: ServerJournal,
  requestId: string,
  { outcome, answer, retry }: Pick<Letter, 'outcome' | 'answer' | 'retry'>,
  again: boolean,
): Promise<Stepped> {
  const done = again
    ? await server.settleAgain(requestId, outcome, answer)
    : await server.settle(requestId, outcome, answer);
  const overtaken = !done.ok && 'barred' in done && ['UNKNOWN', 'RESOLVED'].includes(done.row?.state ?? '');
  if (!overtaken || retry || outcome === 'UNKNOWN') return done;
  return server.late(requestId, outcome, answer);
}

/** For approval, or to be sent. */
async function waits(server: ServerJournal, requestId: string): Promise<boolean | 'away' | 'unreadable'> {
  const found = await server.get(requestId);
  if (found.ok) return found.value?.state === 'WAITING';
  return isAway(found) ? 'away' : 'unreadable';
}

export function createOutbox(clock: Clock, self: () => ProcessId) {
  const letters = new Map<string, Letter>();
  const notes = new Set<AuditEntry>();
  const refusals: Visible[] = [];
  let flushing: Promise<void> | undefined;

  async function flushAll(server: ServerJournal): Promise<void> {
    for (const [requestId, letter] of letters) {
      const waiting = letter.claim && (await waits(server, requestId));
      if (waiting === 'away') return;
      if (waiting === 'unreadable') continue;
      const done = waiting ? undefined : await settleThere(server, requestId, letter, true);
      if (done && isAway(done)) return;
      // The server is there, but waited too long for a lock, for example.
      if ((done && 'unwritable' in done) || letters.get(requestId) !== letter) continue;
      const absent = done && !done.ok && done.row === undefined;
      const mayLand = (absent || letter.retry || waiting) && clock.monotonic() - letter.since < MAY_LAND;
      if (!mayLand) letters.delete(requestId);
      else if (letter.retry || waiting) letters.set(requestId, { ...letter, told: true });
    }
    for (const entry of [...notes]) {
      const noted = await server.note(entry);
      if (isAway(noted)) return;
      if (noted.ok || 'refused' in noted) notes.delete(entry);
      if ('refused' in noted) refusals.push(noted.unwritable);
    }
  }

  const letter = (outcome: Settlement, answer?: Answer): Letter => ({
    outcome,
    answer,
    at: clock.wall(),
    process: self(),
    since: clock.monotonic(),
  });

  /** Stops if the server is away. */
  function flush(server: ServerJournal): Promise<void> {
    flushing ??= flushAll(server).finally(() => {
      flushing = undefined;
    });
    return flushing;
  }

  return {
    flush,
    put: (requestId: string, outcome: Settlement, answer?: Answer) =>
      void letters.set(requestId, letter(outcome, answer)),
    /** The server may have recorded the retry, although it gave no answer. */
    putRetry: (requestId: string) => void letters.set(requestId, { ...letter('NOT SENT'), retry: true }),
    /** The server may have recorded the claim, although it gave no answer. */
    putClaim: (requestId: string) => void letters.set(requestId, { ...letter('NOT SENT'), claim: true }),
    putNote: (entry: AuditEntry) => void notes.add(entry),
    /** Why the server refused a note for good: each refusal once. */
    refused: () => refusals.shift(),
    /**
     * Sends the earlier outcome before a new attempt. Undefined: the server still lacks it. Call the returned function if the new
     * attempt did not begin: the server may still record the earlier one.
     */
    async clear(requestId: string, server: ServerJournal) {
      if (letters.has(requestId)) await flush(server);
      const left = letters.get(requestId);
      if (left && !left.told) return undefined;
      // The letter of the earlier attempt could end the new attempt.
      letters.delete(requestId);
      return () => {
        if (left) letters.set(requestId, left);
      };
    },
    /** `row` is the server's last copy, which may lack the outcome. */
    withOwn(row: Row): Row {
      const own = letters.get(row.intent.requestId);
      return own && !own.retry && isBegun(row) ? withOutcome(row, own) : row;
    },
  };
}

/** Until the server's next copy, which replaces it. */
function withOutcome(row: Row, { outcome, answer, at, process }: Letter): Row {
  const to = row.wasUnknown && outcome !== 'DONE' ? 'UNKNOWN' : outcome;
  const step = { number: lastStep(row) + 0.5, from: row.state, to, at, process, ...(answer && { answer }) };
  return {
    ...row,
    state: to,
    wasUnknown: row.wasUnknown || to === 'UNKNOWN',
    transitions: [...row.transitions, step],
  };
}
