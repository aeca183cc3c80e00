// What the service shows of a write whose outcome is UNKNOWN, and in words whether any of it proves something.

import { explain } from '../../api/client/explain.ts';
import type { Result } from '../../api/contract/operations.ts';
import type { Row } from '../../journal/intent.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Document } from '../../store/list.ts';
import type { ReadBack } from '../../store/read-back.ts';
import type { Entry } from '../../ui/kit/details.ts';
import { amountCell, type Moment, textCell, timeCell } from '../../ui/screens/cells.ts';
import { ageText } from '../../ui/screens/list-status.ts';
import { confirmedLine, STATUS } from '../../ui/screens/shown-lines.ts';
import { readingOf } from '../../writes/read-back.ts';
import type { ReadId } from '../../writes/reconcile/plan.ts';
import { type Candidates, candidatesFor } from './candidates.ts';
import { cardEntries } from './found-card.ts';
import { issuedEntries } from './found-cards.ts';
import { balances, quote, quoteOf } from './found-conversion.ts';
import { historyEntries } from './found-history.ts';
import { asOf, laterEntries } from './found-later.ts';
import { recordFindings } from './found-records.ts';
import type { JournalEntry } from './journal-entry.ts';
import { ownPayouts } from './own-payouts.ts';

export interface Told {
  readonly row: Row;
  readonly readBack: ReadBack;
  readonly moment: Moment;
  readonly all: readonly Row[];
}

/** One kind of write: what its readings are called, in their order, and how each is told. */
export interface Finding {
  readonly reads: readonly ReadId[];
  tell(told: Told): readonly Entry[];
  /** What a person has to know before a verdict. */
  readonly proof: Visible;
}

const NO_PROOF = t`An entry of the history has neither the request ID nor an ID of the payout: it is a candidate and no proof, since an equal payout looks the same; and none may only mean that it comes later. Ask the service's support where the two can't be told apart.`;

const card: Finding = {
  reads: ['card.list', 'card.limits'],
  tell: ({ row, readBack, moment }) => cardEntries(row, readBack, moment),
  proof: t`A status or a limit that is as asked may have been so before, or been set by somebody else; one that isn't shows that it has not been set so far.`,
};

const findings: Readonly<Record<string, Finding>> = {
  'payout.create': {
    reads: ['account.balanceHistory', 'beneficiary.get'],
    tell: told => [...history(told, candidatesFor(told.row)), ...beneficiary(told)],
    proof: NO_PROOF,
  },
  'payout.cancel': {
    reads: ['account.balanceHistory'],
    tell: told => [
      { note: t`The interface has no read of a payout: only the history can show money that came back.` },
      ...history(told, candidatesFor(told.row)),
    ],
    proof: t`An entry says that money came back, not why: a payout that goes out may be released first and taken right after, so look for an entry that takes it again. Without one nothing is proved either. Ask the service's support.`,
  },
  'conversion.create': {
    reads: ['account.balanceHistory', 'quote.get', 'account.balances'],
    tell: told => [
      ...history(told, candidatesFor(told.row, quoteOf(told)?.value)),
      ...quote(told),
      ...balances(told),
    ],
    proof: t`The details of a quote don't say whether it was used, and the interface lists no conversions: an entry of exactly these amounts is a candidate and no proof.`,
  },
  'card.issue': {
    reads: ['card.list'],
    tell: ({ row, readBack, moment }) => {
      const read = readingOf(readBack, 'card.list')?.value;
      return read === undefined ? [] : issuedEntries(read.entries, row.intent, readBack.since, moment);
    },
    proof: t`A card of this cardholder that came since is a candidate and no proof: another console may have issued it. Sent again (p) under its own request ID, it issues no second card by what the interface says of request_id.`,
  },
  'directDebit.cancel': {
    reads: ['directDebit.get'],
    tell: debit,
    proof: t`Which status follows a cancellation isn't given: PENDING shows that it has not been cancelled so far, SETTLED that it was debited. Any other only shows that it waits no more.`,
  },
  'card.activate': card,
  'card.update': card,
  'card.close': card,
  ...recordFindings,
};

/** Everything found, or why there is nothing to show. */
export function foundEntries(entry: JournalEntry, moment: Moment): readonly Entry[] {
  const { row, here, otherProfile, readBack, all } = entry;
  if (row.state !== 'UNKNOWN') return [{ note: whyNothing(row) }];
  if (!here)
    return [{ note: t`It was made at another service: sign in there to read it back.`, tone: 'warn' }];
  const finding = Object.hasOwn(findings, row.intent.operation) ? findings[row.intent.operation] : undefined;
  if (!finding)
    return [
      {
        note: t`The interface has nothing that shows whether it was done: ask the service's support, then resolve it (v).`,
        tone: 'plain',
      },
    ];
  if (!readBack) return [{ note: t`Not read yet.` }];
  const told = { row, readBack, moment, all };
  return [
    ...(otherProfile
      ? [
          {
            note: t`It was made with the profile ${visible(row.intent.profile, 30)}: this one may see less of it, or nothing.`,
            tone: 'warn' as const,
          },
        ]
      : []),
    ...finding.reads.flatMap(read => troubleOf(readBack, read, moment)),
    ...laterEntries(told),
    ...finding.tell(told),
    { heading: t`What it proves` },
    { note: finding.proof, tone: 'plain' },
    { heading: t`How it was read` },
    whose(row),
    ...finding.reads.flatMap(read => ageOf(readBack, read, moment)),
  ];
}

const whyNothing = ({ state }: Row): Visible =>
  state === 'PREPARED' || state === 'SENT'
    ? t`It is on its way: there is nothing to find out yet.`
    : t`There is nothing to find out: it is ${visible(state)}.`;

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

/** Why one reading isn't here, or not as new as it should be. */
function troubleOf(readBack: ReadBack, read: ReadId, { now }: Moment): readonly Entry[] {
  const reading = readingOf(readBack, read);
  const title = titles[read];
  if (!reading) return [{ note: t`${title}: the request named none, so it can't be read.`, tone: 'warn' }];
  if (reading.loading) return [{ note: t`${title}: reading …` }];
  return reading.failure ? failed(title, reading.failure, reading.asOf, now) : [];
}

function ageOf(readBack: ReadBack, read: ReadId, { now }: Moment): readonly Entry[] {
  const age = ageText(readingOf(readBack, read)?.asOf, now);
  return age === undefined ? [] : [{ note: t`${titles[read]}: ${age}.` }];
}

/** A reading that failed proves nothing, and leaves the write as it was (FAULTS E20). */
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
    { note: t`It stays UNKNOWN.`, tone: 'bad' },
    { note: age === undefined ? todo : t`${todo} What stands below is ${age}.`, tone: 'plain' },
  ];
}

function history({ row, readBack, moment, all }: Told, candidates: Candidates): readonly Entry[] {
  const read = readingOf(readBack, 'account.balanceHistory')?.value;
  return read === undefined
    ? []
    : historyEntries(read, {
        since: readBack.since,
        moment,
        candidates,
        own: ownPayouts(row, readBack, all),
      });
}

function beneficiary({ readBack, moment }: Told): readonly Entry[] {
  const read = readingOf(readBack, 'beneficiary.get')?.value;
  if (read === undefined) return [];
  return [
    { heading: asOf(t`The beneficiary now`, readBack, 'beneficiary.get', moment) },
    { label: t`Name`, cell: textCell(read.account_holder_name) },
    { label: t`Account`, cell: textCell(read.account_number) },
    { label: t`Status`, cell: textCell(read.status) },
    { label: t`Last used`, cell: timeCell(read.last_used_at, moment) },
  ];
}

function debit({ row, readBack, moment }: Told): readonly Entry[] {
  const read: Result<'directDebit.get'> | undefined = readingOf(readBack, 'directDebit.get')?.value;
  if (read === undefined) return [];
  const then = confirmedLine(row, STATUS);
  return [
    { heading: asOf(t`The direct debit payout now`, readBack, 'directDebit.get', moment) },
    { label: t`Status then`, cell: textCell(then) },
    { label: t`Status now`, cell: textCell(read.status, 'strong') },
    { label: t`Amount`, cell: amountCell(read.amount, read.currency) },
    { label: t`Debtor`, cell: textCell(read.debtor_name) },
    { label: t`Created`, cell: timeCell(read.created_at, moment) },
    { label: t`ID`, cell: textCell(read.transaction_id) },
  ];
}
