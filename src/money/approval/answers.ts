// The answers of the team journal to a request or a vote, as phases of the dialog and as sentences.

import type { Approvals } from '../../journal/approvals.ts';
import type { ApprovalEnd } from '../../journal/intent.ts';
import type { Recorded } from '../../journal/journal.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Waiting } from '../../store/approvals.ts';
import type { Phase } from '../../store/dialog.ts';
import type { Notice } from '../../store/state.ts';
import { trouble } from '../read-again.ts';
import { approvalEndText, approversText } from './words.ts';

type Failed = Exclude<Awaited<ReturnType<Approvals['vote']>>, Recorded>;
export const whyOf = (failed: Failed): Visible => ('barred' in failed ? failed.barred : failed.unwritable);

/** Without an answer, the server may have recorded the step. */
export const whyUnsure = (failed: Failed, step: 'approval' | 'decline' | 'withdrawal'): Visible =>
  'unwritable' in failed && failed.away
    ? t`${whyOf(failed)} Your ${visible(step)} may be recorded. Press A to see the request when the team journal is back.`
    : whyOf(failed);

export function votedPhase(answer: Recorded | Failed | undefined): Phase {
  if (!answer)
    return {
      kind: 'voted',
      approved: 'no',
      sentences: [t`The team journal is closed.`, t`Nothing was approved.`],
    };
  if (answer.ok) return { kind: 'voted', approved: 'yes', sentences: [t`You approved the request.`] };
  // The connection may have broken after the record.
  if ('unwritable' in answer && answer.away) {
    const next = t`Your approval may be recorded. Press A to see the request when the team journal is back.`;
    return { kind: 'voted', approved: 'unknown', sentences: [whyOf(answer), next] };
  }
  return { kind: 'voted', approved: 'no', sentences: [whyOf(answer), t`Nothing was approved.`] };
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
export const aboutOf = ({ kind }: Phase): Notice['about'] => (kind === 'ended' ? undefined : 'approvals');

export function sentencesIn(phase: Phase): readonly Visible[] {
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
