// What a console reads of its team's record: the server's rows, and the last ones of them while the server is away.
import type { Row } from '../intent.ts';
import type { Journal, ReadResult } from '../journal.ts';
import type { ServerJournal } from '../postgres/server-journal.ts';
import { type Connection, isAway } from './connection.ts';
import { ofFile } from './offline-rows.ts';
import type { Turns } from './turns.ts';

export interface TeamReadings extends Pick<Journal, 'equals' | 'unresolved' | 'list' | 'get'> {
  /** A step of this console, with the entry as it now is. */
  remember<Step extends { readonly ok: boolean }>(step: Step & { readonly row?: Row }): Step;
  /** This console's own entry, as it was known last. */
  own(requestId: string): Row | undefined;
}

export function teamReadings(local: Journal, connection: Connection, { inTurn }: Turns): TeamReadings {
  /** This console's own entries, as the server had them last. */
  const own = new Map<string, Row>();
  /** The last readings, for while the server is away. */
  const readings = new Map<string, readonly Row[]>();

  const newer = (row: Row, mine: Row | undefined): Row =>
    mine && (mine.transitions.at(-1)?.number ?? 0) > (row.transitions.at(-1)?.number ?? 0) ? mine : row;

  const read = (
    key: string,
    there: (from: ServerJournal) => Promise<ReadResult<readonly Row[]>>,
    here: () => Promise<ReadResult<readonly Row[]>>,
  ): Promise<ReadResult<readonly Row[]>> =>
    inTurn(async () => {
      if (connection.closed) return here();
      const { server } = connection;
      const found = server && connection.heard(await there(server));
      if (found?.ok) readings.set(key, found.value);
      if (found && !isAway(found)) return found;
      connection.noServer();
      const last = readings.get(key);
      if (last) return { ok: true, value: last.map(row => newer(row, own.get(row.intent.requestId))) };
      const kept = await here();
      return kept.ok ? { ok: true, value: kept.value.map(ofFile) } : kept;
    });

  return {
    remember(step) {
      if (step.ok && step.row) own.set(step.row.intent.requestId, step.row);
      return step;
    },
    own: requestId => own.get(requestId),
    equals: fingerprint =>
      read(
        `equals ${fingerprint}`,
        from => from.equals(fingerprint),
        () => local.equals(fingerprint),
      ),
    unresolved: () => read('unresolved', from => from.unresolved(), local.unresolved),
    list: wanted =>
      read(
        `list ${JSON.stringify(wanted)}`,
        from => from.list(wanted),
        () => local.list(wanted),
      ),
    async get(requestId) {
      const one = (found: ReadResult<Row | undefined>): ReadResult<readonly Row[]> =>
        found.ok ? { ok: true, value: found.value ? [found.value] : [] } : found;
      const found = await read(
        `get ${requestId}`,
        async from => one(await from.get(requestId)),
        async () => one(await local.get(requestId)),
      );
      return found.ok ? { ok: true, value: found.value[0] } : found;
    },
  };
}
