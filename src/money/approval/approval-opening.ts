// Opens the dialog of a write that waits for approval, in which others approve and then the asker sends.

import type { Waiting } from '../../journal/approvals.ts';
import type { Deadline } from '../../lib/clock.ts';
import { later } from '../../lib/later.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { AskedWrite } from '../../sending/asked-write.ts';
import { changedText, type LineChange } from '../../sending/shown-line.ts';
import { expiryOf, waitingOf } from '../../store/approval-view.ts';
import { type Dialog, rearmed } from '../../store/dialog.ts';
import type { State } from '../../store/state.ts';
import type { Connections, DialogTools } from '../dialog-tools.ts';
import { askedText, personText, waitingLines } from './approval-words.ts';

const recordQuestion = later(() => import('../from-record.ts'));

/** It stays in memory, because the journal doesn't keep all of it. */
export interface AskedApproval {
  readonly about: AskedWrite;
  readonly dialog: Dialog;
}

export interface OpeningTools extends DialogTools {
  use(about: AskedWrite): void;
}

interface OpeningDeps extends OpeningTools {
  readonly asked: ReadonlyMap<string, AskedApproval>;
  giveUp(dialog: Dialog, about: AskedWrite, changes: readonly Visible[]): Promise<void>;
}

/** The write's customer must be selected. */
export type OpenWaiting = (requestId: string) => Promise<void>;

export function createOpening(tools: OpeningDeps): OpenWaiting {
  const { store, put, warn, asked, giveUp } = tools;

  const deadlineOf = (waiting: Waiting): Deadline => ({
    at: expiryOf(store.getState(), waiting),
    margin: 0,
    label: t`Expires in`,
    over: t`The request has expired. Nothing was sent.`,
  });

  /** A quote may expire before the request. */
  const sooner = (one: Deadline | undefined, other: Deadline): Deadline =>
    one && one.at - one.margin < other.at ? one : other;

  /** Without the token, which the asker and the approver have typed already. */
  function send(waiting: Waiting, { about, dialog }: AskedApproval): void {
    const { token: _, ...rest } = dialog;
    tools.use({ ...about, recorded: waiting.row.state !== 'WAITING' });
    put({
      ...rearmed({ ...rest, token: undefined }),
      deadline: sooner(dialog.deadline, deadlineOf(waiting)),
      approval: { part: 'send', lines: waitingLines(waiting), warnings: [], digest: waiting.digest },
    });
  }

  async function fromJournal(waiting: Waiting, connections: Connections, before: State): Promise<void> {
    const { askFromRecord } = await recordQuestion();
    const { row, part, digest } = waiting;
    const found = await askFromRecord(
      { row, ...(part !== 'send' && { digest }) },
      tools,
      connections,
      before,
    );
    // The request may have ended meanwhile.
    if (!found || !waitingOf(store.getState(), row.intent.requestId)) return;
    if ('why' in found) return warn(found.why);
    const { about, dialog: plain, differs } = found;
    const dialog = { ...plain, deadline: sooner(plain.deadline, deadlineOf(waiting)) };
    // The digest covers them.
    const approved = waiting.warnings.map(warning => visible(warning));
    tools.use(about);
    if (part === 'wait') return put(rearmed(dialog, { kind: 'waiting' }));
    if (part === 'send') {
      const news = dialog.warnings.filter(warning => !waiting.warnings.includes(warning));
      const changes = [...differs.map(changedText), ...news];
      if (changes.length > 0) return giveUp({ ...dialog, warnings: approved }, about, changes);
      return send(waiting, { about, dialog: { ...dialog, warnings: approved } });
    }
    put({
      ...dialog,
      title: t`Approve: ${plain.title}`,
      button: t`Approve`,
      approval: {
        part: 'vote',
        lines: waitingLines(waiting),
        warnings: differencesFor(waiting, differs, dialog.warnings),
        name: askedText(waiting.row),
        digest: waiting.digest,
      },
    });
  }

  return async function open(requestId: string): Promise<void> {
    const before = store.getState();
    const waiting = waitingOf(before, requestId);
    if (!waiting) return warn(t`This request no longer waits for approval. The journal (0) has its outcome.`);
    const { part, whyNot } = waiting;
    const own = asked.get(requestId);
    if (part === 'decline') return warn(t`Enough persons have approved the request. Press x to decline it.`);
    if (part === 'look')
      return warn(whyNot === undefined ? t`You can't approve this request.` : visible(whyNot, 400));
    if (own && part === 'wait') {
      tools.use(own.about);
      return put(rearmed(own.dialog, { kind: 'waiting' }));
    }
    if (own) return send(waiting, own);
    const connections = await tools.ready();
    if (connections) await fromJournal(waiting, connections, before);
  };
}

function differencesFor(
  { asker, warnings }: Waiting,
  differs: readonly LineChange[],
  own: readonly Visible[],
): readonly Visible[] {
  const who = personText(asker);
  return [
    ...differs.map(({ label, before, now }) =>
      before === undefined
        ? t`${who} did not see ${label}: ${now ?? t`–`}.`
        : t`${who} saw a different ${label}: ${before}.`,
    ),
    ...warnings
      .filter(warning => !(own as readonly string[]).includes(warning))
      .map(warning => t`${who} saw a warning that is not here: ${visible(warning, 400)}`),
  ];
}
