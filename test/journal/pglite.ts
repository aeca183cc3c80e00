/** PostgreSQL in this process. All operators share one session, so it can't test concurrency. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import type { Journal } from '../../src/journal/journal.ts';
import type { Link } from '../../src/journal/postgres/link.ts';
import { upgrade } from '../../src/journal/postgres/schema.ts';
import type { ServerHead } from '../../src/journal/postgres/server-console.ts';
import { openServer, type ServerJournal } from '../../src/journal/postgres/server-journal.ts';
import { ROLES } from '../../src/journal/postgres/tables.ts';
import { maskCardNumbers } from '../../src/lib/redact.ts';
import { start } from './parts.ts';

/** The operators of a new record. `ana` and `ana2` are the same person. */
const PEOPLE = { ana: 'Ana', ana2: 'Ana', ben: 'Ben', cy: 'Cy' } as const;
export type Person = keyof typeof PEOPLE;

/** The service of every intent in parts.ts. */
export const SERVICE = { baseUrl: 'http://127.0.0.1:8080', clientId: 'client-1' } as const;

/** The PostgreSQL of this process, with a new record for each test. */
export interface Server {
  /** Runs statements as an administrator. */
  admin(sql: string): Promise<readonly Record<string, unknown>[]>;
  /** A connection of this role. */
  link(person: Person | 'postgres'): Link;
  open(
    person?: Person | 'postgres',
    pid?: number,
    known?: ServerHead,
    version?: number,
  ): Promise<ServerJournal>;
  /** Ends all connections. The next call of each console makes a new one. */
  hangUp(): void;
  /** Ends the lease of this console. */
  die(journal: Pick<Journal, 'self'>): void;
  advance(ms: number): void;
}

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const { version } = JSON.parse(readFileSync(`${modules}/@electric-sql/pglite/package.json`, 'utf8'));
/** The data of a new PostgreSQL. Making it takes seconds, so the first test file keeps it for the others. */
const NEW_DATA = `${modules}/.cache/pglite-${version}.tar`;

async function startPostgres(): Promise<PGlite> {
  if (existsSync(NEW_DATA)) return PGlite.create({ loadDataDir: new Blob([readFileSync(NEW_DATA)]) });
  const made = await PGlite.create();
  const data = await made.dumpDataDir('none');
  mkdirSync(dirname(NEW_DATA), { recursive: true });
  // Another test file may read or make the data at the same moment.
  const own = `${NEW_DATA}.${process.pid}`;
  writeFileSync(own, Buffer.from(await data.arrayBuffer()));
  renameSync(own, NEW_DATA);
  return made;
}

/** Test files that share this process share it too, because starting it takes a second. */
let instance: Promise<PGlite> | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Runs the tasks one after the other, because all callers share the session. */
function inTurn<T>(work: (database: PGlite) => Promise<T>): Promise<T> {
  instance ??= startPostgres();
  const whole = instance;
  const next = last.then(async () => work(await whole));
  last = next.catch(() => undefined);
  return next;
}

/** PGlite does not support RESET SESSION AUTHORIZATION. */
const AS_ADMIN = 'SET SESSION AUTHORIZATION postgres; SET ROLE NONE';

/** The role of the session; undefined if statements of an administrator may have changed it. */
let role: Person | undefined;

/** Gives the session to this role. An operator keeps it for the next calls, because each change takes time. */
async function become(database: PGlite, person: Person | 'postgres'): Promise<void> {
  if (role === person) return;
  role = undefined;
  await database.exec(`${AS_ADMIN}; SET SESSION AUTHORIZATION ${person}`);
  if (person !== 'postgres') role = person;
}

const NEW_RECORD = `
DROP SCHEMA IF EXISTS purser CASCADE;
${ROLES}
SET ROLE purser_owner;
${upgrade(0)}
CREATE TABLE purser.test_clock (at timestamptz NOT NULL);
INSERT INTO purser.test_clock VALUES (to_timestamp(${start / 1000}));
CREATE OR REPLACE FUNCTION purser.clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT at FROM purser.test_clock';
INSERT INTO purser.realms (base_url, client_id) VALUES ('${SERVICE.baseUrl}', '${SERVICE.clientId}'), ('https://other.example.com', 'client-2');
INSERT INTO purser.audit_head SELECT realm, 0, '' FROM purser.realms;
INSERT INTO purser.histories SELECT realm, pg_postmaster_start_time(), 'purser.audit'::regclass, NULL, NULL, 0 FROM purser.realms;
SELECT purser.add_turns(realm), purser.make_months(realm) FROM purser.realms;
${AS_ADMIN};
DO $$ DECLARE each record; BEGIN
  FOR each IN SELECT * FROM (VALUES ${Object.entries(PEOPLE)
    .map(([role, person]) => `('${role}'::name, '${person}')`)
    .join(', ')}) p (role, person) LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = each.role) THEN EXECUTE format('CREATE ROLE %I LOGIN IN ROLE purser_operator', each.role); END IF;
    -- An earlier test, perhaps of another file, may have made this role an approver.
    IF pg_has_role(each.role, 'purser_approver', 'MEMBER') THEN EXECUTE format('REVOKE purser_approver FROM %I', each.role); END IF;
    INSERT INTO purser.operators VALUES (each.role, each.person, true);
    INSERT INTO purser.members SELECT realm, each.role FROM purser.realms WHERE client_id = 'client-1';
  END LOOP;
END $$;
`;

/** Keeps the rows and the sequences of the new record, because making its tables and functions takes long. */
const KEPT = `
DROP SCHEMA IF EXISTS kept CASCADE;
CREATE SCHEMA kept;
DO $$ DECLARE each record; BEGIN
  FOR each IN SELECT tablename AS name FROM pg_tables WHERE schemaname = 'purser' LOOP
    EXECUTE format('CREATE TABLE kept.%I AS TABLE purser.%I', each.name, each.name);
  END LOOP;
END $$;
CREATE TABLE kept.sequences AS SELECT sequencename AS name, last_value, start_value FROM pg_sequences WHERE schemaname = 'purser';
`;

/** Makes the record new again, if only rows and approvers have changed. */
const NEW_AGAIN = `
SET session_replication_role = replica;
DO $$ DECLARE each record; names text; BEGIN
  FOR each IN SELECT c.oid, c.relname AS name FROM pg_class c WHERE c.relnamespace = 'purser'::regnamespace AND c.relkind = 'r' LOOP
    SELECT string_agg(quote_ident(attname), ', ') INTO names FROM pg_attribute
      WHERE attrelid = each.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
    -- A table for locks has no columns.
    CONTINUE WHEN names IS NULL;
    -- A console of a later month made this table.
    IF to_regclass(format('kept.%I', each.name)) IS NULL THEN EXECUTE format('DROP TABLE purser.%I', each.name); CONTINUE; END IF;
    EXECUTE format('DELETE FROM purser.%I', each.name);
    EXECUTE format('INSERT INTO purser.%I (%s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM kept.%1$I', each.name, names);
  END LOOP;
  FOR each IN SELECT * FROM kept.sequences LOOP
    PERFORM setval(format('purser.%I', each.name)::regclass, coalesce(each.last_value, each.start_value), each.last_value IS NOT NULL);
  END LOOP;
  FOR each IN SELECT m.member::regrole AS role FROM pg_auth_members m WHERE m.roleid = 'purser_approver'::regrole LOOP
    EXECUTE format('REVOKE purser_approver FROM %s', each.role);
  END LOOP;
END $$;
RESET session_replication_role;
`;

/** Whether a test may have changed more than rows and approvers. */
let altered = true;
const ALTERS = /\b(?:CREATE|ALTER|DROP|TRUNCATE|(?:GRANT|REVOKE)(?! purser_approver (?:TO|FROM)))\b/i;

/** Returns the server with a new record. */
export function newServer(): Server {
  const admin = (sql: string) =>
    inTurn(async database => {
      await become(database, 'postgres');
      altered ||= ALTERS.test(sql);
      return (await database.exec(sql)).flatMap(({ rows }) => rows);
    });
  const made = inTurn(async database => {
    await become(database, 'postgres');
    await database.exec(altered ? `${NEW_RECORD}${KEPT}` : NEW_AGAIN);
    altered = false;
  });
  let connection = 0;
  function link(person: Person | 'postgres'): Link {
    let greeting: ((rows: Link['rows']) => Promise<void>) | undefined;
    let greeted = connection;
    const rows: Link['rows'] = (sql, ...values) =>
      inTurn(async database => {
        await become(database, person);
        altered ||= person === 'postgres' && ALTERS.test(sql);
        return (await database.query<Record<string, unknown>>(sql, [...values])).rows;
      });
    return {
      async rows(sql, ...values) {
        if (greeted !== connection) await greeting?.(rows);
        greeted = connection;
        return rows(sql, ...values);
      },
      greet(check) {
        greeting = check;
      },
      listen: (channel, listener) =>
        inTurn(async database => {
          await become(database, 'postgres');
          await database.listen(channel, listener);
        }),
      close: async () => undefined,
    };
  }
  return {
    admin,
    link,
    async open(person = 'ana', pid = 1, known, version) {
      await made;
      const opened = await openServer({
        link: link(person),
        service: SERVICE,
        machine: { host: 'desk', pid },
        uuid: randomUUID,
        redact: maskCardNumbers,
        ...(known && { known }),
        ...(version !== undefined && { version }),
      });
      if ('locked' in opened) throw new Error(opened.locked);
      return opened;
    },
    hangUp() {
      connection++;
    },
    die({ self }) {
      void admin(`UPDATE purser.consoles SET lease_until = '-infinity' WHERE console = '${self.started}'`);
    },
    advance(ms) {
      void admin(`UPDATE purser.test_clock SET at = at + interval '${ms} milliseconds'`);
    },
  };
}
