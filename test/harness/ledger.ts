// Compares the simulator's effects with the journal (FAULTS O1).

import type { Row } from '../../src/journal/intent.ts';
import { readJournal } from '../../src/journal/sqlite/read-journal.ts';
import type { Simulator } from '../../src/sim/simulator.ts';

export interface Tally {
  readonly rows: number;
  readonly effects: number;
  /** Additional effects of one request or one row. */
  readonly duplicated: readonly string[];
  /** Effects without a row, DONE rows without an effect, and rows that contradict an effect. */
  readonly lost: readonly string[];
  /** Requests that arrived before their journal row was SENT. */
  readonly unrecorded: readonly string[];
}

/** Every entry of a journal, newest first; none if it can't be read. */
export function rowsOf(file: string): readonly Row[] {
  const read = readJournal(file, { newest: {}, limit: 100_000 });
  return read.kind === 'rows' ? read.rows : [];
}

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
  const unclaimed = effects
    .filter(effect => !rows.some(row => isOf(effect, row)))
    .map(({ operation, thing, requestId }) => `${operation} ${thing} (${requestId}): no journal entry`);
  const untrue = rows.flatMap(row => {
    const count = effectsOf(row);
    if (row.state === 'DONE' && count === 0) return [`${named(row)}: DONE without an effect`];
    return denies(row) && count > claimsOf(row) ? [`${named(row)}: ${row.state} with an effect`] : [];
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
    duplicated,
    lost: [...unclaimed, ...untrue],
    unrecorded,
  };
}

/** Whether the row says that nothing was executed. */
const denies = ({ state }: Row): boolean => ['PREPARED', 'NOT SENT', 'REFUSED'].includes(state);

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
