// The steps of approval: ask, approve, decline, withdraw, and void. All use the dialog of the write.

import { notSent as nothingSent } from '../../api/contract/write-meaning.ts';
import type { Approvals } from '../../journal/approvals.ts';
import type { ApprovalEnd, Intent, Row } from '../../journal/intent.ts';
import type { Recorded } from '../../journal/journal.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import type { AskedWrite } from '../../sending/asked-write.ts';
import { type EndedWrite, endElsewhere, reasonOf } from '../../sending/send.ts';
import { confirmedAs, type ReadWrite } from '../../sending/sender.ts';
import { type Waiting, waitingOf } from '../../store/approval-view.ts';
import { type Dialog, isAsking, type Phase, rearmed } from '../../store/dialog.ts';
import { journalRows } from '../../store/journal-view.ts';
import { info, type Notice, noticeOf } from '../../store/notices.ts';
import { trouble } from '../dialog-tools.ts';
import { equalPhase } from '../write-end.ts';
import {
  type AskedApproval,
  createOpening,
  type OpeningTools,
  type OpenWaiting,
} from './approval-opening.ts';
import {
  approvalEndOf,
  approvalEndText,
  approversText,
  CHANGED,
  NOT_ANSWERED,
  neededFor,
  nextAfter,
} from './approval-words.ts';

export interface ApprovalSteps {
  /** The rules could not be read before. Undefined if no rule covers the write. */
  unlessNeeded(dialog: Dialog, read: ReadWrite): Promise<Dialog | undefined>;
  ask(dialog: Dialog, read: ReadWrite, named: readonly string[]): Promise<void>;
  approve(dialog: Dialog): Promise<void>;
  decline(dialog: Pick<Dialog, 'requestId' | 'title' | 'approval'>, note: string): Promise<void>;
  withdraw(dialog: Dialog): Promise<void>;
  /** Voids the approval. `changes`: how the record or a warning differs. */
  giveUp(dialog: Dialog, about: AskedWrite, changes: readonly Visible[]): Promise<void>;
  open: OpenWaiting;
  /** True if the request's open dialog shows the change. */
  changed(requestId: string, ended: Row | undefined): boolean;
  follow(dialog: Dialog): void;
}

type Elsewhere = Pick<EndedWrite, 'word' | 'sentences'>;
type AskAnswer = Awaited<ReturnType<Approvals['ask']>>;

const CLOSED = { ok: false, unwritable: t`The team journal is closed.` } as const;

export function createApprovalSteps(tools: OpeningTools): ApprovalSteps {
  const { store, clock, journal, rules, put, still, warn } = tools;
  const asked = new Map<string, AskedApproval>();
  const withdrawing = new Set<string>();

  async function step<Answer extends AskAnswer>(
    take: (approvals: Approvals) => Promise<Answer>,
  ): Promise<Answer | typeof CLOSED> {
    const approvals = (await journal.open())?.journal.approvals;
    if (!approvals) return CLOSED;
    const answer = await take(approvals);
    if (answer.ok) journal.tell(answer.row);
    return answer;
  }
  const rowOf = (requestId: string): Row | undefined =>
    journalRows(store.getState()).find(({ intent }) => intent.requestId === requestId);

  const nothingLeft = (intent: Intent): Visible => nothingSent(rules.meaningOf(intent));
  const endedAs = (dialog: Dialog, { word, sentences }: Elsewhere, again = false): Dialog =>
    rearmed(dialog, { kind: 'ended', word, sentences, again });
  const notSent = (dialog: Dialog, sentences: readonly Visible[], again = false): Dialog =>
    endedAs(dialog, { word: 'NOT SENT', sentences }, again);

  function show(answered: Dialog, isOpen: boolean): void {
    const text = t`${answered.title}: ${join(sentencesIn(answered.phase), ' ')}`;
    if (isOpen) put(answered);
    else
      store.setState({
        notice: noticeOf(text, 'warning', { stays: true, about: aboutOf(answered.phase) }),
      });
  }

  async function unlessNeeded(dialog: Dialog, { asked: { intent }, port }: ReadWrite) {
    const approval = await neededFor(intent, port.journal);
    const why =
      approval?.part === 'ask' ? t`Nothing was sent: this write needs approval.` : t`Nothing was sent.`;
    return approval && rearmed({ ...dialog, approval }, trouble(why));
  }

  async function ask(dialog: Dialog, read: ReadWrite, named: readonly string[]) {
    const { requestId } = dialog;
    const { asked: about, intent, port } = read;
    put({ ...dialog, phase: { kind: 'reading', doing: t`Asking for approval …` } });
    const naming = await rules.namingOf(intent, named, port.journal, store.getState());
    const confirmed = confirmedAs(read, clock.monotonic());
    const answer = await step(approvals => approvals.ask(intent, confirmed, naming));
    if (answer.ok) {
      about.question.ended?.({ word: 'WAITING', requestId });
      asked.set(requestId, { about: { ...about, intent: answer.row.intent }, dialog });
    }
    show(await afterAsking(dialog, answer, intent), still(dialog, 'reading') !== undefined);
  }

  async function afterAsking(dialog: Dialog, answer: AskAnswer, intent: Intent): Promise<Dialog> {
    if (answer.ok) return rearmed(dialog, { kind: 'waiting' });
    if ('equal' in answer) {
      await journal.refresh();
      return rearmed(dialog, equalPhase(answer.equal, store.getState()));
    }
    if (isUnsure(answer)) {
      const next = t`Purser takes the request back when the team journal answers. Make a new request then.`;
      return notSent(dialog, [reasonOf(answer), NOT_ANSWERED, nothingLeft(intent), next]);
    }
    return notSent(dialog, [t`The request was not recorded: ${reasonOf(answer)}`, nothingLeft(intent)], true);
  }

  async function approve(dialog: Dialog): Promise<void> {
    put({ ...dialog, phase: { kind: 'reading', doing: t`Recording your approval …` } });
    // The store may have a newer digest than this dialog.
    const shown = dialog.approval?.digest ?? '';
    const answer = await step(approvals => approvals.vote(dialog.requestId, shown, 'approve'));
    show(rearmed(dialog, votedPhase(answer)), still(dialog, 'reading') !== undefined);
    // The request may have ended before the answer came.
    if (!waitingOf(store.getState(), dialog.requestId)) changed(dialog.requestId, rowOf(dialog.requestId));
  }

  const decline: ApprovalSteps['decline'] = async ({ requestId, approval, title }, note) => {
    const shown = approval?.digest ?? '';
    const answer = await step(approvals => approvals.vote(requestId, shown, 'decline', note));
    if (!answer.ok) return warn(sayUnsure(answer, 'decline'));
    const text = t`${title}: you declined the request. Nothing was sent.`;
    // The person may have opened something else.
    store.setState(({ overlay }) => {
      const isOpen = overlay?.kind === 'decline' && overlay.dialog.requestId === requestId;
      return { notice: info(text), ...(isOpen && { overlay: undefined }) };
    });
  };

  async function end(
    dialog: Dialog,
    changed?: Visible,
  ): Promise<{ readonly why: Visible; readonly row?: Row | undefined } | undefined> {
    const answer = await step(approvals => approvals.withdraw(dialog.requestId, changed));
    if (!answer.ok) {
      const why = changed === undefined ? sayUnsure(answer, 'withdrawal') : reasonOf(answer);
      return { why, ...('row' in answer && { row: answer.row }) };
    }
    asked.get(dialog.requestId)?.about.question.ended?.({ word: 'NOT SENT', requestId: dialog.requestId });
    asked.delete(dialog.requestId);
    return undefined;
  }

  async function withdraw(dialog: Dialog): Promise<void> {
    // The dialog stays until the server answers, so a person may press Enter again.
    if (withdrawing.has(dialog.requestId) || !still(dialog, 'waiting')) return;
    withdrawing.add(dialog.requestId);
    const failed = await end(dialog);
    withdrawing.delete(dialog.requestId);
    const now = still(dialog, 'waiting');
    if (failed) return warn(failed.why);
    if (now) put(notSent(now, [t`You withdrew the request. Nothing was sent.`]));
  }

  async function giveUp(dialog: Dialog, about: AskedWrite, changes: readonly Visible[]): Promise<void> {
    const { overlay } = store.getState();
    const failed = await end(dialog, join(changes, ' '));
    // The person may have opened something else.
    const isOpen = store.getState().overlay === overlay || tools.current()?.requestId === dialog.requestId;
    const elsewhere = failed?.row && endElsewhere(failed.row);
    if (elsewhere) {
      if (elsewhere.row) journal.tell(elsewhere.row);
      return show(endedAs(dialog, elsewhere), isOpen);
    }
    const sentences = [
      failed ? CHANGED : approvalEndText({ outcome: 'changed' }),
      ...changes,
      nothingLeft(about.intent),
      failed?.why ?? t`Make a new request if you still need it.`,
    ];
    show(notSent(dialog, sentences), isOpen);
  }

  const open = createOpening({ ...tools, asked, giveUp });

  function idle(requestId: string): Dialog | undefined {
    const now = tools.current();
    if (now?.requestId !== requestId) return undefined;
    const { phase, approval } = now;
    if (approval?.part === 'vote') return isAsking(now) || phase.kind === 'voted' ? now : undefined;
    const sends = approval?.part === 'send' && (isAsking(now) || phase.kind === 'reading');
    return sends || phase.kind === 'waiting' ? now : undefined;
  }

  function follow(dialog: Dialog): void {
    const { requestId } = dialog;
    const phase: Phase = { kind: 'reading', doing: t`Another console of yours is sending the request …` };
    put(rearmed(dialog, phase));
    const look = (): void => {
      const now = tools.current();
      const row = rowOf(requestId);
      if (now?.phase !== phase) stop();
      else if (row && row.state !== 'PREPARED' && row.state !== 'SENT') {
        const end = endElsewhere(row);
        const tried = t`Another console of yours tried to send the request.`;
        const next = t`Press A to see whether its approval still counts.`;
        put(end ? endedAs(now, end) : notSent(now, [tried, nothingLeft(row.intent), next]));
      }
    };
    const stop = store.subscribe(look);
    look();
  }

  const changed: ApprovalSteps['changed'] = (requestId, ended) => {
    const now = idle(requestId);
    const end = ended && approvalEndOf(ended);
    // An approved request is being sent, so it does not end here.
    if (end && end.outcome !== 'approved') {
      asked.get(requestId)?.about.question.ended?.({ word: 'NOT SENT', requestId });
      asked.delete(requestId);
    }
    if (!now) return false;
    const waiting = waitingOf(store.getState(), requestId);
    if (now.approval?.part === 'vote') {
      const overtaken = overtakenPhase(waiting, end, now.phase);
      if (!overtaken) return false;
      put(rearmed(now, overtaken));
    } else if (end?.outcome === 'approved') {
      if (ended?.state !== 'NOT SENT') follow(now);
    } else if (end && ended) {
      const next = nextAfter(end);
      put(notSent(now, [approvalEndText(end), nothingLeft(ended.intent), ...(next === '' ? [] : [next])]));
    } else if (waiting?.part === 'send') void open(requestId);
    else if (waiting?.part === 'wait') put(rearmed(now, { kind: 'waiting' }));
    return true;
  };

  return { unlessNeeded, ask, approve, decline, withdraw, giveUp, open, follow, changed };
}

type Failed = Exclude<Awaited<ReturnType<Approvals['vote']>>, Recorded>;

/** Without an answer, the server may have recorded the step. */
const isUnsure = (failed: Failed): boolean => 'unwritable' in failed && failed.away === true;

const mayBeRecorded = (step: 'approval' | 'decline' | 'withdrawal'): Visible =>
  t`Your ${visible(step)} may be recorded. Press A to see the request when the team journal is back.`;

const sayUnsure = (failed: Failed, step: 'decline' | 'withdrawal'): Visible =>
  isUnsure(failed) ? t`${reasonOf(failed)} ${mayBeRecorded(step)}` : reasonOf(failed);

function votedPhase(answer: Recorded | Failed): Phase {
  if (answer.ok) return { kind: 'voted', approved: 'yes', sentences: [t`You approved the request.`] };
  return isUnsure(answer)
    ? { kind: 'voted', approved: 'unknown', sentences: [reasonOf(answer), mayBeRecorded('approval')] }
    : { kind: 'voted', approved: 'no', sentences: [reasonOf(answer), t`Nothing was approved.`] };
}

/** For a request that changed elsewhere. Undefined if the dialog stays as it is. */
export function overtakenPhase(
  waiting: Waiting | undefined,
  end: ApprovalEnd | undefined,
  before: Phase,
): Phase | undefined {
  if (before.kind === 'voted' && before.approved === 'no') return undefined;
  const wasApproved = before.kind === 'voted' && before.approved === 'yes';
  if (end) {
    const begun = end.outcome === 'approved';
    const approval = wasApproved ? before.sentences.slice(0, 1) : [];
    const sentences = [...approval, begun && wasApproved ? BEGUN : approvalEndText(end)];
    return { kind: 'voted', approved: begun ? 'yes' : 'no', sentences };
  }
  if (before.kind === 'voted')
    return wasApproved && waiting?.part === 'vote'
      ? trouble(t`The approval of others is no longer enough.`)
      : undefined;
  if (waiting?.part === 'decline') {
    const sentences = [
      t`${approversText(waiting)} approved the request, so your approval is not needed.`,
      t`To decline the request, press x in the list of requests.`,
    ];
    return { kind: 'voted', approved: 'yes', sentences };
  }
  if (waiting?.part !== 'look') return undefined;
  const why = visible(waiting.whyNot ?? "You can't approve this request.", 400);
  return { kind: 'voted', approved: 'no', sentences: [why] };
}

const BEGUN = t`The person who asked has started to send the request.`;

/** The outcome of a write stays on the screen until Esc. */
const aboutOf = ({ kind }: Phase): Notice['about'] => (kind === 'ended' ? undefined : 'approvals');

function sentencesIn(phase: Phase): readonly Visible[] {
  switch (phase.kind) {
    case 'waiting':
      return [t`The request waits for approval. Press A to go back to the request.`];
    case 'equal':
      return [t`NOT SENT. A duplicate is done, unresolved, or waits for approval.`];
    case 'asking':
      return phase.trouble ? [phase.trouble] : [];
    case 'ended':
      return [t`${visible(phase.word)}.`, ...phase.sentences];
    case 'voted':
      return phase.sentences;
    default:
      return [];
  }
}
