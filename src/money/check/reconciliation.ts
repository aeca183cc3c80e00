// The result of a read for an UNKNOWN write: a record, or the rows of a list.

import type { Input, Result } from '../../api/contract/operations.ts';
import type { RowOf } from '../../effects/query.ts';
import { ageText, type Moment } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import type { Intent, Row } from '../../journal/intent.ts';
import { textIn } from '../../journal/request-body.ts';
import { addDays, todayIn } from '../../lib/time.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { Document } from '../../store/list.ts';
import type { OutcomeCheck } from '../../store/outcome-check.ts';

/** An UNKNOWN write with the results of its reads. `all`: the journal's rows. */
export interface CheckedWrite {
  readonly row: Row;
  readonly outcomeCheck: OutcomeCheck;
  readonly moment: Moment;
  readonly all: readonly Row[];
}

export interface Reconciliation {
  readonly plan: Plan;
  /** The reads that the screen shows, in order. */
  readonly reads: readonly ReadId[];
  entries(checked: CheckedWrite): readonly Entry[];
  /** What a person must know before resolving the entry. */
  readonly proof: Visible;
}

/** The operations that a reconciliation may read. */
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

export type ReadQuery = {
  [Id in ReadId]: { readonly operation: Id; readonly input: Input<Id> };
}[ReadId];

/** The reads for a write, made for the write's customer. Empty if the service has no such read. `since`: see `sinceOf`. */
export type Plan = (intent: Intent, since: number) => readonly ReadQuery[];

/** Purser finds every entry if this machine's clock is wrong by at most this many ms after the correction by `skew`. */
const MARGIN = 60_000;

/**
 * The earliest time of an entry that may belong to this write: epoch ms of the service's clock, which is `skew` ms
 * ahead of this machine's clock.
 */
export const sinceOf = ({ createdAt }: Intent, skew = 0): number => createdAt + skew - MARGIN;

/** Starts one day earlier, because the time zone of `from_date` is not documented. */
export const history = (since: number): ReadQuery => ({
  operation: 'account.balanceHistory',
  input: { query: { from_date: addDays(todayIn('UTC', since), -1) } },
});

export const byId = (id: string | undefined, query: (id: string) => ReadQuery): readonly ReadQuery[] =>
  id === undefined ? [] : [query(id)];

/** The list gives the card's status, because the API can't read one card. The limits have a read by ID. */
export const cardReads: Plan = intent =>
  byId(textIn(intent, 'id'), id => ({ operation: 'card.limits', input: { query: { id } } })).concat({
    operation: 'card.list',
    input: {},
  });

/** The most records in one response of the beneficiary list (INTERFACE.md, Limits). */
export const MOST_BENEFICIARIES = 100;

/** The lists that Purser reads page by page. */
const PAGED = ['account.balanceHistory', 'card.list'] as const;
type PagedRead = (typeof PAGED)[number];

/** The rows of a list, as far as Purser has read the list. */
interface ListRead<Id extends PagedRead> {
  readonly entries: readonly RowOf<Id>[];
  /** False if the list has more rows than were read. */
  readonly complete: boolean;
}

type ReadOf<Id extends ReadId> = Id extends PagedRead ? ListRead<Id> : Result<Id>;

/** The result of one read; undefined if this write doesn't use that read. */
export const readingOf = <Id extends ReadId>(
  { readings }: OutcomeCheck,
  operation: Id,
): Document<ReadOf<Id>> | undefined =>
  // Each result is stored under the operation that read it.
  readings[operation] as Document<ReadOf<Id>> | undefined;

export const isPaged = (query: ReadQuery): query is Extract<ReadQuery, { operation: PagedRead }> =>
  PAGED.some(paged => paged === query.operation);

export const ANOTHER: Entry = {
  note: t`? The service returned a different record.`,
  tone: 'bad',
};

/** "The card now (12 s ago)". */
export function asOf(what: Visible, outcomeCheck: OutcomeCheck, read: ReadId, { now }: Moment): Visible {
  const age = ageText(readingOf(outcomeCheck, read)?.asOf, now);
  return age === undefined ? what : t`${what} (${age})`;
}
