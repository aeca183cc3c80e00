// The details of one journal entry: confirmation, request, history, and the service's data about an UNKNOWN write.

import { explain } from '../../api/client/explain.ts';
import { notSent, wasRefused } from '../../api/contract/write-meaning.ts';
import { ageText, clockText, type Moment } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import type { Row, Shown, Transition } from '../../journal/intent.ts';
import { isRecorded } from '../../journal/possible-duplicates.ts';
import { maskBody } from '../../lib/redact.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { approvalEndText } from '../../money/approval/approval-words.ts';
import {
  type CheckedWrite,
  evidenceOf,
  type ReadId,
  readingOf,
  readsOf,
} from '../../money/check/reconciliation.ts';
import { definitionOf } from '../../money/definition.ts';
import { sendsRequestId } from '../../money/in-path.ts';
import {
  type JournalEntry,
  prunedEntries,
  requestLabel,
  stateText,
  wasSent,
  writeStatuses,
} from '../../money/journal-entry.ts';
import type { WriteRules } from '../../money/write-rules.ts';
import type { Document } from '../../store/list.ts';
import type { OutcomeCheck } from '../../store/state.ts';
import { personText } from '../../store/together-view.ts';

const shown = (text: string): Visible => visible(maskBody(text));

export const confirmedEntries = ({ intent }: Row): readonly Entry[] => [
  { label: t`Request ID`, cell: { text: visible(intent.requestId) } },
  ...shownEntries(intent.what),
];

const shownEntries = (what: readonly Shown[]): readonly Entry[] =>
  what.map(({ label, value }) => ({
    label: visible(label, 40),
    cell: { text: value === '' ? t`–` : visible(value) },
  }));

export function whatEntries(entry: JournalEntry, moment: Moment, rules: WriteRules): readonly Entry[] {
  const { row } = entry;
  const { intent } = row;
  return [
    {
      lead: { text: visible(intent.title), tone: 'strong' },
      status: { text: stateText(entry), tone: writeStatuses[row.state].tone },
    },
    noted(meaningOf(entry, rules), 'plain'),
    ...(isRecorded(row) ? [] : [noted(UNRECORDED, 'warn')]),
    ...(entry.here
      ? []
      : [
          noted(
            intent.environment === 'demo'
              ? t`This request was sent to another demo, ${visible(intent.baseUrl, 60)}. The demo of a console ends with that console.`
              : t`This request belongs to another service, ${visible(intent.baseUrl, 60)}. Sign in there to check it.`,
            'warn',
          ),
        ]),
    ...heldEntries(row),
    ...prunedEntries(row, moment),
    { label: t`Requested`, cell: { text: clockText(intent.createdAt, moment) } },
    // The journal gets the entry when a person confirms it.
    {
      label: t`Confirmed in Purser`,
      cell: { text: clockText(row.transitions[0]?.at ?? intent.createdAt, moment) },
    },
    ...confirmedEntries(row),
    ...(row.duplicateOf === undefined
      ? []
      : [{ label: t`Duplicate of`, cell: { text: visible(row.duplicateOf) } }]),
    { heading: t`The request` },
    { label: t`Profile`, cell: { text: t`${visible(intent.profile)} (${visible(intent.environment)})` } },
    { label: t`Service`, cell: { text: visible(intent.baseUrl) } },
    { label: requestLabel(row), cell: { text: t`${visible(intent.method)} ${visible(intent.target)}` } },
    { label: t`Fingerprint`, cell: { text: visible(intent.fingerprint, 17), tone: 'dim' } },
    ...bodyEntries(row),
  ];
}

function bodyEntries(row: Row): readonly Entry[] {
  const { body } = row.intent;
  if (body === undefined) return [{ note: t`No body.` }];
  if (row.prunedAt !== undefined) return [{ note: t`The body was pruned.` }];
  return [{ note: wasSent(row) ? t`Body, exactly as sent:` : t`Body:` }, noted(shown(body), 'plain')];
}

const heldEntries = ({ held }: Row): readonly Entry[] =>
  held === undefined
    ? []
    : [
        {
          label: t`Owner`,
          cell: {
            text: t`${personText(held.owner)}${held.offer ? t`, offered to ${personText(held.offer.to)}` : t``}`,
            tone: held.offer ? 'warn' : 'strong',
          },
        },
      ];

function meaningOf({ row, own }: JournalEntry, rules: WriteRules): Visible {
  const meaning = rules.meaningOf(row.intent);
  switch (row.state) {
    case 'WAITING':
      return row.approved === 'mine'
        ? t`The request is approved. Press A to send it.`
        : row.approved
          ? t`The request is approved. Nothing was sent.`
          : t`The request waits for another person's approval. Nothing was sent.`;
    case 'PREPARED':
    case 'SENT':
      return own
        ? t`The request is on its way from this console. If this state does not change, press r to check.`
        : t`The request is on its way from another console, which is still running.`;
    case 'UNKNOWN':
      return t`${unknownBecause(row)}: ${meaning.may}. Check the entry against the service, then resolve it (v).`;
    case 'DONE':
      return t`The service confirmed the write.`;
    case 'REFUSED':
      return row.prunedAt === undefined &&
        sendsRequestId(row.intent) &&
        definitionOf(rules.definitions, row.intent.operation)?.neverAgain === undefined
        ? t`${wasRefused(meaning)} Sending again (p) uses the same request ID, so the service may only repeat its refusal.`
        : wasRefused(meaning);
    case 'NOT SENT':
      return unapproved(row, notSent(meaning));
    case 'RESOLVED':
      return row.prunedAt === undefined
        ? t`This entry is resolved, and that is final. History has the verdict and the evidence.`
        : t`This entry is resolved, and that is final. History has the verdict.`;
  }
}

const UNRECORDED = t`The journal could not record this outcome yet. Purser tries again every few seconds.`;

/** If there was a wait for approval, its end comes first. */
function unapproved(row: Row, meaning: Visible): Visible {
  const end = row.transitions.at(-1)?.approval;
  return end ? t`${approvalEndText(end)} ${meaning}` : meaning;
}

function unknownBecause(row: Row): Visible {
  const { transitions } = row;
  const last = transitions.at(-1);
  if (!isRecorded(row)) return t`The journal has no proof of the outcome`;
  const left = transitions.at(-2)?.process;
  const recovered = last && left && left.started !== last.process.started;
  if (last?.from === 'PREPARED') return t`The console did not record whether it sent the request`;
  // SENT is recorded before the first byte, and in a team a permission that is too old holds the request back afterwards.
  if (recovered) return t`The console was about to send the request, or sent it, and recorded no response`;
  return t`The request was sent, and the journal has no proof of the outcome`;
}

export function happenedEntries({ row }: JournalEntry, moment: Moment): readonly Entry[] {
  return row.transitions.flatMap(transition => transitionEntries(transition, moment));
}

function transitionEntries(transition: Transition, moment: Moment): readonly Entry[] {
  const { from, to, at, process, operator, answer, resolution, approval, what } = transition;
  return [
    { heading: t`${from === 'NEW' ? t`` : t`${visible(from)} → `}${visible(to)}` },
    { label: t`Time`, cell: { text: clockText(at, moment) } },
    { label: t`Process`, cell: { text: t`${process.pid}`, tone: 'dim' } },
    ...(operator === undefined ? [] : [{ label: t`Operator`, cell: { text: visible(operator, 40) } }]),
    ...(approval ? [noted(approvalEndText(approval), 'plain')] : []),
    ...(what ? [{ note: t`Confirmed for this attempt:` }, ...shownEntries(what)] : []),
    ...(answer?.status === undefined ? [] : [{ label: t`HTTP status`, cell: { text: t`${answer.status}` } }]),
    ...(answer?.message === undefined ? [] : [{ label: t`Message`, cell: { text: shown(answer.message) } }]),
    ...(answer?.text === undefined ? [] : [{ label: t`Answer`, cell: { text: shown(answer.text) } }]),
    ...(resolution
      ? [
          {
            label: t`Verdict`,
            cell: { text: resolution.verdict === 'DONE' ? t`done` : t`not done` },
          },
          { label: t`Evidence`, cell: { text: shown(resolution.evidence) } },
          ...(resolution.note === '' ? [] : [{ label: t`Note`, cell: { text: shown(resolution.note) } }]),
          { label: t`By`, cell: { text: shown(resolution.by) } },
        ]
      : []),
  ];
}

export function foundEntries(entry: JournalEntry, moment: Moment, rules: WriteRules): readonly Entry[] {
  const { row, here, otherProfile, outcomeCheck, all } = entry;
  if (row.state !== 'UNKNOWN') return [{ note: nothingText(row) }];
  if (!here) return [noted(t`This request belongs to another service. Sign in there to check it.`, 'warn')];
  const reconcile = definitionOf(rules.definitions, row.intent.operation)?.reconcile;
  if (!reconcile)
    return [
      noted(
        t`Not supported by the service: nothing shows whether the request worked. Ask the service's support, then resolve the entry (v).`,
        'plain',
      ),
    ];
  if (!outcomeCheck) return [{ note: t`Purser has not checked the outcome yet.` }];
  const checked = { row, outcomeCheck, moment, all };
  return [
    ...(otherProfile
      ? [
          noted(
            t`This request belongs to the profile ${visible(row.intent.profile, 30)}. The current profile may see less.`,
            'warn',
          ),
        ]
      : []),
    ...readsOf(reconcile).flatMap(read => troubleOf(outcomeCheck, read, moment)),
    ...laterEntries(checked, rules),
    ...evidenceOf(reconcile, checked),
    { heading: t`Conclusion` },
    noted(reconcile.proof, 'plain'),
    { heading: t`Data from the service` },
    whose(row),
    ...readsOf(reconcile).flatMap(read => ageOf(outcomeCheck, read, moment)),
  ];
}

const nothingText = ({ state }: Row): Visible =>
  state === 'PREPARED' || state === 'SENT'
    ? t`The request is on its way, so there is nothing to check yet.`
    : t`There is nothing to check: the request is ${visible(state)}.`;

const whose = ({ intent: { customer } }: Row): Entry => ({
  note:
    customer.onBehalfOf === undefined
      ? t`Purser read this data for customer ${visible(customer.userId, 60)}.`
      : t`Purser read this data for customer ${visible(customer.userId, 60)}, acting for ${visible(customer.onBehalfOf, 60)}.`,
});

const titles: Readonly<Record<ReadId, Visible>> = {
  'quote.get': t`Quote`,
  'user.get': t`Customer`,
  'beneficiary.get': t`Beneficiary`,
  'beneficiary.list': t`Beneficiaries`,
  'account.list': t`Accounts`,
  'mandate.get': t`Mandate`,
  'directDebit.get': t`Direct debit`,
  'account.balances': t`Balances`,
  'account.balanceHistory': t`Balance history`,
  'card.limits': t`Card limits`,
  'card.list': t`Cards`,
  'rfi.get': t`Request for information`,
};

function troubleOf(outcomeCheck: OutcomeCheck, read: ReadId, { now }: Moment): readonly Entry[] {
  const reading = readingOf(outcomeCheck, read);
  const title = titles[read];
  if (!reading) return [noted(t`${title}: not read, because the request does not contain the ID.`, 'warn')];
  if (reading.loading) return [{ note: t`${title}: reading …` }];
  return reading.failure ? failed(title, reading.failure, reading.asOf, now) : [];
}

function ageOf(outcomeCheck: OutcomeCheck, read: ReadId, { now }: Moment): readonly Entry[] {
  const age = ageText(readingOf(outcomeCheck, read)?.asOf, now);
  return age === undefined ? [] : [{ note: t`${titles[read]}: ${age}.` }];
}

/** A failed read proves nothing and does not change the outcome (FAULTS E20). */
function failed(
  title: Visible,
  failure: NonNullable<Document<unknown>['failure']>,
  asOf: number | undefined,
  now: number,
): readonly Entry[] {
  if (failure.kind === 'abandoned')
    return [{ note: t`${title}: reading was stopped. Press r to read again.` }];
  const { what, todo } = explain(failure, title);
  const age = ageText(asOf, now);
  return [
    noted(what, 'bad'),
    noted(t`The outcome stays UNKNOWN.`, 'bad'),
    noted(age === undefined ? todo : t`${todo} The data below was read ${age}.`, 'plain'),
  ];
}

/** Oldest first. They may explain the data below. */
function laterEntries({ row, all, moment }: CheckedWrite, { changedSince }: WriteRules): readonly Entry[] {
  const later = changedSince(row, all).toSorted((a, b) => a.number - b.number);
  return later.map(({ intent, state }) =>
    noted(
      t`The journal has a later write for the same record: “${visible(intent.title, 60)}” at ${clockText(intent.createdAt, moment)}, ${visible(state)} (request ID ${visible(intent.requestId)}).`,
      'warn',
    ),
  );
}
