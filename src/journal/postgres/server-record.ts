// The whole record of a team, page by page as its server has it: the log, and what belongs to the lines of the log.
import { t, type Visible } from '../../lib/visible.ts';
import type { SealedLine } from '../audit.ts';
import type { ServiceAccount } from '../intent.ts';
import { integer, type StoredRow, sealedLineIn } from '../stored-row.ts';
import { record } from './entries.ts';
import type { Link } from './link.ts';

/** The record of a service up to a line: as the server has it, or as an exported file has it. */
export interface TeamRecord {
  readonly service: ServiceAccount;
  /** The last line's number. */
  readonly last: number;
  readonly operators: readonly unknown[];
  readonly signatures: readonly StoredRow[];
  /** From the first line on. */
  pages(): AsyncIterable<RecordPage>;
}

/** What the record has under these numbers of the log. */
export interface RecordPage {
  readonly from: number;
  readonly to: number;
  /** Undefined is an unreadable line. */
  readonly lines: readonly (SealedLine | undefined)[];
  /** `table`: a `rowsName`, which may repeat. */
  readonly rows: readonly (readonly [table: string, row: StoredRow])[];
  /** An entry has the number of its first transition. */
  readonly entries: readonly unknown[];
}

const PAGE = 1000;

/** The functions for operators. */
export const RECORD_OF = (definer: string): string => `
CREATE OR REPLACE FUNCTION purser.record_of(service text, client text) RETURNS json LANGUAGE plpgsql ${definer} AS $$
DECLARE of_realm int;
BEGIN
  PERFORM purser.guard();
  SELECT realm INTO of_realm FROM purser.realms m WHERE m.base_url = rtrim(service, '/') AND m.client_id = client
    AND m.realm = ANY (current_setting('purser.realms')::int[]);
  RETURN (SELECT json_build_object('realm', of_realm, 'number', h.number, 'operators', (SELECT coalesce(json_agg(json_build_object('role', o.role,
    'person', o.person, 'active', o.active, 'approver', purser.may_approve(o.role, of_realm))), '[]') FROM purser.operators o JOIN purser.members m ON m.role = o.role WHERE m.realm = of_realm))
    FROM purser.audit_head h WHERE h.realm = of_realm);
END $$;
`;

/** Each row belongs to the line with its number. `facts` are members of the line's detail. */
export const TABLES: readonly (readonly [table: Visible, kind: string, sql: string])[] = [
  [
    t`transitions`,
    'write',
    `SELECT number, role, json_build_object('request', request_id, 'from', from_state, 'to', to_state, 'seal', seal) AS facts
      FROM purser.transitions WHERE realm = $1 AND number BETWEEN $2 AND $3`,
  ],
  [
    t`votes`,
    'vote',
    `SELECT number, role, json_build_object('request', request_id, 'vote', vote, 'by', voter, 'digest', digest, 'note', note) AS facts
      FROM purser.approval_votes WHERE realm = $1 AND number BETWEEN $2 AND $3`,
  ],
  [
    t`requests for approval`,
    'approval-asked',
    `SELECT number, NULL AS role, json_build_object('request', request_id, 'digest', digest, 'by', asked_by, 'votes', votes::text,
      'expires', expires_at::text) AS facts FROM purser.approvals WHERE realm = $1 AND number BETWEEN $2 AND $3`,
  ],
  [
    t`notes`,
    'note',
    `SELECT number, role, text, json_build_object('customer', user_id, 'actingFor', on_behalf_of, 'record', record, 'by', person,
      'hash', encode(sha256(convert_to(text, 'UTF8')), 'base64')) AS facts FROM purser.notes WHERE realm = $1 AND number BETWEEN $2 AND $3`,
  ],
  [
    t`handovers`,
    'handover',
    `SELECT number, NULL AS role, json_build_object('request', request_id, 'from', from_person, 'to', to_person) AS facts
      FROM purser.handovers WHERE realm = $1 AND number BETWEEN $2 AND $3`,
  ],
  [
    t`rules`,
    'rule-accepted',
    `SELECT accepted AS number, NULL AS role, json_build_object('rule', number::text, 'operation', operation, 'currency', currency, 'over', over::text,
      'votes', votes::text, 'minutes', minutes::text, 'hours', hours::text, 'by', accepted_by) AS facts
      FROM purser.rule_changes WHERE realm = $1 AND accepted BETWEEN $2 AND $3`,
  ],
  [
    t`rules`,
    'rule-withdrawn',
    `SELECT withdrawn AS number, NULL AS role, json_build_object('rule', number::text, 'operation', operation) AS facts
      FROM purser.rule_changes WHERE realm = $1 AND withdrawn BETWEEN $2 AND $3`,
  ],
];

/** As a page names the rows of a table. */
export const rowsName = ([table, kind]: (typeof TABLES)[number]): string => `${table}: ${kind}`;

/** The record of the server; undefined if this role may not read it. */
export async function serverRecord(
  link: Pick<Link, 'rows'>,
  service: ServiceAccount,
): Promise<TeamRecord | undefined> {
  const about = await aboutOf(link, service);
  if (about === undefined) return undefined;
  const { realm, last, operators } = about;
  const signatures = await link.rows(
    'SELECT key, role, number, hash, signature FROM purser.signatures WHERE realm = $1',
    realm,
  );
  return {
    service,
    last,
    operators: Array.isArray(operators) ? operators : [],
    signatures,
    async *pages() {
      for (let from = 1; from <= last; from += PAGE)
        yield pageOf(link, realm, from, Math.min(last, from + PAGE - 1));
    },
  };
}

async function pageOf(
  link: Pick<Link, 'rows'>,
  realm: number,
  from: number,
  to: number,
): Promise<RecordPage> {
  const lines = await linesBetween(link, realm, from, to);
  const rows: (readonly [string, StoredRow])[] = [];
  for (const table of TABLES)
    for (const row of await link.rows(table[2], realm, from, to)) rows.push([rowsName(table), row]);
  const entries = await link.rows(
    `SELECT purser.entry(request_id) AS r FROM purser.intents WHERE realm = $1 AND number BETWEEN $2 AND $3 ORDER BY number`,
    realm,
    from,
    to,
  );
  return { from, to, lines, rows, entries: entries.map(found => found['r']) };
}

/** Undefined if this role may not read the record. */
export const realmOfRecord = async (
  link: Pick<Link, 'rows'>,
  service: ServiceAccount,
): Promise<number | undefined> => (await aboutOf(link, service))?.realm;

async function aboutOf(link: Pick<Link, 'rows'>, { baseUrl, clientId }: ServiceAccount) {
  const [found] = await link.rows('SELECT purser.record_of($1, $2) AS r', baseUrl, clientId);
  if (found?.['r'] === null || found === undefined) return undefined;
  const about = record(found['r']);
  return { realm: integer(about, 'realm'), last: integer(about, 'number'), operators: about['operators'] };
}

async function linesBetween(
  link: Pick<Link, 'rows'>,
  realm: number,
  from: number,
  to: number,
): Promise<readonly SealedLine[]> {
  const sql =
    'SELECT number, line, hash FROM purser.audit WHERE realm = $1 AND number BETWEEN $2 AND $3 ORDER BY number';
  return (await link.rows(sql, realm, from, to)).map(sealedLineIn);
}
