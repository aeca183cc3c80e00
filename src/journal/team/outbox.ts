// Outcomes and notes that the server has not confirmed: Purser sends them until the server has them. This machine's file has
// them.
import type { Clock } from '../../lib/clock.ts';
import type { Visible } from '../../lib/visible.ts';
import type { AuditEntry } from '../audit.ts';
import type { Answer, Row, Settlement } from '../intent.ts';
import type { Barred, Recorded, RowFilters, Unwritable } from '../journal.ts';
import type { ServerJournal } from '../postgres/server-journal.ts';
import type { ProcessId } from '../processes.ts';
import { isAway } from './connection.ts';

interface Letter extends OfflineOutcome {
  /** The server may not have recorded the retry. The NOT SENT says nothing about the earlier attempt. */
  readonly retry?: true;
  /** The server may not have recorded the claim. While the entry still waits, its approval stays valid. */
  readonly claim?: true;
  /** The server answered this letter. It may still record the retry or the claim afterwards. */
  readonly told?: true;
  /** Monotonic ms. */
  readonly since: number;
}

type OutboxStep = Recorded | Barred | Unwritable;

export interface Outbox {
  put(requestId: string, outcome: Settlement, answer?: Answer): void;
  /** If the server did record the retry to which it gave no answer, the retry becomes NOT SENT. */
  putRetry(requestId: string): void;
  /** If the server did record the claim to which it gave no answer, the entry becomes NOT SENT. */
  putClaim(requestId: string): void;
  putNote(entry: AuditEntry): void;
  /** Why the server refused a note for good: each refusal once, the oldest first. */
  refused(): Visible | undefined;
  /**
   * Sends the earlier outcome before a new attempt. Undefined: the server still lacks it. Call the returned function if the new
   * attempt did not begin, because the server may still record the earlier one.
   */
  clear(requestId: string, server: ServerJournal): Promise<(() => void) | undefined>;
  /** `row` is the server's last copy, which may lack the outcome. */
  withOwn(row: Row): Row;
  /** Stops if the server is away. */
  flush(server: ServerJournal): Promise<void>;
}

/** How long, in ms, the server may still record a step to which it gave no answer. */
const MAY_LAND = 30_000;

/**
 * If another console recorded UNKNOWN meanwhile, the outcome makes the entry RESOLVED. `again`: an earlier call got no answer.
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

/** For approval, or to be sent. */
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
      // The server is there, but could not record the outcome. For example, it waited too long for a lock.
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

/** Numbered below all entries of the team, because the two series are not related. */
const ofFile = (row: Row): Row => ({
  ...row,
  number: row.number - BEFORE_ALL,
  transitions: row.transitions.map(each => ({ ...each, number: each.number - BEFORE_ALL })),
});

/** With `before` as a number of this machine's file. */
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

/** Newest first. The server's last copy of an entry counts. */
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

/** Until the server's next copy, which replaces it. */
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
