// Whether a listed record differs from the request (FAULTS C23) or has the ID of another (FAULTS C22). Pure.

import { findOther } from '../../api/contract/about.ts';
import { memberOf } from '../../lib/json.ts';
import { remembered } from '../../lib/remembered.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { ListQuery } from '../../records/query.ts';
import type { List } from '../../store/list.ts';
import { type Item, idOfKey } from '../../store/paging.ts';

/** They have the same names in records and list requests. */
const ASKED_BY = /^(?:currency|transaction_type|(?:[a-z]+_)?account_id)$/;

/** A record without these fields matches. */
export function strayReason(
  { query, list }: { readonly query: ListQuery | undefined; readonly list: List<unknown> },
  { key, row, raw }: Item<unknown>,
): Visible | undefined {
  // Local rows were not requested.
  if (!list.pages.keys.has(key)) return undefined;
  if (hasTwin(list, key)) return t`Another row has the same ID. Purser offers no action for this row.`;
  if (list.other) return noAction(list.other);
  const asked = query ? askedFor(query) : [];
  for (const [name, wanted] of asked) {
    const own = memberOf(raw, name);
    if (own === wanted || typeof own !== 'string' || own.toUpperCase() === wanted.toUpperCase()) continue;
    const what = name === 'currency' ? t`currency` : name === 'transaction_type' ? t`type` : t`account`;
    return noAction(
      t`The ${what} of this row (${visible(own, 40)}) differs from the request (${visible(wanted, 40)}).`,
    );
  }
  const other = query && findOther(row, query);
  return other && noAction(other);
}

const noAction = (why: Visible): Visible => t`${why} Purser offers no action for this row.`;

/** Whether another row of the service has the same ID. */
export const hasTwin = ({ pages }: List<unknown>, key: string): boolean =>
  pages.sameId > 0 && pages.keys.has(`${idOfKey(key)}~2`);

/** All rows on the screen have the same query. */
const askedFor = remembered(({ input }: ListQuery): readonly (readonly [name: string, wanted: string])[] => {
  // Each is a flat record of texts.
  const { params, query } = input as Readonly<Record<'params' | 'query', object | undefined>>;
  return Object.entries({ ...params, ...query }).flatMap(([name, wanted]) =>
    ASKED_BY.test(name) && typeof wanted === 'string' && wanted !== '' ? [[name, wanted] as const] : [],
  );
});
