// Compares the simulator's effects with the journal (FAULTS O1).

import type { Row } from '../../src/journal/intent.ts';
import { openSqlite } from '../../src/journal/sqlite/database.ts';
import { findRows } from '../../src/journal/sqlite/sealed-rows.ts';
import type { Simulator } from '../../src/sim/simulator.ts';

export interface Tally {
  readonly rows: number;
  readonly effects: number;
  /** Additional effects of one request, of one row, or of the same bytes under two request IDs that no person named. */
  readonly duplicated: readonly string[];
  /** Effects without a row, DONE rows without an effect, and rows that contradict an effect. */
  readonly lost: readonly string[];
  /** Requests that arrived before their journal row was SENT. */
  readonly unrecorded: readonly string[];
}

/** Every entry of a journal, newest first; none if it can't be read. */
export function rowsOf(file: string): readonly Row[] {
  try {
    // Without the inspection of a start, which takes longer than the reading.
    const database = openSqlite(file, { readOnly: true, busyMs: 2000 });
    try {
      return findRows(database, {}, 100_000);
    } finally {
      database.close();
    }
  } catch {
    return [];
  }
}

/** Begins the name of a console that resolves its own write. */
export const CONSOLE = 'the console of ';

type Service = Pick<Simulator, 'url' | 'world' | 'wire'>;

/** Compares one service with the rows of all journals that may have written to it. */
export function tally({ url, world, wire }: Service, journal: readonly Row[]): Tally {
  const rows = journal.filter(({ intent }) => intent.baseUrl === url);
  const { effects } = world.ledger;
  const effectsOf = (row: Row): number => effects.filter(effect => isOf(effect, row)).length;
  /** The number of rows that could explain this row's effect. Family A requests have no request IDs. */
  const claimsOf = (row: Row): number =>
    rows.filter(other => !denies(other) && named(other) === named(row)).length;
  const duplicated = rows.filter(row => effectsOf(row) > Math.max(1, claimsOf(row))).map(named);
  const twice = repeated({ world, wire }, rows);
  const unclaimed = effects
    .filter(effect => !rows.some(row => isOf(effect, row)))
    .map(({ operation, thing, requestId }) => `${operation} ${thing} (${requestId}): no journal entry`);
  const untrue = rows.flatMap(row => {
    const count = effectsOf(row);
    const outcome = outcomeOf(row);
    if (outcome === 'DONE' && count === 0) return [`${named(row)}: DONE without an effect`];
    return denies(row) && count > claimsOf(row) ? [`${named(row)}: ${outcome} with an effect`] : [];
  });
  const unrecorded = wire.flatMap(({ headers, receivedAt }) => {
    const row = rows.find(({ intent }) => intent.requestId === headers['x-request-id']?.[0]);
    if (row === undefined) return [];
    const recorded = row.transitions.some(({ to, at }) => to === 'SENT' && at <= receivedAt);
    return recorded ? [] : [`${named(row)}: arrived before it was recorded as SENT`];
  });
  return {
    rows: rows.length,
    effects: effects.length,
    duplicated: [...duplicated, ...twice],
    lost: [...unclaimed, ...untrue],
    unrecorded,
  };
}

/**
 * The effects of requests with the same bytes, apart from request ID and token, beyond those that a person asked for by naming
 * the earlier write or by resolving it as not done. An effect that another request replaced meanwhile, as unfreezing
 * replaces freezing, may come again.
 */
function repeated({ world, wire }: Pick<Service, 'world' | 'wire'>, rows: readonly Row[]): readonly string[] {
  const { effects } = world.ledger;
  const sent = effects.map((effect, at) => {
    const { requestId, operation, thing } = effect;
    const request = wire.find(({ headers, target, operation: known }) =>
      requestId === undefined
        ? known === operation && target.includes(thing)
        : headers['x-request-id']?.[0] === requestId,
    );
    const row = rows.find(({ intent }) => intent.requestId === requestId);
    return { effect, at, row, bytes: request && bytesOf(request) };
  });
  const known = sent.filter(({ bytes }) => bytes !== undefined);
  return [...Map.groupBy(known, ({ bytes }) => bytes).values()].flatMap(same => {
    const asked = same.filter(({ row }) => row?.duplicateOf !== undefined || isResolvedNotDone(row)).length;
    const replaced = same
      .slice(1)
      .filter(({ effect, at }, nth) =>
        sent
          .slice((same[nth]?.at ?? 0) + 1, at)
          .some(between => between.effect.thing === effect.thing && between.bytes !== same[0]?.bytes),
      ).length;
    const [first] = same;
    return same.length > 1 + asked + replaced && first
      ? [`${first.effect.operation}: ${same.length} effects of the same bytes`]
      : [];
  });
}

const isResolvedNotDone = (row: Row | undefined): boolean =>
  row?.transitions.at(-1)?.resolution?.verdict === 'NOT DONE';

/** Everything of a request that tells what to do, and for whom. */
function bytesOf({ method, target, headers, body }: Service['wire'][number]): string {
  const { authorization: _, 'x-request-id': id, host: __, connection: ___, ...rest } = headers;
  return JSON.stringify([method, target, rest, body]).replaceAll(id?.[0] ?? '\0', '…');
}

/** Whether the row says that nothing was executed. */
const denies = (row: Row): boolean =>
  ['PREPARED', 'NOT SENT', 'REFUSED', 'NOT DONE'].includes(outcomeOf(row));

/** Also if a console learned it after UNKNOWN. A person's verdict may be wrong. */
function outcomeOf({ state, transitions }: Row): string {
  const resolution = state === 'RESOLVED' ? transitions.at(-1)?.resolution : undefined;
  return resolution?.by.startsWith(CONSOLE) ? resolution.verdict : state;
}

/** What identifies the row's effect: the path in Family A, the request ID in Family B. */
const named = ({ intent: { operation, requestId, target } }: Row): string =>
  target.startsWith('/api/v1/') ? `${operation} ${target}` : `${operation} ${requestId}`;

/** Family A requests have no request ID, so the operation and the record's ID in the path decide. */
function isOf(
  { requestId, operation, thing }: Service['world']['ledger']['effects'][number],
  row: Row,
): boolean {
  const { intent } = row;
  if (requestId !== undefined) return requestId === intent.requestId;
  return operation === intent.operation && intent.target.includes(thing);
}
