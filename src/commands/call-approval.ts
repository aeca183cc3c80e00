// Four eyes in `purser call`: asks for approval, waits for it where the call says so, and gives what may be sent then.

import type { JournalEffects, JournalPort } from '../effects/journal.ts';
import { REASON_FOR_WRITING } from '../effects/question.ts';
import type { Approvals, Confirmed, Waiting } from '../journal/approvals.ts';
import type { Naming } from '../journal/duplicates.ts';
import type { Intent } from '../journal/intent.ts';
import type { Clock } from '../lib/clock.ts';
import { showTime } from '../lib/time.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';
import { approvalEndOf, approvalEndText, approvedText, nextAfter } from '../records/approval-words.ts';
import { isOfMoment } from '../records/shown-lines.ts';
import { SHORT_DIGEST } from '../store/approvals.ts';
import type { State } from '../store/state.ts';
import { watchEnd } from './call-end.ts';
import type { CallLine } from './call-flags.ts';
import { whyNotBesides } from './call-preview.ts';
import type { CommandParts } from './commands.ts';

/** EX_TEMPFAIL: it goes on later. */
const LATER = 75;
/** How often, in ms, the record is read while no notification comes. */
const LOOK = 5000;

/** What the last reading says. */
export interface ReadDifference {
  /** The record is another one. Otherwise it could not be read. */
  readonly changed: boolean;
  readonly sentences: readonly Visible[];
}

export interface ToApprove {
  readonly intent: Intent;
  readonly confirmed: Confirmed;
  readonly naming: Naming;
  readonly line: CallLine;
  readonly port: JournalPort;
  readonly clock: Clock;
  readonly journal: Pick<JournalEffects, 'auditHead'>;
  readonly state: () => State;
  /** Reads the record again; nothing if it is as it was confirmed. */
  readonly readAgain: () => Promise<ReadDifference | undefined>;
}

type CallEnd = { readonly code: number };

/** What may be sent; or the exit code, after saying why nothing is. */
export async function approvalFor(
  write: ToApprove,
  parts: CommandParts,
): Promise<CallEnd | { readonly intent: Intent; readonly approved: Confirmed }> {
  const { intent, confirmed, line, port } = write;
  const { approvals } = port.journal;
  if (approvals === undefined) return notSent(t`This journal has no approvals.`, parts);
  const again = line.value('approved') !== undefined;
  const asked = again ? undefined : await approvals.ask(intent, confirmed, write.naming);
  if (asked?.ok === false) {
    if ('equal' in asked) return notSent(whyNotBesides(asked.equal, []) ?? t``, parts);
    return notSent('barred' in asked ? asked.barred : asked.unwritable, parts);
  }
  const found = await decided(approvals, write, parts);
  if ('code' in found) return found;
  // The record may have changed while it waited.
  const difference = (again && differenceFrom(found, write)) || (await write.readAgain());
  if (difference === undefined) {
    // The digest covers the lines and warnings of the approval.
    const approved = { ...confirmed, warnings: found.warnings };
    return { intent: { ...intent, what: found.row.intent.what }, approved };
  }
  const { changed, sentences } = difference;
  if (!changed) {
    parts.err(`purser: NOT SENT: ${join(sentences, ' ')}\n`);
    return later(intent.requestId, parts);
  }
  const ended = await approvals.withdraw(intent.requestId, join(sentences, ' '));
  const failed = ended.ok ? [] : ['barred' in ended ? ended.barred : ended.unwritable];
  return notSent(
    join([t`The approval is void: the record is not as it was approved.`, ...sentences, ...failed], ' '),
    parts,
  );
}

/** Waits until it is approved or over, if the call says so. */
async function decided(
  approvals: Approvals,
  { intent: { requestId }, line, port, clock, journal, state }: ToApprove,
  parts: CommandParts,
): Promise<Waiting | CallEnd> {
  let wake = (): void => {};
  const stop = approvals.watch(() => wake());
  let withdrawn: Promise<unknown> | undefined;
  const withdraw = async (): Promise<void> => {
    const done = await approvals.withdraw(requestId);
    parts.err(
      done.ok
        ? 'purser: NOT SENT: you withdrew the request.\n'
        : `purser: ${'barred' in done ? done.barred : done.unwritable}\n`,
    );
  };
  const finish = (): Promise<void> => {
    const work = withdrawn ?? withdraw();
    withdrawn = work;
    return work.then(() => undefined);
  };
  const end = watchEnd({ finish, unknown: () => [] }, { clock, journal }, parts);
  let shown = false;
  try {
    for (let told = false; ; told = true) {
      const changed = new Promise<void>(resolve => {
        wake = resolve;
      });
      const read = await approvals.waiting();
      const found = read.ok ? read.value.find(({ row }) => row.intent.requestId === requestId) : undefined;
      if (found?.part === 'send') return found;
      if (read.ok && found?.part !== 'wait')
        return notSent(
          found?.whyNot === undefined ? await endOf(requestId, port) : visible(found.whyNot, 200),
          parts,
        );
      if (found && !shown) sayWaiting(found, state(), parts);
      shown ||= found !== undefined;
      if (!read.ok && !told) parts.err(`purser: ${read.unreadable}\n`);
      if (!line.has('wait')) return later(requestId, parts);
      if (!told) parts.err('purser: Purser waits for the approval. Ctrl+C withdraws the request.\n');
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

/** It goes on waiting, and this call ends. */
function later(requestId: string, { err }: CommandParts): CallEnd {
  const id = visible(requestId);
  err(
    `purser: Nothing was sent. After the approval, run the same call again with --approved ${id}, or with --wait as well.\n`,
  );
  return { code: LATER };
}

/** Why it does not wait any more. */
async function endOf(requestId: string, { journal }: JournalPort): Promise<Visible> {
  const read = await journal.get(requestId);
  if (!read.ok) return read.unreadable;
  if (read.value === undefined) return t`Request ID ${visible(requestId)} not found in the journal.`;
  const end = approvalEndOf(read.value);
  return end === undefined || end.outcome === 'approved'
    ? t`The request does not wait for approval: it is ${visible(read.value.state)}.`
    : join([approvalEndText(end), nextAfter(end)], ' ');
}

/** What this call has in hand, against what was approved. The reason of the approved one counts. */
function differenceFrom(
  { row, warnings }: Waiting,
  { intent, confirmed }: ToApprove,
): ReadDifference | undefined {
  const lines = (what: Intent['what']): readonly string[] =>
    what
      .filter(line => line.label !== REASON_FOR_WRITING && !isOfMoment(line))
      .map(({ label, value }) => `${label}: ${value}`);
  const [before, now] = [lines(row.intent.what), lines(intent.what)];
  const sentences = [
    ...before.filter(each => !now.includes(each)).map(each => t`Approved: ${visible(each, 200)}.`),
    ...now.filter(each => !before.includes(each)).map(each => t`Now: ${visible(each, 200)}.`),
    ...confirmed.warnings.filter(each => !warnings.includes(each)).map(each => visible(each, 400)),
  ];
  if (row.intent.target !== intent.target || row.intent.body !== intent.body)
    return { changed: false, sentences: [t`This call is not the request that was approved.`] };
  return sentences.length === 0 ? undefined : { changed: true, sentences };
}

function notSent(why: Visible, { err }: CommandParts): CallEnd {
  err(`purser: NOT SENT: ${why}\n`);
  return { code: 1 };
}
