// What is known of one payout: a write from here as it was confirmed and as it went, or an entry of the balance history.

import type { RowOf } from '../../effects/query.ts';
import { doneAt } from '../../journal/duplicates.ts';
import type { Transition } from '../../journal/intent.ts';
import { showTime } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Cell } from '../../ui/kit/cell.ts';
import type { Entry } from '../../ui/kit/details.ts';
import { amountCell, type Moment, textCell, timeCell } from '../../ui/screens/cells.ts';
import { wordCell } from '../../ui/screens/journal-tones.ts';
import { isOwn, type OwnPayout } from './own-payout.ts';

export type HistoryEntry = RowOf<'account.balanceHistory'>;
export type Payout = HistoryEntry | OwnPayout;

/** A payout that was cancelled from here is no longer one that was made. */
export const stateCell = ({ own, cancelled }: OwnPayout): Cell =>
  cancelled ? { text: t`CANCELLED`, tone: 'plain' } : wordCell(own);

export const payoutDetails = (row: Payout, { moment }: { readonly moment: Moment }): readonly Entry[] =>
  isOwn(row) ? ownDetails(row, moment) : historyDetails(row, moment);

function historyDetails(row: HistoryEntry, moment: Moment): readonly Entry[] {
  return [
    {
      note: t`From the balance history, which has no payout ID: cancelling asks for the ID or the system reference.`,
    },
    { label: t`Amount`, cell: amountCell(row.amount, row.currency) },
    { label: t`Fee`, cell: amountCell(row.fee, row.currency) },
    { label: t`Balance after`, cell: amountCell(row.balance, row.currency) },
    { label: t`Type`, cell: textCell(row.transaction_type) },
    { label: t`Source`, cell: textCell(row.source_type) },
    { label: t`Time`, cell: timeCell(row.create_time, moment) },
    { label: t`Description`, cell: textCell(row.description) },
    { label: t`History ID`, cell: textCell(row.id) },
  ];
}

function ownDetails(row: OwnPayout, moment: Moment): readonly Entry[] {
  const { intent, transitions } = row.own;
  return [
    { label: t`State`, cell: stateCell(row) },
    { note: nextStep(row, moment), tone: 'plain' },
    ...recognisedEntries(row),
    { heading: t`As it was confirmed` },
    ...intent.what.map(({ label, value }) => ({ label: visible(label, 30), cell: { text: visible(value) } })),
    { label: t`Request ID`, cell: { text: visible(intent.requestId) } },
    { label: t`Begun`, cell: { text: when(intent.createdAt, moment) } },
    {
      label: t`Sent as`,
      cell: { text: t`${visible(intent.method)} ${visible(intent.target)}`, tone: 'dim' },
    },
    { heading: t`What happened` },
    ...transitions.flatMap(transition => transitionEntries(transition, moment)),
  ];
}

const when = (at: number, { mode, now, zone }: Moment): Visible => visible(showTime(at, mode, now, zone));

function recognisedEntries({ kind, known, own }: OwnPayout): readonly Entry[] {
  if (kind !== 'payout' || own.state !== 'DONE') return [];
  const { ids, references } = known;
  const note: Visible =
    ids.length + references.length > 0
      ? t`Recognised in the answer, whose fields the interface doesn't show: this may be what the service calls it.`
      : t`No ID is recognised in the answer; what came is below, as it came.`;
  return [
    { heading: t`What the service may call it` },
    { note },
    ...ids.map(id => ({ label: t`Payout ID`, cell: { text: visible(id) } })),
    ...references.map(id => ({ label: t`System ref.`, cell: { text: visible(id) } })),
  ];
}

function transitionEntries({ to, at, answer, resolution }: Transition, moment: Moment): readonly Entry[] {
  return [
    { label: visible(to), cell: { text: when(at, moment) } },
    ...(answer?.status === undefined
      ? []
      : [{ label: t`  HTTP`, cell: { text: visible(String(answer.status)) } }]),
    ...(answer?.message === undefined ? [] : [{ label: t`  said`, cell: { text: visible(answer.message) } }]),
    ...(answer?.text === undefined ? [] : [{ label: t`  answer`, cell: { text: visible(answer.text) } }]),
    ...(resolution
      ? [
          { label: t`  verdict`, cell: { text: visible(resolution.verdict) } },
          { label: t`  by`, cell: { text: visible(resolution.by) } },
          { label: t`  evidence`, cell: { text: visible(resolution.evidence) } },
          ...(resolution.note === '' ? [] : [{ label: t`  note`, cell: { text: visible(resolution.note) } }]),
        ]
      : []),
  ];
}

/** A whole sentence or two: what its state means, and what to do. */
function nextStep(row: OwnPayout, moment: Moment): Visible {
  const { kind, own, cancelled } = row;
  if (cancelled) {
    const at = when(doneAt(cancelled) ?? cancelled.intent.createdAt, moment);
    return t`It was cancelled from here at ${at}, under request ID ${visible(cancelled.intent.requestId)}.`;
  }
  const thing = kind === 'payout' ? t`payout` : t`cancellation`;
  switch (own.state) {
    case 'PREPARED':
    case 'SENT':
      return t`This ${thing} is on its way; how it ends will be said here.`;
    case 'UNKNOWN':
      return t`It isn't known whether the service did it. Don't send it as a new one: the journal (0) shows what can be read of it, and there it is resolved.`;
    case 'REFUSED':
      return kind === 'payout'
        ? t`The service refused it, so no money moved. n makes a new one.`
        : t`The service refused it, so nothing was cancelled.`;
    case 'NOT SENT':
      return t`Nothing left this machine, so nothing was done.`;
    case 'RESOLVED':
      return verdictOf(row) === 'DONE'
        ? t`A person found that the ${thing} was done.`
        : t`A person found that the ${thing} was not done.`;
    case 'DONE':
      return kind === 'payout'
        ? t`The service has made it. x cancels it as long as it is pending, which only the service knows.`
        : t`The service has cancelled it.`;
  }
}

/** What a person found, of one that was UNKNOWN. */
export const verdictOf = ({ own }: OwnPayout): 'DONE' | 'NOT DONE' | undefined =>
  own.transitions.findLast(({ resolution }) => resolution)?.resolution?.verdict;
