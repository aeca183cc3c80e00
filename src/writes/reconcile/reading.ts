// A reading for a write whose outcome is UNKNOWN: a record, or the rows of a list that were read.

import type { Result } from '../../api/contract/operations.ts';
import type { RowOf } from '../../effects/query.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { Document } from '../../store/list.ts';
import type { ReadBack } from '../../store/read-back.ts';
import type { Entry } from '../../ui/kit/details.ts';
import type { Moment } from '../../ui/screens/cells.ts';
import { ageText } from '../../ui/screens/list-status.ts';
import type { ReadId, ReadQuery } from './plan.ts';

/** The lists that are looked through page by page, and where a record of each has its ID. */
export const idFields = { 'account.balanceHistory': 'id', 'card.list': 'cardHashId' } as const;
type LookedThrough = keyof typeof idFields;

/** A list, as far as it was looked through. */
interface ListRead<Id extends LookedThrough> {
  readonly entries: readonly RowOf<Id>[];
  /** False where it goes on beyond what was looked through. */
  readonly complete: boolean;
}

type ReadOf<Id extends ReadId> = Id extends LookedThrough ? ListRead<Id> : Result<Id>;

/** One of the readings; undefined where it isn't among what can be read of this write. */
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
  note: t`? This answer is about another record than was asked for.`,
  tone: 'bad',
};

/** "The card now (12 s ago)". */
export function asOf(what: Visible, readBack: ReadBack, read: ReadId, { now }: Moment): Visible {
  const age = ageText(readingOf(readBack, read)?.asOf, now);
  return age === undefined ? what : t`${what} (${age})`;
}
