// The details of a payout: of Purser's own write with its steps, or of an entry of the balance history.

import { type Moment, textCell } from '../../format/cells.ts';
import { type Cell, DASH, type Entry, noted } from '../../format/entry.ts';
import { historyEntries } from '../../format/record-words.ts';
import type { Transition } from '../../journal/intent.ts';
import { doneAt } from '../../journal/possible-duplicates.ts';
import { showTime } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { prunedEntries, requestLabel, wordCell } from '../../money/journal-entry.ts';
import { AMOUNT, confirmedLine } from '../../money/shown-lines.ts';
import type { HistoryEntry } from '../../records/reads.ts';
import { isOwn, type OwnPayout } from './own-payout.ts';

export type Payout = HistoryEntry | OwnPayout;

export const stateCell = ({ own, cancelled }: OwnPayout): Cell =>
  cancelled ? { text: t`CANCELLED`, tone: 'dim' } : wordCell(own);

/** A payout has a minus, as in the balance history. Digits and currency are separate, so that decimals align. */
export function confirmedAmount({ own, kind }: OwnPayout): Cell {
  const shown = confirmedLine(own, AMOUNT);
  if (shown === undefined) return DASH;
  const [, digits, unit] = /^(\S+) (\S+)$/.exec(shown) ?? [];
  if (digits === undefined || unit === undefined) return { text: shown };
  const amount = { text: visible(digits), unit: visible(unit) };
  return kind === 'payout' ? { ...amount, sign: '−', tone: 'money-out' } : amount;
}

export const payoutDetails = (row: Payout, { moment }: { readonly moment: Moment }): readonly Entry[] =>
  isOwn(row)
    ? ownDetails(row, moment)
    : [
        ...historyEntries(row, moment),
        { label: t`History ID`, cell: textCell(row.id) },
        { note: t`` },
        {
          note: t`This row is from the balance history, which has no payout ID. To cancel, enter the payout ID or the system reference.`,
        },
      ];

function ownDetails(row: OwnPayout, moment: Moment): readonly Entry[] {
  const { intent, transitions } = row.own;
  const amount = confirmedAmount(row);
  const lead: Cell = amount === DASH ? { text: visible(intent.title), tone: 'strong' } : amount;
  return [
    { lead, status: stateCell(row) },
    noted(nextStep(row, moment), 'plain'),
    ...(row.own.prunedAt === undefined ? recognisedEntries(row) : prunedEntries(row.own, moment)),
    { heading: t`Confirmed in Purser` },
    ...intent.what.map(({ label, value }) => ({ label: visible(label, 30), cell: { text: visible(value) } })),
    { label: t`Request ID`, cell: { text: visible(intent.requestId) } },
    { label: t`Created`, cell: { text: when(intent.createdAt, moment) } },
    {
      label: requestLabel(row.own),
      cell: { text: t`${visible(intent.method)} ${visible(intent.target)}`, tone: 'dim' },
    },
    { heading: t`Steps` },
    ...transitions.flatMap(transition => transitionEntries(transition, moment)),
  ];
}

const when = (at: number, { mode, now, zone }: Moment): Visible => showTime(at, mode, now, zone);

function recognisedEntries({ kind, known, own }: OwnPayout): readonly Entry[] {
  if (kind !== 'payout' || own.state !== 'DONE') return [];
  const { ids, references } = known;
  if (ids.length + references.length === 0)
    return [{ note: t`Purser found no ID in the service's response. The raw response is below.` }];
  return [
    { heading: t`ID from this payout's response (not documented)` },
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
    ...(answer?.message === undefined
      ? []
      : [{ label: t`  message`, cell: { text: visible(answer.message) } }]),
    ...(answer?.text === undefined ? [] : [{ label: t`  response`, cell: { text: visible(answer.text) } }]),
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

function nextStep(row: OwnPayout, moment: Moment): Visible {
  const { kind, own, cancelled } = row;
  if (cancelled) {
    const at = when(doneAt(cancelled) ?? cancelled.intent.createdAt, moment);
    return t`Purser cancelled this payout at ${at} (request ID ${visible(cancelled.intent.requestId)}).`;
  }
  const thing = kind === 'payout' ? t`payout` : t`cancellation`;
  switch (own.state) {
    case 'WAITING':
      return own.approved === undefined
        ? t`This ${thing} waits for another person's approval. Nothing was sent.`
        : t`This ${thing} is approved. Nothing was sent.${own.approved === 'mine' ? t` Press A to send it.` : t``}`;
    case 'PREPARED':
    case 'SENT':
      return t`Purser is sending this ${thing}. The outcome will appear here.`;
    case 'UNKNOWN':
      return t`Unknown: the ${thing} may have been done. Don't send a new ${thing}. Check this entry against the service and resolve it in the journal (0).`;
    case 'REFUSED':
      return kind === 'payout'
        ? t`The service refused the payout. No money moved. Press n to make a new payout.`
        : t`The service refused the cancellation. Nothing was cancelled.`;
    case 'NOT SENT':
      return t`Not sent. The service did not receive this ${thing}.`;
    case 'RESOLVED':
      return verdictOf(row) === 'DONE'
        ? t`Resolved: the ${thing} was done.`
        : t`Resolved: the ${thing} was not done.`;
    case 'DONE':
      return kind === 'payout'
        ? t`The service made the payout. You can cancel (x) a pending payout. Only the service knows whether this payout is still pending.`
        : t`The service cancelled the payout.`;
  }
}

export const verdictOf = ({ own }: OwnPayout): 'DONE' | 'NOT DONE' | undefined =>
  own.transitions.findLast(({ resolution }) => resolution)?.resolution?.verdict;
