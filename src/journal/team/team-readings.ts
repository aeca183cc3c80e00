// Reads the team journal. While the server is away, returns its last known entries and the entries of this machine's file.

import type { Row } from '../intent.ts';
import type { Journal, ReadResult, RowFilters } from '../journal.ts';
import { isEqual, isOpen, isToldOf } from '../possible-duplicates.ts';
import { passes } from '../row-filters.ts';
import type { Outbox } from './outbox.ts';
import { type Connection, isAway, type Turns } from './team-connection.ts';

type TeamReadings = Pick<Journal, 'equals' | 'unresolved' | 'list' | 'get' | 'audit'> &
  Required<Pick<Journal, 'unread'>>;

export function teamReadings(
  local: Journal,
  connection: Connection,
  outbox: Outbox,
  { inTurn }: Turns,
): TeamReadings {
  let known = false;

  const read = <Wanted>(
    ask: (from: Journal) => Promise<ReadResult<Wanted>>,
    offline: () => Promise<ReadResult<Wanted>>,
  ): Promise<ReadResult<Wanted>> =>
    inTurn(async () => {
      if (connection.closed) return ask(local);
      const { server } = connection;
      const found = server && connection.heard(await ask(server));
      if (found && !isAway(found)) return found;
      connection.noServer();
      return offline();
    });

  async function lastKnown(
    wanted: (row: Row) => boolean,
    inFile: (known: number) => Promise<ReadResult<readonly Row[]>>,
  ): Promise<ReadResult<readonly Row[]>> {
    const known = (connection.server?.known() ?? []).map(outbox.withOwn);
    return mapped(await inFile(known.length), kept => together(known, kept).filter(wanted));
  }

  const mapped = <From, To>(read: ReadResult<From>, change: (value: From) => To): ReadResult<To> =>
    read.ok ? { ok: true, value: change(read.value) } : read;

  return {
    equals: intent =>
      read(
        from => from.equals(intent),
        () =>
          lastKnown(
            row => isEqual(intent, row.intent) && isToldOf(row),
            () => local.equals(intent),
          ),
      ),
    unresolved: () =>
      read(
        async from => {
          const found = await from.unresolved();
          known ||= found.ok;
          return found;
        },
        async () => mapped(await lastKnown(isOpen, () => local.unresolved()), rows => rows.toReversed()),
      ),
    list: (wanted = {}) =>
      read(
        from => from.list(wanted),
        async () => {
          const { filters = {}, limit = 100 } = wanted;
          const found = await lastKnown(
            row => passes(row, filters),
            known => local.list({ filters: forFile(filters), limit: limit + known }),
          );
          return mapped(found, rows => rows.slice(0, limit));
        },
      ),
    get: requestId =>
      read(
        from => from.get(requestId),
        async () => {
          const found = await lastKnown(
            ({ intent }) => intent.requestId === requestId,
            async () => mapped(await local.get(requestId), kept => (kept ? [kept] : [])),
          );
          return mapped(found, ([row]) => row);
        },
      ),
    unread: () => (known ? undefined : connection.why),
    audit: limit =>
      inTurn(async () => {
        const found = connection.closed ? undefined : await connection.server?.audit(limit);
        return found?.ok ? found : local.audit(limit);
      }),
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
const forFile = ({ before, ...filters }: RowFilters): RowFilters => ({
  ...filters,
  ...(before !== undefined && { before: before + BEFORE_ALL }),
});

/** Newest first. The server's last copy of an entry counts. */
function together(known: readonly Row[], inFile: readonly Row[]): readonly Row[] {
  const ids = new Set(known.map(({ intent }) => intent.requestId));
  const own = inFile.filter(({ intent }) => !ids.has(intent.requestId)).map(ofFile);
  return [...known, ...own].toSorted((one, other) => other.number - one.number);
}
