// Fetches a whole list for an export. Only one page is in memory at a time. Purser remembers the IDs of earlier pages.

import type { Client } from '../api/client/client.ts';
import type { Failure } from '../api/client/failure.ts';
import type { Customer } from '../api/client/service.ts';
import { readPage } from '../api/contract/paging.ts';
import { countText } from '../lib/decimal.ts';
import { later } from '../lib/later.ts';
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

/** Or why the export ended, or why rows may be missing. */
type Fetched =
  | { readonly page: readonly Item<unknown>[]; readonly total: number | undefined }
  | { readonly failure: Failure }
  | { readonly doubt: Visible };

/** So that an endless list does not fill the disk. */
const MOST_ROWS = 1_000_000;
// Not imported, because the first frame does not need the contract.
const contract = later(() => import('../api/contract/operations.ts'));

/** Pages in a row without a new record: the service probably repeats itself. */
const BARREN_PAGES = 3;

export async function* fetchPages({
  query,
  service,
  customer,
  signal,
  sizes,
}: ExportPagesDeps): AsyncGenerator<Fetched, void> {
  const { operations } = await contract();
  const { paging } = operations[query.operation];
  let pages: Pages<unknown> = noPages();
  let rows = 0;
  for (let barren = 0; barren < BARREN_PAGES && rows < MOST_ROWS; ) {
    const place = { taken: pages.taken, received: received(pages) };
    const outcome = await askForPage(service, { query, paging, place, customer, signal }, sizes);
    if (signal.aborted) return;
    if (!outcome.ok) return yield { failure: outcome.failure };
    const page = readPage(paging, outcome.value, outcome.raw);
    if (!page) return yield { failure: { kind: 'malformed', detail: t`the response has no list` } };
    const joined = join(pages, arrivals(query, page), paging.style !== 'none', page);
    barren = joined.items.length === 0 ? barren + 1 : 0;
    rows += joined.items.length;
    yield { page: joined.items, total: joined.total?.count };
    if (joined.end === 'repeated-page')
      return yield { doubt: t`The service sent a page twice: there may be more rows.` };
    if (joined.end === 'none-sent')
      return yield { doubt: t`The service says that there are more rows, but sent none.` };
    if (joined.end !== undefined) return;
    pages = emptied(joined);
  }
  yield {
    doubt:
      rows < MOST_ROWS
        ? t`The service sent no new rows: there may be more.`
        : t`Purser stopped at ${countText(MOST_ROWS)} rows: there may be more.`,
  };
}

/** For joining the next page. The number of records and their IDs stay. */
function emptied(pages: Pages<unknown>): Pages<unknown> {
  const contents = [...pages.contents];
  // Without the keys, the counts must have every ID.
  for (const { key } of pages.items) if (!pages.counts.has(key)) pages.counts.set(key, 1);
  return {
    ...pages,
    items: [],
    keys: new Set(),
    shifted: received(pages),
    // Compared only with the first page and the previous page.
    contents: new Set(contents.length > 2 ? [...contents.slice(0, 1), ...contents.slice(-1)] : contents),
  };
}
