// Four eyes: asks for approval, sends what was approved, approves or declines a write of another person. One dialog for all.

import type { Approvals } from '../../journal/approvals.ts';
import type { Intent, Row } from '../../journal/intent.ts';
import type { Recorded } from '../../journal/journal.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import { afterVote, approvalEndOf, approvalEndText, nextAfter } from '../../records/approval-words.ts';
import { type Waiting, waitingOf } from '../../store/approvals.ts';
import { changedText, type Dialog, type Phase, rearmed } from '../../store/dialog.ts';
import type { AskedWrite } from '../dialog/ask.ts';
import { type Able, confirmedIn } from '../dialog/hands.ts';
import { trouble } from '../dialog/read-again.ts';
import { begunElsewhere, nothingLeft } from '../dialog/send.ts';
import { equalPhase } from '../dialog/write-end.ts';
import { namingOf } from '../duplicates.ts';
import { createOpening, type Kept, type OpeningHands, type OpenWaiting } from './opening.ts';

export interface ApprovalSteps {
  /** Enter in the dialog of a write that needs approval. `besides`: the duplicates that the person named. */
  ask(dialog: Dialog, about: AskedWrite, able: Able, besides: readonly string[]): Promise<void>;
  /** Enter in the dialog of another person's write. */
  approve(dialog: Dialog, able: Able): Promise<void>;
  decline(dialog: Pick<Dialog, 'requestId' | 'title' | 'approval'>, note: string): Promise<void>;
  /** The asker gives up. */
  withdraw(dialog: Dialog): Promise<void>;
  /** The last reading before sending differs: the approval is void. */
  giveUp(dialog: Dialog, about: AskedWrite, checked: Dialog): Promise<void>;
  open: OpenWaiting;
  /** Something became of a write that this operator asked for. True if its dialog is on the screen and says so. */
  told(requestId: string, ended: Row | undefined): boolean;
}

type StepAnswer = Awaited<ReturnType<Approvals['ask']>>;
type Failed = Exclude<Awaited<ReturnType<Approvals['vote']>>, Recorded>;
const whyOf = (failed: Failed): Visible => ('barred' in failed ? failed.barred : failed.unwritable);

function votedPhase(answer: Recorded | Failed | undefined, waiting: Waiting | undefined): Phase {
  if (!answer)
    return {
      kind: 'voted',
      approved: 'no',
      sentences: [t`The team journal is closed.`, t`Nothing was approved.`],
    };
  if (answer.ok) {
    const sentences = [t`You approved the request.`, ...(waiting ? [afterVote(waiting)] : [])];
    return { kind: 'voted', approved: 'yes', sentences };
  }
  // The server may have recorded the vote before the connection broke.
  if ('unwritable' in answer && answer.away) {
    const next = t`Your approval may be recorded. Press A to see the request when the team journal is back.`;
    return { kind: 'voted', approved: 'unknown', sentences: [whyOf(answer), next] };
  }
  return { kind: 'voted', approved: 'no', sentences: [whyOf(answer), t`Nothing was approved.`] };
}

export function createApprovalSteps(hands: OpeningHands): ApprovalSteps {
  const { store, clock, journal, put, still, warn } = hands;
  const asked = new Map<string, Kept>();

  const record = async (): Promise<Approvals | undefined> => (await journal.open())?.journal.approvals;

  const notSent = (dialog: Dialog, sentences: readonly Visible[], again = false): Dialog =>
    rearmed(dialog, { kind: 'ended', word: 'NOT SENT', sentences, again });

  async function ask(dialog: Dialog, about: AskedWrite, { port }: Able, besides: readonly string[]) {
    const { requestId } = dialog;
    put({ ...dialog, phase: { kind: 'reading', said: t`Asking for approval …` } });
    const intent = hands.intentOf(about, dialog);
    const naming = await namingOf(intent, besides, port.journal, store.getState());
    const answer = await port.journal.approvals?.ask(
      intent,
      confirmedIn(dialog, about, clock.monotonic()),
      naming,
    );
    if (answer?.ok) {
      journal.tell(answer.row);
      about.question.ended?.({ word: 'WAITING', requestId });
      asked.set(requestId, { about: { ...about, intent: answer.row.intent }, dialog });
    }
    const now = still(dialog, 'reading');
    if (now) put(await afterAsking(now, answer, intent));
  }

  async function afterAsking(now: Dialog, answer: StepAnswer | undefined, intent: Intent): Promise<Dialog> {
    if (!answer) return rearmed(now, trouble(t`The team journal is closed. Nothing was sent.`));
    if (answer.ok) return rearmed(now, { kind: 'waiting' });
    if ('equal' in answer) {
      await journal.refresh();
      return rearmed(now, equalPhase(answer.equal, store.getState()));
    }
    return notSent(now, [t`The request was not recorded: ${whyOf(answer)}`, nothingLeft(intent)], true);
  }

  async function approve(dialog: Dialog, { port }: Able): Promise<void> {
    const waiting = waitingOf(store.getState(), dialog.requestId);
    put({ ...dialog, phase: { kind: 'reading', said: t`Recording your approval …` } });
    // What this dialog shows, not what another reading may have brought since.
    const shown = dialog.approval?.digest ?? '';
    const answer = await port.journal.approvals?.vote(dialog.requestId, shown, 'approve');
    if (answer?.ok) journal.tell(answer.row);
    const now = still(dialog, 'reading');
    if (!now) return;
    put(rearmed(now, votedPhase(answer, waiting)));
  }

  const decline: ApprovalSteps['decline'] = async ({ requestId, approval, title }, note) => {
    const answer = await (await record())?.vote(requestId, approval?.digest ?? '', 'decline', note);
    if (!answer?.ok) return warn(answer ? whyOf(answer) : t`The team journal is closed.`);
    journal.tell(answer.row);
    const text = t`${title}: you declined the request. Nothing was sent.`;
    store.setState({ overlay: undefined, notice: { text, tone: 'info' } });
  };

  /** WAITING → NOT SENT; gives why that could not be recorded, and the entry where it waits no more. */
  async function end(
    dialog: Dialog,
    changed?: Visible,
  ): Promise<{ readonly why: Visible; readonly row?: Row | undefined } | undefined> {
    const answer = await (await record())?.withdraw(dialog.requestId, changed);
    if (!answer?.ok)
      return answer ? { why: whyOf(answer), row: answer.row } : { why: t`The team journal is closed.` };
    journal.tell(answer.row);
    asked.get(dialog.requestId)?.about.question.ended?.({ word: 'NOT SENT', requestId: dialog.requestId });
    asked.delete(dialog.requestId);
    return undefined;
  }

  async function withdraw(dialog: Dialog): Promise<void> {
    const failed = await end(dialog);
    const now = still(dialog, 'waiting');
    if (failed) return warn(failed.why);
    if (now) put(notSent(now, [t`You withdrew the request. Nothing was sent.`]));
  }

  async function giveUp(dialog: Dialog, about: AskedWrite, checked: Dialog): Promise<void> {
    const { phase } = checked;
    const said =
      phase.kind === 'ended'
        ? phase.sentences.slice(0, 1)
        : [
            ...(phase.kind === 'asking' ? phase.changes.map(changedText) : []),
            ...checked.warnings.filter(warning => !dialog.warnings.includes(warning)),
          ];
    const failed = await end(dialog, join(said, ' '));
    const elsewhere = failed?.row && begunElsewhere(failed.row);
    if (elsewhere) {
      if (elsewhere.row) journal.tell(elsewhere.row);
      const { word, sentences } = elsewhere;
      return put(rearmed(dialog, { kind: 'ended', word, sentences, again: false }));
    }
    const sentences = [
      t`The approval is void: the record is not as it was approved.`,
      ...said,
      nothingLeft(about.intent),
      failed?.why ?? t`Make a new request if you still need it.`,
    ];
    put(notSent(dialog, sentences));
  }

  const open = createOpening({ ...hands, asked, giveUp });

  return {
    ...{ ask, approve, decline, withdraw, giveUp, open },
    told(requestId, ended) {
      const now = still({ requestId }, 'waiting');
      const end = ended && approvalEndOf(ended);
      const kept = asked.get(requestId);
      if (end) asked.delete(requestId);
      // What was approved has been sent, and says itself how it ended.
      if (end && end.outcome !== 'approved') kept?.about.question.ended?.({ word: 'NOT SENT', requestId });
      if (!now) return false;
      if (end?.outcome === 'approved') {
        store.setState({ overlay: undefined });
        warn(t`Another console of yours has sent the request. The journal (0) has its outcome.`);
      } else if (end && ended) {
        const next = nextAfter(end);
        put(notSent(now, [approvalEndText(end), nothingLeft(ended.intent), ...(next === '' ? [] : [next])]));
      } else if (waitingOf(store.getState(), requestId)?.part === 'send') void open(requestId);
      return true;
    },
  };
}
