// Approval in `purser call`: asks for it, waits with --wait, and returns the approved write.

import type { Approvals, Confirmed, Waiting } from '../journal/approvals.ts';
import type { Intent, Row } from '../journal/intent.ts';
import { type Naming, UNAPPROVED } from '../journal/possible-duplicates.ts';
import type { Clock } from '../lib/clock.ts';
import { showTime } from '../lib/time.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';
import {
  approvalEndOf,
  approvalEndText,
  approvedText,
  CHANGED,
  NOT_ANSWERED,
  nextAfter,
} from '../money/approval/approval-words.ts';
import type { JournalEffects } from '../money/journal-effects.ts';
import { isOfMoment } from '../money/shown-lines.ts';
import { REASON_FOR_WRITING } from '../sending/question.ts';
import { type Unfit, unfitText, voidsApproval } from '../sending/reading.ts';
import { outcomeWord, reasonOf } from '../sending/send.ts';
import { type Approval, confirmedAs, type ReadWrite } from '../sending/sender.ts';
import { SHORT_DIGEST } from '../store/approval-view.ts';
import type { State } from '../store/state.ts';
import type { CallLine } from './call-flags.ts';
import { checkNamed, watchEnd } from './call-report.ts';
import { type CommandParts, fails } from './command-parts.ts';

/** EX_TEMPFAIL: a later call can continue. */
const LATER = 75;
/** In ms, if no notification comes. */
const LOOK = 5000;

interface ToApprove {
  readonly first: ReadWrite;
  readonly readNow: () => Promise<ReadWrite | Unfit>;
  readonly naming: Naming;
  readonly line: CallLine;
  readonly clock: Clock;
  readonly journal: Pick<JournalEffects, 'auditHead'>;
  readonly state: () => State;
}

type CommandEnd = { readonly code: number };

/** The approved write; or the exit code, after a message. */
export async function approvalFor(
  write: ToApprove,
  parts: CommandParts,
): Promise<CommandEnd | { readonly read: ReadWrite; readonly approval: Approval }> {
  const { first, line } = write;
  const { intent, port } = first;
  const confirmed = confirmedAs(first, write.clock.monotonic());
  const { approvals } = port.journal;
  if (approvals === undefined) return notSent(t`This journal has no approvals.`, parts);
  const again = line.value('approved') !== undefined;
  const asked = again ? undefined : await approvals.ask(intent, confirmed, write.naming);
  if (asked?.ok === false) {
    if ('equal' in asked) return notSent(checkNamed(asked.equal, []) ?? t``, parts);
    if ('barred' in asked) return notSent(asked.barred, parts);
    // Not `purser journal show`, which reads this machine's file: a waiting write is not there.
    const next = t` ${NOT_ANSWERED} Run the same call again with --approved ${visible(intent.requestId)}. The call finds the request, or says that there is none.`;
    return notSent(t`${asked.unwritable}${asked.away ? next : t``}`, parts);
  }
  const found = await decided(approvals, write, parts);
  if ('code' in found) return found;
  // The record may have changed while the write waited.
  const another = again && isAnother(found.row, intent);
  const differs = again && !another ? differencesFrom(found, intent, confirmed) : [];
  const read = another || differs.length > 0 ? undefined : await write.readNow();
  if (read?.kind === 'read') {
    const approval = {
      intent: { ...intent, what: found.row.intent.what },
      // The digest covers the approved warnings.
      approved: { ...confirmed, warnings: found.warnings },
    };
    // After NOT SENT, the approved attempt is a retry.
    const recorded = found.row.state !== 'WAITING';
    return { read: { ...read, asked: { ...read.asked, recorded } }, approval };
  }
  const sentences = another ? [ANOTHER] : read ? unfitText(read, first.confirmation) : differs;
  if (another || (read && !voidsApproval(read))) {
    parts.err(`purser: NOT SENT: ${join(sentences, ' ')}\n`);
    return later(intent.requestId, parts);
  }
  const ended = await approvals.withdraw(intent.requestId, join(sentences, ' '));
  const said = ended.ok
    ? [approvalEndText({ outcome: 'changed' }), ...sentences]
    : [CHANGED, ...sentences, reasonOf(ended)];
  return notSent(join(said, ' '), parts);
}

/** With --wait, waits for the approval or the end of the request. */
async function decided(
  approvals: Approvals,
  write: ToApprove,
  parts: CommandParts,
): Promise<Waiting | CommandEnd> {
  const { line, clock, journal, state } = write;
  const { requestId } = write.first.intent;
  let wake = (): void => {};
  const stop = approvals.watch(() => wake());
  let withdrawn: Promise<unknown> | undefined;
  const withdraw = async (): Promise<void> => {
    const done = await approvals.withdraw(requestId);
    parts.err(done.ok ? 'purser: NOT SENT: you withdrew the request.\n' : `purser: ${reasonOf(done)}\n`);
  };
  const finish = (): Promise<void> => {
    const work = withdrawn ?? withdraw();
    withdrawn = work;
    return work.then(() => undefined);
  };
  const end = watchEnd({ finish, unknown: () => [] }, { clock, journal }, parts);
  let shown = false;
  try {
    for (let announced = false; ; announced = true) {
      const changed = new Promise<void>(resolve => {
        wake = resolve;
      });
      const read = await approvals.waiting();
      const found = read.ok ? read.value.find(({ row }) => row.intent.requestId === requestId) : undefined;
      if (found?.part === 'send') return found;
      if (read.ok && found === undefined) return endOf(write, parts);
      if (found && found.part !== 'wait') return notSent(visible(found.whyNot ?? NOT_YOURS, 200), parts);
      if (found && !shown) sayWaiting(found, state(), parts);
      shown ||= found !== undefined;
      if (!read.ok && (!announced || read.final)) parts.err(`purser: ${read.unreadable}\n`);
      if (!line.has('wait') || (!read.ok && read.final)) return later(requestId, parts);
      if (!announced) parts.err('purser: Purser waits for the approval. Ctrl+C withdraws the request.\n');
      const cancel = clock.after(LOOK, () => wake());
      await changed;
      cancel();
    }
  } finally {
    stop();
    await withdrawn;
    end.release();
  }
}

function sayWaiting(waiting: Waiting, { now, reach }: State, { err }: CommandParts): void {
  const { row, expiresAt, digest } = waiting;
  const until = showTime(expiresAt, 'local', now, reach.zone);
  err(
    `purser: WAITING: ${visible(row.intent.title, 60)}, request ID ${visible(row.intent.requestId)}\npurser: Approval: ${approvedText(waiting)}. Expires at ${until}. Digest: ${visible(digest.slice(0, SHORT_DIGEST))}.\n`,
  );
}

function later(requestId: string, { err }: CommandParts): CommandEnd {
  const id = visible(requestId);
  err(
    `purser: Nothing was sent. After the approval, run the same call again with --approved ${id}, and Purser sends the write. With --wait as well, the call waits for the approval.\n`,
  );
  return { code: LATER };
}

const NOT_YOURS = t`Only the person who asked can send the request.`;

async function endOf({ first: { intent, port } }: ToApprove, parts: CommandParts): Promise<CommandEnd> {
  const id = visible(intent.requestId);
  const read = await port.journal.get(intent.requestId);
  if (!read.ok) return notSent(read.unreadable, parts);
  const row = read.value;
  if (row === undefined) return notSent(t`Request ID ${id} not found in the journal.`, parts);
  const end = approvalEndOf(row);
  if (end && end.outcome !== 'approved')
    return notSent(join([approvalEndText(end), nextAfter(end)], ' '), parts);
  if (isAnother(row, intent)) return notSent(ANOTHER, parts);
  if (row.state === 'NOT SENT') return notSent(t`${UNAPPROVED} Make a new request.`, parts);
  const word = outcomeWord(row);
  parts.err(
    `purser: ${word}: ${visible(row.intent.title, 60)}, request ID ${id}\npurser: This call sent nothing. The journal says ${visible(row.state)}. On the machine that sent the request: purser journal show ${id}\n`,
  );
  return { code: { DONE: 0, REFUSED: 1, 'NOT SENT': 1, UNKNOWN: LATER }[word] };
}

const ANOTHER = t`This call is not the request that was approved.`;

const isAnother = ({ intent: { target, body } }: Row, intent: Intent): boolean =>
  target !== intent.target || body !== intent.body;

/** How this call differs from the approved request. The reason for writing is not compared: the approved reason is kept. */
function differencesFrom(
  { row, warnings }: Waiting,
  intent: Intent,
  confirmed: Pick<Confirmed, 'warnings'>,
): readonly Visible[] {
  const lines = (what: Intent['what']): readonly string[] =>
    what
      .filter(line => line.label !== REASON_FOR_WRITING && !isOfMoment(line))
      .map(({ label, value }) => `${label}: ${value}`);
  const [before, now] = [lines(row.intent.what), lines(intent.what)];
  return [
    ...before.filter(each => !now.includes(each)).map(each => t`Approved: ${visible(each, 200)}.`),
    ...now.filter(each => !before.includes(each)).map(each => t`Now: ${visible(each, 200)}.`),
    ...confirmed.warnings.filter(each => !warnings.includes(each)).map(each => visible(each, 400)),
  ];
}

const notSent = (why: Visible, parts: CommandParts): CommandEnd => ({
  code: fails(parts, t`NOT SENT: ${why}`),
});
