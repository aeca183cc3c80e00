/** PostgreSQL in this process: one session, which is each operator in turn. It is of no use for concurrency. */
import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import type { Journal } from '../../src/journal/journal.ts';
import type { Link } from '../../src/journal/postgres/link.ts';
import { upgrade } from '../../src/journal/postgres/schema.ts';
import { openServer, type ServerJournal } from '../../src/journal/postgres/server-journal.ts';
import { ROLES } from '../../src/journal/postgres/tables.ts';
import { maskCardNumbers } from '../../src/lib/redact.ts';
import { start } from './parts.ts';

/** The operators of a new record, the first two of whom are one person. */
const PEOPLE = { ana: 'Ana', ana2: 'Ana', ben: 'Ben', cy: 'Cy' } as const;
export type Person = keyof typeof PEOPLE;

/** The service of every intent in parts.ts. */
export const SERVICE = { baseUrl: 'http://127.0.0.1:8080', clientId: 'client-1' } as const;

/** One server of this process, with a new record for each test. */
export interface Server {
  /** Runs statements as an administrator. */
  admin(sql: string): Promise<readonly Record<string, unknown>[]>;
  /** A connection of an operator. */
  link(person: Person | 'postgres'): Link;
  open(person?: Person, pid?: number): Promise<ServerJournal>;
  /** The lease of this console has ended. */
  die(journal: Pick<Journal, 'self'>): void;
  advance(ms: number): void;
}

let instance: Promise<PGlite> | undefined;
let last: Promise<unknown> = Promise.resolve();

/** One after the other, whoever asks: the session is shared. */
function inTurn<T>(work: (database: PGlite) => Promise<T>): Promise<T> {
  instance ??= PGlite.create();
  const whole = instance;
  const next = last.then(async () => work(await whole));
  last = next.catch(() => undefined);
  return next;
}

/** PGlite does not go back by RESET. */
const AS_ADMIN = 'SET SESSION AUTHORIZATION postgres; SET ROLE NONE';

const NEW_RECORD = `
${AS_ADMIN};
DROP SCHEMA IF EXISTS purser CASCADE;
${ROLES}
SET ROLE purser_owner;
${upgrade(0)}
CREATE TABLE purser.test_clock (at timestamptz NOT NULL);
INSERT INTO purser.test_clock VALUES (to_timestamp(${start / 1000}));
CREATE OR REPLACE FUNCTION purser.clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT at FROM purser.test_clock';
INSERT INTO purser.realms (base_url, client_id) VALUES ('${SERVICE.baseUrl}', '${SERVICE.clientId}'), ('https://other.example.com', 'client-2');
INSERT INTO purser.audit_head SELECT realm, 0, '' FROM purser.realms;
${AS_ADMIN};
DO $$ DECLARE each record; BEGIN
  FOR each IN SELECT * FROM (VALUES ${Object.entries(PEOPLE)
    .map(([role, person]) => `('${role}'::name, '${person}')`)
    .join(', ')}) p (role, person) LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = each.role) THEN EXECUTE format('CREATE ROLE %I LOGIN IN ROLE purser_operator', each.role); END IF;
    INSERT INTO purser.operators VALUES (each.role, each.person, true);
    INSERT INTO purser.members SELECT realm, each.role FROM purser.realms WHERE client_id = 'client-1';
  END LOOP;
END $$;
`;

/** A server with a new record. */
export function newServer(): Server {
  const made = inTurn(database => database.exec(NEW_RECORD));
  const link = (person: Person | 'postgres'): Link => ({
    rows: (sql, ...values) =>
      inTurn(async database => {
        await database.exec(`SET SESSION AUTHORIZATION ${person}`);
        try {
          return (await database.query<Record<string, unknown>>(sql, [...values])).rows;
        } finally {
          await database.exec(AS_ADMIN);
        }
      }),
    listen: (channel, listener) => inTurn(async database => void (await database.listen(channel, listener))),
    close: async () => undefined,
  });
  const admin = (sql: string) =>
    inTurn(async database => (await database.exec(sql)).flatMap(({ rows }) => rows));
  return {
    admin,
    link,
    async open(person = 'ana', pid = 1) {
      await made;
      const opened = await openServer({
        link: link(person),
        service: SERVICE,
        machine: { host: 'desk', pid },
        uuid: randomUUID,
        redact: maskCardNumbers,
      });
      if ('locked' in opened) throw new Error(opened.locked);
      return opened;
    },
    die({ self }) {
      void admin(`UPDATE purser.consoles SET lease_until = '-infinity' WHERE console = '${self.started}'`);
    },
    advance(ms) {
      void admin(`UPDATE purser.test_clock SET at = at + interval '${ms} milliseconds'`);
    },
  };
}

/** At the end of a file: the server's memory is given back. */
export async function endServer(): Promise<void> {
  await last;
  await (await instance)?.close();
  instance = undefined;
}
