// The service's data about an UNKNOWN write, and a sentence about what the data proves.

import { explain } from '../../api/client/explain.ts';
import { ageText, type Moment } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import type { Row } from '../../journal/intent.ts';
import { showTime } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { CheckedWrite, ReadId } from '../../money/check/reconciliation.ts';
import { readingOf } from '../../money/check/reconciliation.ts';
import { definitionOf } from '../../money/definition.ts';
import type { JournalEntry } from '../../money/journal-entry.ts';
import type { WriteRules } from '../../money/write-rules.ts';
import type { Document } from '../../store/list.ts';
import type { OutcomeCheck } from '../../store/state.ts';

export function foundEntries(entry: JournalEntry, moment: Moment, rules: WriteRules): readonly Entry[] {
  const { row, here, otherProfile, outcomeCheck, all } = entry;
  if (row.state !== 'UNKNOWN') return [{ note: whyNothing(row) }];
  if (!here)
    return [{ note: t`This request belongs to another service. Sign in there to check it.`, tone: 'warn' }];
  const reconcile = definitionOf(rules.definitions, row.intent.operation)?.reconcile;
  if (!reconcile)
    return [
      {
        note: t`Not supported by the service: nothing shows whether the request worked. Ask the service's support, then resolve the entry (v).`,
        tone: 'plain',
      },
    ];
  if (!outcomeCheck) return [{ note: t`Purser has not checked the outcome yet.` }];
  const checked = { row, outcomeCheck, moment, all };
  return [
    ...(otherProfile
      ? [
          {
            note: t`This request belongs to the profile ${visible(row.intent.profile, 30)}. The current profile may see less.`,
            tone: 'warn' as const,
          },
        ]
      : []),
    ...reconcile.reads.flatMap(read => troubleOf(outcomeCheck, read, moment)),
    ...laterEntries(checked, rules),
    ...reconcile.entries(checked),
    { heading: t`Conclusion` },
    { note: reconcile.proof, tone: 'plain' },
    { heading: t`Data from the service` },
    whose(row),
    ...reconcile.reads.flatMap(read => ageOf(outcomeCheck, read, moment)),
  ];
}

/** One line for each record that may be the write's effect. */
export const evidencesIn = (entries: readonly Entry[]): readonly Visible[] =>
  entries.flatMap(entry => ('evidence' in entry && entry.evidence ? [entry.evidence] : []));

const whyNothing = ({ state }: Row): Visible =>
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
  if (!reading)
    return [{ note: t`${title}: not read, because the request does not contain the ID.`, tone: 'warn' }];
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
    { note: what, tone: 'bad' },
    { note: t`The outcome stays UNKNOWN.`, tone: 'bad' },
    { note: age === undefined ? todo : t`${todo} The data below was read ${age}.`, tone: 'plain' },
  ];
}

/** Oldest first. They may explain the data below. */
function laterEntries({ row, all, moment }: CheckedWrite, { changedSince }: WriteRules): readonly Entry[] {
  const later = changedSince(row, all).toSorted((a, b) => a.number - b.number);
  return later.map(({ intent, state }) => ({
    note: t`The journal has a later write for the same record: “${visible(intent.title, 60)}” at ${when(intent.createdAt, moment)}, ${visible(state)} (request ID ${visible(intent.requestId)}).`,
    tone: 'warn',
  }));
}

const when = (at: number, { mode, now, zone }: Moment): Visible =>
  showTime(at, mode === 'utc' ? 'utc' : 'local', now, zone);
