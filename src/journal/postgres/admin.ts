// An administrator's work on the team journal, as purser_owner, and the server's facts for `purser doctor`.

import { errorCode } from '../../lib/error-code.ts';
import type { ServiceAccount } from '../intent.ts';
import { diskLimitOf, HARDEN, limitsOf, UNLIMITED } from './limits.ts';
import type { Link, ScriptLink } from './link.ts';
import { canUpgrade, SCHEMA_VERSION, upgrade } from './schema.ts';
import { ROLES } from './tables.ts';

export interface Operator {
  readonly role: string;
  readonly person: string;
  readonly active: boolean;
  /** Whether the role may sign in. */
  readonly login: boolean;
  readonly approver: boolean;
}

type Upgraded =
  /** `byHand`: a superuser runs these statements, so that one operator can't stop the others. */
  | { readonly ok: true; readonly before: number; readonly now: number; readonly byHand?: string }
  /** An administrator of the server runs these statements in this database, because this role may not make roles. */
  | { readonly ok: false; readonly byHand: string };

const MISSING_RIGHT = '42501';
const NO_SUCH_ROLE = '22023';

/** In ms. A million writes take a minute: see docs/performance.md. */
const LONGEST_UPGRADE = 8 * 3_600_000;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The whole upgrade or nothing. */
export async function upgradeRecord(link: ScriptLink, service: ServiceAccount): Promise<Upgraded> {
  // Once the roles exist, the owner needs no right to make roles.
  const [has] = await link.rows(
    `SELECT to_regnamespace('purser') IS NOT NULL AND 3 = (SELECT count(*) FROM pg_catalog.pg_roles
      WHERE rolname IN ('purser_owner', 'purser_operator', 'purser_approver')) AS roles`,
  );
  try {
    if (has?.['roles'] !== true) await link.script(ROLES);
  } catch (error) {
    if (errorCode(error) !== MISSING_RIGHT) throw error;
    const [me] = await link.rows('SELECT session_user AS me');
    return { ok: false, byHand: `${ROLES.trim()}\nGRANT purser_owner TO ${quoted(String(me?.['me']))};\n` };
  }
  const hardened = await harden(link);
  await asOwner(link);
  const [found] = await link.rows("SELECT to_regclass('purser.version') IS NOT NULL AS there");
  const before = found?.['there'] === true ? await versionOf(link) : 0;
  if (before > SCHEMA_VERSION) return { ok: true, before, now: before };
  if (!canUpgrade(before))
    throw new Error(
      `the team journal has version ${before}, of a Purser before 0.2.0, and nothing was changed or lost: upgrade it with Purser 0.2.0 first`,
    );
  await link.script(`BEGIN; ${upgrade(before)} COMMIT`, LONGEST_UPGRADE);
  await link.rows('SELECT purser.add_realm($1, $2)', service.baseUrl, service.clientId);
  return { ok: true, before, now: SCHEMA_VERSION, ...(!hardened && { byHand: HARDEN }) };
}

async function harden(link: ScriptLink): Promise<boolean> {
  const [me] = await link.rows('SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = session_user');
  if (me?.['rolsuper'] !== true) return false;
  await link.script(HARDEN);
  return true;
}

async function versionOf(link: Link): Promise<number> {
  const [found] = await link.rows('SELECT number FROM purser.version');
  return Number(found?.['number']);
}

async function asOwner(link: ScriptLink): Promise<void> {
  try {
    await link.script('SET ROLE purser_owner');
  } catch (error) {
    if (errorCode(error) === NO_SUCH_ROLE)
      throw new Error('the server has no team journal yet: purser team init');
    throw error;
  }
}

async function realmOf(link: Link, { baseUrl, clientId }: ServiceAccount): Promise<number> {
  const [found] = await link.rows(
    "SELECT realm FROM purser.realms WHERE base_url = rtrim($1, '/') AND client_id = $2",
    baseUrl,
    clientId,
  );
  if (found === undefined)
    throw new Error('the team journal does not have this service and client ID yet: purser team init');
  return Number(found['realm']);
}

interface NewOperator extends Pick<Operator, 'role' | 'person'> {
  /** In the directory of the company. */
  readonly id?: string;
  /** Absent: as it is. */
  readonly approver?: boolean;
}

type Added =
  /** `approves`: perhaps because of an earlier grant. */
  | { readonly made: boolean; readonly approves: boolean }
  /** This role may not make roles. */
  | { readonly byHand: string };

/**
 * Whether the record has this person, in any spelling. An ID has one person, and a person one ID. `persons`: the names that
 * the record has, of all services.
 */
export async function findPerson(
  link: ScriptLink,
  service: ServiceAccount,
  { person, id }: Pick<NewOperator, 'person' | 'id'>,
): Promise<{
  readonly is: 'known' | 'new' | 'otherPerson' | 'otherId';
  readonly persons: readonly string[];
}> {
  await asOwner(link);
  const [found] = await link.rows(
    'SELECT purser.knows_person($1, $2) AS knows, purser.person_clash($1, $2) AS clash',
    ...[person, id ?? null],
  );
  // The role is made only if its service is there.
  await realmOf(link, service);
  const persons = await link.rows('SELECT DISTINCT person FROM purser.operators');
  await link.script('RESET ROLE');
  const clash = found?.['clash'];
  const is =
    clash === 'otherPerson' || clash === 'otherId' ? clash : found?.['knows'] === true ? 'known' : 'new';
  return { is, persons: persons.map(each => String(each['person'])) };
}

/** Also enables an operator again. */
export async function addOperator(
  link: ScriptLink,
  service: ServiceAccount,
  { role, person, id, approver }: NewOperator,
): Promise<Added> {
  const known = await link.rows('SELECT FROM pg_catalog.pg_roles WHERE rolname = $1', role);
  const groups = approver === true ? 'purser_operator, purser_approver' : 'purser_operator';
  const name = quoted(role);
  const statement =
    known.length > 0
      ? `GRANT ${groups} TO ${name}; ALTER ROLE ${name} LOGIN;`
      : `CREATE ROLE ${name} LOGIN IN ROLE ${groups};`;
  const all = `${statement}${approver === false ? ` REVOKE purser_approver FROM ${name};` : ''}${limitsOf(name)}`;
  try {
    await link.script(all);
  } catch (error) {
    if (errorCode(error) !== MISSING_RIGHT) throw error;
    if (!(await isSetUp(link, role, approver))) return { byHand: `${all.trim()}\n${diskLimitOf(name)}\n` };
  }
  await limitDisk(link, role);
  await asOwner(link);
  const [can] = await link.rows(
    "SELECT pg_has_role(oid, 'purser_approver', 'MEMBER') AS approves FROM pg_catalog.pg_roles WHERE rolname = $1",
    role,
  );
  const approves = can?.['approves'] === true;
  const values = [role, person, await realmOf(link, service), id ?? null, approves];
  const [added] = await link.rows('SELECT purser.add_operator($1, $2, $3, $4, $5) AS why', ...values);
  if (added?.['why'] !== null) throw new Error(`the operator was not added: ${added?.['why']}`);
  return { made: known.length === 0, approves };
}

/** An administrator of the server may have made the role already, by hand. */
async function isSetUp(link: Link, role: string, approver: boolean | undefined): Promise<boolean> {
  const [found] = await link.rows(
    `SELECT rolcanlogin AND pg_has_role(oid, 'purser_operator', 'MEMBER') AS operator,
      pg_has_role(oid, 'purser_approver', 'MEMBER') AS approver FROM pg_catalog.pg_roles WHERE rolname = $1`,
    role,
  );
  return found?.['operator'] === true && (approver === undefined || found['approver'] === approver);
}

async function limitDisk(link: ScriptLink, role: string): Promise<void> {
  try {
    await link.script(diskLimitOf(quoted(role)));
  } catch (error) {
    // The limit protects against a full disk, and an administrator who is no superuser can't set it.
    if (errorCode(error) !== MISSING_RIGHT) throw error;
  }
}

/** In seconds. A request to the service ends earlier. */
const LONGEST_WAIT = 60;

/** False if there is no such operator. `second` waits: a write under way gets its outcome before the sessions end. */
export async function disableOperator(
  link: ScriptLink,
  role: string,
  second: () => Promise<void>,
): Promise<boolean> {
  await asOwner(link);
  const [found] = await link.rows('SELECT purser.disable_operator($1) AS done', role);
  if (found?.['done'] !== true) return false;
  for (let waited = 0; waited < LONGEST_WAIT; waited++) {
    const [left] = await link.rows('SELECT purser.under_way($1) AS writes', role);
    if (Number(left?.['writes']) === 0) break;
    await second();
  }
  await link.script('RESET ROLE');
  try {
    await link.script(`ALTER ROLE ${quoted(role)} NOLOGIN`);
    await link.rows('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', role);
  } catch (error) {
    // Without the right, the functions of the team journal still refuse the operator.
    if (errorCode(error) === undefined) throw error;
  }
  return true;
}

export async function operatorsOf(link: ScriptLink, service: ServiceAccount): Promise<readonly Operator[]> {
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

/**
 * Returns the number of deleted bodies and answers. Also deletes the rows of consoles that changed no entry. Without `days`, the
 * stored rule counts; undefined if there is none.
 */
export async function prune(
  link: ScriptLink,
  service: ServiceAccount,
  days?: number,
): Promise<{ readonly gone: number; readonly days: number } | undefined> {
  const kept = days ?? (await retentionOf(link, service));
  if (kept === undefined) return undefined;
  await asOwner(link);
  const realm = await realmOf(link, service);
  const [found] = await link.rows('SELECT purser.prune($1, $2) AS gone', realm, kept);
  return { gone: Number(found?.['gone']), days: kept };
}

/** For how many days `prune` keeps bodies and answers. */
export async function retentionOf(link: ScriptLink, service: ServiceAccount): Promise<number | undefined> {
  await asOwner(link);
  const realm = await realmOf(link, service);
  const [found] = await link.rows('SELECT days FROM purser.retentions WHERE realm = $1', realm);
  return found && Number(found['days']);
}

/** Without `days`, ends the rule. */
export async function retain(
  link: ScriptLink,
  service: ServiceAccount,
  days: number | undefined,
): Promise<void> {
  await asOwner(link);
  await link.rows('SELECT purser.retain($1, $2)', await realmOf(link, service), days ?? null);
}

/** Returns why the log was closed; undefined if it was open. */
export async function reopen(
  link: ScriptLink,
  service: ServiceAccount,
  reason: string,
): Promise<string | undefined> {
  await asOwner(link);
  const realm = await realmOf(link, service);
  const [found] = await link.rows('SELECT purser.reopen($1, $2) AS was', realm, reason);
  const was = found?.['was'];
  return typeof was === 'string' ? was : undefined;
}

export type ServerFacts = Readonly<Awaited<ReturnType<typeof factsOf>>>;

/** Only `schema` and `member` need rights. */
export async function factsOf(link: ScriptLink, service: ServiceAccount) {
  const [found = {}] = await link.rows(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
      current_setting('fsync') = 'on' AS fsync, current_setting('full_page_writes') = 'on' AS pages,
      current_setting('synchronous_standby_names') AS standbys, extract(epoch FROM clock_timestamp()) * 1000 AS clock,
      (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = session_user) AS superuser,
      EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'purser_owner' AND pg_has_role(session_user, oid, 'MEMBER')) AS owner`,
  );
  const [may] = await link.rows(UNLIMITED);
  const unlimited = may?.['unlimited'];
  return {
    /** What this role may do that could stop the others. */
    unlimited: Array.isArray(unlimited) ? unlimited.map(String) : [],
    version: String(found['version']),
    number: Number(found['number']),
    fsync: found['fsync'] === true,
    fullPageWrites: found['pages'] === true,
    standbys: String(found['standbys']),
    superuser: found['superuser'] === true,
    owner: found['owner'] === true,
    /** Epoch ms. */
    clock: Number(found['clock']),
    ...(await partOf(link, service)),
  };
}

/** `denied`: this role may not read the schema. */
type Schema = number | 'absent' | 'denied';

const NO_SCHEMA: Readonly<Record<string, Schema>> = {
  '3F000': 'absent',
  '42P01': 'absent',
  [MISSING_RIGHT]: 'denied',
};

async function partOf(
  link: Link,
  { baseUrl, clientId }: ServiceAccount,
): Promise<{
  schema: Schema;
  /** A console of this version or a newer one can read. */
  readsFrom: number | undefined;
  member: boolean;
  closed: string | undefined;
}> {
  try {
    const schema = await versionOf(link);
    // Without a version, this is no console.
    const sql = `SELECT r->>'ok' AS ok, r->>'closed' AS closed, (r->>'reads_from')::int AS reads
      FROM purser.begin_console($1, $2, $3, 'doctor', 0) r`;
    const [begun] = await link.rows(sql, crypto.randomUUID(), baseUrl, clientId);
    const closed = begun?.['closed'];
    return {
      schema,
      readsFrom: Number(begun?.['reads'] ?? 0) || undefined,
      member: begun?.['ok'] === 'true',
      closed: typeof closed === 'string' ? closed : undefined,
    };
  } catch (error) {
    const schema = NO_SCHEMA[errorCode(error) ?? ''];
    if (schema === undefined) throw error;
    return { schema, readsFrom: undefined, member: false, closed: undefined };
  }
}
