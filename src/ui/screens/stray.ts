// Whether a record of a list has another account or currency than the request (FAULTS C23). Pure.

import type { ListQuery } from '../../effects/query.ts';
import { isJsonObject } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { List } from '../../store/list.ts';
import type { Item } from '../../store/paging.ts';

/** Fields that say whose a record is, or of which kind, and that list requests have under the same names. */
const ASKED_BY = /^(?:currency|transaction_type|(?:[a-z]+_)?account_id)$/;

/** Why the record doesn't match the request, as a whole sentence. A record without these fields counts as a match. */
export function whyStray(
  { query, list }: { readonly query: ListQuery | undefined; readonly list: List<unknown> },
  { key, raw }: Item<unknown>,
): Visible | undefined {
  // Local rows were not requested.
  if (!query || !list.pages.keys.has(key) || !isJsonObject(raw)) return undefined;
  for (const [name, wanted] of askedFor(query)) {
    const own = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (typeof own !== 'string' || own.toUpperCase() === wanted.toUpperCase()) continue;
    const what = name === 'currency' ? t`currency` : name === 'transaction_type' ? t`type` : t`account`;
    return t`This row has another ${what} (${visible(own, 40)}) than the request (${visible(wanted, 40)}). Purser offers no action for this row.`;
  }
  return undefined;
}

function askedFor({ input }: ListQuery): readonly (readonly [name: string, wanted: string])[] {
  // Every operation's input has some of these, each a flat record of texts.
  const { params, query } = input as Readonly<Record<'params' | 'query', object | undefined>>;
  return Object.entries({ ...params, ...query }).flatMap(([name, wanted]) =>
    ASKED_BY.test(name) && typeof wanted === 'string' && wanted !== '' ? [[name, wanted] as const] : [],
  );
}
