// Texts about the approval of another person, for every screen that shows a waiting request. Pure.

import type { ApprovalNeed, Rule, Waiting } from '../../journal/approvals.ts';
import type { ApprovalEnd, Intent, Row } from '../../journal/intent.ts';
import type { Journal } from '../../journal/journal.ts';
import { counted } from '../../lib/counted.ts';
import { parseDecimal } from '../../lib/decimal.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import { SHORT_DIGEST } from '../../store/approval-view.ts';
import type { DialogApproval, Phase } from '../../store/dialog.ts';
import { factText } from '../journal-entry.ts';
import { amountText } from '../shown-lines.ts';

export const ONLINE = t`Online now`;

export const personText = (name: string): Visible => visible(name, 40);

const personsText = (names: readonly string[]): Visible => join(names.map(personText));

const othersText = (count: number): Visible => counted(count, t`other person`);

export function askedText(row: Row): Visible {
  const fact = factText(row);
  const title = visible(row.intent.title, 60);
  return fact === undefined ? title : t`${title}, ${fact}`;
}

const approvers = ({ votes }: Waiting): readonly string[] =>
  votes.filter(({ vote, counts }) => vote === 'approve' && counts).map(({ person }) => person);

export function approvedText(waiting: Waiting): Visible {
  const names = approvers(waiting);
  const missing = Math.max(0, waiting.needed - names.length);
  if (names.length === 0) return t`needed from ${othersText(missing)}`;
  const by = t`approved by ${personsText(names)}`;
  if (missing > 0) return t`${by}, ${missing} more needed`;
  return lacksApprovals(waiting) ? t`${by}, but an approval no longer counts: more needed` : by;
}

/** Approvals may be of persons who may no longer approve. Only the server knows which count. */
const lacksApprovals = ({ row, part, lasts }: Waiting): boolean =>
  row.state === 'WAITING' && row.approved === undefined && part !== 'send' && lasts > 0;

/** Empty until a reading of the request has the approval. */
export function afterVote(phase: Phase, waiting: Waiting | undefined): readonly Visible[] {
  if (phase.kind !== 'voted' || phase.approved !== 'yes' || !waiting || waiting.part === 'vote') return [];
  if (waiting.row.approved) return [t`${personText(waiting.asker)} can send the request now.`];
  const missing = waiting.needed - approvers(waiting).length;
  if (missing > 0) return [t`${othersText(missing)} must approve the request too.`];
  return lacksApprovals(waiting)
    ? [t`An approval no longer counts, so another person must approve the request too.`]
    : [];
}

export const approversText = (waiting: Waiting): Visible => personsText(approvers(waiting));

export const digestLine = ({ digest }: Pick<Waiting, 'digest'>): ShownLine => ({
  label: t`Digest`,
  value: visible(digest.slice(0, SHORT_DIGEST)),
});

export const waitingLines = (waiting: Waiting): readonly ShownLine[] => [
  { label: t`Asked by`, value: personText(waiting.asker) },
  { label: t`Approval`, value: approvedText(waiting) },
  digestLine(waiting),
];

/** The team journal may have recorded the request. */
export const NOT_ANSWERED = t`Purser does not know whether the team journal has the request.`;

/** The change could not be recorded, so the approval still counts. */
export const CHANGED = t`Something changed since the approval.`;

export const approvalEndOf = ({ transitions }: Row): ApprovalEnd | undefined =>
  transitions.findLast(({ approval }) => approval)?.approval;

/** The note is a person's own, and a sentence of Purser may follow. */
const END = /[.!?…]$/;

export function approvalEndText({ outcome, by, note }: ApprovalEnd): Visible {
  const who = by === undefined ? t`Another person` : visible(by, 80);
  const said = note === undefined || note === '' ? t`` : t` ${visible(note, 400)}`;
  switch (outcome) {
    case 'approved':
      return t`${who} approved the request.`;
    case 'declined':
      return said === ''
        ? t`${who} declined the request.`
        : t`${who} declined the request:${said}${END.test(said) ? t`` : t`.`}`;
    case 'expired':
      return t`The request expired before it was approved and sent.`;
    case 'withdrawn':
      return t`The person who asked withdrew the request.`;
    case 'unanswered':
      return t`The team journal did not answer when the person asked, so Purser took the request back.`;
    case 'changed':
      return t`The approval is void, because something changed since the approval.${said}`;
  }
}

export function nextAfter({ outcome }: ApprovalEnd): Visible {
  if (outcome === 'declined') return t`Ask the person who declined before you make a new request.`;
  return outcome === 'withdrawn' ? t`` : t`Make a new request if you still need it.`;
}

const UNREAD = t`Purser does not know whether this write needs approval. If it does, nothing is sent.`;

/** If the rules can't be read, the server still refuses a write that needs approval. */
export async function neededFor(intent: Intent, { approvals }: Journal): Promise<DialogApproval | undefined> {
  const need = await approvals?.needs(intent);
  if (need?.ok) return need.value && approvalAsked(need.value);
  return need && { part: 'unread', lines: [], warnings: [need.unreadable, UNREAD] };
}

function approvalAsked({ rule, online }: ApprovalNeed): DialogApproval {
  const lasts = counted(rule.minutes, t`minute`);
  return {
    part: 'ask',
    lines: [
      {
        label: t`Approval`,
        value: t`needed from ${othersText(rule.votes)} within ${lasts}`,
      },
      { label: t`Rule`, value: limitText(rule) },
      ...(online.length === 0 ? [] : [{ label: ONLINE, value: personsText(online) }]),
    ],
    warnings:
      online.length === 0
        ? [t`Nobody who may approve this write is online now. The write expires after ${lasts}.`]
        : [],
  };
}

function limitText({ over, currency, hours }: Rule): Visible {
  const limit = over === undefined ? undefined : parseDecimal(over);
  if (limit === undefined)
    return currency === undefined ? t`every amount` : t`every amount in ${visible(currency, 12)}`;
  const more = t`more than ${currency === undefined ? visible(limit) : amountText(limit, currency)}`;
  return hours === undefined ? more : t`${more} by one person in ${counted(hours, t`hour`)}`;
}
