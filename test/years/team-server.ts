// The team's PostgreSQL of a world: PGlite in this process, under the world's clock and dice. Its operators share one session.

import { hash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { Rule } from '../../src/journal/approvals.ts';
import type { Row } from '../../src/journal/intent.ts';
import { rowOf } from '../../src/journal/postgres/entries.ts';
import type { Link } from '../../src/journal/postgres/link.ts';
import { checkRecord } from '../../src/journal/postgres/record-check.ts';
import { acceptRule, proposeRule } from '../../src/journal/postgres/rules.ts';
import { upgrade } from '../../src/journal/postgres/schema.ts';
import { openServer } from '../../src/journal/postgres/server-journal.ts';
import { ROLES } from '../../src/journal/postgres/tables.ts';
import type { StoredRow } from '../../src/journal/stored-row.ts';
import { maskBody } from '../../src/lib/redact.ts';
import { at, type WorldTime } from './world-time.ts';

export interface TeamService {
  readonly baseUrl: string;
  readonly clientId: string;
}

/** The people of a team, and the writes that need the approval of others. */
export interface TeamOf {
  /** A role and its person. */
  readonly operators: readonly (readonly [role: string, person: string])[];
  readonly approvers: readonly string[];
  readonly rules: readonly Rule[];
}

/** PGlite does not support RESET SESSION AUTHORIZATION. */
const AS_ADMIN = 'SET SESSION AUTHORIZATION postgres; SET ROLE NONE';
const ADMIN = 'postgres';

const NEW_SCHEMA = `
${ROLES}
SET ROLE purser_owner;
${upgrade(0)}
UPDATE purser.secret SET key = sha256('the secret of every world');
${AS_ADMIN}`;

const modules = (): string =>
  path.join(path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), '../../..');

/** The data of a server with Purser's schema. Making it takes seconds, so the first world keeps it for the others. */
async function newData(): Promise<Blob> {
  const kept = path.join(modules(), `.cache/years-team-${hash('sha256', NEW_SCHEMA).slice(0, 16)}.tar`);
  if (!fs.existsSync(kept)) {
    const made = await started();
    await made.exec(NEW_SCHEMA);
    const data = await made.dumpDataDir('none');
    await made.close();
    fs.mkdirSync(path.dirname(kept), { recursive: true });
    const own = `${kept}.${process.pid}`;
    fs.writeFileSync(own, Buffer.from(await data.arrayBuffer()));
    fs.renameSync(own, kept);
  }
  template ??= new Blob([fs.readFileSync(kept)]);
  return template;
}
let template: Blob | undefined;

/** Loaded late, when clock and dice are the world's. */
async function started(data?: Blob): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite');
  return PGlite.create(data ? { loadDataDir: data } : {});
}

export type TeamServer = Awaited<ReturnType<typeof startTeamServer>>;

type Values = readonly Parameters<Link['rows']>[1][];

export async function startTeamServer(time: WorldTime, service: TeamService, team: TeamOf) {
  let database = await started(await newData());
  let backup: Blob | undefined;
  let role: string | undefined;
  let last: Promise<unknown> = Promise.resolve();
  /** What each connection does when it ends, and with a notification. */
  const connections = new Set<{ readonly ended: () => void; readonly notified: (channel: string) => void }>();
  const channels = new Set<string>();

  /** In turn, because all share one session. An event ends when its statements have ended. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = at(undefined, () => last.then(work));
    last = next.catch(() => undefined);
    time.hold(last);
    return next;
  }

  async function become(wanted: string): Promise<void> {
    if (role === wanted) return;
    role = undefined;
    await database.exec(wanted === ADMIN ? AS_ADMIN : `${AS_ADMIN}; SET SESSION AUTHORIZATION ${wanted}`);
    role = wanted;
  }

  const rowsAs = (wanted: string, sql: string, values: Values) =>
    inTurn(async () => {
      await become(wanted);
      return (await database.query<Record<string, unknown>>(sql, [...values])).rows;
    });

  const admin = (sql: string) =>
    inTurn(async () => {
      await become(ADMIN);
      await database.exec(sql);
    });

  /** At once, as on the server itself. */
  const linkAs = (wanted: string): Link => ({
    rows: (sql, ...values) => rowsAs(wanted, sql, values),
    close: async () => undefined,
  });

  await admin(setUp(service, team));
  for (const rule of team.rules) {
    const [one = '', other = ''] = team.approvers;
    const proposed = await proposeRule(linkAs(one), service, rule);
    if (!proposed.ok) throw new Error(proposed.why);
    const accepted = await acceptRule(linkAs(other), service, proposed.number);
    if (!accepted.ok) throw new Error(accepted.why);
  }

  const told = (channel: string): void => {
    for (const each of connections) each.notified(channel);
  };
  const hangUp = (): void => {
    for (const each of [...connections]) each.ended();
    connections.clear();
  };

  return {
    rowsAs,
    connected(connection: { readonly ended: () => void; readonly notified: (channel: string) => void }) {
      connections.add(connection);
    },
    listens: (channel: string) =>
      inTurn(async () => {
        if (channels.has(channel)) return;
        channels.add(channel);
        await become(ADMIN);
        await database.listen(channel, () => told(channel));
      }),
    hangUp,
    /** Every connection ends. The server has all that it answered, and knows that it was started again. */
    async crash(): Promise<void> {
      hangUp();
      await admin(STARTED_AGAIN);
    },
    backUp: () =>
      inTurn(async () => {
        backup = await database.dumpDataDir('none');
      }),
    /** What the server recorded after the backup is lost. False if there is no backup. */
    async restore(): Promise<boolean> {
      const kept = backup;
      if (kept === undefined) return false;
      hangUp();
      await inTurn(async () => {
        await database.close();
        database = await started(kept);
        role = undefined;
        for (const channel of channels) await database.listen(channel, () => told(channel));
      });
      await admin(STARTED_AGAIN);
      return true;
    },
    /** As `purser journal import` on each machine. */
    async bringIn(operator: string, host: string, rows: readonly Row[]): Promise<void> {
      const opened = await openServer({
        ...{ link: linkAs(operator), service, machine: { host, pid: 0 } },
        uuid: () => time.luckOf('import').uuid(),
        redact: maskBody,
      });
      if ('locked' in opened) throw new Error(opened.locked);
      for (const row of rows.toReversed()) await opened.importEntry(row);
      await opened.close();
    },
    /** As the administrator's `purser team reopen`. */
    reopen: () => admin(`SET ROLE purser_owner; SELECT purser.reopen(1, 'the runbook'); ${AS_ADMIN}`),
    /** Every entry of the team. */
    async rows(): Promise<readonly Row[]> {
      const found = await rowsAs(
        ADMIN,
        'SELECT purser.entry(request_id) AS r FROM purser.intents ORDER BY number',
        [],
      );
      return found.map(({ r }) => rowOf(r));
    },
    stateOf: async (requestId: string): Promise<string> => {
      const [found] = await rowsAs(ADMIN, 'SELECT state FROM purser.intents WHERE request_id = $1', [
        requestId,
      ]);
      return String(found?.['state'] ?? 'missing');
    },
    requests: (): Promise<readonly StoredRow[]> =>
      rowsAs(ADMIN, 'SELECT a.*, a.number AS line FROM purser.approvals a ORDER BY number', []),
    /** Epoch ms of the last SENT. Undefined if the entry is not SENT. */
    sentAt: async (requestId: string): Promise<number | undefined> => {
      const [found] = await rowsAs(
        ADMIN,
        `SELECT max(t.at) AS at FROM purser.transitions t JOIN purser.intents i USING (request_id)
          WHERE request_id = $1 AND i.state = 'SENT' AND t.to_state = 'SENT'`,
        [requestId],
      );
      return found?.['at'] == null ? undefined : Number(found['at']);
    },
    votes: (): Promise<readonly StoredRow[]> =>
      rowsAs(ADMIN, 'SELECT * FROM purser.approval_votes ORDER BY number', []),
    /** Who accepted an entry, oldest first. */
    accepted: (): Promise<readonly StoredRow[]> =>
      rowsAs(ADMIN, "SELECT * FROM purser.handovers WHERE answer = 'accepted' ORDER BY number", []),
    check: () => checkRecord({ link: linkAs(ADMIN), service, heads: [] }),
    async close(): Promise<void> {
      await last;
      await database.close();
    },
  };
}

const STARTED_AGAIN = "UPDATE purser.histories SET started = started - interval '1 second'";

const setUp = ({ baseUrl, clientId }: TeamService, { operators, approvers }: TeamOf): string => `
${operators.map(([role]) => `CREATE ROLE ${role} LOGIN IN ROLE purser_operator;`).join('\n')}
${approvers.map(role => `GRANT purser_approver TO ${role};`).join('\n')}
SET ROLE purser_owner;
SELECT purser.add_realm('${baseUrl}', '${clientId}');
${operators.map(([role, person]) => `SELECT purser.add_operator('${role}', '${person}', 1, NULL, ${approvers.includes(role)});`).join('\n')}
${AS_ADMIN}`;
