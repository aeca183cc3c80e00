// The service's data about an UNKNOWN write, and in words whether any of it proves something.

import { explain } from '../../api/client/explain.ts';
import type { Row } from '../../journal/intent.ts';
import { showTime } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { JournalEntry } from '../../records/journal-entry.ts';
import type { Document } from '../../store/list.ts';
import type { ReadBack } from '../../store/read-back.ts';
import type { Entry } from '../../ui/kit/details.ts';
import type { Moment } from '../../ui/screens/cells.ts';
import { ageText } from '../../ui/screens/list-status.ts';
import { changedSince } from '../../writes/duplicates.ts';
import type { ReadId } from '../../writes/reconcile/plan.ts';
import { readingOf } from '../../writes/reconcile/reading.ts';
import type { Told } from '../../writes/reconcile/reconciliation.ts';
import { definitionOf } from '../../writes/registry.ts';

/** All data found, or why there is none. */
export function foundEntries(entry: JournalEntry, moment: Moment): readonly Entry[] {
  const { row, here, otherProfile, readBack, all } = entry;
  if (row.state !== 'UNKNOWN') return [{ note: whyNothing(row) }];
  if (!here)
    return [{ note: t`This request belongs to another service. Sign in there to check it.`, tone: 'warn' }];
  const finding = definitionOf(row.intent.operation)?.reconcile;
  if (!finding)
    return [
      {
        note: t`Not supported by the service: nothing shows whether the request worked. Ask the service's support, then resolve it (v).`,
        tone: 'plain',
      },
    ];
  if (!readBack) return [{ note: t`Not read yet.` }];
  const told = { row, readBack, moment, all };
  return [
    ...(otherProfile
      ? [
          {
            note: t`This request belongs to the profile ${visible(row.intent.profile, 30)}. The current profile may see less.`,
            tone: 'warn' as const,
          },
        ]
      : []),
    ...finding.reads.flatMap(read => troubleOf(readBack, read, moment)),
    ...laterEntries(told),
    ...finding.tell(told),
    { heading: t`Conclusion` },
    { note: finding.proof, tone: 'plain' },
    { heading: t`How it was read` },
    whose(row),
    ...finding.reads.flatMap(read => ageOf(readBack, read, moment)),
  ];
}

/** The candidates that were found, each in one line that can be recorded as evidence. */
export const evidencesIn = (entries: readonly Entry[]): readonly Visible[] =>
  entries.flatMap(entry => ('evidence' in entry && entry.evidence ? [entry.evidence] : []));

const whyNothing = ({ state }: Row): Visible =>
  state === 'PREPARED' || state === 'SENT'
    ? t`The request is on its way, so there is nothing to check yet.`
    : t`There is nothing to check: the request is ${visible(state)}.`;

const whose = ({ intent: { customer } }: Row): Entry => ({
  note:
    customer.onBehalfOf === undefined
      ? t`Read for ${visible(customer.userId, 60)}, the customer of this write.`
      : t`Read for ${visible(customer.userId, 60)}, acting for ${visible(customer.onBehalfOf, 60)}: the customer of this write.`,
});

const titles: Readonly<Record<ReadId, Visible>> = {
  'quote.get': t`Quote`,
  'user.get': t`Customer`,
  'beneficiary.get': t`Beneficiary`,
  'beneficiary.list': t`Beneficiaries`,
  'account.list': t`Accounts`,
  'mandate.get': t`Mandate`,
  'directDebit.get': t`Direct debit payout`,
  'account.balances': t`Balances`,
  'account.balanceHistory': t`Balance history`,
  'card.limits': t`Card limits`,
  'card.list': t`Cards`,
  'rfi.get': t`Request for information`,
};

/** Why one read is missing, or older than it should be. */
function troubleOf(readBack: ReadBack, read: ReadId, { now }: Moment): readonly Entry[] {
  const reading = readingOf(readBack, read);
  const title = titles[read];
  if (!reading) return [{ note: t`${title}: the request has no ID to read.`, tone: 'warn' }];
  if (reading.loading) return [{ note: t`${title}: reading …` }];
  return reading.failure ? failed(title, reading.failure, reading.asOf, now) : [];
}

function ageOf(readBack: ReadBack, read: ReadId, { now }: Moment): readonly Entry[] {
  const age = ageText(readingOf(readBack, read)?.asOf, now);
  return age === undefined ? [] : [{ note: t`${titles[read]}: ${age}.` }];
}

/** A failed read proves nothing, and leaves the outcome unchanged (FAULTS E20). */
function failed(
  title: Visible,
  failure: NonNullable<Document<unknown>['failure']>,
  asOf: number | undefined,
  now: number,
): readonly Entry[] {
  if (failure.kind === 'abandoned') return [{ note: t`${title}: stopped. Press r to read it.` }];
  const { what, todo } = explain(failure, title);
  const age = ageText(asOf, now);
  return [
    { note: what, tone: 'bad' },
    { note: t`The outcome stays UNKNOWN.`, tone: 'bad' },
    { note: age === undefined ? todo : t`${todo} The data below was read ${age}.`, tone: 'plain' },
  ];
}

/** Later changes of the same record made in Purser, oldest first: the data below may be their effect. */
function laterEntries({ row, all, moment }: Told): readonly Entry[] {
  const later = changedSince(row, all).toSorted((a, b) => a.number - b.number);
  return later.map(({ intent, state }) => ({
    note: t`Changed again from here at ${when(intent.createdAt, moment)}, ${visible(state)}: “${visible(intent.title, 60)}” (request ID ${visible(intent.requestId)}).`,
    tone: 'warn',
  }));
}

const when = (at: number, { mode, now, zone }: Moment): Visible =>
  showTime(at, mode === 'utc' ? 'utc' : 'local', now, zone);
