// Whether a record of a list is of another account or currency than the service was asked for (FAULTS C23); pure.

import type { ListQuery } from '../../effects/query.ts';
import { isJsonObject } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { List } from '../../store/list.ts';
import type { Item } from '../../store/paging.ts';

/** Fields that say whose a record is, or of which kind, and that lists are asked by under the same names. */
const ASKED_BY = /^(?:currency|transaction_type|(?:[a-z]+_)?account_id)$/;

/** Why the record isn't one that was asked for, as a whole sentence. What doesn't say whose it is, is taken for it. */
export function whyStray(
  { query, list }: { readonly query: ListQuery | undefined; readonly list: List<unknown> },
  { key, raw }: Item<unknown>,
): Visible | undefined {
  // Rows that no answer brought were not asked for.
  if (!query || !list.pages.keys.has(key) || !isJsonObject(raw)) return undefined;
  for (const [name, wanted] of askedFor(query)) {
    const own = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (typeof own !== 'string' || own.toUpperCase() === wanted.toUpperCase()) continue;
    const what = name === 'currency' ? t`currency` : name === 'transaction_type' ? t`type` : t`account`;
    return t`It is of another ${what} (${visible(own, 40)}) than was asked for (${visible(wanted, 40)}): nothing is done with it from here.`;
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
