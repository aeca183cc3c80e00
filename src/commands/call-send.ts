// The last steps of a write in `purser call`: the last read, the approval, and the sending.

import { outcomeOf } from '../api/client/outcome.ts';
import type { JournalPort } from '../journal/open-journal.ts';
import { typedId } from '../lib/identifier.ts';
import { join, t, type Visible } from '../lib/visible.ts';
import type { AskedWrite } from '../money/ask.ts';
import { confirmedIn } from '../money/dialog-tools.ts';
import { type Duplicates, toName } from '../money/duplicates.ts';
import type { WriteRules } from '../money/earlier-warnings.ts';
import type { Flights } from '../money/flight.ts';
import type { JournalEffects } from '../money/journal.ts';
import { REASON_FOR_WRITING } from '../money/question.ts';
import { isChanged, readAgain } from '../money/read-again.ts';
import { sendRecorded } from '../money/send.ts';
import { type Dialog, isOver } from '../store/dialog.ts';
import { keptLines } from '../store/shown-line.ts';
import type { Store } from '../store/store.ts';
import { whyNotWrite } from '../store/writing.ts';
import { noteGrant } from './audit-lines.ts';
import { approvalFor, type ReadDifference } from './call-approval.ts';
import { reportOutcome, watchEnd } from './call-end.ts';
import type { CallLine } from './call-flags.ts';
import { whyNotNamed } from './call-preview.ts';
import type { CommandParts } from './commands.ts';
import type { Session } from './session.ts';

export interface Writing extends Session {
  readonly store: Store;
  readonly journal: JournalEffects;
  readonly flights: Flights;
  readonly rules: WriteRules;
}

/** Prints NOT SENT with the reason. Returns the exit code for wrong usage or set-up. */
export const notSent = ({ refuse }: CommandParts, why: Visible): number => refuse(t`NOT SENT: ${why}`);

export async function send(
  dialog: Dialog,
  asked: AskedWrite,
  line: CallLine,
  writing: Writing & { readonly port: JournalPort },
  parts: CommandParts,
): Promise<number> {
  const { client, store, journal, flights, rules, port, clock } = writing;
  const { requestId } = dialog;
  const { title } = asked.question;
  const named = line.values('besides').map(typedId);
  const read = async (): Promise<ReadDifference | undefined> => {
    const around = { client, port, rules, state: store.getState };
    const checked = await readAgain(dialog, asked, around, new AbortController().signal);
    return checked && { changed: isChanged(checked), sentences: whatChanged(dialog, checked) };
  };
  const changed = await read();
  if (changed) {
    parts.err(`purser: NOT SENT: ${join(changed.sentences, ' ')}\n`);
    return 1;
  }
  // Another call or console may have made a duplicate meanwhile.
  await journal.refresh();
  const duplicates = await duplicatesNow(asked, writing);
  const second = whyNotNamed(toName(duplicates, asked.question.earlier), named);
  if (second !== undefined) {
    parts.err(`purser: NOT SENT: ${second}\n`);
    return 1;
  }
  const { grant } = store.getState();
  const reason = grant ? [{ label: REASON_FOR_WRITING, value: grant.reason }] : [];
  const naming = { named, superseded: duplicates.superseded };
  const confirmed = { intent: { ...asked.intent, what: [...keptLines(dialog.lines), ...reason] } };
  const allowed =
    dialog.approval?.part !== 'ask' && line.value('approved') === undefined
      ? confirmed
      : await approvalFor(
          {
            ...{ ...confirmed, naming, line, port, clock, journal, readAgain: read, state: store.getState },
            confirmed: confirmedIn(dialog, asked, clock.monotonic()),
          },
          parts,
        );
  if ('code' in allowed) return allowed.code;
  const unnoted = await noteGrant('grant-given', { grant }, journal);
  if (unnoted !== undefined) return notSent(parts, unnoted);
  const end = watchEnd(
    {
      finish: flights.finish,
      unknown: () => flights.unknown().filter(write => write.requestId === requestId),
    },
    writing,
    parts,
  );
  const attempt = {
    prepared: asked.prepared,
    meaning: asked.meaning,
    title,
    retry: false,
    ...allowed,
    naming,
    hide: asked.hide,
    over: () =>
      whyNotWrite(store.getState(), clock.monotonic()) ??
      (isOver(dialog, clock.monotonic()) ? dialog.deadline?.over : undefined),
  };
  // `flights` waits for the message too, because a pending signal ends the process right after the last flight.
  const done = sendRecorded(attempt, { port, client, outcomeOf, tell: journal.tell }).then(sent => {
    if (sent.kind === 'ended' && sent.unsettled) journal.late.add(requestId, sent.unsettled);
    return reportOutcome(sent, asked, flights, parts);
  });
  flights.add({ requestId, title }, done);
  const code = await done;
  await noteGrant('grant-ended', { grant }, journal);
  return end.release() || code;
}

export async function duplicatesNow(
  { intent }: AskedWrite,
  { store, rules, port }: Pick<Writing, 'store' | 'rules'> & { readonly port: JournalPort },
): Promise<Duplicates> {
  const earlier = await rules.earlierRows(intent, port.journal, store.getState());
  return rules.duplicatesOf(intent, earlier, store.getState());
}

/** What stopped the write at the last read: a reason that bars it, changed lines, or new warnings. */
export function whatChanged(before: Dialog, { phase, warnings }: Dialog): readonly Visible[] {
  if (phase.kind === 'ended') return phase.sentences;
  if (phase.kind !== 'asking') return [];
  const changes = phase.changes.map(
    ({ label, before: was, now }) => t`${label} was ${was ?? t`–`}, and is now ${now ?? t`–`}.`,
  );
  const fresh = warnings.filter(warning => !before.warnings.includes(warning));
  return [...(phase.trouble === undefined ? [] : [phase.trouble]), ...changes, ...fresh];
}
