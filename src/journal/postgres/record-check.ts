// Checks the whole record of a team: its log, and every entry, vote, note, handover, rule and operator against the log.
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { AuditLine, Head, SealedLine } from '../audit.ts';
import { isBroken, startChain } from '../audit-chain.ts';
import { Damaged, integer, type StoredRow, sealedLineIn, text } from '../stored-row.ts';
import { isSigned } from '../team/machine-key.ts';
import { DELETED, record, rowOf } from './entries.ts';
import type { Link } from './link.ts';

export interface RecordChecked {
  readonly entries: number;
  readonly lines: number;
  readonly head: Head | undefined;
  /** Whole sentences, at most `MOST`. Empty if the record is whole. */
  readonly problems: readonly Visible[];
}

interface RecordCheckParts {
  readonly link: Pick<Link, 'rows'>;
  readonly service: { readonly baseUrl: string; readonly clientId: string };
  /** What others know of the log. */
  readonly heads: readonly Head[];
  readonly tell?: (done: number, all: number) => void;
}

const MOST = 20;
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
const TABLES: readonly (readonly [table: Visible, kind: string, sql: string])[] = [
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
    `SELECT number, role, json_build_object('customer', user_id, 'actingFor', on_behalf_of, 'record', record, 'by', person,
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

/** A line of this kind has no row of its own. */
const hasRow = ({ kind, detail }: AuditLine): boolean =>
  TABLES.some(([, each]) => each === kind) &&
  (kind !== 'handover' || detail['step'] === 'offered' || detail['step'] === 'taken');

/** Checks everything up to the last line at the beginning: consoles may write meanwhile. */
export async function checkRecord({
  link,
  service,
  heads,
  tell,
}: RecordCheckParts): Promise<RecordChecked | undefined> {
  const about = await aboutOf(link, service);
  if (about === undefined) return undefined;
  const { realm, last, operators } = about;
  const problems: Visible[] = [];
  const chain = startChain({ heads: heads.filter(({ number }) => number <= last) });
  const people = new Map<string, ToldByLog>();
  const machines = new Map<string, string>();
  const signed = await signaturesOf(link, realm);
  let pruned = false;
  let lines = 0;
  for (const { number } of heads)
    if (number > last) problems.push(t`Line ${number} is missing: the log ends with line ${last}.`);

  for (let from = 1; from <= last && problems.length < MOST; from += PAGE) {
    const to = Math.min(last, from + PAGE - 1);
    const sealed = await linesBetween(link, realm, from, to);
    const byNumber = new Map<number, AuditLine>();
    for (const each of sealed) {
      const line = chain.follow(each);
      if (isBroken(line)) return { entries: 0, lines, head: undefined, problems: [...problems, line.why] };
      lines++;
      byNumber.set(line.number, line);
      const { kind, detail } = line;
      for (const signature of signed.filter(({ number }) => number === line.number))
        if (signature.hash !== each.hash || !isSigned(service, signature, signature))
          problems.push(
            t`The signature of ${signature.role} for line ${line.number} does not fit: the log was written again.`,
          );
      if (kind === 'machine-key') machines.set(detail['key'] ?? '', `${line.operator}, ${detail['host']}`);
      pruned ||= kind === 'pruned';
      if (kind === 'operator-added')
        people.set(detail['role'] ?? '', { person: detail['person'] ?? '', approver: detail['approver'] });
      if (kind === 'operator-disabled') people.set(detail['role'] ?? '', 'disabled');
    }
    problems.push(...(await rowProblems(link, realm, byNumber, [from, to])));
    tell?.(to, last);
  }
  const ended = chain.end();
  if (!ended.ok) problems.push(ended.why);
  problems.push(...operatorProblems(operators, people), ...keyProblems(signed, machines, last));
  const entries = await checkEntries(link, realm, last, pruned, problems);
  return { entries, lines, head: ended.ok ? ended.head : undefined, problems: problems.slice(0, MOST) };
}

/** The whole log; undefined if this role may not read it. */
export async function logOf(
  link: Pick<Link, 'rows'>,
  service: RecordCheckParts['service'],
): Promise<readonly SealedLine[] | undefined> {
  const about = await aboutOf(link, service);
  if (about === undefined) return undefined;
  const log: SealedLine[] = [];
  for (let from = 1; from <= about.last; from += PAGE)
    log.push(...(await linesBetween(link, about.realm, from, Math.min(about.last, from + PAGE - 1))));
  return log;
}

/** Undefined if this role may not read the record. */
export const realmOfRecord = async (
  link: Pick<Link, 'rows'>,
  service: RecordCheckParts['service'],
): Promise<number | undefined> => (await aboutOf(link, service))?.realm;

async function aboutOf(link: Pick<Link, 'rows'>, { baseUrl, clientId }: RecordCheckParts['service']) {
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

/** The rows of a page against the lines with their numbers, and each line that lacks its row. */
async function rowProblems(
  link: Pick<Link, 'rows'>,
  realm: number,
  lines: ReadonlyMap<number, AuditLine>,
  [from, to]: readonly [number, number],
): Promise<readonly Visible[]> {
  const problems: Visible[] = [];
  const seen = new Set<number>();
  for (const [table, kind, sql] of TABLES)
    for (const row of await link.rows(sql, realm, from, to)) {
      const number = integer(row, 'number');
      const line = lines.get(number);
      seen.add(number);
      if (line?.kind !== kind) problems.push(t`Row ${number} of the ${table} has no line in the log.`);
      else {
        const differs = differenceOf(line, row);
        if (differs !== undefined)
          problems.push(
            t`Row ${number} of the ${table} was changed: ${visible(differs)} differs from the log.`,
          );
      }
    }
  for (const line of lines.values())
    if (hasRow(line) && !seen.has(line.number))
      problems.push(t`The row of line ${line.number} (${visible(line.kind, 40)}) was deleted.`);
  return problems;
}

/** The log keeps 500 characters of a text. */
const asInLog = (value: unknown): string => [...String(value)].slice(0, 500).join('');

/** The name of the first fact that differs. */
function differenceOf({ detail, operator }: AuditLine, row: StoredRow): string | undefined {
  if (row['role'] !== null && row['role'] !== operator) return 'role';
  for (const [name, value] of Object.entries(record(row['facts']))) {
    // The lines of earlier versions do not name a note's author.
    if (name === 'by' && detail['by'] === undefined) continue;
    if ((value === null ? undefined : asInLog(value)) !== detail[name]) return name;
  }
  return undefined;
}

interface Signature {
  readonly name: string;
  readonly role: Visible;
  readonly number: number;
  readonly hash: string;
  readonly signature: string;
}

async function signaturesOf(link: Pick<Link, 'rows'>, realm: number): Promise<readonly Signature[]> {
  const sql = 'SELECT key, role, number, hash, signature FROM purser.signatures WHERE realm = $1';
  return (await link.rows(sql, realm)).map(row => ({
    name: text(row, 'key'),
    role: visible(text(row, 'role'), 60),
    number: integer(row, 'number'),
    hash: text(row, 'hash'),
    signature: text(row, 'signature'),
  }));
}

/** Each machine of the log has a signature, and each signature a line with its key. */
function keyProblems(
  signed: readonly Signature[],
  machines: ReadonlyMap<string, string>,
  last: number,
): readonly Visible[] {
  const known = new Set(signed.map(({ name }) => name));
  return [
    ...[...machines].flatMap(([name, who]) =>
      known.has(name) ? [] : [t`The signature of ${visible(who, 120)} was deleted.`],
    ),
    ...signed.flatMap(({ name, role, number }) =>
      machines.has(name) || number > last ? [] : [t`A signature of ${role} has no line in the log.`],
    ),
  ];
}

/** What the log says last. Lines of earlier versions do not say who is an approver. */
type ToldByLog = 'disabled' | { readonly person: string; readonly approver: string | undefined };

function operatorProblems(found: unknown, people: ReadonlyMap<string, ToldByLog>): readonly Visible[] {
  const problems: Visible[] = [];
  for (const each of Array.isArray(found) ? found.map(record) : []) {
    const [role, active] = [text(each, 'role'), each['active'] === true];
    const told = people.get(role);
    const name = visible(role, 60);
    if (told === undefined) problems.push(t`The operator ${name} has no line in the log.`);
    else if (told === 'disabled') {
      if (active) problems.push(t`The operator ${name} is active, and the log says disabled.`);
    } else if (told.person !== each['person'] || !active)
      problems.push(t`The operator ${name} was changed: the log says ${visible(told.person, 60)}, active.`);
    else if (told.approver !== undefined && told.approver !== String(each['approver']))
      problems.push(
        each['approver'] === true
          ? t`The operator ${name} is an approver, and the log does not say so.`
          : t`The operator ${name} is no longer an approver, and the log does not say so.`,
      );
  }
  return problems;
}

/** Returns the number of entries. */
async function checkEntries(
  link: Pick<Link, 'rows'>,
  realm: number,
  last: number,
  pruned: boolean,
  problems: Visible[],
): Promise<number> {
  let count = 0;
  for (let after = 0; problems.length < MOST; ) {
    const page = await link.rows(
      `SELECT number, request_id, purser.entry(request_id) AS r FROM purser.intents
        WHERE realm = $1 AND number > $2 AND number <= $3 ORDER BY number LIMIT 500`,
      realm,
      after,
      last,
    );
    for (const found of page) {
      const why = whyDamaged(found['r'], pruned);
      if (why !== undefined)
        problems.push(t`Entry ${integer(found, 'number')} (${visible(text(found, 'request_id'))}): ${why}.`);
    }
    count += page.length;
    const end = page.at(-1);
    if (end === undefined) return count;
    after = integer(end, 'number');
  }
  return count;
}

/** As the end of a sentence. */
function whyDamaged(json: unknown, pruned: boolean): Visible | undefined {
  try {
    const { intent, transitions } = rowOf(json);
    const texts = [intent.body, ...transitions.map(({ answer }) => answer?.text)];
    return texts.includes(DELETED) && !pruned
      ? t`its body or answer was deleted, and no line says so`
      : undefined;
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    return visible(error.message, 100);
  }
}
