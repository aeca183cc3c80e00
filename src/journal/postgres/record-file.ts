// A team's whole record in a file (NDJSON), which can be checked on any machine. docs/team.md has its shape.

import { t, visible } from '../../lib/visible.ts';
import { exportedLine, type Head, importedLine, parseHead, type SealedLine } from '../audit.ts';
import { Damaged, integer, type StoredRow, text } from '../stored-row.ts';
import { record } from './entries.ts';
import { checkWhole, type RecordChecked } from './record-check.ts';
import type { RecordPage, TeamRecord } from './server-record.ts';

const FORM = 1;

const isHeading = ({ purser }: StoredRow): boolean => purser === 'team-record';

/** Whether a file that begins with this line has the whole record of a team. */
export function isTeamRecord(firstLine: string): boolean {
  try {
    return isHeading(record(JSON.parse(firstLine)));
  } catch {
    return false;
  }
}

/** The lines of the file, each with its line end. `counted` gets the numbers of the record when all lines were made. */
export async function* linesOfFile(
  whole: TeamRecord,
  at: string,
  counted: (found: { readonly lines: number; readonly entries: number; readonly head?: Head }) => void,
): AsyncGenerator<string> {
  const line = (members: Readonly<Record<string, unknown>>): string => `${JSON.stringify(members)}\n`;
  const { service, last, operators, signatures } = whole;
  yield line({ purser: 'team-record', form: FORM, at, ...service, last, operators, signatures });
  let [lines, entries] = [0, 0];
  let head: SealedLine | undefined;
  for await (const page of whole.pages()) {
    yield line({ from: page.from, to: page.to });
    for (const each of page.lines) yield each ? `{"line":${exportedLine(each)}}\n` : line({ line: null });
    for (const [table, row] of page.rows) yield line({ table, row });
    for (const entry of page.entries) yield line({ entry });
    lines += page.lines.length;
    entries += page.entries.length;
    head = page.lines.at(-1) ?? head;
  }
  yield line({ end: head ? `${head.number}:${head.hash}` : null });
  counted({ lines, entries, ...(head && { head: { number: head.number, hash: head.hash } }) });
}

/** Checks the lines of a file as the server's record is checked. Reads one page after the other. */
export async function checkFile(
  lines: AsyncIterable<string>,
  heads: readonly Head[],
): Promise<RecordChecked> {
  let at = 0;
  try {
    const reader = lines[Symbol.asyncIterator]();
    const next = async (): Promise<StoredRow> => {
      const { value, done } = await reader.next();
      at++;
      if (done === true) throw new Damaged('the file was cut off');
      return record(JSON.parse(value));
    };
    const heading = await next();
    if (!isHeading(heading) || heading['form'] !== FORM) throw new Damaged('another form of export');
    const { operators, signatures } = heading;
    const found: { end?: StoredRow } = {};
    const checked = await checkWhole(
      {
        service: { baseUrl: text(heading, 'baseUrl'), clientId: text(heading, 'clientId') },
        last: integer(heading, 'last'),
        operators: Array.isArray(operators) ? operators : [],
        signatures: Array.isArray(signatures) ? signatures.map(record) : [],
        pages: () => pagesOf(next, found),
      },
      heads,
    );
    return checked.problems.length > 0 ? checked : atItsEnd(checked, found.end);
  } catch (error) {
    if (!(error instanceof Damaged || error instanceof SyntaxError)) throw error;
    const why = error instanceof Damaged ? error.message : 'it is no JSON';
    const problem = t`Line ${at} of the file can't be read: ${visible(why, 100)}.`;
    return { entries: 0, lines: 0, head: undefined, problems: [problem] };
  }
}

function atItsEnd(checked: RecordChecked, end: StoredRow | undefined): RecordChecked {
  const head = parseHead(String(end?.['end'] ?? ''));
  const same = head?.number === checked.head?.number && head?.hash === checked.head?.hash;
  return same ? checked : { ...checked, problems: [t`The end of the file does not fit its last line.`] };
}

async function* pagesOf(
  next: () => Promise<StoredRow>,
  found: { end?: StoredRow },
): AsyncGenerator<RecordPage> {
  let heading = await next();
  while (!('end' in heading)) {
    const [from, to] = [integer(heading, 'from'), integer(heading, 'to')];
    const lines: (SealedLine | undefined)[] = [];
    const rows: (readonly [string, StoredRow])[] = [];
    const entries: unknown[] = [];
    for (heading = await next(); !('from' in heading || 'end' in heading); heading = await next())
      if ('line' in heading) lines.push(importedLine(JSON.stringify(heading['line'])));
      else if ('table' in heading) rows.push([text(heading, 'table'), record(heading['row'])]);
      else if ('entry' in heading) entries.push(heading['entry']);
      else throw new Damaged('it is none of the lines of an export');
    yield { from, to, lines, rows, entries };
  }
  found.end = heading;
}
