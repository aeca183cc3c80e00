// What the server's functions answer, as the port's values and sentences.
import { t, type Visible } from '../../lib/visible.ts';
import { type AuditEntry, type AuditLine, lineOf, type SealedLine } from '../audit.ts';
import { whyNotRepeat } from '../duplicates.ts';
import { approvalEnded, whyNot } from '../explain.ts';
import type { Row } from '../intent.ts';
import type { Barred, Recorded } from '../journal.ts';
import { Damaged, integer, rowOf } from './entries.ts';
import { Refused } from './link.ts';

const sentences: Readonly<Record<string, Visible>> = {
  lease: t`The team journal has not heard of this console for 15 seconds.`,
  realm: t`This operator has no part in the team journal of this service and client ID.`,
  usedId: whyNot.usedId,
  absent: whyNot.absent,
  notOurs: whyNot.notOurs,
  tooOld: whyNot.tooOld,
  notRepeatable: whyNot.notRepeatable,
  approval: t`This write needs the approval of another person.`,
  noRule: t`No rule asks for approval of this write any more. Confirm the write again.`,
  tooLong: t`The rule of approval changed meanwhile. Confirm the write again.`,
  expired: approvalEnded({ outcome: 'expired' }),
  approvalOver: t`The approval is over, or is not for this request.`,
  votes: t`Not enough persons have approved the request yet.`,
  digest: t`The request differs from the one that waits for approval.`,
  ownRequest: t`You asked for this yourself. Another person must decide.`,
  notApprover: t`You are not an approver of this service.`,
  voted: t`You have voted on this request already.`,
  note: t`A decline needs a note.`,
  notAsker: t`Only the operator who asked for approval can do this.`,
  noProposal: t`There is no open proposal with this number.`,
  noteLength: t`A note has 1 to 500 characters.`,
  viewLength: t`The view is too long to share.`,
  person: t`The team journal has no operator of this name.`,
  theirs: t`This person has the entry already.`,
  notOffered: t`Nobody is handing this entry over to you any more.`,
  lately: t`The console that sent this may still wake up. Resolve it one minute after its last sign of life.`,
};

export const sealedIn = (found: Readonly<Record<string, unknown>>): SealedLine => ({
  number: integer(found, 'number'),
  text: String(found['line']),
  hash: String(found['hash']),
});

export function lineIn(found: Readonly<Record<string, unknown>>): AuditLine {
  const line = lineOf(sealedIn(found));
  if (line === undefined) throw new Damaged('a line of the audit log');
  return line;
}

export const redacted = ({ detail }: AuditEntry, redact: (text: string) => string) =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [name, redact(value).slice(0, 500).toWellFormed()]),
  );

/** The whole sentence of an answer that is no. */
export function sentenceOf(answer: Readonly<Record<string, unknown>>): Visible {
  const row = rowIn(answer['row']);
  const other = rowIn(answer['other']);
  if (answer['barred'] === 'duplicate' && row && other)
    return whyNotRepeat(row, [other]) ?? whyNot.state(row.state);
  if (answer['barred'] === 'state' && row) {
    const end = row.state === 'NOT SENT' ? row.transitions.at(-1)?.approval : undefined;
    return end ? approvalEnded(end) : whyNot.state(row.state);
  }
  return sentenceFor(String(answer['barred']));
}

export const sentenceFor = (why: string): Visible => sentences[why] ?? t`The team journal refuses it.`;

const rowIn = (json: unknown): Row | undefined =>
  json === null || json === undefined ? undefined : rowOf(json);

export function stepped(answer: Readonly<Record<string, unknown>>): Recorded | Barred {
  if (answer['ok'] === true) return { ok: true, row: rowOf(answer['row']) };
  const row = rowIn(answer['row']);
  return { ok: false, barred: sentenceOf(answer), ...(row && { row }) };
}

/** A sign of life, and what it says of this operator's and of dead consoles' entries. */
export interface Beat {
  /** Whether a dead console left entries, or something waited for too long. */
  readonly leftOver: boolean;
  /** Grows when something that waits may have changed. */
  readonly rung: number;
  /** Request IDs of UNKNOWN entries of this operator. */
  readonly strays: readonly string[];
  /** The server's clock, epoch ms. */
  readonly now: number;
  /** Whether the log still has the last line that this console heard of. */
  readonly same: boolean;
}

export function beatIn(answer: Readonly<Record<string, unknown>>): Beat {
  const { dead, over, rung, strays, now, same } = answer;
  if (answer['ok'] !== true) throw new Refused(sentenceOf(answer));
  return {
    leftOver: Number(dead) > 0 || over === true,
    rung: Number(rung),
    strays: Array.isArray(strays) ? strays.map(String) : [],
    now: Number(now),
    same: same === true,
  };
}
