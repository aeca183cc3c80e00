// The handover of a shift as Markdown: writes, write access, requested card details and saved files. Pure.

import type { Entry } from '../../format/entry.ts';
import type { AuditLine } from '../../journal/audit.ts';
import type { Row } from '../../journal/intent.ts';
import { maskCardNumbers } from '../../lib/redact.ts';
import { showTime } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { factText } from '../../money/journal-entry.ts';
import { isUnresolved } from '../../store/journal.ts';

export interface Shift {
  readonly rows: readonly Row[];
  /** Whether `rows` has all entries of the journal. If not, the oldest entries are missing. */
  readonly complete: boolean;
  /** From the audit log, oldest first; undefined if it can't be read. */
  readonly lines: readonly AuditLine[] | undefined;
  /** Epoch ms. */
  readonly from: number;
  readonly until: number;
  /** IANA name. */
  readonly zone: string;
  readonly operator: string;
}

/** The lines of the Markdown. They have amounts, IDs and typed reasons, but no customers' names. */
export function handoverLines(shift: Shift): readonly Visible[] {
  const { rows, lines, from, complete } = shift;
  const byTime = (a: Row, b: Row) => endOf(a) - endOf(b) || a.number - b.number;
  const open = rows.filter(isUnresolved).toSorted(byTime);
  const waiting = rows.filter(isWaiting).toSorted(byTime);
  const ended = rows
    .filter(row => !isUnresolved(row) && !isWaiting(row) && endOf(row) >= from)
    .toSorted(byTime);
  const oldest = Math.min(...rows.map(({ intent }) => intent.createdAt));
  const audited = lines?.filter(({ at }) => Date.parse(at) >= from) ?? [];
  const grants = audited.filter(({ kind }) => kind === 'grant-given' || kind === 'grant-ended');
  const cards = audited.filter(({ kind }) => kind === 'card-reveal');
  const exports = audited.filter(({ kind }) => kind === 'exported');
  return [
    t`# Handover`,
    EMPTY,
    t`Period: ${timeText(from, shift)} to ${timeText(shift.until, shift)}.${shift.operator === '' ? t`` : t` Written by ${safe(shift.operator)}.`} The lists have the writes of every person and customer. Unresolved and waiting writes may be from an earlier time.`,
    ...section(t`Unresolved`, open, row => openText(row, shift)),
    ...(open.length === 0
      ? []
      : [EMPTY, t`Don't make these requests again. Check each one in the journal and resolve it there.`]),
    ...(waiting.length === 0
      ? []
      : [
          ...section(t`Waiting for approval`, waiting, row => rowText(row, shift)),
          EMPTY,
          t`These requests were not sent yet. Don't make them again: an approval can still send them.`,
        ]),
    ...section(t`Done`, ended.filter(isDone), row => rowText(row, shift)),
    ...section(
      t`Refused, not sent, or resolved as not done`,
      ended.filter(row => !isDone(row)),
      row => rowText(row, shift),
    ),
    ...(complete || oldest < from
      ? []
      : [EMPTY, t`This handover has only the newest ${rows.length} writes. There were more writes.`]),
    ...(lines === undefined
      ? [EMPTY, t`The audit log can't be read, so write access, card details and saved files are missing.`]
      : [
          ...section(t`Write access`, grants, line => grantText(line, shift)),
          ...section(t`Card details requested`, cards, line => cardText(line, shift)),
          ...section(t`Saved to files`, exports, line => exportText(line, shift)),
        ]),
  ];
}

/** The lines for the screen, without the marks of Markdown. */
export const handoverEntries = (lines: readonly Visible[]): readonly Entry[] =>
  lines.map((line): Entry => {
    if (line.startsWith('#')) return { note: visible(line.replace(/^#+ /, '')), tone: 'strong' };
    return line.startsWith('- ')
      ? { note: unmarked(line.slice(2)), mark: t`•`, tone: 'plain' }
      : { note: unmarked(line), tone: 'plain' };
  });

/** Undoes `safe` and `code`, and removes the asterisks of bold text. */
const unmarked = (line: string): Visible => visible(line.replace(/\\(.)|\*\*|`/g, '$1'));

const EMPTY = t``;

function section<One>(title: Visible, all: readonly One[], text: (one: One) => Visible): readonly Visible[] {
  const items = all.length === 0 ? [t`None.`] : all.map(one => t`- ${text(one)}`);
  return [EMPTY, t`## ${title}: ${all.length}`, EMPTY, ...items];
}

/** The time when a write last changed its state, in epoch ms. */
const endOf = ({ intent, transitions }: Row): number => transitions.at(-1)?.at ?? intent.createdAt;

const resolutionOf = ({ transitions }: Row) => transitions.at(-1)?.resolution;

const isWaiting = ({ state }: Row): boolean => state === 'WAITING';

const isDone = (row: Row): boolean =>
  row.state === 'DONE' || (row.state === 'RESOLVED' && resolutionOf(row)?.verdict === 'DONE');

const timeText = (epochMs: number, { zone, until }: Shift): Visible =>
  showTime(epochMs, 'local', until, zone);

function rowText(row: Row, shift: Shift): Visible {
  const { intent, state } = row;
  const resolution = resolutionOf(row);
  const found =
    resolution === undefined
      ? t``
      : t` (resolved as ${resolution.verdict === 'DONE' ? t`done` : t`not done`} by ${safe(resolution.by)})`;
  const fact = factText(row);
  const about = fact === undefined ? t`` : t` ${safe(fact)}`;
  const acting =
    intent.customer.onBehalfOf === undefined ? t`` : t` acting for ${safe(intent.customer.onBehalfOf)}`;
  return t`${timeText(endOf(row), shift)} **${visible(state)}**${found} ${safe(intent.title)}${about}, customer ${safe(intent.customer.userId)}${acting}, ${safe(intent.environment)}, request ID ${code(intent.requestId)}`;
}

function openText(row: Row, shift: Shift): Visible {
  const money = row.intent.class === 'money' ? t` The money may have moved, or not.` : t``;
  const owner = row.held === undefined ? t`` : t` Owner: ${safe(row.held.owner)}.`;
  return t`${rowText(row, shift)}.${owner}${money}`;
}

const at = (line: AuditLine, shift: Shift): Visible => timeText(Date.parse(line.at), shift);

function grantText(line: AuditLine, shift: Shift): Visible {
  const { reason = '', why = '' } = line.detail;
  return line.kind === 'grant-given'
    ? t`${at(line, shift)} given: ${safe(reason)}`
    : t`${at(line, shift)} ended (${safe(why)}): ${safe(reason)}`;
}

function cardText(line: AuditLine, shift: Shift): Visible {
  const { card = '', customer = '', reason = '' } = line.detail;
  return t`${at(line, shift)} card ID ending ${safe(card)}, customer ${safe(customer)}: ${safe(reason)}`;
}

function exportText(line: AuditLine, shift: Shift): Visible {
  const { what = '', records, file = '' } = line.detail;
  const many = records === undefined ? safe(what) : t`${safe(records)} ${safe(what)}`;
  return t`${at(line, shift)} ${many}: ${safe(file)}`;
}

/** Characters with a meaning in Markdown. */
const MARKS = /[\\`*_{}[\]<>()#+!|~&]/g;

/** Makes foreign text visible, masks card numbers, and escapes Markdown. */
const safe = (text: string): Visible =>
  visible(visible(maskCardNumbers(text), 200).replace(MARKS, mark => `\\${mark}`));

const code = (id: string): Visible => t`\`${visible(id.replaceAll('`', "'"), 64)}\``;
