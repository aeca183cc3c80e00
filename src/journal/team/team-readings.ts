// Reads the team journal. While the server is away, returns its last known entries and the entries of this machine's file.
import { formsOf, isOpen, mayBeDone } from '../duplicates.ts';
import type { Row } from '../intent.ts';
import type { Journal, ReadResult } from '../journal.ts';
import type { ServerJournal } from '../postgres/server-journal.ts';
import { type Connection, isAway, type Turns } from './connection.ts';
import { forFile, type Outbox, passes, together } from './outbox.ts';

type TeamReadings = Pick<Journal, 'equals' | 'earlierForms' | 'unresolved' | 'list' | 'get' | 'audit'>;

export function teamReadings(
  local: Journal,
  connection: Connection,
  outbox: Outbox,
  { inTurn }: Turns,
): TeamReadings {
  const read = <Wanted>(
    there: (from: ServerJournal) => Promise<ReadResult<Wanted>>,
    here: () => Promise<ReadResult<Wanted>>,
    offline: () => Promise<ReadResult<Wanted>>,
  ): Promise<ReadResult<Wanted>> =>
    inTurn(async () => {
      if (connection.closed) return here();
      const { server } = connection;
      const found = server && connection.heard(await there(server));
      if (found && !isAway(found)) return found;
      connection.noServer();
      return offline();
    });

  async function lastKnown(
    wanted: (row: Row) => boolean,
    inFile: (known: number) => Promise<ReadResult<readonly Row[]>>,
  ): Promise<ReadResult<readonly Row[]>> {
    const known = (connection.server?.known() ?? []).map(outbox.withOwn);
    const kept = await inFile(known.length);
    return kept.ok ? { ok: true, value: together(known, kept.value).filter(wanted) } : kept;
  }

  return {
    equals: intent =>
      read(
        from => from.equals(intent),
        () => local.equals(intent),
        () =>
          lastKnown(
            row => formsOf(intent).includes(row.intent.fingerprint) && mayBeDone(row),
            () => local.equals(intent),
          ),
      ),
    async earlierForms(action) {
      const inFile = () => local.earlierForms(action);
      const here = await inFile();
      const there = await read(from => from.earlierForms(action), inFile, inFile);
      if (!here.ok || !there.ok) return here.ok ? there : here;
      return { ok: true, value: [...new Set([...there.value, ...here.value])] };
    },
    unresolved: () =>
      read(
        from => from.unresolved(),
        () => local.unresolved(),
        async () => {
          const found = await lastKnown(isOpen, () => local.unresolved());
          return found.ok ? { ok: true, value: found.value.toReversed() } : found;
        },
      ),
    list: (wanted = {}) =>
      read(
        from => from.list(wanted),
        () => local.list(wanted),
        async () => {
          const { filters = {}, limit = 100 } = wanted;
          const found = await lastKnown(
            row => passes(row, filters),
            known => local.list({ filters: forFile(filters), limit: limit + known }),
          );
          return found.ok ? { ok: true, value: found.value.slice(0, limit) } : found;
        },
      ),
    get: requestId =>
      read(
        from => from.get(requestId),
        () => local.get(requestId),
        async () => {
          const found = await lastKnown(
            ({ intent }) => intent.requestId === requestId,
            async () => {
              const kept = await local.get(requestId);
              return kept.ok ? { ok: true, value: kept.value ? [kept.value] : [] } : kept;
            },
          );
          return found.ok ? { ok: true, value: found.value[0] } : found;
        },
      ),
    audit: limit =>
      inTurn(async () => {
        const found = connection.closed ? undefined : await connection.server?.audit(limit);
        return found?.ok ? found : local.audit(limit);
      }),
  };
}
