// Converts the answers of the server's functions into the journal's results and sentences.
import { t, type Visible } from '../../lib/visible.ts';
import type { Row } from '../intent.ts';
import type { Barred, Recorded } from '../journal.ts';
import { approvalEnded, refusals } from '../journal-sentences.ts';
import { checkRepeat, UNAPPROVED } from '../possible-duplicates.ts';
import { integer, type StoredRow } from '../stored-row.ts';
import { record, rowOf } from './entries.ts';
import { CallRefused, Outdated } from './link.ts';

const sentences: Readonly<Record<string, Visible>> = {
  lease: t`The lease of this console ended: the team journal got no heartbeat for 15 seconds.`,
  kind: t`The team journal does not take this entry of the audit log. The file of this machine has the entry.`,
  started: t`The team's server was started again or restored, and nobody has confirmed its log. A console that was open before confirms the log within seconds. Otherwise an administrator runs \`purser team reopen\`.`,
  lost: t`The team's server lost entries that a console knows, so it takes no write. An administrator compares them with the service and runs \`purser team reopen\`.`,
  clock: t`The clock of the team's server was put back, so leases and approvals would last too long. An administrator corrects the clock, or runs \`purser team reopen\`.`,
  size: t`The entry is too large for the team journal.`,
  tooMany: t`Your role added too many entries to the team journal in this hour. Wait until the next hour.`,
  readOnly: t`The team journal is newer than this Purser. You can read. Update Purser to write.`,
  newer: t`The team journal has a newer version. Close Purser and install that version.`,
  older: t`The team journal has an older version. Run \`purser team upgrade\`.`,
  realm: t`Your database user isn't an operator for this service and client ID.`,
  usedId: refusals.usedId,
  absent: refusals.absent,
  notOurs: refusals.notOurs,
  tooOld: refusals.tooOld,
  notRepeatable: refusals.notRepeatable,
  approval: t`This write needs the approval of another person.`,
  noRule: t`No rule asks for approval of this write now. Confirm the write again.`,
  tooLong: t`The approval would expire at a time that the approval rule doesn't allow. Confirm the write again.`,
  expired: approvalEnded({ outcome: 'expired' }),
  approvalUsed: UNAPPROVED,
  approvalOver: t`The approval has expired, or is not for this request.`,
  votes: t`Not enough persons have approved the request yet.`,
  digest: t`The request differs from the one that waits for approval.`,
  ownRequest: t`You asked for this approval. Another person must decide.`,
  notApprover: t`You are not an approver of this service.`,
  voted: t`You have voted on this request already.`,
  note: t`A decline needs a note.`,
  notAsker: t`Only the operator who asked for approval can continue with this request.`,
  noProposal: t`There is no open proposal with this number.`,
  proposer: t`The person who proposed this rule is no longer an approver. Propose the rule again.`,
  notProposer: t`Only the person who proposed this rule can withdraw it. If that person is no longer an approver, another approver can.`,
  noteLength: t`A note has 1 to 500 characters.`,
  viewLength: t`The view is too long to share.`,
  noView: t`The team shares no view with this name on this screen.`,
  person: t`The team journal has no operator with this name.`,
  theirs: t`This person owns the entry already.`,
  notOffered: t`This entry is no longer offered to you.`,
  lately: t`The console that sent the request may still get the outcome. Resolve the entry one minute after that console's lease ends.`,
};

export function sentenceOf(answer: StoredRow): Visible {
  const row = rowIn(answer['row']);
  const other = rowIn(answer['other']);
  if (answer['barred'] === 'duplicate' && row && other)
    return checkRepeat(row, [other]) ?? refusals.state(row.state);
  if (answer['barred'] === 'state' && row) {
    const end = row.state === 'NOT SENT' ? row.transitions.at(-1)?.approval : undefined;
    return end ? approvalEnded(end) : refusals.state(row.state);
  }
  return sentenceFor(String(answer['barred']));
}

export const sentenceFor = (why: string): Visible => sentences[why] ?? t`The team journal refuses this step.`;

const rowIn = (json: unknown): Row | undefined =>
  json === null || json === undefined ? undefined : rowOf(json);

export function stepped(answer: StoredRow): Recorded | Barred {
  if (answer['ok'] === true) return { ok: true, row: rowOf(answer['row']) };
  const row = rowIn(answer['row']);
  return { ok: false, barred: sentenceOf(answer), ...(row && { row }) };
}

export type Beat = ReturnType<typeof beatIn>;

/** The answer to a heartbeat. */
export function beatIn(answer: StoredRow) {
  const { dead, over, rung, approver, strays, now, same } = answer;
  const { barred, closed } = answer;
  if (barred === 'newer' || barred === 'older') throw new Outdated(sentenceOf(answer));
  if (answer['ok'] !== true) throw new CallRefused(sentenceOf(answer));
  return {
    leftOver: dead === true || over === true,
    rung: `${rung} ${approver}`,
    strays: Array.isArray(strays) ? strays.map(String) : [],
    /** The number of the log's last line. */
    line: integer(record(answer['head']), 'number'),
    /** The server's clock, epoch ms. */
    now: Number(now),
    /** Why no write may begin now, as a whole sentence. */
    closed: typeof closed === 'string' ? sentenceFor(closed) : undefined,
    /** Whether the log still has the last line that this console knew. */
    same: same === true,
  };
}
