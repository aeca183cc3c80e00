// Checks the whole record of a team: its log, and every entry, vote, note, handover, rule and operator against the log.
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { AuditLine, Head } from '../audit.ts';
import { isBroken, startChain } from '../audit-chain.ts';
import type { ServiceAccount } from '../intent.ts';
import { Damaged, hashOf, integer, type StoredRow, text } from '../stored-row.ts';
import { isSigned } from '../team/machine-key.ts';
import { record, rowOf } from './entries.ts';
import type { Link } from './link.ts';
import { type RecordPage, rowsName, serverRecord, TABLES, type TeamRecord } from './server-record.ts';

export interface RecordChecked {
  readonly entries: number;
  readonly lines: number;
  readonly head: Head | undefined;
  /** Whole sentences, at most `MOST`. Empty if the record is whole. */
  readonly problems: readonly Visible[];
}

interface RecordCheckParts {
  readonly link: Pick<Link, 'rows'>;
  readonly service: ServiceAccount;
  /** What others know of the log. */
  readonly heads: readonly Head[];
  readonly tell?: (done: number, all: number) => void;
}

const MOST = 20;

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
  const found = await serverRecord(link, service);
  return found && checkWhole(found, heads, tell);
}

export async function checkWhole(
  { service, last, operators, signatures, pages }: TeamRecord,
  heads: readonly Head[],
  tell?: RecordCheckParts['tell'],
): Promise<RecordChecked> {
  const problems: Visible[] = [];
  const known = heads.filter(({ number }) => number <= last);
  const chain = startChain({ heads: known, word: [t`Line`, t`line`] });
  const people = new Map<string, ToldByLog>();
  const machines = new Map<string, string>();
  const signed = signatures.map(signatureIn);
  const entries = entryCheck(last);
  let lines = 0;
  for (const { number } of heads)
    if (number > last) problems.push(t`Line ${number} is missing: the log ends with line ${last}.`);

  for await (const page of pages()) {
    const byNumber = new Map<number, AuditLine>();
    for (const each of page.lines) {
      const line = chain.follow(each);
      if (isBroken(line)) return { entries: 0, lines, head: undefined, problems: [...problems, line.why] };
      lines++;
      byNumber.set(line.number, line);
      const { kind, detail } = line;
      for (const signature of signed.filter(({ number }) => number === line.number))
        if (signature.hash !== each?.hash || !isSigned(service, signature, signature))
          problems.push(
            t`The signature of ${signature.role} for line ${line.number} does not fit: the log was written again.`,
          );
      if (kind === 'machine-key') machines.set(detail['key'] ?? '', `${line.operator}, ${detail['host']}`);
      if (kind === 'operator-added')
        people.set(detail['role'] ?? '', { person: detail['person'] ?? '', approver: detail['approver'] });
      if (kind === 'operator-disabled') people.set(detail['role'] ?? '', 'disabled');
    }
    problems.push(...rowProblems(page.rows, byNumber), ...entries.follow(page.entries, byNumber));
    if (problems.length >= MOST) break;
    tell?.(page.to, last);
  }
  const ended = chain.end();
  if (problems.length < MOST) {
    if (!ended.ok) problems.push(ended.why);
    else if (lines < last) problems.push(t`Line ${lines + 1} is missing: the log once reached ${last}.`);
    problems.push(
      ...operatorProblems(operators, people),
      ...keyProblems(signed, machines, last),
      ...entries.end(),
    );
  }
  return {
    entries: entries.count(),
    lines,
    head: ended.ok ? ended.head : undefined,
    problems: problems.slice(0, MOST),
  };
}

/** The rows of a page against the lines with their numbers, and each line that lacks its row. */
function rowProblems(rows: RecordPage['rows'], lines: ReadonlyMap<number, AuditLine>): readonly Visible[] {
  const problems: Visible[] = [];
  const seen = new Set<number>();
  for (const [name, row] of rows) {
    const [table, kind] = TABLES.find(each => name === rowsName(each)) ?? [visible(name, 40)];
    const number = integer(row, 'number');
    const line = lines.get(number);
    seen.add(number);
    if (kind === undefined || line?.kind !== kind)
      problems.push(t`Row ${number} of the ${table} has no line in the log.`);
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
  const facts = record(row['facts']);
  // The server computed the hash of a note, and an exported file may say anything.
  if (row['text'] !== undefined && hashOf(text(row, 'text')) !== facts['hash']) return 'text';
  for (const [name, value] of Object.entries(facts)) {
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

const signatureIn = (row: StoredRow): Signature => ({
  name: text(row, 'key'),
  role: visible(text(row, 'role'), 60),
  number: integer(row, 'number'),
  hash: text(row, 'hash'),
  signature: text(row, 'signature'),
});

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

/** What the log says last. */
type ToldByLog = 'disabled' | { readonly person: string; readonly approver: string | undefined };

function operatorProblems(
  found: readonly unknown[],
  people: ReadonlyMap<string, ToldByLog>,
): readonly Visible[] {
  const problems: Visible[] = [];
  for (const each of found.map(record)) {
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

/** The entries against the log: the seals of their transitions stand there. */
function entryCheck(last: number) {
  let count = 0;
  let pruned = false;
  const incomplete: Visible[] = [];
  /** By the line's number: the transitions of entries whose lines come later. */
  const expected = new Map<number, { readonly request: Visible; readonly seal: unknown }>();
  return {
    count: (): number => count,
    follow(entries: readonly unknown[], lines: ReadonlyMap<number, AuditLine>): readonly Visible[] {
      const problems: Visible[] = [];
      count += entries.length;
      for (const entry of entries) {
        const { number, request, changes } = factsOf(entry);
        const why = findDamage(entry);
        if (why === 'pruned') incomplete.push(t`Entry ${number} (${request}): ${NOT_PRUNED}.`);
        else if (why !== undefined) problems.push(t`Entry ${number} (${request}): ${why}.`);
        for (const change of changes)
          if (integer(change, 'number') <= last)
            expected.set(integer(change, 'number'), { request, seal: change['seal'] });
      }
      for (const { kind, number, detail } of lines.values()) {
        pruned ||= kind === 'pruned';
        if (kind !== 'write') continue;
        const found = expected.get(number);
        expected.delete(number);
        if (found === undefined) problems.push(t`The entry of line ${number} was deleted.`);
        else if (found.seal !== detail['seal'])
          problems.push(t`The entry ${found.request} was changed: line ${number} has another seal.`);
      }
      return problems;
    },
    end: (): readonly Visible[] => [
      ...(pruned ? [] : incomplete),
      ...[...expected].map(
        ([number, { request }]) => t`A transition of the entry ${request} has no line ${number} in the log.`,
      ),
    ],
  };
}

const NOT_PRUNED = t`its body or answer was deleted, and no line says so`;

/** An imported entry may have the mark of deleted content as its body. */
function isPruned(entry: unknown): boolean {
  const { intent, body, transitions } = record(entry);
  const steps = (Array.isArray(transitions) ? transitions : []).map(record);
  const texts = [
    [body, record(intent)['body_hash']],
    ...steps.map(({ change, answer }) => [answer, record(change)['answer_hash']]),
  ];
  return texts.some(([kept, hash]) => kept === null && hash !== null);
}

function factsOf(entry: unknown) {
  const { intent, transitions } = record(entry);
  const found = record(intent);
  return {
    number: integer(found, 'number'),
    request: visible(text(found, 'request_id')),
    changes: (Array.isArray(transitions) ? transitions : []).map(each => record(record(each)['change'])),
  };
}

/** As the end of a sentence. `pruned`: sound, if a line of the log says that its texts were deleted. */
function findDamage(json: unknown): Visible | 'pruned' | undefined {
  try {
    rowOf(json);
    return isPruned(json) ? 'pruned' : undefined;
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    return visible(error.message, 100);
  }
}
