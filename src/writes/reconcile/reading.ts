// A read for an UNKNOWN write: a record, or the rows of a list.

import type { Result } from '../../api/contract/operations.ts';
import type { RowOf } from '../../effects/query.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { Document } from '../../store/list.ts';
import type { ReadBack } from '../../store/read-back.ts';
import type { Entry } from '../../ui/kit/details.ts';
import type { Moment } from '../../ui/screens/cells.ts';
import { ageText } from '../../ui/screens/list-status.ts';
import type { ReadId, ReadQuery } from './plan.ts';

/** The lists that are read page by page, and where their records have the ID. */
export const idFields = { 'account.balanceHistory': 'id', 'card.list': 'cardHashId' } as const;
type LookedThrough = keyof typeof idFields;

/** A list, as far as it was read. */
interface ListRead<Id extends LookedThrough> {
  readonly entries: readonly RowOf<Id>[];
  /** False if the list has more rows than were read. */
  readonly complete: boolean;
}

type ReadOf<Id extends ReadId> = Id extends LookedThrough ? ListRead<Id> : Result<Id>;

/** One of the reads; undefined if this write doesn't have it. */
export const readingOf = <Id extends ReadId>(
  { readings }: ReadBack,
  operation: Id,
): Document<ReadOf<Id>> | undefined =>
  // Each is kept under the operation that read it.
  readings[operation] as Document<ReadOf<Id>> | undefined;

export const isLookedThrough = (
  query: ReadQuery,
): query is Extract<ReadQuery, { operation: LookedThrough }> => Object.hasOwn(idFields, query.operation);

export const ANOTHER: Entry = {
  note: t`? The service returned another record than the requested one.`,
  tone: 'bad',
};

/** "The card now (12 s ago)". */
export function asOf(what: Visible, readBack: ReadBack, read: ReadId, { now }: Moment): Visible {
  const age = ageText(readingOf(readBack, read)?.asOf, now);
  return age === undefined ? what : t`${what} (${age})`;
}
