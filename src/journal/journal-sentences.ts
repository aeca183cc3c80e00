// The journal's sentences for refusals and failures.
import { t, type Visible, visible } from '../lib/visible.ts';
import type { ApprovalEnd, RowState } from './intent.ts';

export const refusals = {
  absent: t`Request ID not found in the journal.`,
  usedId: t`The journal has this request ID already.`,
  body: t`The body is not text that the journal can keep unchanged.`,
  notOurs: t`Another console is working on this request.`,
  notRepeatable: t`The service does not document that this request has only one effect if it is sent again.`,
  tooOld: t`The request is more than 24 hours old, or the clock was put back. The service may have forgotten its request ID.`,
  state: (state: RowState): Visible => inState[state],
} as const;

const inState: Readonly<Record<RowState, Visible>> = {
  WAITING: t`The request waits for approval.`,
  PREPARED: t`The request has not been sent yet.`,
  SENT: t`The request was sent, and there is no outcome yet.`,
  DONE: t`The request is DONE already.`,
  REFUSED: t`The request was REFUSED.`,
  'NOT SENT': t`The request was NOT SENT.`,
  UNKNOWN: t`The outcome is UNKNOWN.`,
  RESOLVED: t`The entry is RESOLVED already.`,
};

export function approvalEnded({ outcome, by = '', note = '' }: ApprovalEnd): Visible {
  const [who, said] = [visible(by, 120), visible(note, 300)];
  const sentences: Readonly<Record<ApprovalEnd['outcome'], Visible>> = {
    approved: t`${who} approved the request.`,
    declined: t`${who} declined the request: ${said}${/[.!?…]$/.test(said) ? t`` : t`.`}`,
    expired: t`The time for approval is over.`,
    withdrawn: t`The asker withdrew the request.`,
    unanswered: t`The asker's console got no answer when it asked, and took the request back.`,
    changed: t`Something changed since the approval, so the approval does not count. ${said}`,
  };
  return sentences[outcome];
}

/** `why` is the end of a sentence. */
export const notWritten = (why: Visible): Visible => t`The journal can't be written: ${why}.`;

/** `why` is the end of a sentence. */
export const notRead = (why: Visible): Visible => t`The journal can't be read: ${why}.`;
