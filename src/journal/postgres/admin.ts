// What an administrator does with a team's record, as purser_owner; and what doctor asks the server.
import { type Link, type ScriptLink, sqlState } from './link.ts';
import { SCHEMA_VERSION, upgrade } from './schema.ts';
import { ROLES } from './tables.ts';

export interface Service {
  readonly baseUrl: string;
  readonly clientId: string;
}

export interface Operator {
  readonly role: string;
  readonly person: string;
  readonly active: boolean;
  /** Whether the role may sign in to the server at all. */
  readonly login: boolean;
  /** Whether it may approve writes of others. */
  readonly approver: boolean;
}

type Upgraded =
  | { readonly ok: true; readonly before: number; readonly now: number }
  /** The right to make roles is missing: an administrator of the server runs this by hand. */
  | { readonly ok: false; readonly byHand: string };

const MISSING_RIGHT = '42501';

/** An identifier as SQL has it. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Makes the record, or brings it up to this version: all of it or nothing. */
export async function upgradeRecord(link: ScriptLink, service: Service): Promise<Upgraded> {
  // Who may act as the owner needs no right to make roles, once they are there.
  const [has] = await link.rows(
    `SELECT to_regnamespace('purser') IS NOT NULL AND 3 = (SELECT count(*) FROM pg_catalog.pg_roles
      WHERE rolname IN ('purser_owner', 'purser_operator', 'purser_approver')) AS roles`,
  );
  try {
    if (has?.['roles'] !== true) await link.script(ROLES);
  } catch (error) {
    if (sqlState(error) !== MISSING_RIGHT) throw error;
    const [me] = await link.rows('SELECT session_user AS me');
    return { ok: false, byHand: `${ROLES.trim()}\nGRANT purser_owner TO ${quoted(String(me?.['me']))};\n` };
  }
  await link.script('SET ROLE purser_owner');
  const [found] = await link.rows("SELECT to_regclass('purser.version') IS NOT NULL AS there");
  const before = found?.['there'] === true ? await versionOf(link) : 0;
  if (before > SCHEMA_VERSION) return { ok: true, before, now: before };
  await link.script(`BEGIN; ${upgrade(before)} COMMIT`);
  await link.rows('SELECT purser.add_realm($1, $2)', service.baseUrl, service.clientId);
  return { ok: true, before, now: SCHEMA_VERSION };
}

async function versionOf(link: Link): Promise<number> {
  const [found] = await link.rows('SELECT number FROM purser.version');
  return Number(found?.['number']);
}

const asOwner = (link: ScriptLink): Promise<void> => link.script('SET ROLE purser_owner');

async function realmOf(link: Link, { baseUrl, clientId }: Service): Promise<number> {
  const [found] = await link.rows(
    "SELECT realm FROM purser.realms WHERE base_url = rtrim($1, '/') AND client_id = $2",
    baseUrl,
    clientId,
  );
  if (found === undefined)
    throw new Error('the team journal does not have this service yet: purser team init');
  return Number(found['realm']);
}

/** Makes the role where it is missing. `byHand`: the statement that needs the right to make roles. */
export async function addOperator(
  link: ScriptLink,
  service: Service,
  { role, person, approver }: Pick<Operator, 'role' | 'person' | 'approver'>,
): Promise<{ readonly made: boolean; readonly byHand?: string }> {
  const known = await link.rows('SELECT FROM pg_catalog.pg_roles WHERE rolname = $1', role);
  const groups = approver ? 'purser_operator, purser_approver' : 'purser_operator';
  const statement =
    known.length > 0
      ? `GRANT ${groups} TO ${quoted(role)}`
      : `CREATE ROLE ${quoted(role)} LOGIN IN ROLE ${groups}`;
  let byHand: string | undefined;
  try {
    await link.script(statement);
  } catch (error) {
    if (sqlState(error) !== MISSING_RIGHT) throw error;
    byHand = `${statement};`;
  }
  await asOwner(link);
  await link.rows('SELECT purser.add_operator($1, $2, $3)', role, person, await realmOf(link, service));
  return { made: known.length === 0 && byHand === undefined, ...(byHand !== undefined && { byHand }) };
}

/** The sessions of the operator end too, where that is allowed. False where there is no such operator. */
export async function disableOperator(link: ScriptLink, role: string): Promise<boolean> {
  await asOwner(link);
  const [found] = await link.rows('SELECT purser.disable_operator($1) AS done', role);
  if (found?.['done'] !== true) return false;
  await link.script('RESET ROLE');
  try {
    await link.script(`ALTER ROLE ${quoted(role)} NOLOGIN`);
    await link.rows('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', role);
  } catch (error) {
    // Its functions refuse the operator all the same.
    if (sqlState(error) === undefined) throw error;
  }
  return true;
}

export async function operatorsOf(link: ScriptLink, service: Service): Promise<readonly Operator[]> {
  await asOwner(link);
  const found = await link.rows(
    `SELECT o.role, o.person, o.active, coalesce(r.rolcanlogin, false) AS login,
      coalesce(pg_has_role(r.oid, 'purser_approver', 'MEMBER'), false) AS approver FROM purser.operators o
      JOIN purser.members m ON m.role = o.role LEFT JOIN pg_catalog.pg_roles r ON r.rolname = o.role
      WHERE m.realm = $1 ORDER BY o.role`,
    await realmOf(link, service),
  );
  return found.map(({ role, person, active, login, approver }) => ({
    role: String(role),
    person: String(person),
    active: active === true,
    login: login === true,
    approver: approver === true,
  }));
}

/** Deletes bodies and answers of what ended more than so many days ago, and gives how many. */
export async function prune(link: ScriptLink, service: Service, days: number): Promise<number> {
  await asOwner(link);
  const realm = await realmOf(link, service);
  const [found] = await link.rows('SELECT purser.prune($1, $2) AS gone', realm, days);
  return Number(found?.['gone']);
}

/** What the server says of itself. Half of it needs no rights. */
export interface ServerFacts {
  readonly version: string;
  readonly number: number;
  readonly fsync: boolean;
  readonly fullPageWrites: boolean;
  readonly standbys: string;
  readonly superuser: boolean;
  readonly owner: boolean;
  readonly schema: number | undefined;
  /** Whether this operator has a part in the record of the service. */
  readonly member: boolean;
  /** Epoch ms. */
  readonly clock: number;
  readonly backend: number;
}

export async function factsOf(link: ScriptLink, { baseUrl, clientId }: Service): Promise<ServerFacts> {
  const [found = {}] = await link.rows(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
      current_setting('fsync') = 'on' AS fsync, current_setting('full_page_writes') = 'on' AS pages,
      current_setting('synchronous_standby_names') AS standbys, extract(epoch FROM clock_timestamp()) * 1000 AS clock,
      pg_backend_pid() AS backend, (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = session_user) AS superuser,
      EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'purser_owner' AND pg_has_role(session_user, oid, 'MEMBER')) AS owner`,
  );
  const part = await partOf(link, literal(baseUrl), literal(clientId));
  return {
    version: String(found['version']),
    number: Number(found['number']),
    fsync: found['fsync'] === true,
    fullPageWrites: found['pages'] === true,
    standbys: String(found['standbys']),
    superuser: found['superuser'] === true,
    owner: found['owner'] === true,
    clock: Number(found['clock']),
    backend: Number(found['backend']),
    ...part,
  };
}

/** Nothing where there is no record, or no right to see it. */
async function partOf(link: Link, baseUrl: string, clientId: string) {
  try {
    const schema = await versionOf(link);
    const console = crypto.randomUUID();
    const [begun] = await link.rows(
      `SELECT purser.begin_console('${console}', ${baseUrl}, ${clientId}, 'doctor', 0)->>'ok' AS ok`,
    );
    await link.rows(`SELECT purser.end_console('${console}')`);
    return { schema, member: begun?.['ok'] === 'true' };
  } catch (error) {
    if (sqlState(error) === undefined) throw error;
    return { schema: undefined, member: false };
  }
}
