// Finds a card in its customer's list: the API has no read of one card by its ID.

import type { Client } from '../api/client/client.ts';
import type { Failure } from '../api/client/failure.ts';
import type { Customer } from '../api/client/service.ts';
import { Odd } from '../api/contract/odd.ts';
import type { RowOf } from '../effects/query.ts';
import { isId } from '../ui/screens/cells.ts';

interface Found {
  readonly card: RowOf<'card.list'> | undefined;
  readonly at: { readonly filter: Record<string, never>; readonly offset: number };
}

const LIMIT = 20;
/** More cards than one customer has, so that an endless list ends. */
const MOST = 5000;

/** `card` is undefined if the whole list doesn't have this ID. */
export async function findCard(
  id: string,
  client: Client,
  customer: Customer | undefined,
): Promise<Found | { readonly failure: Failure }> {
  for (let offset = 0; offset < MOST; ) {
    const page = await client.perform('card.list', { query: { limit: LIMIT, offset } }, { customer });
    if (!page.ok) return { failure: page.failure };
    const at = page.value.findIndex(row => !(row instanceof Odd) && isId(row.cardHashId, id));
    const card = page.value[at];
    if (card !== undefined && !(card instanceof Odd))
      return { card, at: { filter: {}, offset: offset + at } };
    if (page.value.length === 0) break;
    offset += page.value.length;
  }
  return { card: undefined, at: { filter: {}, offset: 0 } };
}
