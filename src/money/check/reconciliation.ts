// The result of a read for an UNKNOWN write: a record, or the rows of a list.

import type { Input, Result } from '../../api/contract/operations.ts';
import { ageText, type Moment } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import type { Intent, Row } from '../../journal/intent.ts';
import { textIn } from '../../journal/request-body.ts';
import { addDays, todayIn } from '../../lib/time.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { RowOf } from '../../records/query.ts';
import type { Document } from '../../store/list.ts';
import type { OutcomeCheck } from '../../store/state.ts';

export interface CheckedWrite {
  readonly row: Row;
  readonly outcomeCheck: OutcomeCheck;
  readonly moment: Moment;
  readonly all: readonly Row[];
}

export interface Reconciliation {
  readonly plan: Plan;
  /** Before all evidence, also if nothing was read. */
  readonly about?: Visible;
  /** What each read of the plan shows, in this order. */
  readonly evidence: Evidence;
  /** What a person must know before resolving. */
  readonly proof: Visible;
}

export type ReadId =
  | 'quote.get'
  | 'beneficiary.get'
  | 'beneficiary.list'
  | 'account.list'
  | 'mandate.get'
  | 'directDebit.get'
  | 'account.balances'
  | 'card.limits'
  | 'card.list'
  | 'rfi.get'
  | 'account.balanceHistory'
  | 'user.get';

type Evidence = {
  readonly [Id in ReadId]?: (read: ReadOf<Id>, checked: CheckedWrite) => readonly Entry[];
};

export const readsOf = ({ evidence }: Reconciliation): readonly ReadId[] =>
  // The object has only the keys of its type.
  Object.keys(evidence) as ReadId[];

export const evidenceOf = (reconcile: Reconciliation, checked: CheckedWrite): readonly Entry[] => [
  ...(reconcile.about === undefined ? [] : [{ note: reconcile.about }]),
  ...readsOf(reconcile).flatMap(id => shownBy(id, reconcile.evidence, checked)),
];

function shownBy<Id extends ReadId>(id: Id, evidence: Evidence, checked: CheckedWrite): readonly Entry[] {
  const read = readingOf(checked.outcomeCheck, id)?.value;
  return read === undefined ? [] : (evidence[id]?.(read, checked) ?? []);
}

export type CheckRead = {
  [Id in ReadId]: { readonly operation: Id; readonly input: Input<Id> };
}[ReadId];

/** Empty if the service has no such read. `since`: see `sinceOf`. */
export type Plan = (intent: Intent, since: number) => readonly CheckRead[];

/** How wrong this machine's clock may be after the correction by `skew`, in ms. */
const MARGIN = 60_000;

/** Epoch ms of the service's clock, which is `skew` ms ahead. */
export const sinceOf = ({ createdAt }: Intent, skew = 0): number => createdAt + skew - MARGIN;

/** One day earlier, because the time zone of `from_date` is not documented. */
export const history = (since: number): CheckRead => ({
  operation: 'account.balanceHistory',
  input: { query: { from_date: addDays(todayIn('UTC', since), -1) } },
});

/** No read without the `named` values. */
export const readWith = <Named>(
  named: Named | undefined,
  query: (named: Named) => CheckRead,
): readonly CheckRead[] => (named === undefined ? [] : [query(named)]);

/** The API can't read one card, so the list gives its status. */
export const cardReads: Plan = intent =>
  readWith(textIn(intent, 'id'), id => ({ operation: 'card.limits', input: { query: { id } } })).concat({
    operation: 'card.list',
    input: {},
  });

/** INTERFACE.md, Limits. */
export const MOST_BENEFICIARIES = 100;

const PAGED = ['account.balanceHistory', 'card.list'] as const;
type PagedRead = (typeof PAGED)[number];

export interface RowsRead<Id extends PagedRead> {
  readonly entries: readonly RowOf<Id>[];
  /** False if the list has more rows than were read. */
  readonly complete: boolean;
}

type ReadOf<Id extends ReadId> = Id extends PagedRead ? RowsRead<Id> : Result<Id>;

export const readingOf = <Id extends ReadId>(
  { readings }: OutcomeCheck,
  operation: Id,
): Document<ReadOf<Id>> | undefined =>
  // Each result is stored under the operation that read it.
  readings[operation] as Document<ReadOf<Id>> | undefined;

export const isPaged = (query: CheckRead): query is Extract<CheckRead, { operation: PagedRead }> =>
  PAGED.some(paged => paged === query.operation);

export const ANOTHER: Entry = noted(t`? The service returned a different record.`, 'bad');

/** `what` as a heading, with the age of the read. */
export function asOf(what: Visible, read: ReadId, { outcomeCheck, moment }: CheckedWrite): Entry {
  const age = ageText(readingOf(outcomeCheck, read)?.asOf, moment.now);
  return { heading: age === undefined ? what : t`${what} (${age})` };
}
