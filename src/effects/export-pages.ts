// The records of a whole list, page by page, for an export: each page is let go before the next, only IDs are remembered.

import type { Client } from '../api/client/client.ts';
import type { Failure } from '../api/client/failure.ts';
import type { Customer } from '../api/client/service.ts';
import { readPage } from '../api/contract/paging.ts';
import { countText } from '../lib/decimal.ts';
import { t, type Visible } from '../lib/visible.ts';
import { type Item, join, noPages, type Pages, received } from '../store/paging.ts';
import { arrivals } from './lists.ts';
import { askForPage, type PageSizes } from './page-sizes.ts';
import type { ListQuery } from './query.ts';

interface ExportPagesDeps {
  readonly query: ListQuery;
  readonly service: Client;
  readonly customer: Customer | undefined;
  readonly signal: AbortSignal;
  readonly sizes: PageSizes;
}

/** A page's records, and how many there are in all where the server says so; or why there is no more, or that there may be. */
type Fetched =
  | { readonly page: readonly Item<unknown>[]; readonly total: number | undefined }
  | { readonly failure: Failure }
  | { readonly doubt: Visible };

/** A list that never ends must not fill the disk. */
const MOST_ROWS = 1_000_000;
/** So many pages of nothing but known records are a server that goes round in circles. */
const BARREN_PAGES = 3;

export async function* fetchPages({
  query,
  service,
  customer,
  signal,
  sizes,
}: ExportPagesDeps): AsyncGenerator<Fetched, void> {
  // As for a list on screen: the first frame needs no contract.
  const { operations } = await import('../api/contract/operations.ts');
  const { paging } = operations[query.operation];
  let pages: Pages<unknown> = noPages();
  let rows = 0;
  for (let barren = 0; barren < BARREN_PAGES && rows < MOST_ROWS; ) {
    const place = { taken: pages.taken, received: received(pages) };
    const outcome = await askForPage(service, { query, paging, place, customer, signal }, sizes);
    if (signal.aborted) return;
    if (!outcome.ok) return yield { failure: outcome.failure };
    const page = readPage(paging, outcome.value, outcome.raw);
    if (!page) return yield { failure: { kind: 'malformed', detail: t`the list was missing from it` } };
    const joined = join(pages, arrivals(query, page), paging.style !== 'none', page);
    barren = joined.items.length === 0 ? barren + 1 : 0;
    rows += joined.items.length;
    yield { page: joined.items, total: joined.total?.count };
    if (joined.end === 'repeated-page')
      return yield { doubt: t`The server repeats a page: there may be more.` };
    if (joined.end === 'none-sent')
      return yield { doubt: t`The server says that there are more, and sent none.` };
    if (joined.end !== undefined) return;
    pages = emptied(joined);
  }
  yield {
    doubt:
      rows < MOST_ROWS
        ? t`The server repeats itself: there may be more.`
        : t`It was stopped at ${countText(MOST_ROWS)}: there may be more.`,
  };
}

/** What the next page is joined to: how many records came and which IDs they had, but none of them. */
function emptied(pages: Pages<unknown>): Pages<unknown> {
  const contents = [...pages.contents];
  return {
    ...pages,
    items: [],
    keys: new Set(),
    shifted: received(pages),
    // A page is compared with the first and with the one before: a record without an ID is its whole text in these.
    contents: new Set(contents.length > 2 ? [...contents.slice(0, 1), ...contents.slice(-1)] : contents),
  };
}
