// Outcomes and notes that the server has not confirmed. Purser sends them again until the server has them. This machine's file
// already has them.
import type { Clock } from '../../lib/clock.ts';
import type { Visible } from '../../lib/visible.ts';
import type { AuditEntry } from '../audit.ts';
import type { Answer, Row, Settlement } from '../intent.ts';
import type { Barred, Recorded, RowFilters, Unwritable } from '../journal.ts';
import type { ServerJournal } from '../postgres/server-journal.ts';
import type { ProcessId } from '../processes.ts';
import { isAway } from './connection.ts';

interface Letter extends OfflineOutcome {
  /**
   * Set for a retry that the server may not have recorded. The NOT SENT is about the retry, and says nothing about the
   * earlier attempt.
   */
  readonly retry?: true;
  /** Set for a claim that the server may not have recorded. While the entry still waits, its approval stays valid. */
  readonly claim?: true;
  /** Set once the server answered this letter. The server may still record the retry or the claim afterwards. */
  readonly told?: true;
  /** When this letter was put in the outbox, in monotonic ms. */
  readonly since: number;
}

type OutboxStep = Recorded | Barred | Unwritable;

export interface Outbox {
  put(requestId: string, outcome: Settlement, answer?: Answer): void;
  /** For a retry whose recording got no answer. If the server did record the retry, the retry becomes NOT SENT. */
  putRetry(requestId: string): void;
  /** For a claim that got no answer. If the server did record the claim, the entry becomes NOT SENT. */
  putClaim(requestId: string): void;
  putNote(entry: AuditEntry): void;
  /** Returns why the server refused a note for good: each refusal once, the oldest first. Undefined if there is none. */
  refused(): Visible | undefined;
  /**
   * Sends the earlier outcome of this entry before a new attempt, and removes its letter. Returns undefined if the
   * server still lacks the outcome. The returned function puts the letter back: call it if the new attempt did not
   * begin, because the server may still record the earlier attempt.
   */
  clear(requestId: string, server: ServerJournal): Promise<(() => void) | undefined>;
  /** Adds the outcome that the server may lack to `row`, the server's last copy of an entry. */
  withOwn(row: Row): Row;
  /** Sends all outcomes, then all notes. Stops if the server is away. */
  flush(server: ServerJournal): Promise<void>;
}

/**
 * How long, in ms, the server may still record a step to which it gave no answer. For this time Purser keeps the letters
 * of retries and claims, and of entries that the server lacks.
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

/** Whether the entry still waits for approval, or to be sent. */
async function waits(server: ServerJournal, requestId: string): Promise<boolean | 'away'> {
  const found = await server.get(requestId);
  return found.ok ? found.value?.state === 'WAITING' : 'away';
}

export function createOutbox(clock: Clock, self: () => ProcessId): Outbox {
  const letters = new Map<string, Letter>();
  const notes = new Set<AuditEntry>();
  const refusals: Visible[] = [];
  let flushing: Promise<void> | undefined;

  async function flushAll(server: ServerJournal): Promise<void> {
    for (const [requestId, letter] of letters) {
      const waiting = letter.claim && (await waits(server, requestId));
      if (waiting === 'away') return;
      const done = waiting ? undefined : await settleThere(server, requestId, letter, true);
      if (done && isAway(done)) return;
      // `unwritable`: the server is there, but could not record the outcome. For example, it waited too long for a lock.
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

  const letter = (outcome: Settlement, answer: Answer | undefined): Letter => ({
    outcome,
    answer,
    at: clock.wall(),
    process: self(),
    since: clock.monotonic(),
  });

  function flush(server: ServerJournal): Promise<void> {
    flushing ??= flushAll(server).finally(() => {
      flushing = undefined;
    });
    return flushing;
  }

  return {
    flush,
    put: (requestId, outcome, answer) => {
      letters.set(requestId, letter(outcome, answer));
    },
    putRetry: requestId => {
      letters.set(requestId, { ...letter('NOT SENT', undefined), retry: true });
    },
    putClaim: requestId => {
      letters.set(requestId, { ...letter('NOT SENT', undefined), claim: true });
    },
    putNote(entry) {
      notes.add(entry);
    },
    refused: () => refusals.shift(),
    async clear(requestId, server) {
      if (letters.has(requestId)) await flush(server);
      const left = letters.get(requestId);
      if (left && !left.told) return undefined;
      // The letter of the earlier attempt could end the new attempt.
      letters.delete(requestId);
      return () => {
        if (left) letters.set(requestId, left);
      };
    },
    withOwn(row) {
      const own = letters.get(row.intent.requestId);
      const open = row.state === 'PREPARED' || row.state === 'SENT';
      return own && !own.retry && open ? withOutcome(row, own) : row;
    },
  };
}

/** Larger than the number of any entry. */
const BEFORE_ALL = 1e12;

/** An entry of this machine's file, numbered below all entries of the team, because the two series are not related. */
const ofFile = (row: Row): Row => ({
  ...row,
  number: row.number - BEFORE_ALL,
  transitions: row.transitions.map(each => ({ ...each, number: each.number - BEFORE_ALL })),
});

/** The filters, with `before` as a number of this machine's file. */
export const forFile = ({ before, ...filters }: RowFilters): RowFilters => ({
  ...filters,
  ...(before !== undefined && { before: before + BEFORE_ALL }),
});

export function passes(
  { number, state, intent }: Row,
  { states, profile, operations, userId, before, since }: RowFilters,
): boolean {
  return (
    (states?.includes(state) ?? true) &&
    (operations?.includes(intent.operation) ?? true) &&
    intent.profile === (profile ?? intent.profile) &&
    intent.customer.userId === (userId ?? intent.customer.userId) &&
    number < (before ?? Number.POSITIVE_INFINITY) &&
    intent.createdAt >= (since ?? intent.createdAt)
  );
}

/** Each entry once, newest first. If the file has an entry too, the server's last copy of the entry counts. */
export function together(known: readonly Row[], inFile: readonly Row[]): readonly Row[] {
  const ids = new Set(known.map(({ intent }) => intent.requestId));
  const own = inFile.filter(({ intent }) => !ids.has(intent.requestId)).map(ofFile);
  return [...known, ...own].toSorted((one, other) => other.number - one.number);
}

export interface OfflineOutcome {
  readonly outcome: Settlement;
  readonly answer: Answer | undefined;
  readonly at: number;
  readonly process: ProcessId;
}

/** The entry with an outcome that only this machine has recorded. The server's next copy replaces this entry. */
export function withOutcome(row: Row, { outcome, answer, at, process }: OfflineOutcome): Row {
  const to = row.wasUnknown && outcome !== 'DONE' ? 'UNKNOWN' : outcome;
  const last = row.transitions.at(-1)?.number ?? 0;
  const step = { number: last + 0.5, from: row.state, to, at, process, ...(answer && { answer }) };
  return {
    ...row,
    state: to,
    wasUnknown: row.wasUnknown || to === 'UNKNOWN',
    transitions: [...row.transitions, step],
  };
}
