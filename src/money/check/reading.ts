// The result of a read for an UNKNOWN write: a record, or the rows of a list.

import type { Result } from '../../api/contract/operations.ts';
import type { RowOf } from '../../effects/query.ts';
import { ageText, type Moment } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { Document } from '../../store/list.ts';
import type { OutcomeCheck } from '../../store/outcome-check.ts';
import type { ReadId, ReadQuery } from './plan.ts';

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
